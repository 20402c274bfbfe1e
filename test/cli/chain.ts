/** A process that has the local chain of `anchorlog dev`, until it is killed. */
import { tmpdir } from "node:os";
import { freePort, startLocalChain } from "../../src/development/chain.ts";

const { url } = await startLocalChain({ from: process.cwd(), folder: tmpdir(), port: await freePort(0) });
process.stdout.write(`${url}\n`);
