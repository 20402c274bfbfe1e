import { equalBytes } from "../../encoding/bytes.ts";
import type { Hex } from "../../encoding/hex.ts";
import { AnchorlogError } from "../../errors.ts";
import type { LogStore, StoredEntry } from "../store.ts";
import type { Guard, Mark } from "./guard.ts";

/** What a guard says of a store's entries: asked before they are appended, and before anything about them is signed. */
export type EntryGuard = {
  /** What the store must hold of a log before anything is appended. */
  floor(log: Hex): Promise<Mark | undefined>;
  /**
   * Remembers an entry that is in the store, before its receipt is signed. Entries before the remembered one were
   * remembered with it.
   *
   * @param how it is known: `appended`, so that it is durable, or `read`.
   * @throws AnchorlogError `read_only` where the store does not hold what is remembered; `guard_failed`; as the store's
   *   `settle` does.
   */
  cover(log: Hex, entry: Pick<StoredEntry, "index" | "hash">, how: "appended" | "read"): Promise<void>;
  /**
   * Compares what is remembered of a log with the store.
   *
   * @throws AnchorlogError `read_only`; `guard_failed`.
   */
  compare(log: Hex): Promise<void>;
};

/** Those who wait until an entry is remembered: one move serves all who came during the one before. */
type Turn = { newest: Pick<StoredEntry, "index" | "hash">; isRead: boolean; readonly done: Promise<void> };

export function createEntryGuard(guard: Guard, store: Pick<LogStore, "head" | "entries" | "settle">): EntryGuard {
  /** What is remembered of a log, as it was last seen: saves asking a guard that is far away. */
  const seen = new Map<Hex, Mark | undefined>();
  const running = new Map<Hex, Promise<void>>();
  const turns = new Map<Hex, Turn>();
  const floors = new Map<Hex, Promise<Mark | undefined>>();

  const read = async (log: Hex): Promise<Mark | undefined> => {
    const mark = await guard.mark(log);
    seen.set(log, mark);
    return mark;
  };

  /** The store is looked at each time: it may have been replaced since. */
  const remember = async (log: Hex, { newest: { index, hash }, isRead }: Turn): Promise<void> => {
    let known = seen.has(log) ? seen.get(log) : await read(log);
    const to = { size: index + 1, hash };
    for (;;) {
      if (known !== undefined) await assertHeld(store, log, known);
      if (known !== undefined && index < known.size) return;
      // What is remembered the store must hold for good, whatever server takes over.
      if (isRead) await store.settle?.();
      if (await guard.move(log, known, to, { durable: false })) {
        seen.set(log, to);
        return;
      }
      // Another process remembered more meanwhile: what the store must hold as well.
      known = await read(log);
    }
  };

  const cover: EntryGuard["cover"] = async (log, entry, how) => {
    const waiting = turns.get(log);
    const isRead = how === "read";
    if (waiting !== undefined) {
      waiting.isRead ||= isRead;
      if (entry.index > waiting.newest.index) waiting.newest = entry;
      return waiting.done;
    }
    const before = running.get(log);
    const begin = async (): Promise<void> => {
      await before;
      turns.delete(log);
      await remember(log, turn);
    };
    const turn: Turn = { newest: entry, isRead, done: Promise.resolve().then(begin) };
    turns.set(log, turn);
    const { done } = turn;
    running.set(
      log,
      done.catch(() => {}),
    );
    return done;
  };

  return {
    floor: (log) => {
      const asked = floors.get(log);
      if (asked !== undefined) return asked;
      const asking = guard.mark(log).finally(() => floors.delete(log));
      floors.set(log, asking);
      return asking;
    },
    cover,
    compare: async (log) => {
      const mark = await read(log);
      if (mark !== undefined) await assertHeld(store, log, mark);
    },
  };
}

/** Checks that a store holds the entry that a mark tells of. */
async function assertHeld(store: Pick<LogStore, "head" | "entries">, log: Hex, mark: Mark): Promise<void> {
  const lack = await findLack(store, log, mark);
  if (lack === undefined) return;
  throw new AnchorlogError("read_only", describeLack(lack), { fix: fixOfLack(lack), details: { ...lack } });
}

/** What a store does not hold of what was promised. */
export type MissingEntries = {
  readonly what: "entries";
  readonly log: Hex;
  /** Entries `[from, to)` of the log. */
  readonly from: number;
  readonly to: number;
  /** The store holds an entry there, but another one: it is of another history, and refilling does not mend it. */
  readonly forked: boolean;
};

/** What a store lacks of a log, by a mark; undefined where it lacks nothing. */
export async function findLack(
  store: Pick<LogStore, "head" | "entries">,
  log: Hex,
  { size, hash }: Mark,
): Promise<MissingEntries | undefined> {
  const [last] = await store.entries(log, size - 1, size);
  if (last !== undefined && equalBytes(last.hash, hash)) return undefined;
  const from = last === undefined ? (await store.head(log)).size : size - 1;
  return { what: "entries", log, from, to: size, forked: last !== undefined };
}

/** The same of many logs, by their marks: as many questions for ten thousand as for ten, or one for each thousand. */
export async function findLacks(
  store: Pick<LogStore, "heads" | "entriesAt">,
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
    : "put them back from an export (importExport) or a newer backup; what is complete goes on by itself";
}
