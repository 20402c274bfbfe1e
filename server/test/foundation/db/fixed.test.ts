import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, it } from "vitest";
import { ENTRY } from "../../../src/foundation/db/database.ts";
import { reading, writing } from "../../../src/foundation/db/fixed.ts";
import { kyselyOver } from "../../../src/foundation/db/sqlite.ts";

const file = new DatabaseSync(":memory:");
const db = kyselyOver<{ thing: { id: string; size: number; made: number } }>(file);
file.exec("CREATE TABLE thing (id TEXT, size INTEGER, made INTEGER)");
afterAll(() => file.close());

it("a query compiled once takes the values of each use, and keeps its constants", async () => {
  const add = writing((row: { readonly id: string; readonly size: number }) =>
    db.insertInto("thing").values({ id: row.id, size: row.size, made: ENTRY.index }),
  );
  const refusal = { code: "taken", message: "there is one" };
  const [one, two] = [add({ id: "a", size: 1 }), add({ size: 2, id: "b" }, { expect: 1, refusal })];
  expect(one).toEqual({ sql: one.sql, parameters: ["a", 1, { entry: "index" }] });
  expect(two).toEqual({ sql: one.sql, parameters: ["b", 2, { entry: "index" }], expect: 1, refusal });

  file.exec("INSERT INTO thing VALUES ('a', 1, 7), ('b', 2, 7), ('c', 2, 8)");
  let compiled = 0;
  const find = reading(
    () => db,
    ({ size, id }: { readonly size: number; readonly id: string }) => {
      compiled++;
      return db.selectFrom("thing").select("id").where("size", "=", size).where("made", "=", 7).where("id", "!=", id);
    },
  );
  expect(await find({ size: 2, id: "x" })).toEqual([{ id: "b" }]);
  expect(await Promise.all([find({ id: "b", size: 2 }), find({ size: 1, id: "' or 1" })])).toEqual([[], [{ id: "a" }]]);
  expect(compiled).toBe(1);
});
