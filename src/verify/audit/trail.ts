/**
 * The entries of one log in the order of its lines. An entry is certain if the log provably continued from it. An
 * entry is kept only until the batch that covers it is complete.
 */
import { PART_ACT } from "../../action/part.ts";
import { concat, equalBytes } from "../../base/bytes.ts";
import { fromHex, type Hex } from "../../base/hex.ts";
import { hashLeaf } from "../../crypto/merkle/index.ts";
import { indexOf, objectIn, prevOf, type Entry } from "../../log/entry.ts";
import { createNewestActs, type NewestActs } from "../../log/newestActs.ts";
import { createRecordTable, INDEX_BYTES, readIndex, writeIndex, type SavedTable } from "../../log/recordTable.ts";
import { createHeldEntries, type HeldEntries, type SavedHeld } from "./held.ts";

/** A line of a log's file; undefined if even the entry's bytes are unreadable. */
export type Line =
  | {
      /** The entry's 267 bytes. */
      readonly bytes: Uint8Array;
      readonly hash: Uint8Array;
      /** Undefined if the bytes are malformed. */
      readonly entry: Entry | undefined;
      /** The entry's zk commitment; undefined if the line has no action that matches the entry. */
      readonly commitment: Uint8Array | undefined;
    }
  | undefined;

/** A range of indexes, `[from, to)`. */
export type EntryRange = { readonly from: number; readonly to: number };

export type Trail = {
  readonly held: HeldEntries;
  /** The index and the prev of the next certain entry. */
  next: number;
  prev: Uint8Array;
  /** When the last certain entry was accepted, Unix ms; 0 without one. */
  newestAt: number;
  /** The newest act upon each object among the certain entries: well-formed ones, and malformed ones. */
  readonly acts: NewestActs;
  readonly malformedActs: NewestActs;
  readonly nonces: NonceMarks;
  /** Indexes of the certain entries, in ascending ranges. Each gap has a finding. */
  readonly certain: { from: number; to: number }[];
  /** Indexes of the entries that are only claimed. Each has a finding. */
  readonly claimed: Set<number>;
  readonly unread: EntryRange[];
  /** Indexes of missing and malformed entries, as ranges. */
  readonly unknown: EntryRange[];
  /** Lines after the last certain entry. */
  waiting: Line[];
};

/** A trail without findings, as plain data. */
export type SavedTrail = Pick<Trail, "next" | "prev" | "newestAt"> & {
  readonly held: SavedHeld;
  readonly acts: SavedTable;
  readonly nonces: SavedNonces;
};

export function createTrail(log: Hex, saved?: SavedTrail): Trail {
  return {
    held: createHeldEntries(saved?.held),
    next: saved?.next ?? 0,
    prev: saved?.prev ?? fromHex(log),
    newestAt: saved?.newestAt ?? 0,
    acts: createNewestActs(saved?.acts),
    malformedActs: createNewestActs(),
    nonces: createNonceMarks(saved?.nonces),
    certain: saved === undefined || saved.next === 0 ? [] : [{ from: 0, to: saved.next }],
    claimed: new Set(),
    unread: [],
    unknown: [],
    waiting: [],
  };
}

/** Returns a trail that no finding has touched as plain data. It shares its tables with the trail. */
export function saveTrail({ next, prev, newestAt, held, acts, nonces }: Trail): SavedTrail {
  return { next, prev, newestAt, held: held.save(), acts: acts.save(), nonces: nonces.save() };
}

/** Whether some entries of a range are unreadable. */
export function isUnread({ unread }: Trail, { from, to }: EntryRange): boolean {
  return unread.some((range) => from < range.to && to > range.from);
}

/** Whether the entry at this index, before the last certain one, is missing, malformed or unreadable. */
export function isUnknown({ unread, unknown }: Trail, index: number): boolean {
  return [...unread, ...unknown].some(({ from, to }) => index >= from && index < to);
}

/** Whether all entries of a range are certain. */
export function isCertain({ certain }: Trail, { from, to }: EntryRange): boolean {
  return certain.some((range) => from >= range.from && to <= range.to);
}

/** The number of indexes that have an entry, certain or claimed. */
export function countEntries({ certain, claimed }: Trail): number {
  return certain.reduce((sum, { from, to }) => sum + to - from, claimed.size);
}

/** Why an entry does not continue the one before. */
export type BrokenLink = { readonly message: string; readonly meaning: "broken_chain" | "misplaced_entry" };

/**
 * Returns how an entry contradicts the certain entries before it. Returns nothing if lines before it are unreadable.
 * Call it once for each entry, before `addLine`.
 */
export function follow(trail: Trail, entry: Entry, isPromised: boolean): BrokenLink[] {
  if (trail.waiting.length > 0) resolve(trail, entry, isPromised);
  const { next, prev, unknown, waiting, newestAt } = trail;
  if (waiting.length > 0) return [];
  const wrong: BrokenLink[] = [];
  if (entry.index !== next) {
    const before = next === 0 ? "the log begins with entry 0" : `the entry before it is entry ${next - 1}`;
    wrong.push({ message: `is entry ${entry.index}, and ${before}`, meaning: "misplaced_entry" });
    if (isPromised && entry.index > next) unknown.push({ from: next, to: entry.index });
  } else if (!equalBytes(entry.prev, prev)) {
    wrong.push({ message: "does not follow the entry before: its prev is another hash", meaning: "broken_chain" });
  }
  if (entry.acceptedAt < newestAt)
    wrong.push({ message: "was accepted before the entry before it", meaning: "broken_chain" });
  return wrong;
}

