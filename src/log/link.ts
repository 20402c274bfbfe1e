/**
 * Links an entry to the one before. Apart from chain.ts because the writer threads load this file only, without the
 * code for actions and signatures.
 */
import { ANYBODY, NOBODY, PART_ACT, PART_ASK, PART_NONE } from "../action/part.ts";
import { isInTime, judgeDeadline } from "../action/time.ts";
import { equalBytes } from "../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../base/hex.ts";
import { AnchorlogError, messageOf } from "../base/errors.ts";
import {
  decodeEntry,
  digestOf,
  digestTagOf,
  hashEntry,
  nonceOf,
  objectIn,
  placeEntry,
  placeObject,
  SCHEME_ECDSA,
  schemeOf,
  usesNonce,
  type Entry,
} from "./entry.ts";
import type { Mark } from "./guard.ts";
import type { AppendResult, Head, StoredEntry, StoredBatch } from "./store.ts";
import { countOf } from "../base/countOf.ts";

/** The refusal of a draft, with its reason. */
export type Refusal = Extract<AppendResult, { status: "refused" }>;

/** The result for a draft inside the transaction. The entry of an `archived` retry is read after the commit. */
export type DraftResult = AppendResult | { readonly status: "archived"; readonly index: number };

/** The head of a log without entries. */
export function emptyHead(log: Hex): Head {
  return { size: 0, hash: fromHex(log, 32), acceptedAt: 0 };
}

/** The head of a log whose last entry is this one. */
export function headOf(last: Pick<StoredEntry, "bytes" | "hash">): Head {
  const { index, acceptedAt } = decodeEntry(last.bytes);
  return { size: index + 1, hash: last.hash, acceptedAt };
}

/** A nonce that was used in a log. */
export type UsedNonce = {
  /** Index of the entry that used it. */
  readonly index: number;
  /** See `digestTagOf`. */
  readonly digest: Uint8Array;
  /** Undefined if the entry is in the archive. */
  readonly entry: StoredEntry | undefined;
};

/**
 * Judges a draft's nonce.
 *
 * @param bytes the draft's entry, with its place not filled in yet.
 * @param used the entry that has the nonce's key, if any: in the store, or earlier in the same commit.
 * @returns the reason for a refusal; `retry` if the log already has the same action; undefined if the nonce is new.
 */
export function judgeNonce(bytes: Uint8Array, used: UsedNonce | undefined): Refusal | "retry" | undefined {
  if (used === undefined) return undefined;
  // The same action is a retry, even with other signature bytes. Another action with this nonce is a replay.
  const isSame =
    used.entry === undefined
      ? equalBytes(used.digest, digestTagOf(bytes))
      : equalBytes(digestOf(used.entry.bytes), digestOf(bytes));
  return isSame ? "retry" : refuseUsed(nonceOf(bytes), used);
}

/** The refusal of a draft whose nonce, or its key, belongs to another entry. */
export function refuseUsed(
  mine: Pick<Entry, "actor" | "nonce">,
  { index, entry }: Pick<UsedNonce, "index" | "entry">,
): Refusal {
  const [actor, nonce] = [toHex(mine.actor), BigInt(toHex(mine.nonce))];
  const message =
    entry === undefined || usesNonce(entry.bytes, mine)
      ? `${actor} used nonce ${nonce} for another action, entry ${index}`
      : `nonce ${nonce} of ${actor} has the same key as the nonce of entry ${index}, so that the log cannot take it`;
  return { status: "refused", code: "nonce_used", message };
}

/** The time of the next entry, Unix milliseconds: now, but never before the previous entry. */
export function acceptedAfter(head: Pick<Head, "acceptedAt">, now: number): number {
  return Math.max(now, head.acceptedAt);
}

/**
 * Why a draft that is not a retry is refused for its deadline, or undefined if it is in time.
 *
 * @param acceptedAt Unix milliseconds that the entry would have. It can be later than now, if the clock went back.
 */
