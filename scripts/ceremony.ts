/**
 * Runs a ceremony: phase 2 of the Groth16 setup. Proofs cannot be forged under the resulting keys if at least one
 * participant deleted their secret. Participants pass one folder on to each other, and no command needs a network.
 *
 *     npm run script -- scripts/ceremony.ts COMMAND
 *
 *     start <folder> <powers.ptau> [circuit…]   makes the first keys from a pinned, published phase 1
 *     contribute <folder> <name>                contributes to each key, writes the attestation to publish
 *     finish <folder> <hash> <exponent>         applies a public beacon, hashed 2^exponent times
 *     verify <folder> [attestation…]            verifies everything from the sources on, and these attestations
 *     install <folder>                          verifies a finished ceremony, copies its keys to circuits/
 */
import { contribute, finish } from "./ceremony/contribute.ts";
import { install } from "./ceremony/install.ts";
import { start } from "./ceremony/start.ts";
import { verify } from "./ceremony/verify.ts";
import { stopSnarkjs } from "./snarkjs.ts";

const USAGE = `usage: npm run script -- scripts/ceremony.ts start <folder> <powers.ptau> [circuit…]
       npm run script -- scripts/ceremony.ts contribute <folder> <name>
       npm run script -- scripts/ceremony.ts finish <folder> <hash> <exponent>
       npm run script -- scripts/ceremony.ts verify <folder> [attestation…]
       npm run script -- scripts/ceremony.ts install <folder>`;

const [command, folder, ...rest] = process.argv.slice(2);
process.exitCode = await run();

async function run(): Promise<number> {
  const [first, second] = rest;
  try {
    if (folder === undefined) throw new RangeError(USAGE);
    if (command === "start" && first !== undefined) await start(folder, first, rest.slice(1));
    else if (command === "contribute" && first !== undefined && rest.length === 1) await contribute(folder, first);
    else if (command === "finish" && second !== undefined && rest.length === 2)
      await finish(folder, first ?? "", second);
    else if (command === "verify") await verify(folder, rest);
    else if (command === "install" && rest.length === 0) await install(folder);
    else throw new RangeError(USAGE);
    return 0;
  } catch (error) {
    console.error((error as Error).message);
    return error instanceof RangeError ? 3 : 1;
  } finally {
    await stopSnarkjs();
  }
}
