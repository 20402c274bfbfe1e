import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import {
  adoptStore,
  AnchorlogError,
  fromHex,
  objectKeyOf,
  openAnchorlog,
  type Anchorlog,
  type AnchorlogOptions,
  type Hex,
} from "anchorlog";
import { logId, type DigestSigner } from "anchorlog/action";
import { importExport, readExportFolder, writeExport } from "anchorlog/verify/audit";
import { decodeEntry, type Entry, type LogStore } from "anchorlog/log";
import { createFileGuard, openFileGuard, type Guard } from "anchorlog/store/guard";
import { openSqliteStore, type SqliteStore } from "anchorlog/store/sqlite";
import { closing } from "../ends.ts";
import { newFolder } from "../folder.ts";
import { keys, NOW, operator, signAction, types, wallets } from "../operator.ts";

const A = logId(operator, "a.example");

let folder: string;
let guard: Guard;
/** Digests that each key signed. */
let signed: { anchor: string[]; receipt: string[] };
let nonce = 0;

const path = (name: string) => join(folder, name);
const recorded = (key: DigestSigner, digests: string[]): DigestSigner => ({
  address: key.address,
  sign: async (parameters) => {
    digests.push(parameters.hash);
    return key.sign(parameters);
  },
});

beforeEach(async () => {
  folder = newFolder();
  signed = { anchor: [], receipt: [] };
  await createFileGuard(path("guard"), operator).close();
  nonce = 0;
});

type Opened = { anchorlog: Anchorlog; store: SqliteStore; options: AnchorlogOptions; close: () => Promise<void> };

async function open(file = "store.sqlite", wrap = (store: LogStore): LogStore => store): Promise<Opened> {
  const store = await openSqliteStore(path(file));
  guard = openFileGuard(path("guard"), operator);
  const options: AnchorlogOptions = {
    store: wrap(store),
    guard,
    operator,
    logs: ["a.example", "b.example"],
    types,
    keys: {
      ...keys,
      anchorKey: recorded(keys.anchorKey, signed.anchor),
      receiptKey: recorded(keys.receiptKey, signed.receipt),
    },
    clock: () => NOW,
  };
  try {
    const anchorlog = await openAnchorlog(options);
    // Keys are tried by signing random digests when an operator is opened.
    signed.anchor.length = 0;
    signed.receipt.length = 0;
    return closing({ anchorlog, store, options, close: () => anchorlog.close() });
  } catch (error) {
    await store.close();
    await guard.close();
    throw error;
  }
}
const submit = async ({ anchorlog }: Opened, log = "a.example") =>
  anchorlog.submit(await signAction(wallets[0]!, log, nonce++));
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "none",
    (error: { code: string }) => error.code,
  );

/** Expects that nothing is promised, closed, signed or handed out, and that no key is asked to sign. */
async function expectReadOnly(one: Opened): Promise<void> {
  const before = structuredClone(signed);
  const sizes = [(await one.store.head(A)).size, (await one.store.batches()).length];
  expect(await submit(one)).toMatchObject({ status: "indeterminate", code: "read_only" });
  expect(await submit(one, "b.example")).toMatchObject({ status: "indeterminate", code: "read_only" });
  expect(await codeOf(one.anchorlog.checkpoint())).toBe("read_only");
  await one.anchorlog.closeBatches().catch(() => {});
  expect(await codeOf(one.anchorlog.bundle({ log: "a.example", index: 0 }))).toBe("read_only");
  expect([(await one.store.head(A)).size, (await one.store.batches()).length]).toEqual(sizes);
  expect(signed).toEqual(before);
}

