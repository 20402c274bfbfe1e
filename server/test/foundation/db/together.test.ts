import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import type { CompiledQuery } from "kysely";
import { afterAll, beforeEach, expect, it } from "vitest";
import { newFolder } from "../../../../test/folder.ts";
import { readTogether } from "../../../src/foundation/db/together.ts";

type Thing = { readonly id: string; readonly size: number };

const folder = newFolder();
const [writer, reader] = [new DatabaseSync(join(folder, "a")), new DatabaseSync(join(folder, "a"))];
writer.exec("PRAGMA journal_mode = WAL; CREATE TABLE thing (id TEXT, size INTEGER)");
const read = readTogether(reader);
const things = (size: number): Promise<readonly Thing[]> =>
  read(query<Thing>("select * from thing where size = ? order by id", size));
function query<Row>(sql: string, ...parameters: unknown[]): CompiledQuery<Row> {
  return { sql, parameters } as unknown as CompiledQuery<Row>;
}
beforeEach(() => writer.exec("DELETE FROM thing; INSERT INTO thing VALUES ('a', 1), ('b', 2)"));
afterAll(async () => {
  writer.close();
  if (reader.isOpen) reader.close();
});

it("no answer is older than its query", async () => {
  const first = things(1);
  writer.exec("INSERT INTO thing VALUES ('c', 1)");
  const second = things(1);
  expect(await first).toEqual([
    { id: "a", size: 1 },
    { id: "c", size: 1 },
  ]);
  expect(await second).toEqual(await first);
  writer.exec("DELETE FROM thing");
  expect(await things(1)).toEqual([]);
  expect(reader.isTransaction).toBe(false);
});

it("equal queries of a turn run once, and different ones separately", async () => {
  const [one, same, other] = [things(1), things(1), things(2)];
  expect(await one).toBe(await same);
  expect(await other).toEqual([{ id: "b", size: 2 }]);
  const parts = "select ? as a, ? as b";
  const [left, right, number] = [query(parts, "x", 'y","z'), query(parts, 'x","y', "z"), query(parts, 1, "z")].map(
    read,
  );
  expect(await Promise.all([left, right, number, read(query(parts, "1", "z"))])).toEqual([
    [{ a: "x", b: 'y","z' }],
    [{ a: 'x","y', b: "z" }],
    [{ a: 1, b: "z" }],
    [{ a: "1", b: "z" }],
  ]);
});

it("all queries of a turn see one state, and a failing one does not affect the others", async () => {
  reader.function("meddle", () => {
    writer.exec("DELETE FROM thing");
    return 1;
  });
  const asked = Promise.allSettled([things(1), read(query("select meddle() as done")), read(query("no")), things(2)]);
  const [one, meddled, wrong, two] = await asked;
  expect([one, meddled, two].map((each) => each.status === "fulfilled" && each.value.length)).toEqual([1, 1, 1]);
  expect(wrong).toMatchObject({
    status: "rejected",
    reason: expect.objectContaining({ code: "ERR_SQLITE_ERROR" }) as unknown,
  });
  expect(await things(2)).toEqual([]);
});

it("a transaction left open does not freeze the state for later queries", async () => {
  reader.exec("BEGIN");
  await expect(things(1)).rejects.toThrow("within a transaction");
  writer.exec("DELETE FROM thing");
  expect(await things(1)).toEqual([]);
});

it("a file that is closed meanwhile fails its queries, and nothing else", async () => {
  const asked = things(1);
  reader.close();
  await expect(asked).rejects.toThrow("finalized");
  await setImmediate();
  await expect(things(1)).rejects.toThrow("finalized");
});
