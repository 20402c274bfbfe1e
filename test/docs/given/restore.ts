/** For an operator whose store was restored from yesterday's backup, and who has an export of today. */
import { join } from "node:path";
import { openAnchorlog, type Anchorlog } from "anchorlog";
import { writeExport } from "anchorlog/verify/audit";
import { createFileGuard, openFileGuard } from "anchorlog/store/guard";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { expect } from "vitest";
import { folder as machine, keys, operator, transfer, types } from "./platform.ts";

const guardFile = join(machine, "restored.guard");
await createFileGuard(guardFile, operator).close();
const options = { operator, logs: ["acme-games"], types, keys };

const before = await openSqliteStore(join(machine, "today.sqlite"));
const today = { ...options, store: before, guard: openFileGuard(guardFile, operator) };
const running = await openAnchorlog(today);
await running.submit(await transfer(10));
await before.backup(join(machine, "yesterday.sqlite"));
await running.submit(await transfer(11));
await running.closeBatches();
await running.checkpoint();
/** The export's folder. */
export const folder = join(machine, "export");
await writeExport(folder, today);
await running.close();

export const store = await openSqliteStore(join(machine, "yesterday.sqlite"));
export const anchorlog: Anchorlog = await openAnchorlog({
  ...options,
  store,
  guard: openFileGuard(guardFile, operator),
});

export async function check(left: { missing: readonly { what: string }[] }): Promise<void> {
  expect(left.missing.map(({ what }) => what)).toEqual(["entries", "headers"]);
  expect(await anchorlog.missing()).toEqual([]);
  expect(await anchorlog.submit(await transfer(12))).toMatchObject({ status: "accepted", index: 2 });
  await anchorlog.close();
}
