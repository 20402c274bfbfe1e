/**
 * How an entry is linked to the one before. Apart from chain.ts since the threads that write load this alone:
 * nothing of actions and signatures.
 */
import { ANYBODY, NOBODY, PART_ACT, PART_ASK, PART_NONE } from "../action/part.ts";
import { isInTime, judgeDeadline } from "../action/time.ts";
import { equalBytes } from "../encoding/bytes.ts";
import { fromHex, toHex, type Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
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
import type { Mark } from "./guard/guard.ts";
import type { AppendResult, Head, StoredEntry, StoredBatch } from "./store.ts";

/** Why a draft is refused. */
export type Refusal = Extract<AppendResult, { status: "refused" }>;

/** What came of a draft within the transaction: a retry's entry that is in the archive is read after it. */
export type Outcome = AppendResult | { readonly status: "archived"; readonly index: number };

/** Where a log without entries stands. */
export function emptyHead(log: Hex): Head {
  return { size: 0, hash: fromHex(log, 32), acceptedAt: 0 };
}

/** Where a log stands whose last entry has these bytes. */
export function headOf(last: Pick<StoredEntry, "bytes" | "hash">): Head {
  const { index, acceptedAt } = decodeEntry(last.bytes);
  return { size: index + 1, hash: last.hash, acceptedAt };
}

/** A nonce that was used in a log. */
export type UsedNonce = {
  /** Of its entry. */
  readonly index: number;
  /** See `digestTagOf`. */
  readonly digest: Uint8Array;
  /** Undefined where it is in the archive. */
  readonly entry: StoredEntry | undefined;
};

/**
 * Judges a draft's nonce.
 *
 * @param bytes the draft's entry, but for its place.
 * @param used who has its nonce's key, if anybody: in the store, or earlier in the same commit.
 * @returns why the draft is refused; `retry` where the very same action is in the log; undefined where it is new.
 */
export function judgeNonce(bytes: Uint8Array, used: UsedNonce | undefined): Refusal | "retry" | undefined {
  if (used === undefined) return undefined;
  // The same action again is a retry, whatever its signature's bytes; another one is a replay.
  const isSame =
    used.entry === undefined
      ? equalBytes(used.digest, digestTagOf(bytes))
      : equalBytes(digestOf(used.entry.bytes), digestOf(bytes));
  return isSame ? "retry" : refuseUsed(nonceOf(bytes), used);
}

/** Says that a draft's nonce is another entry's. */
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

/** When an entry behind a head is accepted, Unix ms: now, and never before the one before. */
export function acceptedAfter(head: Pick<Head, "acceptedAt">, now: number): number {
  return Math.max(now, head.acceptedAt);
}

/**
 * Why a draft that is no retry is refused for its deadline, if it is.
 *
 * @param acceptedAt what its entry would have: the clock may have gone back since the one before.
 */
export function judgeLateness(deadline: bigint, acceptedAt: number, maxDeadlineAhead: number): Refusal | undefined {
  const late = judgeDeadline(deadline, acceptedAt, maxDeadlineAhead);
  return late === undefined ? undefined : { status: "refused", ...late };
}

/**
 * Checks that a log reaches what was promised of it, before anything is appended: a store that was restored would use
 * an index twice.
 *
 * @throws AnchorlogError `store_behind` where the head is before the floor, or another of its size.
 */
export function refuseBehind(log: Hex, head: Head, floor: Mark | undefined): void {
  if (floor === undefined || head.size > floor.size) return;
  if (head.size === floor.size && equalBytes(head.hash, floor.hash)) return;
  const what = head.size < floor.size ? `only ${head.size}` : "others";
  throw new AnchorlogError("store_behind", `log ${log} had ${floor.size} entries, and the store holds ${what}`, {
    fix: "put the entries back from an export (importExport), or open the store that they are in",
  });
}

/** The newest act upon an object. */
export type NewestAct = {
  /** Of its entry. */
  readonly index: number;
  /** Who may act next, 20 bytes. */
  readonly holder: Uint8Array;
};

/** The same as a store knows it: of one that is in the archive only a table of its own tells. */
export type KnownAct = NewestAct & { readonly isArchived: boolean };

/**
 * Why a draft that is no retry may not act upon its object, if so: only its holder may, by a signature that nobody has
 * to be asked about.
 *
 * @param bytes the draft's entry, but for its place.
 */
export function judgeHolder(bytes: Uint8Array, newest: NewestAct | undefined): Refusal | undefined {
  if (newest === undefined || objectIn(bytes).part !== PART_ACT) return undefined;
  const { actor } = nonceOf(bytes);
  if (mayAct(newest.holder, { actor, scheme: schemeOf(bytes) })) return undefined;
  return { status: "refused", code: "not_holder", message: `since entry ${newest.index} ${whyHeld(newest, actor)}` };
}

/** Whether an entry's actor may act upon what is held: not by a contract wallet's signature, nor where nobody may. */
export function mayAct(holder: Uint8Array, { actor, scheme }: Pick<Entry, "actor" | "scheme">): boolean {
  if (equalBytes(holder, ANYBODY)) return true;
  return !equalBytes(holder, NOBODY) && scheme === SCHEME_ECDSA && equalBytes(actor, holder);
}

function whyHeld({ holder }: NewestAct, actor: Uint8Array): string {
  if (equalBytes(holder, NOBODY)) return "nobody may act upon the object";
  const held = `the object is held by ${toHex(holder)}`;
  return equalBytes(actor, holder)
    ? `${held}, a contract wallet, whose signature moves nothing that is held`
    : `${held}, not by ${toHex(actor)}`;
}

/**
 * Why an entry does not follow the newest act upon its object, if so: the writer's own rule, as far as an entry alone
 * tells. Not for an entry about nothing.
 */
export function whyNotUpon(entry: Entry, bytes: Uint8Array, newest: NewestAct | undefined): string | undefined {
  if (entry.prior !== newest?.index) {
    const [named, known] = [entry.prior, newest?.index].map((index) =>
      index === undefined ? "none" : `entry ${index}`,
    );
    return `names ${named} as the newest act upon its object, and that is ${known}`;
  }
  const refused = judgeHolder(bytes, newest);
  if (refused !== undefined) return `acts upon an object of another: ${refused.message}`;
  const isWrong = entry.part === PART_ASK && !equalBytes(entry.holder, newest?.holder ?? ANYBODY);
  return isWrong ? "says another holder than the newest act upon its object" : undefined;
}

/** What an entry's bytes, in their place, are to those after them; undefined where they are no act. */
export function actOf(bytes: Uint8Array, index: number): { key: Uint8Array; newest: NewestAct } | undefined {
  const { part, objectKey, holder } = objectIn(bytes);
  return part === PART_ACT ? { key: objectKey, newest: { index, holder } } : undefined;
}

/**
 * Makes an entry of a draft's bytes, in place: behind a head, not before it in time, and behind the newest act upon its
 * object.
 *
 * @param namesHolder whether the action names a holder, which is in the bytes already.
 * @returns the head that it makes; its `hash` is the entry's. Whoever drops the entry keeps the head before.
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
 * Checks that entries continue a log from its head on, and its objects' histories, as those do that are put back.
 *
 * @param newestAct upon an object, before the first of them.
 * @returns the head after them.
 * @throws AnchorlogError `head_moved` naming the first that does not.
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
      throw new AnchorlogError("head_moved", `log ${log} has ${at.size} entries, and entry ${entry.index} ${wrong}`, {
        fix: "restore entries in their order, from the log's head on",
      });
    }
    at = headOf(entry);
    const act = actOf(entry.bytes, entry.index);
    if (act !== undefined) acts.set(toHex(act.key), act.newest);
  }
  return at;
}

/** Throws RangeError where batches do not stand behind each other. */
export function assertInRow(batches: readonly Pick<StoredBatch, "position">[]): void {
  const apart = batches.findIndex(({ position }, i) => position !== batches[0]!.position + i);
  if (apart > 0) throw new RangeError(`batch ${apart} of ${batches.length} is not behind the one before`);
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
    return `is none: ${error instanceof Error ? error.message : String(error)}`;
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
