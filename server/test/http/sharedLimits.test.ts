import fc from "fast-check";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { closing } from "../../../test/ends.ts";
import type { Database } from "../../src/foundation/db/database.ts";
import { migrate, runIn } from "../../src/foundation/db/migrate.ts";
import { ACCOUNTS } from "../../src/foundation/db/migrations.ts";
import { openPostgresDatabase } from "../../src/foundation/db/postgres.ts";
import type { Ledger, Window } from "../../src/http/limits/ledger.ts";
import { memoryLedger } from "../../src/http/limits/memory.ts";
import { forgetWindows, sharedLedger } from "../../src/http/limits/shared.ts";
import { ownWhileAway } from "../../src/http/limits/whileAway.ts";
import { environmentOf } from "../engines.ts";
import { NOW } from "../harness.ts";
import { wireTo } from "../outage.ts";

const address = (await environmentOf("PostgreSQL"))["DATABASE_URL"]!;
/** The database as three processes have it open. */
const databases = [0, 1, 2].map(() => closing(openPostgresDatabase(address)));
const { accounts } = databases[0]!.across;
await migrate(accounts, runIn(accounts), { table: "accounts_version", migrations: ACCOUNTS, engine: "postgres" });

const ledgers = (clock?: () => number): Ledger[] =>
  databases.map(({ across: { accounts } }) => sharedLedger(accounts, clock));
const minute = (limit: number): Window => ({ length: 60_000, limit });
const second = (limit: number): Window => ({ length: 1_000, limit });

let names = 0;

it("three processes count like one process in memory", async () => {
  const steps = fc.array(
    fc.record({
      wait: fc.oneof(fc.constant(0), fc.nat(30), fc.nat(2_000), fc.nat(61_000)),
      by: fc.nat(4),
      isLook: fc.boolean(),
      process: fc.nat(2),
      isFirst: fc.boolean(),
    }),
    { maxLength: 40 },
  );
  const windows = fc
    .record({
      perMinute: fc.integer({ min: 4, max: 12 }),
      perSecond: fc.integer({ min: 4, max: 6 }),
      both: fc.boolean(),
    })
    .map(({ perMinute, perSecond, both }) => [...(both ? [minute(perMinute)] : []), second(perSecond)]);
  await fc.assert(
    fc.asyncProperty(steps, windows, async (sequence, given) => {
      const clock = { now: NOW };
      const model = memoryLedger(() => clock.now);
      const shared = ledgers(() => clock.now);
      const name = `model ${names++}`;
      for (const { wait, by, isLook, process, isFirst } of sequence) {
        clock.now += wait;
        const asked = [`${name} ${isFirst}`, given, by, isLook] as const;
        const [said, expected] = [await shared[process]!.count(...asked), await model.count(...asked)];
        // The counts from before the longest window are not compared.
        const forget = ({ newest, ...tally }: typeof said) => (tally.used[0] === 0 ? tally : { newest, ...tally });
        expect(forget(said)).toEqual(forget(expected));
      }
    }),
    { numRuns: 30 },
  );
});

it("concurrent requests pass exactly up to the limit", async () => {
  const shared = ledgers(() => NOW);
  const asked = Array.from({ length: 90 }, (_, i) => shared[i % 3]!.count("border", [second(50)], 1, false));
  const tallies = await Promise.all(asked);
  const passed = tallies.filter(({ wait }) => wait === 0);
  expect(passed.map(({ used }) => used[0]!).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 50 }, (_, i) => i + 1),
  );
  expect(new Set(tallies.filter(({ wait }) => wait > 0).map(({ wait, used }) => `${wait} ${used}`))).toEqual(
    new Set(["1000 50"]),
  );
});

it("uses the database's clock if it gets no other clock", async () => {
  const shared = ledgers();
  const nowOf = async ({ across: { accounts } }: Database) =>
    (
      await sql<{ now: number }>`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(
        accounts,
      )
    ).rows[0]!.now;
  const before = await nowOf(databases[0]!);
  const { now, newest } = await shared[1]!.count("clock", [minute(2)], 1, false);
  expect(newest).toBe(now);
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(await nowOf(databases[2]!));
});

it("keeps counting if the clock goes back", async () => {
  const clock = { now: NOW };
  const [ledger] = ledgers(() => clock.now);
  const take = () => ledger!.count("back", [second(2)], 1, false);
  await take();
  clock.now += 400;
  await take();
  clock.now -= 3_600_000;
  expect(await take()).toEqual({ now: clock.now, newest: clock.now, used: [2], wait: 600 });
  clock.now += 600;
  expect(await take()).toEqual({ now: clock.now, newest: clock.now, used: [2], wait: 0 });
});

it("removes only windows that were idle for an hour, a limited number at a time", async () => {
  const clock = { now: NOW };
  const [ledger] = ledgers(() => clock.now);
  const { accounts } = databases[0]!.across;
  await sql`delete from rate_window`.execute(accounts);
  for (const name of ["one", "two", "three"]) await ledger!.count(name, [minute(5)], 1, false);
  clock.now += 60_000;
  await ledger!.count("three", [minute(5)], 1, false);
  const forget = () => forgetWindows(accounts, clock.now, 1);
  clock.now = NOW + 60_000 + 3_600_000 - 1;
  expect(await forget()).toBe(0);
  clock.now += 1;
  expect([await forget(), await forget(), await forget()]).toEqual([1, 1, 0]);
  const { rows } = await sql`select key from rate_window`.execute(accounts);
  expect(rows).toEqual([{ key: "three" }]);
});

it("counts in memory while the database is unavailable, and returns to it afterwards", async () => {
  const wire = await wireTo(address);
  const database = closing(openPostgresDatabase(wire.url));
  const clock = { now: NOW };
  const read = () => clock.now;
  const own = ownWhileAway(sharedLedger(database.across.accounts, read), memoryLedger(read), read);
  const ask = async (isLook = false) => {
    const { used, wait } = await own.count("away", [minute(3)], 1, isLook);
    return [used[0], wait === 0];
  };
  const [shared] = ledgers(read);
  await shared!.count("away", [minute(3)], 1, false);
  expect(await ask()).toEqual([2, true]);
  wire.hold();
  expect(await ask(true)).toEqual([0, true]);
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([
    [1, true],
    [2, true],
    [3, true],
    [3, false],
  ]);
  wire.release();
  clock.now += 4_999;
  expect(await ask()).toEqual([3, false]);
  clock.now += 1;
  expect(await ask()).toEqual([3, true]);
  // An error that is not an outage is thrown.
  await expect(own.count("away", [{ length: 2 ** 40, limit: 2 }], 1, false)).rejects.toThrow("out of range");
});
