import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { LogStore } from "anchorlog/log";
import { openPostgresStore } from "anchorlog/store/postgres";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { closing } from "../ends.ts";
import { filePendingStore } from "../../src/chain/transactions/file.ts";
import { formatPending, logPendingStore, memoryPendingStore } from "../../src/chain/transactions/store.ts";
import type { Attempt, Pending, PendingStore } from "../../src/chain/transactions/types.ts";
import { newFolder } from "../folder.ts";
import { sharePostgres } from "../sharedPostgres.ts";

const account = `0x${"ab".repeat(20)}` as const;
const place = { chainId: 31_337, account };
const attempt: Attempt = {
  key: "anchor:1 — 🙂",
  to: account,
  data: "0x1234",
  value: 2n ** 200n,
  gas: 50_000n,
  maxFeePerGas: 3n,
  maxPriorityFeePerGas: 2n,
  hash: `0x${"11".repeat(32)}`,
  raw: "0x02",
};
const pending: Pending = {
  ...place,
  nonce: 7,
  attempts: [{ ...attempt, hash: undefined, raw: undefined }, attempt],
  before: [attempt],
  fromBlock: 100,
  since: 1_767_603_600_000,
  bumps: 1,
  behind: [{ attempt, fromBlock: 101, since: 1_767_603_600_001 }],
};
const next: Pending = { ...pending, bumps: 2 };

type Opened = { readonly store: PendingStore; readonly close: () => Promise<void> };

/** The contract of every store of a pending transaction. */
function describePendingStore(name: string, create: () => Promise<{ open(): Promise<Opened>; lasts: boolean }>): void {
  describe(`${name}, as a store of a pending transaction`, () => {
    it("keeps a transaction unchanged, even when reopened, and nothing once it is done", async () => {
      const { open, lasts } = await create();
      let { store, close } = await open();
      expect(await store.read()).toBeUndefined();
      await store.write(pending, undefined);
      if (lasts) {
        await close();
        ({ store, close } = await open());
      }
      expect(await store.read()).toEqual(pending);
      await store.write(next, pending);
      expect(await store.read()).toEqual(next);
      await store.write(undefined, next);
      expect(await store.read()).toBeUndefined();
      await store.write(undefined, undefined);
      await store.write(pending, undefined);
      expect(await store.read()).toEqual(pending);
      await close();
    });

    it("refuses a write that does not name the stored transaction", async () => {
      const { open } = await create();
      const { store, close } = await open();
      const moved = { code: "pending_moved" };
      await expect(store.write(next, pending)).rejects.toMatchObject(moved);
      await expect(store.write(undefined, pending)).rejects.toMatchObject(moved);
      await store.write(pending, undefined);
      await expect(store.write(next, undefined)).rejects.toMatchObject(moved);
      await expect(store.write(next, { ...pending, since: pending.since + 1 })).rejects.toMatchObject(moved);
      await expect(store.write(undefined, next)).rejects.toMatchObject(moved);
      expect(await store.read()).toEqual(pending);
      await close();
    });
  });
}

const folder = newFolder();
let files = 0;
const server = closing(await sharePostgres());
const fresh = () => join(folder, `${files++}`);
const over = (store: LogStore): Opened => ({ store: logPendingStore(store, place), close: () => store.close() });

describePendingStore("memory", async () => {
  const store = memoryPendingStore();
  return { open: async () => ({ store, close: async () => {} }), lasts: false };
});
describePendingStore("a file", async () => {
  const path = fresh();
  return { open: async () => ({ store: filePendingStore(path), close: async () => {} }), lasts: true };
});
describePendingStore("the SQLite store", async () => {
  const path = fresh();
  return { open: async () => over(await openSqliteStore(path)), lasts: true };
});
describePendingStore("a store in PostgreSQL", async () => {
  const connectionString = await server.createDatabase();
  return { open: async () => over(await openPostgresStore({ connectionString, leader: "this test" })), lasts: true };
});

it("of two processes that write to one database simultaneously, one wins", async () => {
  const connectionString = await server.createDatabase();
  const stores = await Promise.all(["one", "two"].map((leader) => openPostgresStore({ connectionString, leader })));
  const rivals = stores.map((store) => logPendingStore(store, place));
  const outcome = async (from: Pending | undefined, to: readonly (Pending | undefined)[]) =>
    Promise.allSettled(rivals.map((store, i) => store.write(to[i], from)));
  const first = await outcome(undefined, [pending, next]);
  expect(first.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const won = first[0]!.status === "fulfilled" ? pending : next;
  expect(await rivals[1]!.read()).toEqual(won);
  const second = await outcome(won, [{ ...won, bumps: 8 }, undefined]);
  expect(second.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await Promise.all(stores.map((store) => store.close()));
});

it("each account and each chain has a separate entry", async () => {
  const store = await openSqliteStore(":memory:");
  await logPendingStore(store, place).write(pending, undefined);
  const other = `0x${"cd".repeat(20)}` as const;
  expect(await logPendingStore(store, { ...place, chainId: 1 }).read()).toBeUndefined();
  expect(await logPendingStore(store, { ...place, account: other }).read()).toBeUndefined();
  expect(
    await logPendingStore(store, { ...place, account: account.toUpperCase().replace("0X", "0x") as never }).read(),
  ).toEqual(pending);
  await store.close();
});

it("a file is replaced as a whole, leaves no draft, and is refused if it is damaged", async () => {
  const own = await mkdtemp(join(folder, "own-"));
  const path = join(own, "pending.json");
  const store = filePendingStore(path);
  await store.write(pending, undefined);
  expect(await readdir(own)).toEqual(["pending.json"]);
  await writeFile(path, formatPending(pending)!.slice(0, -9));
  await expect(store.read()).rejects.toMatchObject({ code: "store_damaged" });
  await expect(filePendingStore(join(own, "no", "such")).write(pending, undefined)).rejects.toMatchObject({
    code: "store_failed",
  });
});
