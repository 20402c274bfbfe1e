/** The entries of one log in the order of its lines. An entry is certain if the log provably continued from it. */
import type { SignedAction } from "../../action/kinds.ts";
import { PART_ACT } from "../../action/part.ts";
import { equalBytes } from "../../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import { indexOf, objectIn, prevOf, type Entry } from "../../log/entry.ts";
import { createNewestActs, type NewestActs } from "../../log/newestActs.ts";

/** An entry of a line. */
export type AuditedEntry = {
  /** The entry's 267 bytes. */
  readonly bytes: Uint8Array;
  readonly hash: Uint8Array;
  /** Undefined if the bytes are malformed. */
  readonly entry: Entry | undefined;
  /** Undefined if the line has no action that matches the entry. */
  readonly action: SignedAction | undefined;
  /** Whether the operator's receipt, or the `prev` of the next entry, confirms these bytes. */
  readonly isCertain: boolean;
};

/** A line of a log's file; undefined if even the entry's bytes are unreadable. */
export type Line = Omit<AuditedEntry, "isCertain"> | undefined;

export type Trail = {
  readonly entries: ReadonlyMap<number, AuditedEntry>;
  /** The newest act upon each object among the certain entries: well-formed ones, and malformed ones. */
  readonly acts: Pick<NewestActs, "get">;
  readonly malformedActs: Pick<NewestActs, "get">;
  /** Returns the index of the certain entry that used a nonce first. */
  nonceOf(entry: Entry): number | undefined;
  /** When the last certain entry was accepted, Unix ms; 0 without one. */
  newestAt(): number;
  /** Whether some entries of a range are unreadable. */
  readonly isUnread: (from: number, to: number) => boolean;
  /** Whether the entry at this index, before the last certain one, is missing, malformed or unreadable. */
  isUnknown(index: number): boolean;
  /** Whether the lines directly before the next one are not certain yet. */
  isOpen(): boolean;
  /**
   * Returns how an entry contradicts the certain entries before it. Returns nothing if lines before it are unreadable.
   * Call it once for each entry, before `add`.
   */
  follow(entry: Entry, isCertain: boolean): string[];
  /** Adds the next line. An uncertain line counts only if the next entry follows it. */
  add(line: Line, isCertain: boolean): void;
  /** Ends the log. */
  end(): void;
};

type EntryRange = { readonly from: number; readonly to: number };

type OpenTrail = {
  readonly entries: Map<number, AuditedEntry>;
  readonly acts: NewestActs;
  readonly malformedActs: NewestActs;
  readonly nonces: Map<string, number>;
  readonly unread: EntryRange[];
  /** Indexes of missing and malformed entries, as ranges. */
  readonly unknown: EntryRange[];
  /** The index and the prev of the next certain entry. */
  next: number;
  prev: Uint8Array;
  newestAt: number;
  /** Lines after the last certain entry. */
  waiting: Line[];
};

export function createTrail(log: Hex): Trail {
  const trail: OpenTrail = {
    entries: new Map(),
    acts: createNewestActs(),
    malformedActs: createNewestActs(),
    nonces: new Map(),
    unread: [],
    unknown: [],
    next: 0,
    prev: fromHex(log),
    newestAt: 0,
    waiting: [],
  };
  const { entries, acts, malformedActs, nonces, unread, unknown } = trail;
  return {
    entries,
    acts,
    malformedActs,
    nonceOf: (entry) => nonces.get(nonceKey(entry)),
    newestAt: () => trail.newestAt,
    isUnread: (from, to) => unread.some((range) => from < range.to && to > range.from),
    isUnknown: (index) => [...unread, ...unknown].some(({ from, to }) => index >= from && index < to),
    isOpen: () => trail.waiting.length > 0,
    follow: (entry, isCertain) => follow(trail, entry, isCertain),
    add: (line, isCertain) => {
      if (line?.entry !== undefined && isCertain) settle(trail, line.entry.index, line);
      else trail.waiting.push(line);
    },
    end: () => {
      if (trail.waiting.length > 0) claim(trail, trail.waiting, { from: trail.next, to: Infinity });
    },
  };
}

function follow(trail: OpenTrail, entry: Entry, isCertain: boolean): string[] {
  if (trail.waiting.length > 0) resolve(trail, entry, isCertain);
  const { next, prev, unknown, waiting, newestAt } = trail;
  if (waiting.length > 0) return [];
  const wrong: string[] = [];
  if (entry.index !== next) {
    wrong.push(`is entry ${entry.index} where ${next} belongs`);
    if (isCertain && entry.index > next) unknown.push({ from: next, to: entry.index });
  } else if (!equalBytes(entry.prev, prev)) {
    wrong.push("does not follow the entry before: its prev is another hash");
  }
  if (entry.acceptedAt < newestAt) wrong.push("was accepted before the entry before it");
  return wrong;
}

/** Settles the waiting lines that lead to this entry by their hashes. The others stay unread. */
function resolve(trail: OpenTrail, entry: Entry, isCertain: boolean): void {
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
  if (!isCertain && !isWhole) return;
  const [open, followed] = [waiting.slice(0, waiting.length - confirmed), waiting.slice(waiting.length - confirmed)];
  trail.waiting = [];
  if (first > next) {
    claim(trail, open, { from: next, to: first });
    [trail.next, trail.prev] = [first, hash];
  }
  followed.forEach((line, i) => settle(trail, first + i, line!));
}

function settle(trail: OpenTrail, index: number, line: NonNullable<Line>): void {
  const { entries, acts, malformedActs, nonces, unknown } = trail;
  if (entries.get(index)?.isCertain !== true) entries.set(index, { ...line, isCertain: true });
  const { part, objectKey, holder } = objectIn(line.bytes);
  if (part === PART_ACT) (line.entry === undefined ? malformedActs : acts).set(objectKey, { index, holder });
  if (line.entry === undefined) unknown.push({ from: index, to: index + 1 });
  else {
    nonces.set(nonceKey(line.entry), index);
    trail.newestAt = line.entry.acceptedAt;
  }
  trail.next = index + 1;
  trail.prev = line.hash;
}

/** Keeps the entries of uncertain lines, in case a batch contains their hashes. */
function claim({ entries, unread }: OpenTrail, lines: readonly Line[], { from, to }: EntryRange): void {
  for (const line of lines) {
    if (line === undefined) continue;
    const index = indexOf(line.bytes);
    if (index >= from && index < to && !entries.has(index)) entries.set(index, { ...line, isCertain: false });
  }
  unread.push({ from, to });
}

const nonceKey = ({ actor, nonce }: Entry): string => toHex(actor) + toHex(nonce);
