/** Reads the options that name further chains for an audit. */
import { openRpc } from "../chain/rpc.ts";
import { ChainUnavailableError } from "../chain/view.ts";
import type { TimestampVerdict } from "../chain/verifyTimestamp.ts";
import type { FurtherChain } from "../verify/audit/timestamps.ts";
import { decodeBundle } from "../verify/bundle/compact.ts";
import { checkpointOrigin, readOrigin } from "../action/domain.ts";
import { parseBundle } from "../verify/bundle/bundle.ts";
import { fromHex, isHex, type Hex } from "../base/hex.ts";
import { UsageError } from "./usage.ts";

/** Milliseconds that a node has for one answer. */
const TIMEOUT = 10_000;

type TimestampClient = FurtherChain["clients"][number];

/** Creates clients for nodes' URLs, divided by commas. @throws UsageError */
function clientsOf(urls: string, option: string): TimestampClient[] {
  return urls.split(",").map((url) => {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw new UsageError(`${option} takes http or https URLs`);
    }
    const rpc = openRpc(url, TIMEOUT);
    return { request: (question) => rpc(question) };
  });
}

/**
 * Reads the further chains of `--timestamps`. Nodes of one chain are grouped.
 *
 * @returns an error if a node does not say which chain it serves.
 */
export async function furtherChains(
  urls: string | undefined,
): Promise<readonly FurtherChain[] | ChainUnavailableError> {
  if (urls === undefined) return [];
  const chains = new Map<number, TimestampClient[]>();
  try {
    for (const client of clientsOf(urls, "--timestamps")) {
      const chainId = Number(await client.request({ method: "eth_chainId" }));
      if (!Number.isSafeInteger(chainId) || chainId < 1) throw new ChainUnavailableError("a node says no chain id");
      chains.set(chainId, [...(chains.get(chainId) ?? []), client]);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return new ChainUnavailableError("a node of --timestamps does not say which chain it serves", { cause: error });
  }
  return [...chains].map(([chainId, clients]) => ({ chainId, clients }));
}

/** The transaction and the nodes in `--timestamp`. */
export type NamedTimestamp = { readonly transaction: Hex; readonly clients: readonly TimestampClient[] };

/** Reads `TX@URL[,URL]`. @throws UsageError */
export function readTimestamp(text: string | undefined): NamedTimestamp | undefined {
  if (text === undefined) return undefined;
  const at = text.indexOf("@");
  const transaction = text.slice(0, Math.max(0, at)).toLowerCase();
  if (!isHex(transaction, 32)) {
    throw new UsageError("--timestamp takes a transaction of a further chain and a node: 0x…@https://rpc.example");
  }
  return { transaction, clients: clientsOf(text.slice(at + 1), "--timestamp") };
}

/**
 * Judges whether the transaction has the checkpoint of a bundle. Undefined if the bundle leads to no checkpoint, or if
 * its chain id is 0, which is not valid.
 */
export async function timestampOfBundle(
  content: string | Uint8Array,
  { transaction, clients }: NamedTimestamp,
): Promise<TimestampVerdict | undefined> {
  const { operator, inclusion } = typeof content === "string" ? parseBundle(content) : decodeBundle(content);
  if (inclusion === undefined) return undefined;
  const { chainId, registry, address } = operator;
  const { size, root } = inclusion.checkpoint;
  const origin = checkpointOrigin({ chainId: Number(chainId), registry, operator: address });
  if (readOrigin(origin) === undefined) return undefined;
  const { verifyTimestamp } = await import("../chain/verifyTimestamp.ts");
  return verifyTimestamp(clients, { checkpoint: { origin, size: Number(size), root: fromHex(root, 32) }, transaction });
}
