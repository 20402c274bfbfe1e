import { judgeDeadline } from "../action/verify.ts";
import { encodeEntry } from "./entry.ts";
import { judgeNonce, placeDraft, type NonceUse, type Refusal } from "./link.ts";
import type { AppendCall, AppendResult, Draft, Head, StoredEntry } from "./store.ts";

export { effectFailed, emptyHead, followHead, headOf, placeDraft, type Refusal } from "./link.ts";

/**
 * Judges a draft: first its nonce, then its deadline, since a retry may come after its own.
 *
 * @param used the entry in which the actor used the nonce, if any: in the store, or earlier in the same commit.
 * @returns why it is refused; `retry` where the very same action is in the log; undefined where it may be appended.
 */
export function judgeDraft(
  draft: Pick<Draft, "actor" | "nonce" | "digest" | "deadline">,
  used: NonceUse | undefined,
  call: Pick<AppendCall, "now" | "maxDeadlineAhead">,
): Refusal | "retry" | undefined {
  return judgeNonce(draft, used) ?? judgeLateness(draft, call);
}

/** Why a draft that is no retry is refused for its deadline, if it is. */
export function judgeLateness(
  { deadline }: Pick<Draft, "deadline">,
  { now, maxDeadlineAhead }: Pick<AppendCall, "now" | "maxDeadlineAhead">,
): Refusal | undefined {
  const late = judgeDeadline(deadline as `${bigint}`, now, maxDeadlineAhead);
  return late === undefined ? undefined : { status: "refused", ...late };
}

/** The bytes of the entry that a draft becomes, but for its place: {@link placeDraft} fills that in. */
export function encodeDraft(log: Uint8Array, draft: Omit<Draft, "action" | "effects" | "deadline">): Uint8Array {
  const { actor, nonce, digest, signatureHash, scheme, verifiedBlock } = draft;
  const place = { index: 0, prev: NO_PREV, acceptedAt: 0 };
  return encodeEntry({ log, ...place, actor, nonce, digest, signatureHash, scheme, verifiedBlock });
}

/** The entry that a draft becomes behind a head, and the head that it makes. */
export function chainDraft(log: Uint8Array, head: Head, draft: Draft, now: number): { entry: StoredEntry; head: Head } {
  const bytes = encodeDraft(log, draft);
  const next = placeDraft(bytes, head, now);
  return { entry: entryOfDraft(draft, bytes, next), head: next };
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
export function takeBack(results: readonly AppendResult[], size: number): AppendResult[] {
  const at = results.findIndex(({ status }) => status === "refused");
  const culprit = results[at];
  const because = culprit?.status === "refused" ? `action ${at} of this call was refused (${culprit.code})` : "";
  const message = `${because}, and nothing of an atomic call is appended then`;
  return results.map((result) =>
    result.status === "refused" || result.entry.index < size
      ? result
      : { status: "refused", code: "not_appended", message },
  );
}

const NO_PREV = new Uint8Array(32);
