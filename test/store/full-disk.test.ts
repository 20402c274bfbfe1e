import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openAnchorlog, type Anchorlog, type Submission } from "anchorlog";
import { logId } from "anchorlog/action";
import { openSqliteStore, type SqliteStore } from "anchorlog/store/sqlite";
import { mountSmall } from "../smallDisk.ts";
import { closing } from "../ends.ts";
import { keys, NOW, operator, signAction, types, wallets } from "../operator.ts";
import { checkChain } from "./drafts.ts";

const MIB = 1 << 20;
const disk = mountSmall("size=32m");
const LOG = "a.example";
const ID = logId(operator, LOG);
const open = (store: SqliteStore): Promise<Anchorlog> =>
  openAnchorlog({ store, operator, logs: [LOG], types, keys, clock: () => NOW });
const sign = (nonce: number) => signAction(wallets[0]!, LOG, nonce);
const codeOf = (answer: Submission): string => ("code" in answer ? answer.code : answer.status);

describe("a store whose disk has less free space than its reserve", () => {
  it.each([-1, 0.5, NaN, "1"])("refuses a reserve of %s bytes", async (reserve) => {
    await expect(openSqliteStore(":memory:", { reserve: reserve as number })).rejects.toMatchObject({
      code: "bad_option",
    });
  });

  it("accepts nothing new, and still answers for accepted actions", async () => {
    const store = await openSqliteStore(":memory:", { reserve: Number.MAX_SAFE_INTEGER });
    const action = await sign(1);
    // Opened as if the disk were not full.
    const before = await open({ ...store, isFull: () => false });
    expect(await before.submit(action)).toMatchObject({ status: "accepted" });
    const anchorlog = closing(await open(store));
    expect(await anchorlog.submit(await sign(2))).toMatchObject({
      status: "indeterminate",
      code: "store_full",
      retryable: true,
    });
    const both = [await sign(3), action];
    expect((await anchorlog.submitMany(both)).map(codeOf)).toEqual(["store_full", "retry"]);
    expect((await anchorlog.submitMany(both, { atomic: true })).map(codeOf)).toEqual(["store_full", "not_appended"]);
    expect(await anchorlog.closeBatches()).toHaveLength(1);
    expect(await anchorlog.checkpoint()).toMatchObject({ size: 1 });
    expect(await anchorlog.bundle({ log: LOG, index: 0 })).toHaveProperty("inclusion");
    expect((await store.head(ID)).size).toBe(1);
  });
});

describe.skipIf(disk === "")("a store on a disk that fills up", () => {
  let store: SqliteStore;
  let anchorlog: Anchorlog;
  let filler = 0;
  beforeEach(async () => {
    store = await openSqliteStore(join(disk, "store.sqlite"), { reserve: 8 * MIB });
    anchorlog = await open(store);
  });
  afterEach(async () => {
    empty();
    await anchorlog.close();
  });
  const free = () => {
    const { bavail, bsize } = statfsSync(disk);
    return bavail * bsize;
  };
  /** Fills the disk except for this number of bytes. */
  const fill = (left: number) => {
    for (let size = free() - left; size > 0; size = free() - left) {
      writeFileSync(join(disk, `filler ${filler++}`), new Uint8Array(size));
    }
  };
  const empty = () => {
    while (filler > 0) rmSync(join(disk, `filler ${--filler}`));
  };
  const submitOne = async (nonce: number) => codeOf(await anchorlog.submit(await sign(nonce)));

  it("first accepts nothing new, then still answers, and continues once there is room", async () => {
    await anchorlog.run([{ sql: "CREATE TABLE notes (text TEXT) STRICT" }]);
    expect(await submitOne(1)).toBe("accepted");
    fill(4 * MIB);
    let nonce = 10;
    await expect.poll(() => submitOne(nonce++)).toBe("store_full");
    // Promised actions are processed, and the server's own writes succeed.
    const { size } = await store.head(ID);
    expect(await submitOne(1)).toBe("retry");
    expect(await anchorlog.run([{ sql: "INSERT INTO notes VALUES ('still')" }])).toEqual([1]);
    expect(await anchorlog.closeBatches()).toHaveLength(1);
    await anchorlog.checkpoint();

    // Other files have used up the reserve.
    fill(0);
    expect(await submitOne(1)).toBe("retry");
    const large = { sql: "INSERT INTO notes VALUES (?)", parameters: ["x".repeat(MIB)] };
    await expect(anchorlog.run([large])).rejects.toMatchObject({
      code: expect.stringMatching(/^(store_failed|outcome_unknown)$/) as string,
    });
    expect(await submitOne(nonce++)).toBe("store_full");
    // From here on the writer must repair its file before it answers, and the disk has no space for that.
    expect(await submitOne(1)).toMatch(/^(retry|store_failed)$/);
    expect(await anchorlog.bundle({ log: LOG, index: size - 1 })).toHaveProperty("inclusion");

    empty();
    await expect.poll(() => submitOne(nonce++)).toBe("accepted");
    expect(await anchorlog.run([large])).toEqual([1]);
    expect(await anchorlog.closeBatches()).toHaveLength(1);
    const entries = await store.entries(ID, 0, 1000);
    checkChain(ID, entries);
    expect(entries).toHaveLength(size + 1);
    await anchorlog.bundle({ log: LOG, index: size });
  });

  it("without a reserve reports failed writes as not written", async () => {
    await anchorlog.close();
    store = await openSqliteStore(join(disk, "other.sqlite"), { reserve: 0 });
    anchorlog = await open(store);
    expect(await submitOne(1)).toBe("accepted");
    fill(0);
    const many = await Promise.all(Array.from({ length: 600 }, (_, i) => sign(1_000 + i)));
    const codes = new Set<string>();
    for (let from = 0; from < many.length; from += 100) {
      const answers = await anchorlog.submitMany(many.slice(from, from + 100));
      for (const answer of answers) codes.add(codeOf(answer));
    }
    const failed = [...codes].filter((code) => code !== "accepted");
    expect(failed).not.toEqual([]);
    for (const code of failed) expect(code).toMatch(/^(store_failed|outcome_unknown)$/);
    expect((await store.entries(ID, 0, 1))[0]?.action).toEqual(await sign(1));
    empty();
    const again = (await anchorlog.submitMany(many)).map(codeOf);
    expect(again.filter((code) => code !== "accepted" && code !== "retry")).toEqual([]);
    const entries = await store.entries(ID, 0, 10_000);
    expect(entries).toHaveLength(601);
    checkChain(ID, entries);
  });
});
