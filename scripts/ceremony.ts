/**
 * A ceremony that makes proving keys under which nobody can forge: phase 2 of Groth16, in a folder that goes from
 * hand to hand. Nothing of it needs a network.
 *
 *     npm run script -- scripts/ceremony.ts COMMAND
 *
 *     start <folder> <powers.ptau> [circuit…]   the first keys, from a pinned phase 1 of others
 *     contribute <folder> <name>                one more contribution to each, and what to publish of it
 *     finish <folder> <hash> <exponent>         a public beacon, 2^exponent times hashed
 *     verify <folder> [attestation…]            everything, from the sources on, and that these contributions are in
 *     install <folder>                          a finished, verified one into circuits/
 */
import { contribute, finish } from "./ceremony/contribute.ts";
import { install } from "./ceremony/install.ts";
import { start } from "./ceremony/start.ts";
import { verify } from "./ceremony/verify.ts";
import { stopWorkers } from "./circuits/setup.ts";

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
    await stopWorkers();
  }
}
