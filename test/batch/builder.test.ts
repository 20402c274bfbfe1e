import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { AnchorlogError, fromHex, openAnchorlog } from "anchorlog";
import { hashDomain, logId } from "anchorlog/action";
import { openSqliteStore } from "anchorlog/store/sqlite";
import type { LogStore, StoredEntry } from "anchorlog/log";
import { treeRoot } from "anchorlog/crypto/merkle";
import { buildBatchTrees } from "../../src/batch/build.ts";
import { createBatchBuilder, createBuilderHere } from "../../src/batch/builder.ts";
import { bytesToUint } from "../../src/base/bytes.ts";
import { newFolder } from "../folder.ts";
import { openFilledOperator, operator, signAction, types, wallets, type TestOperator } from "../operator.ts";

const context = {
  kinds: types.kinds,
  domainSeparator: hashDomain({ ...operator, verifyingContract: operator.registry }),
};

describe("the thread that builds batches", () => {
  let filled: TestOperator;
  let entries: StoredEntry[];
  let store: LogStore;
  const log = logId(operator, "a.example");
  const all = { log, from: 0, to: 5, prevHead: fromHex(log) };
  beforeAll(async () => {
    filled = await openFilledOperator();
    ({ store } = filled.options);
    entries = await store.entries(log, 0, 5);
  });

  // The builder reads entries from the store's file, or asks the process that started it. Over the file, it also checks
  // the entries that follow earlier batches, and returns those that follow an archived act: none of these.
  test.each<[(own: LogStore) => LogStore, { outer?: Uint8Array }]>([
    [(own) => own, { outer: new Uint8Array() }],
    [(own) => ({ ...own, file: undefined }), {}],
  ])("builds what is built in this one: %#", async (as, checked) => {
    const builder = createBatchBuilder(as(store), context);
    const here = createBuilderHere(store, context);
    const second = { log, from: 1, to: 5, prevHead: entries[0]!.hash };
    const [first, later, section] = await Promise.all([
      builder.batch(all),
      builder.batch(second),
      builder.section({ log, from: 2, to: 4 }),
    ]);
    const [hereFirst, hereLater] = [await here.batch(all), await here.batch(second)];
    expect(hereLater.outer.length).toBeGreaterThan(0);
    expect([first, later]).toEqual([
      { ...hereFirst, ...checked },
      { ...hereLater, ...checked },
    ]);
    expect(section).toEqual(await here.section({ log, from: 2, to: 4 }));
    const { tree, zkTree } = buildBatchTrees(entries, context);
    expect([first.root, bytesToUint(first.zkRoot)]).toEqual([treeRoot(tree), zkTree.root]);
    await builder.close();
  });

  test.runIf(process.platform === "linux")("runs at a lower priority than the other threads", async () => {
    const niceOf = async (thread: string) => {
      const state = await readFile(`/proc/self/task/${thread}/stat`, "utf8");
      // proc_pid_stat(5): the 19th field, which is the 17th after the name in brackets.
      return Number(state.slice(state.lastIndexOf(")") + 2).split(" ")[16]);
    };
    const [own, before] = [await niceOf(String(process.pid)), await readdir("/proc/self/task")];
    const builder = createBatchBuilder(store, context);
    await builder.section({ log, from: 2, to: 4 });
    const come = (await readdir("/proc/self/task")).filter((thread) => !before.includes(thread));
    expect(await Promise.all(come.map(niceOf))).toContain(Math.max(own, 10));
    expect(await niceOf(String(process.pid))).toBe(own);
    await builder.close();
  });

  test("reports why a batch cannot be built, and goes on", async () => {
    const builder = createBatchBuilder(store, { ...context, kinds: new Map() });
    await expect(builder.batch(all)).rejects.toMatchObject({ code: "unknown_kind" });
    const damaged = { code: "store_damaged", details: { log, index: 5 } };
    await expect(builder.batch({ ...all, to: 6 })).rejects.toMatchObject(damaged);
    await expect(builder.batch({ ...all, prevHead: new Uint8Array(32) })).rejects.toMatchObject({
      code: "store_damaged",
      details: { log, index: 0 },
    });
    await builder.close();
  });

  test("passes on the store's error, and goes on", async () => {
    let failing = true;
    const entriesOf: LogStore["entries"] = async (...range) => {
      if (failing) throw new AnchorlogError("store_failed", "not now");
      return store.entries(...range);
    };
    const builder = createBatchBuilder({ entries: entriesOf }, context);
    await expect(builder.batch(all)).rejects.toMatchObject({ code: "store_failed" });
    failing = false;
    expect(await builder.batch(all)).toMatchObject({ count: 5 });
    await builder.close();
  });

  test("refuses unfinished batches when it is closed", async () => {
    const builder = createBatchBuilder(store, context);
    const never = builder.batch(all);
    const closed = builder.close();
    await expect(never).rejects.toMatchObject({ code: "builder_failed" });
    await closed;
  });
});

describe("an anchorlog with a batch policy", () => {
  test("closes batches by count in a thread, also those of an earlier run", async () => {
    const folder = newFolder();
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
    const closed = async (count: number) => expect.poll(async () => (await store.batches()).length).toBe(count);
    await anchorlog.submit(await signAction(wallets[0]!, "a.example", 1));
    await anchorlog.submit(await signAction(wallets[0]!, "b.example", 1));
    expect(await store.batches()).toEqual([]);
    await anchorlog.submit(await signAction(wallets[0]!, "a.example", 2));
    await closed(1);
    await anchorlog.checkpoint();
    expect((await anchorlog.bundle({ log: "a.example", index: 2 })).inclusion?.checkpoint.size).toBe("1");
    await anchorlog.close();
  });
});
