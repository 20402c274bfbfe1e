/** Overload: the number of waiting actions stays bounded, and the operator recovers once the load ends. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openAnchorlog, type Anchorlog, type SignedAction } from "anchorlog";
import { logId } from "anchorlog/action";
import type { LogStore } from "anchorlog/log";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { closing } from "../ends.ts";
import { LOG, signedActions } from "../../scripts/bench/log/actions.ts";
import { openPostgresStore } from "../../src/store/postgres.ts";
import { newFolder } from "../folder.ts";
import { aliveHere, aliveInThreads, settledHere } from "../memory.ts";
import { checkChain } from "../store/drafts.ts";
import { keys, operator, types } from "../operator.ts";
import { startPostgres } from "../postgres.ts";

const folder = newFolder();
const server = closing(await startPostgres());

/** The number of actions, sent at three times the operator's rate. */
const FLOOD = 40_000;
const [KIB, MIB] = [2 ** 10, 2 ** 20];
const ID = logId(operator, LOG);

/**
 * The results of many actions: the number of each answer, the milliseconds of accepted actions, and the most other
 * actions that were accepted while one action waited.
 */
type Tally = {
  readonly codes: Record<string, number>;
  readonly waits: number[];
  readonly others: { accepted: number; overloaded: number };
  mostWaiting: number;
};

function createLoad(anchorlog: Anchorlog) {
  const tally: Tally = { codes: {}, waits: [], others: { accepted: 0, overloaded: 0 }, mostWaiting: 0 };
  const waiting = new Set<Promise<void>>();
  const submitOne = async (action: SignedAction): Promise<void> => {
    const from = performance.now();
    const before = tally.waits.length;
    const [answer] = await anchorlog.submitMany([action]);
    const code = "code" in answer! ? answer.code : answer!.status;
    tally.codes[code] = (tally.codes[code] ?? 0) + 1;
    if (code === "accepted" || code === "overloaded")
      tally.others[code] = Math.max(tally.others[code], tally.waits.length - before);
    if (code === "accepted") tally.waits.push(performance.now() - from);
  };
  const submit = (action: SignedAction): Promise<void> => {
    const done = submitOne(action).finally(() => waiting.delete(done));
    waiting.add(done);
    tally.mostWaiting = Math.max(tally.mostWaiting, waiting.size);
    return done;
  };
  return { tally, submit, settled: () => Promise.all(waiting) };
}

const inMiB = (bytes: number): string => `${(bytes / MIB).toFixed(1)} MiB`;
const percentile = (waits: readonly number[], part: number): number =>
  Math.round(waits.toSorted((a, b) => a - b)[Math.ceil(part * waits.length) - 1] ?? 0);
const say = (phase: string, { codes, waits, mostWaiting }: Tally): void =>
  console.log(
    `  ${phase}: ${JSON.stringify(codes)}, p50 ${percentile(waits, 0.5)} ms, p99 ${percentile(waits, 0.99)} ms, ` +
      `most waiting ${mostWaiting}`,
  );

let stores = 0;
const STORES: Record<string, () => Promise<LogStore>> = {
  SQLite: () => openSqliteStore(join(folder, `${++stores}.sqlite`)),
  PostgreSQL: async () =>
    openPostgresStore({ connectionString: await server.createDatabase(), leader: "http://overload" }),
};

describe.each(Object.keys(STORES))("over %s, at three times what it can take", (name) => {
  it.each([512, 2_048])(
    "with %i in flight, the backlog is bounded, and the operator recovers without help",
    async (bound) => {
      const store = await STORES[name]!();
      const options = { store, operator, logs: [LOG], types, keys, threads: 1, maxInFlight: bound };
      const anchorlog: Anchorlog = await openAnchorlog(options);
      const supply = signedActions(0);

      /** Sends `atOnce` actions at a time, the next one as soon as one is answered. */
      const closedLoop = async (actions: SignedAction[], atOnce: number): Promise<Tally & { rate: number }> => {
        const load = createLoad(anchorlog);
        const from = performance.now();
        const next = async () => {
          for (let action = actions.pop(); action !== undefined; action = actions.pop()) await load.submit(action);
        };
        await Promise.all(Array.from({ length: atOnce }, next));
        return { ...load.tally, rate: (1_000 * (load.tally.waits.length || 1)) / (performance.now() - from) };
      };
      // A warm-up, so that compiling and connecting are not measured.
      await closedLoop(await supply.take(1_000), 100);
      const most = await closedLoop(await supply.take(6_000), 500);
      const usual = await closedLoop(await supply.take(3_000), 100);
      expect(usual.codes).toEqual({ accepted: 3_000 });
      const rate = Math.ceil(3 * most.rate);
      console.log(`${name}, at most ${bound} in flight: ${Math.round(most.rate)}/s taken, then ${rate}/s come`);
      say("before", usual);

      // Measured before the actions exist, since each must be freed after its answer.
      const inThreads = await aliveInThreads();
      const here = await settledHere();
      const actions = await supply.take(FLOOD);
      const burst = await supply.take(2 * bound);
      const load = createLoad(anchorlog);
      const from = performance.now();
      for (let sent = 0; sent < FLOOD; await sleep(1)) {
        // Actions are sent by the clock, without waiting for answers.
        const due = Math.min(FLOOD, Math.ceil(((performance.now() - from) / 1_000) * rate));
        // Late actions are sent in parts, since requests do not arrive in one tick.
        for (const end = Math.min(due, sent + 256); sent < end; sent++) void load.submit(actions.pop()!);
      }
      // Shed actions get their answer in the next tick, so up to 256 of this tick still wait.
      expect(load.tally.mostWaiting).toBeLessThanOrEqual(bound + 256);
      // These are sent together, which exceeds the bound on a machine of any speed.
      while (burst.length > 0) void load.submit(burst.pop()!);
      const whileFull = aliveHere() - here;
      await load.settled();
      const kept = (await settledHere()) - here;
      const keptInThreads = (await aliveInThreads()) - inThreads;
      say("during", load.tally);
      console.log(
        `  ${inMiB(whileFull)} more alive while full, ${inMiB(kept)} after, ${inMiB(keptInThreads)} in threads`,
      );
      expect(whileFull).toBeLessThan(48 * MIB + bound * 16 * KIB);
      expect(kept).toBeLessThan(4 * MIB);
      expect(keptInThreads).toBeLessThan(256 * KIB);
      // An accepted action waits for the actions admitted before it and some admitted after it. Without a bound it
      // would wait for all. A shed action does not wait.
      expect(load.tally.others.accepted).toBeLessThan(2 * bound);
      expect(load.tally.others.overloaded).toBe(0);
      const { accepted = 0, overloaded = 0 } = load.tally.codes;
      expect(Object.keys(load.tally.codes).toSorted()).toEqual(["accepted", "overloaded"]);
      expect(accepted + overloaded).toBe(FLOOD + 2 * bound);
      expect(overloaded).toBeGreaterThanOrEqual(bound);

      const after = await closedLoop(await supply.take(2_000), 100);
      say("after", after);
      expect(after.codes).toEqual({ accepted: 2_000 });
      const { size } = await store.head(ID);
      expect(size).toBe(1_000 + 6_000 + 3_000 + accepted + 2_000);
      checkChain(ID, await store.entries(ID, 0, size));
      await anchorlog.close();
    },
  );
});
