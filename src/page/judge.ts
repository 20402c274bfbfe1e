/** Verifies the visitor's input. */
import { connectChain } from "../chain/reader.ts";
import { ChainUnavailableError, orOutage, type ChainReader } from "../chain/view.ts";
import { verifyBundle, type BundleVerdict } from "../verify/bundle/verify.ts";
import type { Trust } from "../verify/trust.ts";
import { readFacts, type Facts } from "./facts.ts";

export type PageQuestion = Pick<Trust, "operator"> & {
  readonly checkpoint?: Exclude<Trust["checkpoint"], string> | undefined;
  readonly bundle: Uint8Array;
  /** The URL of a node's JSON-RPC. */
  readonly node?: string | undefined;
  /** Whether the page's server suggested the node. */
  readonly isProposed?: boolean;
};

export type PageVerdict = {
  readonly question: PageQuestion;
  readonly verdict: BundleVerdict;
  /** The verdict against the given checkpoint, regardless of the node. Undefined without a checkpoint. */
  readonly byCheckpoint?: BundleVerdict | undefined;
  /** Whether the bundle itself is invalid or unsupported, so that no trusted input can change the verdict. */
  readonly isBroken: boolean;
  /** Undefined if the bundle is invalid: its contents prove nothing. */
  readonly facts: Facts | undefined;
  /** The block at which the node was queried. */
  readonly block: number | undefined;
};

/** Verifies a bundle, first by itself. If it is broken, no node is queried. */
export async function judge(question: PageQuestion): Promise<PageVerdict> {
  const { bundle, operator, checkpoint, node } = question;
  const alone = await verifyBundle(bundle);
  if (alone.verdict === "invalid" || alone.code === "newer_format") {
    return { question, verdict: alone, isBroken: true, facts: undefined, block: undefined };
  }
  const chain = node === undefined ? undefined : await connect(node);
  const byCheckpoint = checkpoint && (await verifyBundle(bundle, { operator, checkpoint }));
  // If both are given, the node overrides the checkpoint, unless the bundle contradicts the checkpoint.
  const verdict =
    byCheckpoint?.verdict === "invalid" ? byCheckpoint : await verifyBundle(bundle, { operator, checkpoint, chain });
  const block = chain instanceof ChainUnavailableError ? undefined : chain?.blockNumber;
  const facts = verdict.verdict === "invalid" ? undefined : readFacts(bundle);
  return { question, verdict, byCheckpoint, isBroken: false, facts, block };
}

/** Opens a view of a chain, or returns the reason why the node did not answer. */
export const connect = (node: string): Promise<ChainReader | ChainUnavailableError> => orOutage(connectChain(node));