describe("a stake is not lost to a backup", () => {
  test("from before the last batch: no other header at its position is closed, and no other root signed", async () => {
    const today = await open();
    for (let i = 0; i < 3; i++) await submit(today);
    await today.store.backup(path("backup.sqlite"));
    await today.anchorlog.closeBatches();
    const { size } = await today.anchorlog.checkpoint();
    await writeExport(path("export"), today.options);
    await today.close();

    const restored = await open("backup.sqlite");
    expect(await restored.anchorlog.missing()).toEqual([
      { what: "headers", from: 0, to: size, forked: false, by: "guard" },
    ]);
    await expectReadOnly(restored);
    // With the entries restored, it continues without a restart.
    await importExport(await readExportFolder(path("export")), restored.store);
    expect(await restored.anchorlog.missing()).toEqual([]);
    expect(await submit(restored)).toMatchObject({ status: "accepted", index: 3 });
    await restored.anchorlog.closeBatches();
    expect((await restored.anchorlog.checkpoint()).size).toBe(2);
  });

  test("from before the last entries: no index is promised twice", async () => {
    const today = await open();
    for (let i = 0; i < 2; i++) await submit(today);
    await today.store.backup(path("backup.sqlite"));
    for (let i = 0; i < 3; i++) await submit(today);
    await writeExport(path("export"), today.options);
    await today.close();

    const restored = await open("backup.sqlite");
    expect(await restored.anchorlog.missing()).toEqual([{ what: "entries", log: A, from: 2, to: 5, forked: false }]);
    await expectReadOnly(restored);
    await importExport(await readExportFolder(path("export")), restored.store);
    expect(await restored.anchorlog.missing()).toEqual([]);
    expect(await submit(restored)).toMatchObject({ status: "accepted", index: 5 });
  });

  test("whose import was cut off: it stays read-only over restarts, and importing again completes it", async () => {
    const today = await open();
    await submit(today);
    await today.store.backup(path("backup.sqlite"));
    for (const log of ["a.example", "b.example"]) {
      await submit(today, log);
      await today.anchorlog.closeBatches();
      await today.anchorlog.checkpoint();
    }
    await writeExport(path("export"), today.options);
    await today.close();

    const read = await readExportFolder(path("export"));
    // In turn, the power fails at each write of the import.
    let restored: Opened;
    for (let cut = 0; ; cut++) {
      let left = cut;
      const orCut =
        <A extends unknown[]>(write: (...args: A) => Promise<void>) =>
        async (...args: A) => {
          if (left-- <= 0) throw new Error("cut off");
          return write(...args);
        };
      restored = await open("backup.sqlite");
      const { store } = restored;
      const cutStore: LogStore = {
        ...store,
        restore: orCut(store.restore),
        appendBatches: orCut(store.appendBatches),
        appendCheckpoint: orCut(store.appendCheckpoint),
      };
      const finished = await importExport(read, cutStore).then(
        () => true,
        () => false,
      );
      if (finished) break;
      const missing = await restored.anchorlog.missing();
      if (missing.length > 0) await expectReadOnly(restored);
      else expect((await restored.anchorlog.checkpoint()).size).toBe(2);
      await restored.close();
    }
    expect(await restored.anchorlog.missing()).toEqual([]);
    expect(await submit(restored)).toMatchObject({ status: "accepted" });
  });

  test("from before an object's last acts: no act follows the one that was the newest then", async () => {
    const [ada, bo, cy] = wallets.map(({ address }) => address.toLowerCase() as Hex) as [Hex, Hex, Hex];
    const hand = async (by: number, holder: Hex) =>
      signAction(wallets[by]!, "a.example", nonce++, { kind: "Hand", payload: { objectId: "seat", holder } });
    const objectKey = objectKeyOf(types.kinds.get("Hand")!, { objectId: "seat", holder: ada });
    const of = { log: "a.example", objectKey };
    const today = await open();
    await today.anchorlog.submit(await hand(0, ada));
    await today.store.backup(path("backup.sqlite"));
    expect(await today.anchorlog.submit(await hand(0, bo))).toMatchObject({ status: "accepted", index: 1 });
    await writeExport(path("export"), today.options);
    await today.close();

    const restored = await open("backup.sqlite");
    const { anchorlog, store } = restored;
    expect(await anchorlog.missing()).toEqual([{ what: "entries", log: A, from: 1, to: 2, forked: false }]);
    // In the backup, Ada holds the seat that she sold later.
    const ask = () => anchorlog.ask({ ...of, signer: wallets[2]! });
    const secondSale = await hand(0, cy);
    for (const answer of [await anchorlog.submit(secondSale), await ask()]) {
      expect(answer).toMatchObject({ status: "indeterminate", code: "read_only" });
    }
    expect(await codeOf(anchorlog.history(of).next())).toBe("read_only");
    expect((await store.head(A)).size).toBe(1);
    expect(signed).toEqual({ anchor: [], receipt: [] });
    await importExport(await readExportFolder(path("export")), store);
    expect(await anchorlog.missing()).toEqual([]);
    expect(await anchorlog.newest(of)).toEqual({ index: 1, holder: bo });
    expect(await anchorlog.submit(secondSale)).toMatchObject({ status: "refused", code: "not_holder" });
    const entries: Pick<Entry, "index" | "prior" | "holder">[] = [];
    for (const answer of [await ask(), await anchorlog.submit(await hand(1, cy))]) {
      if (answer.status !== "accepted") throw new Error(JSON.stringify(answer));
      entries.push(decodeEntry(fromHex(answer.receipt.entry)));
    }
    expect(entries).toMatchObject([
      { index: 2, prior: 1, holder: fromHex(bo) },
      { index: 3, prior: 1, holder: fromHex(cy) },
    ]);
  });

  test("that holds another entry than was promised: it is reported as forked", async () => {
    const today = await open();
    await today.store.backup(path("empty.sqlite"));
    await submit(today);
    await today.close();
    const guardFile = path("guard");
    await copyFile(guardFile, path("guard.kept"));
    // Without the guard, another entry 0 is appended.
    await rm(guardFile);
    await createFileGuard(guardFile, operator).close();
    const other = await open("empty.sqlite");
    await submit(other);
    await other.close();
    await copyFile(path("guard.kept"), guardFile);

    const forked = await open("empty.sqlite");
    expect(await forked.anchorlog.missing()).toMatchObject([{ what: "entries", forked: true }]);
    await expectReadOnly(forked);
    // A retry of its own entry gets no receipt either: that index was promised to another entry.
    nonce = 1;
    expect(await submit(forked)).toMatchObject({ status: "indeterminate", code: "read_only" });
  });

  test("in which the last batch was closed again with another root: that root is never signed", async () => {
    const today = await open();
    await submit(today);
    await today.store.backup(path("backup.sqlite"));
    await today.anchorlog.closeBatches();
    await today.anchorlog.checkpoint();
    await today.close();
    // A batch is closed in the backup without the guard.
    const store = await openSqliteStore(path("backup.sqlite"));
    const careless = await openAnchorlog({ store, operator, logs: ["a.example"], types, keys, clock: () => NOW + 1 });
    await careless.closeBatches();
    await careless.close();

    const forked = await open("backup.sqlite");
    expect(await forked.anchorlog.missing()).toMatchObject([{ what: "headers", to: 1, forked: true, by: "guard" }]);
    await expectReadOnly(forked);
  });
});

