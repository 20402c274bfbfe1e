/** A node with the contracts, in a process of its own: its memory is not the operator's. */
import { deployLocally } from "../../ignition/deploy.ts";
import { startNode } from "../node.ts";

const node = await startNode(Number(process.argv[2]));
const { registry } = await deployLocally({ provider: node.provider });
process.send!({ url: node.url, registry });
process.once("disconnect", () => void node.close().then(() => process.exit(0)));
