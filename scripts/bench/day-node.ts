/** Runs a node with the contracts in its own process, so that the operator's memory is measured without it. */
import { deployLocally } from "../deploy.ts";
import { startNode } from "../node.ts";

const node = await startNode(Number(process.argv[2]));
const { registry } = await deployLocally({ provider: node.provider });
process.send!({ url: node.url, registry });
process.once("disconnect", () => void node.close().then(() => process.exit(0)));
