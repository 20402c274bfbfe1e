import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openLog, type ChainStore, type LogStore, type StoredEntry } from "anchorlog/log";
import { createFileGuard, type Guard } from "anchorlog/store/guard";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { createEntryGuard, type EntryGuard } from "../../src/log/guardEntries.ts";
import { closing } from "../ends.ts";
import { newFolder } from "../folder.ts";
import { operator } from "../operator.ts";
import { draft, HOUR, logOf, NOW } from "../store/drafts.ts";
import { verified } from "./verified.ts";

const id = logOf("a");
let ours: LogStore;
/** A longer store of another history. */
let others: LogStore;
let guard: Guard;
let entryGuard: EntryGuard;
/** The store that the guard reads. */
let current: LogStore;
/** The ranges that the guard has read. */
let reads: string[];

const openStore = async (): Promise<LogStore> => closing(await openSqliteStore(":memory:"));
async function append(store: ChainStore, ...nonces: number[]): Promise<StoredEntry[]> {
  const drafts = nonces.map((nonce) => draft(nonce));
  const results = await store.append(id, { drafts, now: NOW, maxDeadlineAhead: HOUR });
  return results.flatMap((result) => ("entry" in result ? [result.entry] : []));
}
const markOf = ({ index, hash }: StoredEntry) => ({ size: index + 1, hash });

beforeEach(async () => {
  [ours, others] = [await openStore(), await openStore()];
  current = ours;
  reads = [];
  guard = closing(createFileGuard(join(newFolder(), "guard"), operator));
  entryGuard = createEntryGuard(guard, {
    head: (log) => current.head(log),
    entries: async (log, from, to) => {
      reads.push(`${from} to ${to}`);
      return current.entries(log, from, to);
    },
  });
});

describe("the guard of entries", () => {
  it("reads no entry after appends that follow its mark, one by one or together", async () => {
    const log = openLog({ id, store: ours, guard: entryGuard, clock: () => NOW, maxDeadlineAhead: HOUR });
    for (let nonce = 0; nonce < 3; nonce++) await log.append([verified(nonce)]);
    await Promise.all([3, 4, 5].map((nonce) => log.append([verified(nonce), verified(nonce + 10)])));
    expect(reads).toEqual([]);
    expect(await guard.mark(id)).toEqual(markOf((await log.entry(8))!));
    await log.append([verified(5)]);
    expect(reads).toEqual(["8 to 9"]);
  });

  it("reads its mark's entry if an append does not follow the mark, and moves the mark if the store has it", async () => {
    const [first, second, third] = await append(ours, 0, 1, 2);
    await entryGuard.cover(id, first!, "read");
    await entryGuard.cover(id, third!, { follows: markOf(second!) });
    expect(reads).toEqual(["0 to 1"]);
    expect(await guard.mark(id)).toEqual(markOf(third!));
  });

  it("reads its mark's entry if appends arrive out of order", async () => {
    const [first, second, third] = await append(ours, 0, 1, 2);
    await entryGuard.cover(id, first!, "read");
    const both = [
      entryGuard.cover(id, third!, { follows: markOf(second!) }),
      entryGuard.cover(id, second!, { follows: markOf(first!) }),
    ];
    await Promise.all(both);
    expect(reads).toEqual(["0 to 1"]);
    expect(await guard.mark(id)).toEqual(markOf(third!));
  });

  it("covers no entry of a store that replaced the first between two appends", async () => {
    const [first, second] = await append(ours, 0, 1);
    await entryGuard.cover(id, first!, "read");
    const foreign = await append(others, 10, 11, 12, 13);
    current = others;
    const both = [
      entryGuard.cover(id, second!, { follows: markOf(first!) }),
      entryGuard.cover(id, foreign[3]!, { follows: markOf(foreign[2]!) }),
    ];
    for (const { status, reason } of (await Promise.allSettled(both)) as PromiseRejectedResult[])
      expect({ status, code: reason.code }).toEqual({ status: "rejected", code: "read_only" });
    expect(await guard.mark(id)).toEqual(markOf(first!));
  });

  it("covers no entry that follows another entry at the mark's place", async () => {
    const [first] = await append(ours, 0);
    await entryGuard.cover(id, first!, "read");
    const foreign = await append(others, 10, 11);
    current = others;
    const follows = markOf(foreign[0]!);
    await expect(entryGuard.cover(id, foreign[1]!, { follows })).rejects.toMatchObject({ code: "read_only" });
    expect(await guard.mark(id)).toEqual(markOf(first!));
  });

  it("reads its mark's entry for entries that were read, even if they follow the mark", async () => {
    const [first, second] = await append(ours, 0, 1);
    await entryGuard.cover(id, first!, "read");
    await Promise.all([
      entryGuard.cover(id, second!, { follows: markOf(first!) }),
      entryGuard.cover(id, second!, "read"),
    ]);
    expect(reads).toEqual(["0 to 1"]);
  });
});