export function judgeLateness(deadline: bigint, acceptedAt: number, maxDeadlineAhead: number): Refusal | undefined {
  const late = judgeDeadline(deadline, acceptedAt, maxDeadlineAhead);
  return late === undefined ? undefined : { status: "refused", ...late };
}

/**
 * Checks, before an append, that the store has every entry that was promised. A store restored from an old backup would
 * use an index twice.
 *
 * @throws AnchorlogError `store_behind` if the head is before the floor, or differs from it at the same size.
 */
export function refuseBehind(log: Hex, head: Head, floor: Mark | undefined): void {
  if (floor === undefined || head.size > floor.size) return;
  if (head.size === floor.size && equalBytes(head.hash, floor.hash)) return;
  const what = head.size < floor.size ? `only ${head.size}` : "others";
  throw new AnchorlogError(
    "store_behind",
    `log ${log} had ${countOf(floor.size, "entry")}, and the store holds ${what}`,
    {
      fix: "put the entries back from an export (importExport), or open the store that they are in",
    },
  );
}

/** The newest act upon an object. */
export type NewestAct = {
  /** Index of the act's entry. */
  readonly index: number;
  /** The wallet that may act next, 20 bytes. */
  readonly holder: Uint8Array;
};

/** The newest act as a store finds it. `isArchived`: only the store's table of acts has it. */
export type KnownAct = NewestAct & { readonly isArchived: boolean };

/**
 * Why a draft that is not a retry may not act upon its object, or undefined if it may. Only the holder may act, with an
 * ECDSA signature: checking a contract wallet would need a call to the chain.
 *
 * @param bytes the draft's entry, with its place not filled in yet.
 */
export function judgeHolder(bytes: Uint8Array, newest: NewestAct | undefined): Refusal | undefined {
  if (newest === undefined || objectIn(bytes).part !== PART_ACT) return undefined;
  const { actor } = nonceOf(bytes);
  if (mayAct(newest.holder, { actor, scheme: schemeOf(bytes) })) return undefined;
  return { status: "refused", code: "not_holder", message: `since entry ${newest.index} ${whyHeld(newest, actor)}` };
}

/**
 * Whether an entry's actor may act upon an object with this holder. A contract wallet's signature never suffices,
 * unless anybody may act.
 */
export function mayAct(holder: Uint8Array, { actor, scheme }: Pick<Entry, "actor" | "scheme">): boolean {
  if (equalBytes(holder, ANYBODY)) return true;
  return !equalBytes(holder, NOBODY) && scheme === SCHEME_ECDSA && equalBytes(actor, holder);
}

function whyHeld({ holder }: NewestAct, actor: Uint8Array): string {
  if (equalBytes(holder, NOBODY)) return "no account may act upon the object";
  const held = `the object is held by ${toHex(holder)}`;
  return equalBytes(actor, holder)
    ? `${held}, a contract wallet, whose signature moves nothing that is held`
    : `${held}, not by ${toHex(actor)}`;
}

/**
 * Why an entry does not follow the newest act upon its object, or undefined if it does. The writer enforces this rule,
 * as far as the entry alone shows. Not for an entry without an object.
 */
export function whyNotUpon(entry: Entry, bytes: Uint8Array, newest: NewestAct | undefined): string | undefined {
  if (entry.prior !== newest?.index) {
    const named = entry.prior === undefined ? "no entry" : `entry ${entry.prior}`;
    const known = newest === undefined ? "there is none" : `the newest is entry ${newest.index}`;
    return `names ${named} as the newest act upon its object, and ${known}`;
  }
  const refused = judgeHolder(bytes, newest);
  if (refused !== undefined) return `acts upon an object of another: ${refused.message}`;
  const isWrong = entry.part === PART_ASK && !equalBytes(entry.holder, newest?.holder ?? ANYBODY);
  return isWrong ? "names another holder than the newest act upon its object" : undefined;
}

