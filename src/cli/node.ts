/** The node that a command without a configuration asks. */
import { answerOf } from "../chain/client.ts";
import { openRpc } from "../chain/rpc.ts";
import type { Environment } from "../daemon/config/load.ts";
import { readSecretUrl } from "../daemon/config/secrets.ts";
import { urlOf } from "../daemon/config/values.ts";
import { readAs } from "./options.ts";
import { UsageError } from "./usage.ts";

const RPC = ["http", "https"];
const rpcUrl = urlOf(...RPC);
/** Milliseconds for an answer of the node. */
const TIMEOUT = 10_000;

export type Node = {
  readonly url: string;
  /** @throws ChainUnavailableError if the node gives no answer, or an error. */
  readonly request: (question: { method: string; params?: unknown }) => Promise<unknown>;
};

/**
 * Opens the node of `--rpc`, else of ANCHORLOG_CHAIN_RPC or ANCHORLOG_SECRET_RPC.
 *
 * @throws UsageError if none is named, or it is not a URL. @throws AnchorlogError `no_secret`, `bad_url`
 */
export async function openNode(rpc: string | undefined, env: Environment, command: string): Promise<Node> {
  const [given] = (rpc ?? env["ANCHORLOG_CHAIN_RPC"] ?? env["ANCHORLOG_SECRET_RPC"] ?? "").split(",");
  if (given === undefined || given === "") {
    throw new UsageError(`${command} asks a node of the chain: give --rpc URL, or ANCHORLOG_SECRET_RPC`, command);
  }
  const place = { config: { folder: process.cwd() }, env, name: "--rpc" };
  const url = await readSecretUrl(readAs(rpcUrl, "--rpc", given.trim(), command), RPC, place);
  const ask = openRpc(url, TIMEOUT);
  return { url, request: (question) => answerOf(() => ask(question)) };
}