describe("a guard", () => {
  test("with an empty memory does not open a store, until it adopts the store on request", async () => {
    const today = await open();
    await submit(today);
    await today.anchorlog.closeBatches();
    await today.close();
    await rm(path("guard"));
    await createFileGuard(path("guard"), operator).close();
    await expect(open()).rejects.toMatchObject({ code: "guard_blank" });

    const store = await openSqliteStore(path("store.sqlite"));
    const fresh = openFileGuard(path("guard"), operator);
    await adoptStore(fresh, store, operator, ["a.example", "b.example"]);
    expect(await codeOf(adoptStore(fresh, store, operator, ["a.example"]))).toBe("guard_conflict");
    await fresh.close();
    await store.close();
    const adopted = await open();
    expect(await submit(adopted)).toMatchObject({ status: "accepted", index: 1 });
    expect(await adopted.anchorlog.checkpoint()).toMatchObject({ size: 1 });
  });

  test("is required on every chain but the local one, and must be the operator's own", async () => {
    const { options, close } = await open();
    const mainnet = { ...options, operator: { ...operator, chainId: 1 } };
    expect(await codeOf(openAnchorlog(mainnet))).toBe("foreign_guard");
    const { guard: _, ...unguarded } = mainnet;
    expect(await codeOf(openAnchorlog(unguarded))).toBe("no_guard");
    const shared = { ...options, store: { ...options.store, shared: true } };
    expect(await codeOf(openAnchorlog(shared))).toBe("bad_option");
    await close();
  });

  test("that fails lets no receipt out; a retry gets the receipt once the guard works again", async () => {
    const one = await open();
    const action = await signAction(wallets[0]!, "a.example", 1);
    const { move } = guard;
    const failure = new AnchorlogError("guard_failed", "the disk is full");
    Object.assign(guard, { move: () => Promise.reject(failure) });
    expect(await one.anchorlog.submit(action)).toMatchObject({ status: "indeterminate", code: "guard_failed" });
    expect(signed.receipt).toEqual([]);
    expect(await codeOf(one.anchorlog.bundle({ log: "a.example", index: 0 }))).toBe("guard_failed");
    await expect(one.anchorlog.closeBatches()).rejects.toMatchObject({ code: "guard_failed" });
    Object.assign(guard, { move });
    expect(await one.anchorlog.submit(action)).toMatchObject({ status: "retry", index: 0 });
    // The guard stores entry and root durably before they are signed.
    await one.anchorlog.closeBatches();
    Object.assign(guard, { move: () => Promise.reject(failure) });
    expect(await codeOf(one.anchorlog.checkpoint())).toBe("guard_failed");
    expect(signed.anchor).toEqual([]);
    Object.assign(guard, { move });
    expect(await one.anchorlog.checkpoint()).toMatchObject({ size: 1 });
  });

  test("marks an entry that was committed right before a crash once its receipt is requested", async () => {
    const one = await open();
    const action = await signAction(wallets[0]!, "a.example", 1);
    // The process ends between commit and mark.
    const { move } = guard;
    Object.assign(guard, { move: () => Promise.reject(new AnchorlogError("guard_failed", "killed")) });
    await one.anchorlog.submit(action);
    Object.assign(guard, { move });
    await one.close();
    const again = await open();
    expect(await guard.mark(A)).toBeUndefined();
    expect(await again.anchorlog.submit(action)).toMatchObject({ status: "retry" });
    expect(await guard.mark(A)).toMatchObject({ size: 1 });
  });
});
