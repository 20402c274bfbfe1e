import { encodeEntry, ENTRY_BYTES } from "./entry.ts";
import {
  judgeHolder,
  judgeLateness,
  judgeNonce,
  type NewestAct,
  type Outcome,
  type Refusal,
  type UsedNonce,
} from "./link.ts";
import type { AppendCall, Draft, Head, StoredEntry } from "./store.ts";

export {
  acceptedAfter,
  emptyHead,
  followHead,
  headOf,
  actOf,
  placeDraft,
  refuseBehind,
  type NewestAct,
  type Outcome,
  type Refusal,
  type UsedNonce,
} from "./link.ts";

/**
 * Judges a draft: first its nonce, then its deadline and its object's holder, since a retry may come after its own.
 *
 * @param bytes its entry, but for the place.
 * @param used who has its nonce's key, if anybody: in the store, or earlier in the same commit.
 * @param acceptedAt what its entry would have, Unix ms.
 * @param newest the newest act upon its object.
 * @returns why it is refused; `retry` where the very same action is in the log; undefined where it may be appended.
 */
export function judgeDraft(
  draft: Pick<Draft, "deadline">,
  bytes: Uint8Array,
  used: UsedNonce | undefined,
  acceptedAt: number,
  newest: NewestAct | undefined,
  { maxDeadlineAhead }: Pick<AppendCall, "maxDeadlineAhead">,
): Refusal | "retry" | undefined {
  const late = () => judgeLateness(BigInt(draft.deadline), acceptedAt, maxDeadlineAhead);
  return judgeNonce(bytes, used) ?? late() ?? judgeHolder(bytes, newest);
}

/**
 * The bytes of the entries that drafts become, one after the other, but for their places: {@link placeDraft} fills
 * those in. In one buffer, since many small ones cost more than what is in them.
 */
export function encodeDrafts(log: Uint8Array, drafts: readonly Draft[]): Uint8Array {
  const all = new Uint8Array(ENTRY_BYTES * drafts.length);
  const place = { index: 0, prev: NO_PREV, acceptedAt: 0, prior: undefined };
  for (const [i, { actor, nonce, digest, signatureHash, scheme, verifiedBlock, object }] of drafts.entries()) {
    const { part, objectKey, named = NO_HOLDER } = object;
    const fields = { actor, nonce, digest, signatureHash, scheme, verifiedBlock, part, objectKey, holder: named };
    encodeEntry({ log, ...place, ...fields }, entryAt(all, i));
  }
  return all;
}

/** The bytes of the entry at a position of many that follow each other: a part of them, no copy. */
export function entryAt(entries: Uint8Array, position: number): Uint8Array {
  return entries.subarray(ENTRY_BYTES * position, ENTRY_BYTES * (position + 1));
}

/** What is kept of a draft whose entry has these bytes and made this head. */
export function entryOfDraft(draft: Draft, bytes: Uint8Array, head: Pick<Head, "size" | "hash">): StoredEntry {
  const { digest, action, verifiedBlockHash } = draft;
  const entry = { index: head.size - 1, bytes, hash: head.hash, digest, action };
  return verifiedBlockHash === undefined ? entry : { ...entry, verifiedBlockHash };
}

/**
 * The results of an atomic call of which a draft was refused, once all its entries are taken back: what it had
 * appended, and retries of that, are `not_appended`.
 *
 * @param size how many entries the log had before the call.
 */
export function takeBack(results: readonly Outcome[], size: number): Outcome[] {
  const at = results.findIndex(({ status }) => status === "refused");
  const culprit = results[at];
  const code = culprit?.status === "refused" ? (culprit.statement?.refusal?.code ?? culprit.code) : "";
  const because = `action ${at} of this call was refused (${code})`;
  const message = `${because}, and nothing of an atomic call is appended then`;
  return results.map((result) =>
    "entry" in result && result.entry.index >= size ? { status: "refused", code: "not_appended", message } : result,
  );
}

const NO_PREV = new Uint8Array(32);
const NO_HOLDER = new Uint8Array(20);
