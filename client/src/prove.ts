/** Proofs of what was done: fetched, and verified here. */
import { checkpointOrigin, fromHex, toHex, type Hex, type OperatorId } from "anchorlog/action";
import { parseBundle, verifyBundle, type Bundle, type BundleState, type Trust } from "anchorlog/bundle";
import { decodeEntry } from "anchorlog/log";
import { badOption, PlatformError } from "./errors.ts";

/** A bundle that was verified, and how far it leads by what is trusted here. */
export type Proof = {
  /** The bundle as a file has it. */
  readonly text: string;
  readonly bundle: Bundle;
  readonly state: BundleState;
  /** The signed checkpoint that it was judged by, where no chain was asked. */
  readonly checkpoint: string | undefined;
};

export type ProveOptions = {
  /** How far the proof is to lead: it is asked for again until it does. By default it is what there is. */
  readonly until?: BundleState | undefined;
  /** A node of the chain, by whose word the proof is judged: without one, none is `anchored`. */
  readonly rpc?: string | undefined;
  /** Seconds to wait for `until`, at most; 300 by default. */
  readonly within?: number | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** @throws PlatformError `bad_option`: what would be waited for in vain, or for ever. */
export function checkProve({ until = "promised", rpc, within = 0 }: ProveOptions): void {
  const is = `until is ${until}, and within ${within}`;
  if (!STATES.includes(until) || !(within >= 0))
    throw badOption(is, `give until as one of ${STATES.join(", ")}, and within in seconds`);
  if (rpc === undefined && isAtLeast(until, "anchored"))
    throw badOption(`until is ${until}`, "give rpc, a node of the chain");
}

/**
 * Milliseconds to the next look for a proof that leads further, once so many were waited: a second at first, and later a
 * quarter of those, 15 s at most. All looks count under the limits of the organization, where others read.
 */
export const nextLook = (waited: number): number => Math.min(Math.max(1_000, Math.ceil(waited / 4)), 15_000);
const STATES: readonly BundleState[] = ["promised", "included", "anchored", "final"];
/** One request asks for fewer things. */
const MOST_ITEMS = 4_096;

export const isAtLeast = (state: BundleState, wanted: BundleState): boolean =>
  STATES.indexOf(state) >= STATES.indexOf(wanted);

/** Whose word a proof must be, and what it is judged by. */
export type Grounds = {
  readonly operator: OperatorId;
  readonly trust: Trust;
};

/**
 * What a chain holds now, by the word of a node.
 *
 * @param registry one that is believed beside those of the releases.
 */
export async function chainAt(rpc: string, registry: Hex | undefined): Promise<NonNullable<Trust["chain"]>> {
  // Who asks no chain loads nothing of it.
  const { connectChain } = await import("anchorlog/anchor");
  const chain = await connectChain(rpc);
  return { ...chain, isKnownRegistry: (asked) => asked === registry || chain.isKnownRegistry(asked) };
}

/** Whether a node did not answer: that says nothing of what it was asked about. */
export function isOutage(error: unknown): error is Error {
  const { reason, code } = Object(error) as { readonly reason?: unknown; readonly code?: unknown };
  return error instanceof Error && (reason === "rpc_unavailable" || code === "chain_unavailable");
}

export function notYet(what: string, state: BundleState, wanted: BundleState): PlatformError {
  return new PlatformError("not_yet", `the proof of ${what} is ${state}, not ${wanted} yet: ask again later`);
}

/** @throws PlatformError `other_proof` where it is of something else, or the code of what speaks against it. */
export async function verifyProof(text: string, actionId: string, grounds: Grounds): Promise<Proof> {
  const proof = await verifyText(text, actionId, grounds);
  if (await isOf(proof.bundle, actionId)) return proof;
  throw new PlatformError("other_proof", `the proof that is answered for ${actionId} is another action's`);
}

/**
 * Whatever it is the proof of.
 *
 * @throws PlatformError `other_operator`, or the code of what speaks against it.
 */
export async function verifyText(text: string, what: string, { operator, trust }: Grounds): Promise<Proof> {
  const verdict = await verifyBundle(text, trust);
  // A chain knows other operators, too: it says of each what is true of it.
  const isRead = verdict.verdict !== "invalid" && verdict.code !== "newer_format";
  if (isRead && originOf(parseBundle(text)) !== checkpointOrigin(operator))
    throw new PlatformError("other_operator", `the proof of ${what} is by another operator than the one it must be by`);
  // It holds, and is not as far on the chain as the API said.
  const isEarly = verdict.code === "not_anchored" && verdict.state !== null;
  if (verdict.verdict !== "valid" && !isEarly) {
    // An outage, say, speaks against nobody.
    const is = verdict.verdict === "invalid" ? "does not hold" : "cannot be judged";
    throw new PlatformError(verdict.code, `the proof of ${what} ${is}: ${verdict.message}`);
  }
  const bundle = parseBundle(text);
  const checkpoint = typeof trust.checkpoint === "string" ? trust.checkpoint : undefined;
  return { text, bundle, state: verdict.state ?? "promised", checkpoint };
}

function originOf({ operator: { chainId, registry, address } }: Bundle): string {
  return checkpointOrigin({ chainId: Number(chainId), registry, operator: address });
}

/** What an action is called, or one of several that a request asked for. */
export async function actionIdOf(digest: string, item?: number): Promise<string> {
  const hex = digest.slice(2);
  if (item === undefined) return `act_${hex.slice(0, 32)}`;
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${hex} ${item}`));
  return `act_${toHex(new Uint8Array(hash)).slice(2, 34)}`;
}

async function isOf({ entry }: Bundle, actionId: string): Promise<boolean> {
  const digest = toHex(decodeEntry(fromHex(entry)).digest);
  if ((await actionIdOf(digest)) === actionId) return true;
  for (let item = 0; item < MOST_ITEMS; item++) if ((await actionIdOf(digest, item)) === actionId) return true;
  return false;
}
