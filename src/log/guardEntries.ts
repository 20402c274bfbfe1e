import { equalBytes } from "../base/bytes.ts";
import type { Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { ChainStore, OperationsStore, StoredEntry } from "./store.ts";
import { sameMark, type Guard, type Mark } from "./guard.ts";

/** An entry up to which a store has a log's entries. */
type Reached = Pick<StoredEntry, "index" | "hash">;
/** How the process got an entry: it read it, or appended it after a mark. */
type How = "read" | { readonly follows: Mark | undefined };

/**
 * Double-signing protection for entries: checked before a store appends, and before anything about an entry is signed.
 */
export type EntryGuard = {
  /** The mark that the store must reach before anything is appended to a log. */
  floor(log: Hex): Promise<Mark | undefined>;
  /**
   * Stores the mark of an entry that the store has, before its receipt is signed. The mark also covers all entries
   * before it.
   *
   * @param how `read` if the entry was read. `follows` if an append returned it, so that it is durable: the mark that
   *   the append's new entries follow; undefined if there are none.
   * @throws AnchorlogError `read_only` if the store does not contain the log's mark; `guard_failed`; as the store's
   *   `flush` does.
   */
  cover(log: Hex, entry: Reached, how: How): Promise<void>;
  /**
   * Checks that the store contains a log's mark.
   *
   * @throws AnchorlogError `read_only`; `guard_failed`.
   */
  compare(log: Hex): Promise<void>;
};

/**
 * Calls of `cover` that wait for the next move of a mark. One move serves all calls that arrived during the previous
 * one.
 */
type Turn = {
  newest: Reached;
  /** The mark that the turn's entries follow. Undefined if some were not appended, or not one after another. */
  follows: Mark | undefined;
  isRead: boolean;
  readonly done: Promise<void>;
};

type Guarding = {
  readonly guard: Guard;
  readonly store: Pick<ChainStore, "head" | "entries"> & Pick<OperationsStore, "flush">;
  /** The last known mark of each log, which saves a query to a remote guard. */
  readonly seen: Map<Hex, Mark | undefined>;
  /** The move of each log's mark under way, and the calls that wait for the next one. */
  readonly running: Map<Hex, Promise<void>>;
  readonly turns: Map<Hex, Turn>;
};

export function createEntryGuard(guard: Guard, store: Guarding["store"]): EntryGuard {
  const guarding: Guarding = { guard, store, seen: new Map(), running: new Map(), turns: new Map() };
  const floors = new Map<Hex, Promise<Mark | undefined>>();
  return {
    floor: (log) => {
      const asked = floors.get(log);
      if (asked !== undefined) return asked;
      const asking = guard.mark(log).finally(() => floors.delete(log));
      floors.set(log, asking);
      return asking;
    },
    cover: (log, entry, how) => cover(guarding, log, entry, how),
    compare: async (log) => {
      const mark = await read(guarding, log);
      if (mark !== undefined) await assertHeld(store, log, mark);
    },
  };
}

async function cover(guarding: Guarding, log: Hex, entry: Reached, how: How): Promise<void> {
  const { running, turns } = guarding;
  const isRead = how === "read";
  const follows = isRead ? undefined : how.follows;
  const waiting = turns.get(log);
  if (waiting !== undefined) {
    waiting.isRead ||= isRead;
    if (follows === undefined || !sameMark(follows, markOf(waiting.newest))) waiting.follows = undefined;
    if (entry.index > waiting.newest.index) waiting.newest = entry;
    return waiting.done;
  }
  const before = running.get(log);
  const begin = async (): Promise<void> => {
    await before;
    turns.delete(log);
    await remember(guarding, log, turn);
  };
  const turn: Turn = { newest: entry, follows, isRead, done: Promise.resolve().then(begin) };
  turns.set(log, turn);
  const { done } = turn;
  running.set(
    log,
    done.catch(() => {}),
  );
  return done;
}

const markOf = ({ index, hash }: Reached): Mark => ({ size: index + 1, hash });

/** Moves a log's mark. Checks the store each time, since it may have been replaced since the last check. */
async function remember(guarding: Guarding, log: Hex, { newest, follows, isRead }: Turn): Promise<void> {
  const { guard, store, seen } = guarding;
  let known = seen.has(log) ? seen.get(log) : await read(guarding, log);
  const to = markOf(newest);
  for (;;) {
    // Entries that were just appended after the mark's own show that the store contains the mark.
    if (known !== undefined && !sameMark(follows, known)) await assertHeld(store, log, known);
    if (known !== undefined && newest.index < known.size) return;
    // First make the entry durable: after a failover the store must still contain the entry that the mark names.
    if (isRead) await store.flush?.();
    if (await guard.move(log, known, to, { durable: false })) {
      seen.set(log, to);
      return;
    }
    // Another process moved the mark further. The store must contain that mark as well.
    known = await read(guarding, log);
  }
}

async function read({ guard, seen }: Guarding, log: Hex): Promise<Mark | undefined> {
  const mark = await guard.mark(log);
  seen.set(log, mark);
  return mark;
}

async function assertHeld(store: Pick<ChainStore, "head" | "entries">, log: Hex, mark: Mark): Promise<void> {
  const lack = await findLack(store, log, mark);
  if (lack === undefined) return;
  throw new AnchorlogError("read_only", describeLack(lack), { fix: fixOfLack(lack), details: { ...lack } });
}

/** Promised entries that a store does not contain. */
export type MissingEntries = {
  readonly what: "entries";
  readonly log: Hex;
  /** Entries `[from, to)` of the log. */
  readonly from: number;
  readonly to: number;
  /** The store has another entry there, from another history. Restoring entries does not repair this. */
  readonly forked: boolean;
};

/** The entries that a store lacks according to a log's mark; undefined if it contains the mark. */
async function findLack(
  store: Pick<ChainStore, "head" | "entries">,
  log: Hex,
  { size, hash }: Mark,
): Promise<MissingEntries | undefined> {
  const [last] = await store.entries(log, size - 1, size);
  if (last !== undefined && equalBytes(last.hash, hash)) return undefined;
  const from = last === undefined ? (await store.head(log)).size : size - 1;
  return { what: "entries", log, from, to: size, forked: last !== undefined };
}

/** As {@link findLack}, for many logs, with one query per thousand logs. */
export async function findLacks(
  store: Pick<ChainStore, "heads" | "entriesAt">,
  marks: ReadonlyMap<Hex, Mark>,
): Promise<MissingEntries[]> {
  const places = [...marks].map(([log, { size }]) => ({ log, index: size - 1 }));
  const held = new Map((await store.entriesAt(places)).map(({ log, hash }) => [log, hash]));
  const lacking = [...marks].filter(([log, { hash }]) => !(held.has(log) && equalBytes(held.get(log)!, hash)));
  const heads = await store.heads(lacking.map(([log]) => log));
  return lacking.map(([log, { size }]) => {
    const forked = held.has(log);
    return { what: "entries", log, from: forked ? size - 1 : (heads.get(log)?.size ?? 0), to: size, forked };
  });
}

export function describeLack({ log, from, to, forked }: MissingEntries): string {
  if (forked) return `log ${log} holds another entry ${to - 1} than the one that was promised`;
  return `log ${log} lacks the entries from ${from} to ${to - 1}, which were promised`;
}

function fixOfLack({ forked }: MissingEntries): string {
  return forked
    ? "this store is of another history: open the one that the receipts were issued from"
    : "put them back from an export (importExport) or a newer backup; complete logs continue without your help";
}
