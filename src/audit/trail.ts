/** The entries of one log in the order of its lines, and how far each is certain to be what the log went on from. */
import type { SignedAction } from "../action/kinds.ts";
import { PART_ACT } from "../action/part.ts";
import { equalBytes } from "../encoding/bytes.ts";
import { fromHex, toHex, type Hex } from "../encoding/hex.ts";
import { indexOf, objectIn, prevOf, type Entry } from "../log/entry.ts";
import { createNewestActs, type NewestActs } from "../log/newestActs.ts";

/** An entry that a line gives. */
export type AuditedEntry = {
  /** The entry's 267 bytes. */
  readonly bytes: Uint8Array;
  readonly hash: Uint8Array;
  /** Undefined if the bytes are not well-formed. */
  readonly entry: Entry | undefined;
  /** Undefined if the line holds no action that the entry stands for. */
  readonly action: SignedAction | undefined;
  /** Whether the operator's receipt, or the `prev` of the entry behind it, says that these are the bytes. */
  readonly isCertain: boolean;
};

/** A line of a log's file; undefined if not even an entry's bytes can be read. */
export type Line = Omit<AuditedEntry, "isCertain"> | undefined;

export type Trail = {
  readonly entries: ReadonlyMap<number, AuditedEntry>;
  /** The newest act upon each object, of the certain entries that are well-formed, and of those that are not. */
  readonly acts: Pick<NewestActs, "get">;
  readonly malformedActs: Pick<NewestActs, "get">;
  /** Index of the certain entry that used a nonce first. */
  nonceOf(entry: Entry): number | undefined;
  /** When the last certain entry was accepted, Unix ms; 0 without one. */
  newestAt(): number;
  /** Whether some entries of a range cannot be read. */
  readonly isUnread: (from: number, to: number) => boolean;
  /** Whether an entry of this index, before the last certain one, is missing, malformed or cannot be read. */
  isUnknown(index: number): boolean;
  /** Whether lines before the next one are not certain to be what it follows. */
  isOpen(): boolean;
  /**
   * Says in which ways an entry does not follow the certain ones before it: none, if lines before it cannot be read. To
   * be called once for each entry, before `add`.
   */
  follow(entry: Entry, isCertain: boolean): string[];
  /** Adds the next line. One that is not certain counts only if the entry behind it follows it. */
  add(line: Line, isCertain: boolean): void;
  /** Ends the log. */
  end(): void;
};

type Range = { readonly from: number; readonly to: number };

export function createTrail(log: Hex): Trail {
  const entries = new Map<number, AuditedEntry>();
  const acts = createNewestActs();
  const malformedActs = createNewestActs();
  const nonces = new Map<string, number>();
  const unread: Range[] = [];
  /** Indexes that no line has, and those of malformed entries. */
  const unknown: Range[] = [];
  let next = 0;
  let prev = fromHex(log);
  let newestAt = 0;
  /** Lines behind the last certain entry. */
  let waiting: Line[] = [];

  const settle = (index: number, line: NonNullable<Line>): void => {
    if (entries.get(index)?.isCertain !== true) entries.set(index, { ...line, isCertain: true });
    const { part, objectKey, holder } = objectIn(line.bytes);
    if (part === PART_ACT) (line.entry === undefined ? malformedActs : acts).set(objectKey, { index, holder });
    if (line.entry === undefined) unknown.push({ from: index, to: index + 1 });
    else {
      nonces.set(nonceKey(line.entry), index);
      newestAt = line.entry.acceptedAt;
    }
    next = index + 1;
    prev = line.hash;
  };
  /** Keeps what an uncertain line claims, for a batch that may have its hash. */
  const claim = (lines: readonly Line[], { from, to }: Range): void => {
    for (const line of lines) {
      if (line === undefined) continue;
      const index = indexOf(line.bytes);
      if (index >= from && index < to && !entries.has(index)) entries.set(index, { ...line, isCertain: false });
    }
    unread.push({ from, to });
  };
  /** Settles the waiting lines that an entry follows by their hashes; the others stay unread. */
  const resolve = (entry: Entry, isCertain: boolean): void => {
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
    // An entry that is not certain itself confirms nothing but a whole chain of lines.
    if (!isCertain && !isWhole) return;
    const [open, followed] = [waiting.slice(0, waiting.length - confirmed), waiting.slice(waiting.length - confirmed)];
    waiting = [];
    if (first > next) {
      claim(open, { from: next, to: first });
      [next, prev] = [first, hash];
    }
    followed.forEach((line, i) => settle(first + i, line!));
  };

  return {
    entries,
    acts,
    malformedActs,
    nonceOf: (entry) => nonces.get(nonceKey(entry)),
    newestAt: () => newestAt,
    isUnread: (from, to) => unread.some((range) => from < range.to && to > range.from),
    isUnknown: (index) => [...unread, ...unknown].some(({ from, to }) => index >= from && index < to),
    isOpen: () => waiting.length > 0,
    follow: (entry, isCertain) => {
      if (waiting.length > 0) resolve(entry, isCertain);
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
    },
    add: (line, isCertain) => {
      if (line?.entry !== undefined && isCertain) settle(line.entry.index, line);
      else waiting.push(line);
    },
    end: () => {
      if (waiting.length > 0) claim(waiting, { from: next, to: Infinity });
    },
  };
}

const nonceKey = ({ actor, nonce }: Entry): string => toHex(actor) + toHex(nonce);
