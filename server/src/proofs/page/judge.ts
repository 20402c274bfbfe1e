/** The verdict on what a visitor gave. */
import { useEngine } from "anchorlog/action";
import { ChainUnavailableError, connectChain, type ChainReader } from "anchorlog/anchor";
import { verifyBundle, type BundleVerdict, type Trust } from "anchorlog/bundle";
import { readFacts, type Facts } from "./facts.ts";

export type Question = Pick<Trust, "operator"> & {
  readonly checkpoint?: Exclude<Trust["checkpoint"], string> | undefined;
  readonly bundle: Uint8Array;
  /** The URL of a node's JSON-RPC. */
  readonly node?: string | undefined;
  /** Whether the server of the page proposed the node. */
  readonly isProposed?: boolean;
};

export type Judged = {
  readonly question: Question;
  readonly verdict: BundleVerdict;
  /** By the checkpoint that was given, whatever a node says; undefined where there is none. */
  readonly byCheckpoint?: BundleVerdict | undefined;
  /** Whether it was judged by itself alone: nobody can make anything better of it. */
  readonly isBroken: boolean;
  /** Undefined where nothing that the bundle says counts. */
  readonly facts: Facts | undefined;
  /** Of which the node answered. */
  readonly block: number | undefined;
};

/** Judges a bundle, by itself first: about one that is broken no node is asked. */
export async function judge(question: Question): Promise<Judged> {
  // Without WebAssembly, which a strict policy refuses. One bundle takes no time in either.
  await useEngine("javascript");
  const { bundle, operator, checkpoint, node } = question;
  const alone = await verifyBundle(bundle);
  if (alone.verdict === "invalid" || alone.code === "newer_format") {
    return { question, verdict: alone, isBroken: true, facts: undefined, block: undefined };
  }
  const chain = node === undefined ? undefined : await connect(node);
  const byCheckpoint = checkpoint && (await verifyBundle(bundle, { operator, checkpoint }));
  // A node is asked in a checkpoint's place. What contradicts the checkpoint is no proof, whatever the node says.
  const verdict =
    byCheckpoint?.verdict === "invalid" ? byCheckpoint : await verifyBundle(bundle, { operator, checkpoint, chain });
  const block = chain instanceof ChainUnavailableError ? undefined : chain?.blockNumber;
  const facts = verdict.verdict === "invalid" ? undefined : readFacts(bundle);
  return { question, verdict, byCheckpoint, isBroken: false, facts, block };
}

async function connect(node: string): Promise<ChainReader | ChainUnavailableError> {
  try {
    return await connectChain(node);
  } catch (error) {
    if (error instanceof ChainUnavailableError) return error;
    throw error;
  }
}
