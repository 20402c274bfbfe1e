/**
 * A ceremony that makes proving keys under which nobody can forge: phase 2 of Groth16, in a folder that goes from
 * hand to hand. Nothing of it needs a network.
 *
 *     npm run script -- scripts/ceremony.ts COMMAND
 *
 *     start <folder> <powers.ptau> [circuit…]   the first keys, from a phase 1 of others
 *     contribute <folder> <name>                one more contribution to each, hashes printed
 *     finish <folder> <hash> <exponent>         a public beacon, 2^exponent times hashed
 *     verify <folder>                           everything, from the sources on
 *     install <folder>                          a finished, verified one into circuits/
 */
import { contribute, finish } from "./ceremony/contribute.ts";
import { install } from "./ceremony/install.ts";
import { start } from "./ceremony/start.ts";
import { verify } from "./ceremony/verify.ts";

const USAGE = `usage: npm run script -- scripts/ceremony.ts start <folder> <powers.ptau> [circuit…]
       npm run script -- scripts/ceremony.ts contribute <folder> <name>
       npm run script -- scripts/ceremony.ts finish <folder> <hash> <exponent>
       npm run script -- scripts/ceremony.ts verify <folder>
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
    else if (command === "verify" && rest.length === 0) await verify(folder);
    else if (command === "install" && rest.length === 0) await install(folder);
    else throw new RangeError(USAGE);
    return 0;
  } catch (error) {
    console.error((error as Error).message);
    return error instanceof RangeError ? 3 : 1;
  }
}