/** Adds the next line. A line without the operator's receipt counts only if the next entry follows it. */
export function addLine(trail: Trail, line: Line, isPromised: boolean): void {
  if (line?.entry !== undefined && isPromised) settle(trail, line.entry.index, line);
  else trail.waiting.push(line);
}

/** Ends the log. */
export function endTrail(trail: Trail): void {
  if (trail.waiting.length > 0) claim(trail, trail.waiting, { from: trail.next, to: Infinity });
}

/** Settles the waiting lines that lead to this entry by their hashes. The others stay unread. */
function resolve(trail: Trail, entry: Entry, isPromised: boolean): void {
  const { waiting, next, prev } = trail;
  let hash = entry.prev;
  let confirmed = 0;
  while (confirmed < waiting.length && entry.index - confirmed > next) {
    const line = waiting[waiting.length - 1 - confirmed];
    if (line === undefined || !equalBytes(line.hash, hash)) break;
    confirmed++;
    hash = prevOf(line.bytes);
  }
  const first = entry.index - confirmed;
  const isWhole = confirmed === waiting.length && first === next && equalBytes(hash, prev);
  // An uncertain entry confirms the waiting lines only if they form one whole chain.
  if (!isPromised && !isWhole) return;
  const [open, followed] = [waiting.slice(0, waiting.length - confirmed), waiting.slice(waiting.length - confirmed)];
  trail.waiting = [];
  if (first > next) {
    claim(trail, open, { from: next, to: first });
    [trail.next, trail.prev] = [first, hash];
  }
  followed.forEach((line, i) => settle(trail, first + i, line!));
}

function settle(trail: Trail, index: number, line: NonNullable<Line>): void {
  const { held, acts, malformedActs, nonces, unknown, claimed } = trail;
  if (markCertain(trail.certain, index)) {
    held.set(index, line, true);
    claimed.delete(index);
  }
  const { part, objectKey, holder } = objectIn(line.bytes);
  if (part === PART_ACT) (line.entry === undefined ? malformedActs : acts).set(objectKey, { index, holder });
  if (line.entry === undefined) unknown.push({ from: index, to: index + 1 });
  else {
    nonces.set(line.entry, index);
    trail.newestAt = line.entry.acceptedAt;
  }
  trail.next = index + 1;
  trail.prev = line.hash;
}

/** Keeps the entries of uncertain lines, in case a batch contains their hashes. */
function claim({ held, certain, claimed, unread }: Trail, lines: readonly Line[], range: EntryRange): void {
  for (const line of lines) {
    if (line === undefined) continue;
    const index = indexOf(line.bytes);
    const isKnown = claimed.has(index) || certain.some(({ from, to }) => index >= from && index < to);
    if (index < range.from || index >= range.to || isKnown) continue;
    held.set(index, line, false);
    claimed.add(index);
  }
  unread.push(range);
}

/** Adds an index to ascending ranges; false if it is in one. */
function markCertain(ranges: { from: number; to: number }[], index: number): boolean {
  // In an honest log, each index follows the last one.
  let i = ranges.length - 1;
  while (i >= 0 && ranges[i]!.from > index) i--;
  const [before, after] = [ranges[i], ranges[i + 1]];
  if (before !== undefined && index < before.to) return false;
  const isNext = before?.to === index;
  const isBefore = after?.from === index + 1;
  if (isNext && isBefore) {
    before.to = after.to;
    ranges.splice(i + 1, 1);
  } else if (isNext) before.to++;
  else if (isBefore) after.from--;
  else ranges.splice(i + 1, 0, { from: index, to: index + 1 });
  return true;
}

/** The nonces that certain entries used, and the last entry that used each. */
export type NonceMarks = {
  get(entry: Pick<Entry, "actor" | "nonce">): number | undefined;
  set(entry: Pick<Entry, "actor" | "nonce">, index: number): void;
  save(): SavedNonces;
};

/** A secret salt, and the marks under it. */
export type SavedNonces = { readonly salt: Uint8Array; readonly marks: SavedTable };

const MARK = 16;

/**
 * Creates marks of 28 bytes a nonce. A mark is a part of the hash over actor, nonce and a secret salt. Nobody who does
 * not know the salt can make two nonces with the same mark, so a repeated mark is a repeated nonce.
 */
export function createNonceMarks(saved?: SavedNonces): NonceMarks {
  const salt = saved?.salt ?? crypto.getRandomValues(new Uint8Array(32));
  const table = createRecordTable({ key: MARK, value: INDEX_BYTES }, saved?.marks);
  type Used = Pick<Entry, "actor" | "nonce">;
  // An entry's nonce is looked for, and then placed.
  let last: { readonly entry: Used; readonly mark: Uint8Array } | undefined;
  const markOf = (entry: Used): Uint8Array => {
    if (last?.entry !== entry) last = { entry, mark: hashLeaf(concat(salt, entry.actor, entry.nonce)) };
    return last.mark;
  };
  return {
    get: (entry) => {
      const found = table.find(markOf(entry));
      return found && readIndex(found);
    },
    set: (entry, index) => writeIndex(index, table.place(markOf(entry))),
    save: () => ({ salt, marks: table.save() }),
  };
}
