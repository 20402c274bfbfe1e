import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAnchorlog } from "anchorlog";
import { hashDomain, logId } from "anchorlog/action";
import { openSqliteStore } from "anchorlog/log/sqlite";
import type { StoredEntry } from "anchorlog/log";
import { buildBatchTrees } from "../../src/batch/build.ts";
import { createBatchBuilder } from "../../src/batch/builder.ts";
import { openFilledOperator, operator, signAction, types, wallets, type TestOperator } from "../operator.ts";

const context = {
  kinds: types.kinds,
  domainSeparator: hashDomain({ ...operator, verifyingContract: operator.registry }),
};

describe("the thread that builds batches", () => {
  let filled: TestOperator;
  let entries: StoredEntry[];
  beforeAll(async () => {
    filled = await openFilledOperator();
    entries = await filled.options.store.entries(logId(operator, "a.example"), 0, 5);
  });
  afterAll(() => filled.close());

  test("builds the trees that are built in this one", async () => {
    const builder = createBatchBuilder(context);
    const [all, some] = await Promise.all([builder.build(entries), builder.build(entries.slice(0, 1))]);
    expect(all).toEqual(buildBatchTrees(entries, context));
    expect(some).toEqual(buildBatchTrees(entries.slice(0, 1), context));
    await builder.close();
  });

  test("says why it cannot, and goes on", async () => {
    const builder = createBatchBuilder({ ...context, kinds: new Map() });
    await expect(builder.build(entries)).rejects.toMatchObject({ code: "unknown_kind" });
    await expect(builder.build([])).rejects.toMatchObject({ code: "builder_failed" });
    await builder.close();
  });

  test("refuses what it has not built when it is closed", async () => {
    const builder = createBatchBuilder(context);
    const never = builder.build(entries);
    const closed = builder.close();
    await expect(never).rejects.toMatchObject({ code: "builder_failed" });
    await closed;
  });
});

describe("an anchorlog with a batch policy", () => {
  test("closes batches by count, those of an earlier run as well, in a thread", async () => {
    const folder = await mkdtemp(join(tmpdir(), "anchorlog-policy-"));
    const filled = await openFilledOperator();
    await filled.close();
    const open = async (batches?: { maxEntries: number }) => {
      const store = await openSqliteStore(join(folder, "store.sqlite"));
      const options = { ...filled.options, store, threads: 1, ...(batches === undefined ? {} : { batches }) };
      return { store, anchorlog: await openAnchorlog(options) };
    };
    const before = await open();
    await before.anchorlog.submit(await signAction(wallets[0]!, "a.example", 0));
    await before.anchorlog.close();

    const { store, anchorlog } = await open({ maxEntries: 3 });
    const closed = async (count: number) =>
      expect.poll(async () => (await store.batches()).length, { timeout: 20_000 }).toBe(count);
    await anchorlog.submit(await signAction(wallets[0]!, "a.example", 1));
    await anchorlog.submit(await signAction(wallets[0]!, "b.example", 1));
    expect(await store.batches()).toEqual([]);
    await anchorlog.submit(await signAction(wallets[0]!, "a.example", 2));
    await closed(1);
    await anchorlog.checkpoint();
    expect((await anchorlog.bundle({ log: "a.example", index: 2 })).inclusion?.checkpoint.size).toBe(1);
    await anchorlog.close();
    await rm(folder, { recursive: true, force: true });
  });
});
