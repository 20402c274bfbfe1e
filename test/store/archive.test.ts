import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { openAnchorlog } from "anchorlog";
import { logId } from "anchorlog/action";
import { archiveFolder } from "anchorlog/store/archive";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { newFolder } from "../folder.ts";
import { keys, NOW, operator, signAction, types, wallets } from "../operator.ts";
import { isSlowSuite } from "../slow.ts";
import { describeArchive } from "./archive-contract.ts";

describeArchive("the SQLite store", { threads: isSlowSuite ? [0, 1] : [0], isWhole: true }, async (folder) => {
  const path = join(folder, "store.sqlite");
  return {
    open: (archive) => openSqliteStore(path, { archive }),
    rows: async () => {
      const db = new DatabaseSync(path, { readOnly: true });
      const rows = db.prepare("SELECT idx FROM anchorlog_entries ORDER BY idx").all() as { idx: number }[];
      db.close();
      return rows.map(({ idx }) => idx);
    },
  };
});

it("yesterday's store continues with today's archive, and keeps each entry under its name", async () => {
  const folder = newFolder();
  const path = (name: string) => join(folder, name);
  const open = async (name: string) => {
    const store = await openSqliteStore(path(name), { archive: archiveFolder(path("archive")) });
    const options = { store, operator, types, keys, logs: ["a.example"], clock: () => NOW, archive: { after: 0 } };
    return { store, anchorlog: await openAnchorlog(options) };
  };
  const files = async () => (await readdir(path("archive"), { recursive: true })).sort();
  const untilArchived = async ({ store, anchorlog }: Awaited<ReturnType<typeof open>>) => {
    await expect.poll(() => store.archived()).toMatchObject({ entries: 3, undropped: [] });
    const entries = await store.entries(logId(operator, "a.example"), 0, 10);
    const names = await files();
    await anchorlog.close();
    return { entries, names };
  };
  const today = await open("today.sqlite");
  await today.anchorlog.submitMany(await Promise.all([1, 2, 3].map((n) => signAction(wallets[0]!, "a.example", n))));
  await today.anchorlog.closeBatches();
  await today.store.backup(path("yesterday.sqlite"));
  await today.anchorlog.checkpoint();
  const archived = await untilArchived(today);
  const yesterday = await open("yesterday.sqlite");
  expect((await yesterday.store.archived()).entries).toBe(0);
  await yesterday.anchorlog.checkpoint();
  expect(await untilArchived(yesterday)).toEqual(archived);
});
