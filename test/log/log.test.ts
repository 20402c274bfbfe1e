import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLog, type Log, type LogStore, type StoredEntry } from "anchorlog/log";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { HOUR, logOf, NOW } from "../store/drafts.ts";
import { verified } from "./verified.ts";

const id = logOf("a");

const actions = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => verified(from + i));

let store: LogStore;
let log: Log;
beforeEach(async () => {
  store = await openSqliteStore(":memory:");
  log = openLog({ id, store, clock: () => NOW, maxDeadlineAhead: HOUR });
});
afterEach(() => store.close());

async function take(entries: AsyncIterable<StoredEntry>, count = Infinity): Promise<number[]> {
  const indexes: number[] = [];
  for await (const { index } of entries) if (indexes.push(index) >= count) break;
  return indexes;
}
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

describe("a log", () => {
  it("returns entries by index, by nonce and by range", async () => {
    await log.append(actions(0, 5));
    const all = await log.entries(0, 100);
    expect(all).toHaveLength(5);
    expect(await log.entry(3)).toEqual(all[3]);
    expect(await log.entry(5)).toBeUndefined();
    expect(await log.find(all[2]!.action.message.actor, "2")).toEqual(all[2]);
    expect(await log.find(all[2]!.action.message.actor, "7")).toBeUndefined();
    expect((await log.head()).hash).toEqual(all[4]!.hash);
  });

  it("streams all entries from any index on, over many reads, and ends", async () => {
    await log.append(actions(0, 700));
    expect(await take(log.stream())).toEqual(range(0, 700));
    expect(await take(log.stream(512))).toEqual(range(512, 700));
    expect(await take(log.stream(700))).toEqual([]);
    expect(await take(log.stream(10_000))).toEqual([]);
  });

  it("reads at most one chunk ahead", async () => {
    await log.append(actions(0, 700));
    const asked: number[] = [];
    const counted = {
      ...store,
      entries: async (own: typeof id, from: number, to: number) => {
        asked.push(to - from);
        return store.entries(own, from, to);
      },
    };
    const slow = openLog({ id, store: counted, clock: () => NOW, maxDeadlineAhead: HOUR });
    await take(slow.stream(), 10);
    expect(asked).toHaveLength(1);
    await take(slow.stream());
    expect(Math.max(...asked)).toBeLessThanOrEqual(1_000);
  });

  it("gives each follower every entry once and in order, from any appender", async () => {
    await log.append(actions(0, 300));
    const other = openLog({ id, store, clock: () => NOW, maxDeadlineAhead: HOUR });
    const followers = [0, 250, 300, 450].map((from) => take(other.stream(from, { follow: true }), 600 - from));
    await setImmediate();
    await Promise.all(range(3, 6).map((i) => log.append(actions(100 * i, 100 * i + 100))));
    expect(await Promise.all(followers)).toEqual([0, 250, 300, 450].map((from) => range(from, 600)));
  });

  it("can be followed until the signal aborts, even during a wait", async () => {
    await log.append(actions(0, 3));
    const stop = new AbortController();
    const seen: number[] = [];
    const following = (async () => {
      for await (const { index } of log.stream(0, { follow: true, signal: stop.signal })) seen.push(index);
    })();
    await log.append(actions(3, 4));
    while (seen.length < 4) await setImmediate();
    stop.abort();
    await following;
    await log.append(actions(4, 5));
    expect(seen).toEqual([0, 1, 2, 3]);
    expect(await take(log.stream(0, { signal: stop.signal }))).toEqual([]);
  });
});
