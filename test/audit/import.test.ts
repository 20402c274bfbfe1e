import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openAnchorlog } from "anchorlog";
import { logId } from "anchorlog/action";
import { importExport, readExportFolder, writeExport } from "anchorlog/audit";
import { marksOfHeaders } from "anchorlog/batch";
import { guardStore, openHighWaterMark } from "anchorlog/log/guard";
import { openSqliteStore } from "anchorlog/log/sqlite";
import { openFilledOperator, openTestOperator, operator, signAction, wallets, type TestOperator } from "../operator.ts";

const A = logId(operator, "a.example");

describe("importing an export", () => {
  let filled: TestOperator;
  let folder: string;
  let exported: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "anchorlog-import-"));
    exported = join(folder, "export");
    filled = await openFilledOperator();
    await writeExport(exported, filled.options);
  });
  afterEach(async () => {
    await filled.close();
    await rm(folder, { recursive: true, force: true });
  });
  const fresh = () => openSqliteStore(join(folder, "copy.sqlite"));

  test("into an empty store gives the same heads, and the same export again, byte for byte", async () => {
    const store = await fresh();
    expect(await importExport(await readExportFolder(exported), store)).toEqual({
      entries: 8,
      batches: 3,
      checkpoints: 2,
    });
    expect(await store.head(A)).toEqual(await filled.options.store.head(A));
    const again = join(folder, "again");
    await writeExport(again, { ...filled.options, store });
    for (const file of [
      "manifest.json",
      "batches.jsonl",
      "logs/a.example.jsonl",
      "logs/b.example.jsonl",
      "checkpoints/3",
    ])
      expect(await readFile(join(again, file), "utf8")).toBe(await readFile(join(exported, file), "utf8"));
    expect(await importExport(await readExportFolder(exported), store)).toEqual({
      entries: 0,
      batches: 0,
      checkpoints: 0,
    });
    await store.close();
  });

  test("changes nothing where the export has a finding", async () => {
    const path = join(exported, "logs/a.example.jsonl");
    await writeFile(path, (await readFile(path, "utf8")).replace("object 2", "object 9"));
    const store = await fresh();
    await expect(importExport(await readExportFolder(exported), store)).rejects.toMatchObject({ code: "bad_export" });
    expect((await store.head(A)).size).toBe(0);
    await store.close();
  });

  test("refuses an export of another history", async () => {
    const other = await openTestOperator(join(folder));
    await other.anchorlog.submit(await signAction(wallets[0]!, "a.example", 99));
    await expect(importExport(await readExportFolder(exported), other.options.store)).rejects.toMatchObject({
      code: "forked_export",
    });
    await other.close();
  });
});

describe("a store restored from yesterday's backup", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "anchorlog-restore-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const path = (name: string) => join(folder, name);
  const open = async (file: string) => {
    const sqlite = await openSqliteStore(path(file));
    const store = await guardStore(sqlite, { mark: openHighWaterMark(path("mark")) });
    const template = await openTestOperator();
    await template.close();
    const options = { ...template.options, store };
    return { store, anchorlog: await openAnchorlog(options), options, backup: sqlite.backup };
  };
  const submit = async (anchorlog: Awaited<ReturnType<typeof open>>["anchorlog"], nonce: number) =>
    anchorlog.submit(await signAction(wallets[0]!, "a.example", nonce));

  test("is read-only, names what is missing, and goes on once it is refilled", async () => {
    const today = await open("live.sqlite");
    await submit(today.anchorlog, 0);
    await submit(today.anchorlog, 1);
    await today.backup(path("backup.sqlite"));
    await today.anchorlog.close();

    const later = await open("live.sqlite");
    for (const nonce of [2, 3, 4]) await submit(later.anchorlog, nonce);
    await writeExport(path("export"), later.options);
    const head = await later.store.head(A);
    await later.anchorlog.close();

    const restored = await open("backup.sqlite");
    expect(restored.store.missing).toEqual([{ log: A, from: 2, to: 5, forked: false }]);
    await expect(submit(restored.anchorlog, 5)).rejects.toMatchObject({
      code: "read_only",
      message: expect.stringContaining("entries 2 to 4") as string,
    });
    // What it holds can be read, and other logs go on.
    expect(await restored.anchorlog.bundle({ log: "a.example", index: 1 })).toBeDefined();
    const other = await restored.anchorlog.submit(await signAction(wallets[0]!, "b.example", 0));
    expect(other.status).toBe("accepted");
    expect((await restored.store.head(A)).size).toBe(2);
    expect(await importExport(await readExportFolder(path("export")), restored.store)).toMatchObject({ entries: 3 });
    await restored.anchorlog.close();

    const again = await open("backup.sqlite");
    expect(again.store.missing).toEqual([]);
    expect(await again.store.head(A)).toEqual(head);
    expect(await submit(again.anchorlog, 5)).toMatchObject({ status: "accepted", index: 5 });
    await again.anchorlog.close();
  });

  test("is of another history where it holds another entry than was promised", async () => {
    const one = await open("one.sqlite");
    await submit(one.anchorlog, 0);
    await one.anchorlog.close();
    const other = await open("other.sqlite");
    await expect(submit(other.anchorlog, 1)).rejects.toMatchObject({ code: "read_only" });
    await other.anchorlog.close();

    const stranger = await openTestOperator(folder);
    await submit(stranger.anchorlog, 7);
    await stranger.close();
    const forked = await open("store.sqlite");
    expect(forked.store.missing).toMatchObject([{ log: A, forked: true }]);
    await expect(submit(forked.anchorlog, 8)).rejects.toMatchObject({
      code: "read_only",
      message: expect.stringContaining("another history") as string,
    });
    await forked.anchorlog.close();
  });

  test("is noticed by published headers and by the chain's size as well", async () => {
    const live = await openFilledOperator();
    const headers = (await live.options.store.batches()).map(({ header }) => header);
    const empty = await openSqliteStore(path("empty.sqlite"));
    const byHeaders = await guardStore(empty, { logs: marksOfHeaders(headers), batches: headers.length });
    expect(byHeaders.missing.map(({ from, to }) => [from, to])).toEqual([
      [0, 5],
      [0, 3],
    ]);
    expect(byHeaders.missingBatches).toEqual({ from: 0, to: 3 });
    const bySize = await guardStore(empty, { batches: 3 });
    const call = { drafts: [], now: 0, maxDeadlineAhead: 1 };
    await expect(bySize.append(A, call)).rejects.toMatchObject({ code: "read_only" });
    await empty.close();
    await live.close();
  });
});
