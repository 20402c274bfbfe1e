import { encodeEntry, ENTRY_BYTES } from "./entry.ts";
import {
  judgeHolder,
  judgeLateness,
  judgeNonce,
  type NewestAct,
  type DraftResult,
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
  type DraftResult,
  type Refusal,
  type UsedNonce,
} from "./link.ts";

/**
 * Judges a draft: its nonce first, then its deadline and its object's holder. A retry may come after its own deadline.
 *
 * @param bytes the draft's entry, with its place in the log not filled in yet.
 * @param used the entry that has the nonce's key, if any: in the store, or earlier in the same commit.
 * @param acceptedAt Unix milliseconds that the entry would have.
 * @param newest the newest act upon the draft's object.
 * @returns the reason for a refusal; `retry` if the log already has the same action; undefined if it can be appended.
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
 * Encodes the entries of drafts one after the other, with their places left blank: {@link placeDraft} fills those in.
 * All share one buffer, since many small buffers cost more than their content.
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

/** The bytes of the entry at a position in consecutive entries: a view, not a copy. */
export function entryAt(entries: Uint8Array, position: number): Uint8Array {
  return entries.subarray(ENTRY_BYTES * position, ENTRY_BYTES * (position + 1));
}

/** The entry to store for a draft, given its entry's bytes and the head after it. */
export function entryOfDraft(draft: Draft, bytes: Uint8Array, head: Pick<Head, "size" | "hash">): StoredEntry {
  const { digest, action, verifiedBlockHash } = draft;
  const entry = { index: head.size - 1, bytes, hash: head.hash, digest, action };
  return verifiedBlockHash === undefined ? entry : { ...entry, verifiedBlockHash };
}

/**
 * Rewrites the results of an atomic call after a draft was refused and all its entries were rolled back. Entries of
 * this call, and retries of them, become `not_appended`.
 *
 * @param size number of entries in the log before the call.
 */
export function takeBack(results: readonly DraftResult[], size: number): DraftResult[] {
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
