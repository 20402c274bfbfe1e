/** Fetches and verifies proofs of actions. */
import { checkpointOrigin, fromHex, toHex, type Hex, type OperatorId } from "anchorlog/action";
import { parseBundle, verifyBundle, type Bundle, type BundleState, type Trust } from "anchorlog/verify/bundle";
import { decodeEntry } from "anchorlog/log";
import { badOption, PlatformError } from "./errors.ts";

/** A verified bundle, and its state by the trusted data. */
export type VerifiedBundle = {
  /** The bundle as the text of a file. */
  readonly text: string;
  readonly bundle: Bundle;
  readonly state: BundleState;
  /** The signed checkpoint used for the verification, if no chain was asked. */
  readonly checkpoint: string | undefined;
};

export type ProveOptions = {
  /**
   * The state that the proof must reach. The client fetches it repeatedly until then. By default, any state is
   * accepted.
   */
  readonly until?: BundleState | undefined;
  /** A node of the chain to verify with. Without it, no proof is `anchored`. */
  readonly rpc?: string | undefined;
  /** Maximum seconds to wait for `until`; 300 by default. */
  readonly within?: number | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** @throws PlatformError `bad_option`, also for a wait that could never end. */
export function checkProve({ until = "promised", rpc, within = 0 }: ProveOptions): void {
  if (!STATES.includes(until)) throw badOption(`until is ${until}`, `give one of ${STATES.join(", ")}`);
  if (!(within >= 0)) throw badOption(`within is ${within}`, "give seconds");
  if (rpc === undefined && isAtLeast(until, "anchored"))
    throw badOption(`until is ${until}`, "give rpc, a node of the chain");
}

/**
 * Milliseconds until the next fetch, by the milliseconds waited so far: a second at first, later a quarter of the time
 * waited, and at most 15 s. Fetches count under the organization's rate limits, which others need as well.
 */
export const nextLook = (waited: number): number => Math.min(Math.max(1_000, Math.ceil(waited / 4)), 15_000);
const STATES: readonly BundleState[] = ["promised", "included", "anchored", "final"];
/** The maximum number of items in one request. */
const MOST_ITEMS = 4_096;

export const isAtLeast = (state: BundleState, wanted: BundleState): boolean =>
  STATES.indexOf(state) >= STATES.indexOf(wanted);

/** The operator that must have signed a proof, and the trusted data to verify with. */
export type Grounds = {
  readonly operator: OperatorId;
  readonly trust: Trust;
};

/**
 * The chain's current state according to a node.
 *
 * @param registry trusted in addition to the registries of releases.
 */
export async function chainAt(rpc: string, registry: Hex | undefined): Promise<NonNullable<Trust["chain"]>> {
  // Load the chain's code only if it is needed.
  const { connectChain } = await import("anchorlog/chain");
  const chain = await connectChain(rpc);
  return { ...chain, isKnownRegistry: (asked) => asked === registry || chain.isKnownRegistry(asked) };
}

/** Whether a node did not answer. The proof may still be valid. */
export function isOutage(error: unknown): error is Error {
  const { reason, code } = Object(error) as { readonly reason?: unknown; readonly code?: unknown };
  return error instanceof Error && (reason === "rpc_unavailable" || code === "chain_unavailable");
}

export function notYet(what: string, state: BundleState, wanted: BundleState): PlatformError {
  return new PlatformError("not_yet", `the proof of ${what} is ${state}, not ${wanted} yet: ask again later`);
}

/** @throws PlatformError `other_proof` if it proves something else, or the code of a failed verification. */
export async function verifyProof(text: string, actionId: string, grounds: Grounds): Promise<VerifiedBundle> {
  const proof = await verifyText(text, actionId, grounds);
  if (await isOf(proof.bundle, actionId)) return proof;
  throw new PlatformError("other_proof", `the API answered with the proof of another action than ${actionId}`);
}

/**
 * Verifies a proof of any action or object.
 *
 * @throws PlatformError `other_operator`, or the code of a failed verification.
 */
export async function verifyText(text: string, what: string, { operator, trust }: Grounds): Promise<VerifiedBundle> {
  const verdict = await verifyBundle(text, trust);
  // A chain verifies proofs of all its operators, so compare the operator.
  const isRead = verdict.verdict !== "invalid" && verdict.code !== "newer_format";
  if (isRead && originOf(parseBundle(text)) !== checkpointOrigin(operator))
    throw new PlatformError("other_operator", `the proof of ${what} is by another operator than the known one`);
  // The proof is valid, but the chain does not yet confirm the state that the API reported.
  const isEarly = verdict.code === "not_anchored" && verdict.state !== null;
  if (verdict.verdict !== "valid" && !isEarly) {
    // The verdict may be open because of an outage. The proof is then not invalid.
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

/** The ID of an action, or of one item of a request. */
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
