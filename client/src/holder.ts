/** The holder of an object: the API asks the log, and the client verifies the answer. */
import { ANYBODY, CLOCK_SKEW, fromHex, objectKeyOf, PART_NONE, toHex, type Hex } from "anchorlog/action";
import { decodeEntry } from "anchorlog/log";
import { badOption, PlatformError } from "./errors.ts";
import { verifyText, type Grounds, type VerifiedBundle, type ProveOptions } from "./prove.ts";
import { types } from "./kinds.ts";

/** The holder at the time of the ask, with the proof. */
export type Held = VerifiedBundle & {
  /** The only account that may act on the object next, in lower case. Zero if no account may. */
  readonly holder: Hex;
  /** Index and time of the log entry, in Unix milliseconds by the operator's clock. */
  readonly index: number;
  readonly at: number;
  /** Index of the previous act on the object, if any. */
  readonly prior: number | undefined;
};

export type HolderOptions = ProveOptions & {
  /** A random number below 2^256 that no earlier ask has used (`randomNonce` of `anchorlog/action`). */
  readonly nonce?: string | undefined;
};

/** @throws PlatformError `bad_option`. */
export function checkNonce(nonce: string | undefined): void {
  if (nonce === undefined || (/^(?:0|[1-9][0-9]{0,77})$/.test(nonce) && BigInt(nonce) < 1n << 256n)) return;
  throw badOption(`nonce is ${JSON.stringify(nonce)}`, "give a decimal number below 2^256, as randomNonce() makes");
}

type Rules = {
  readonly grounds: Grounds;
  /** The name of the object's log. Objects in other logs may have the same ID. */
  readonly log: string;
  /** The first answer, while waiting for its proof to reach a later state. */
  readonly first: Held | undefined;
  /** The nonce that the ask must have. */
  readonly nonce: string | undefined;
  /** Now by this machine's clock, in Unix milliseconds. */
  readonly now: number;
};

/** Milliseconds for which the API reuses an ask. */
const KEPT = 60_000;

/**
 * Verifies that a proof shows the current holder of an object.
 *
 * @throws PlatformError `no_custody`, `other_operator`, `other_proof`, `other_ask`, `stale_proof`, or the code of a
 *   failed verification.
 */
export async function verifyHeld(
  text: string,
  objectId: string,
  { grounds, log, first, nonce, now }: Rules,
): Promise<Held> {
  const proof = await verifyText(text, `object ${objectId}`, grounds);
  const { part, objectKey, holder, prior, index, acceptedAt: at } = decodeEntry(fromHex(proof.bundle.entry));
  const named = toHex(holder);
  if (part === PART_NONE || named === toHex(ANYBODY))
    throw new PlatformError("no_custody", `the log does not record who owns ${objectId}: its template has no custody`);
  const isOther = proof.bundle.log !== log || toHex(objectKey) !== keyOf(objectId);
  if (isOther || (first !== undefined && first.bundle.entry !== proof.bundle.entry))
    throw new PlatformError("other_proof", `the API answered with a proof that is not about object ${objectId}`);
  const { primaryType, message } = proof.bundle.action;
  if (nonce !== undefined && (primaryType !== "Ask" || message.nonce !== nonce)) {
    const was = primaryType === "Ask" ? `an ask with nonce ${message.nonce}` : `a ${primaryType}`;
    const why = `who holds ${objectId} was to be asked with nonce ${nonce}: the answer is by ${was}`;
    throw new PlatformError("other_ask", why);
  }
  // An old ask would show an earlier holder.
  if (first === undefined && Math.abs(now - at) > KEPT + CLOCK_SKEW) {
    const when = new Date(at).toISOString();
    const why = `who holds ${objectId} was asked at ${when}: the clock is wrong here or there`;
    throw new PlatformError("stale_proof", why);
  }
  return { ...proof, holder: named, index, at, prior };
}

export const keyOf = (objectId: string): Hex =>
  objectKeyOf(types.kinds.get("SetAttributes")!, { objectId, properties: "" });