/** The act that an entry makes upon its object, or undefined if it is not an act. */
export function actOf(bytes: Uint8Array, index: number): { key: Uint8Array; newest: NewestAct } | undefined {
  const { part, objectKey, holder } = objectIn(bytes);
  return part === PART_ACT ? { key: objectKey, newest: { index, holder } } : undefined;
}

/**
 * Turns a draft's bytes into an entry, in place: after the head, not before it in time, and after the newest act upon
 * its object.
 *
 * @param namesHolder whether the action names a holder, which the bytes then have already.
 * @returns the new head; its `hash` is the entry's. To drop the entry again, keep the head from before.
 */
export function placeDraft(
  bytes: Uint8Array,
  head: Head,
  now: number,
  namesHolder: boolean,
  newest: NewestAct | undefined,
): Head {
  const acceptedAt = acceptedAfter(head, now);
  if (objectIn(bytes).part !== PART_NONE) {
    placeObject(bytes, newest?.index, namesHolder ? undefined : (newest?.holder ?? ANYBODY));
  }
  placeEntry(bytes, { index: head.size, prev: head.hash, acceptedAt });
  return { size: head.size + 1, hash: hashEntry(bytes), acceptedAt };
}

/**
 * Checks that restored entries continue a log from its head, and its objects' histories.
 *
 * @param newestAct returns the newest act upon an object before the first of these entries.
 * @returns the head after them.
 * @throws AnchorlogError `head_moved` naming the first entry that does not follow.
 */
export function followHead(
  log: Hex,
  head: Head,
  entries: readonly StoredEntry[],
  newestAct: (objectKey: Uint8Array) => NewestAct | undefined,
): Head {
  let at = head;
  const acts = new Map<Hex, NewestAct>();
  const newestOf = (key: Uint8Array) => acts.get(toHex(key)) ?? newestAct(key);
  for (const entry of entries) {
    const wrong = whyNotNext(fromHex(log, 32), at, entry, newestOf);
    if (wrong !== undefined) {
      throw new AnchorlogError(
        "head_moved",
        `log ${log} has ${countOf(at.size, "entry")}, and entry ${entry.index} ${wrong}`,
        {
          fix: "restore entries in their order, from the log's head on",
        },
      );
    }
    at = headOf(entry);
    const act = actOf(entry.bytes, entry.index);
    if (act !== undefined) acts.set(toHex(act.key), act.newest);
  }
  return at;
}

/** Throws RangeError if the batches' positions are not consecutive. */
export function assertInRow(batches: readonly Pick<StoredBatch, "position">[]): void {
  const apart = batches.findIndex(({ position }, i) => position !== batches[0]!.position + i);
  if (apart > 0) throw new RangeError(`batch ${apart} of ${batches.length} does not follow the one before`);
}

function whyNotNext(
  log: Uint8Array,
  head: Head,
  { index, bytes, hash, digest, action }: StoredEntry,
  newestAct: (objectKey: Uint8Array) => NewestAct | undefined,
): string | undefined {
  let entry: Entry;
  try {
    entry = decodeEntry(bytes);
  } catch (error) {
    return `is malformed: ${messageOf(error)}`;
  }
  if (!equalBytes(entry.log, log)) return "is of another log";
  if (index !== entry.index || index !== head.size) return "is not the next one";
  if (!equalBytes(entry.prev, head.hash)) return "does not follow the one before";
  if (entry.acceptedAt < head.acceptedAt) return "is older than the one before";
  if (!equalBytes(hash, hashEntry(bytes))) return "has another hash than its bytes";
  if (!equalBytes(digest, entry.digest)) return "has another digest than its bytes";
  if (!isInTime(entry.acceptedAt, action.message.deadline)) return "is later than its action's deadline";
  return entry.part === PART_NONE ? undefined : whyNotUpon(entry, bytes, newestAct(entry.objectKey));
}
