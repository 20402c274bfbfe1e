/** A process that has the local chain of `anchorlog dev`, until it is killed. */
import { tmpdir } from "node:os";
import { freePort, startDevNode } from "../../src/cli/dev/node.ts";

const { url } = await startDevNode({ from: process.cwd(), folder: tmpdir(), port: await freePort(0) });
process.stdout.write(`${url}\n`);
