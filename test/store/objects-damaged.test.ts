import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openAnchorlog, toHex, type Anchorlog, type AnchorlogOptions } from "anchorlog";
import { logId } from "anchorlog/action";
import { hashEntry, type LogStore, type StoredEntry } from "anchorlog/log";
import { archiveFolder, type Archive } from "anchorlog/store/archive";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { closing } from "../ends.ts";
import { openPostgresStore } from "../../src/store/postgres.ts";
import { newFolder } from "../folder.ts";
import { keys, NOW, operator, signAction, types, wallets } from "../operator.ts";
import { queryDatabase } from "../postgres.ts";
import { sharePostgres } from "../sharedPostgres.ts";

/** A store, and functions that tamper with it. */
type Tampered = {
  open(archive: Archive): Promise<LogStore>;
  run(sql: string): Promise<void>;
  /** Replaces an entry's row. */
  put(index: number, bytes: Uint8Array, hash: Uint8Array): Promise<void>;
  /** Replaces the log's head. */
  putHead(hash: Uint8Array): Promise<void>;
  blob(hex: string): string;
};

let folder: string;
const server = closing(await sharePostgres());
beforeEach(() => void (folder = newFolder()));

const PUT = "UPDATE anchorlog_entries SET bytes = $1, hash = $2 WHERE idx = $3";
const inSqlite = async (): Promise<Tampered> => {
  const path = join(folder, "store.sqlite");
  const within = (body: (db: DatabaseSync) => void) => {
    const db = new DatabaseSync(path);
    body(db);
    db.close();
  };
  return {
    open: (archive) => openSqliteStore(path, { archive }),
    run: async (sql) => within((db) => db.exec(sql)),
    put: async (index, bytes, hash) => within((db) => void db.prepare(PUT).run({ 1: bytes, 2: hash, 3: index })),
    putHead: async (hash) => within((db) => void db.prepare("UPDATE anchorlog_heads SET hash = ?").run(hash)),
    blob: (hex) => `x'${hex}'`,
  };
};
const inPostgres = async (): Promise<Tampered> => {
  const connectionString = await server.createDatabase();
  const query = async (sql: string, values?: unknown[]) => void (await queryDatabase(connectionString, sql, values));
  return {
    // No remembered objects, since a leader would otherwise not read the changed row.
    open: (archive) => openPostgresStore({ connectionString, leader: "this test", rememberedObjects: 0, archive }),
    run: (sql) => query(sql),
    put: (index, bytes, hash) => query(PUT, [bytes, hash, index]),
    putHead: (hash) => query("UPDATE anchorlog_heads SET hash = $1", [hash]),
    blob: (hex) => `'\\x${hex}'::bytea`,
  };
};

const LOG = "a.example";
const ID = logId(operator, LOG);
const alice = wallets[0]!;
const [ACCEPTED_AT, PART, KEY, HOLDER] = [198, 206, 207, 247];

// With a thread, the batch builder reads SQLite's file, and checks objects itself.
describe.each([
  ["SQLite", inSqlite, 0],
  ["SQLite", inSqlite, 1],
  ["PostgreSQL", inPostgres, 0],
])("the objects of a tampered store in %s", (_, create, threads) => {
  let test: Tampered;
  let archive: Archive;
  let options: AnchorlogOptions;
  let anchorlog: Anchorlog | undefined;
  let nonce: number;
  beforeEach(async () => {
    nonce = 0;
    test = await create();
    archive = archiveFolder(join(folder, "archive"));
    await open();
    for (const object of ["x", "y", "x"]) await act(object);
    await anchorlog!.closeBatches();
    await act("x");
  });
  afterEach(async () => {
    await anchorlog?.close();
    anchorlog = undefined;
  });
  const open = async (own: Partial<AnchorlogOptions> = {}) => {
    await anchorlog?.close();
    anchorlog = undefined;
    const store = await test.open(archive);
    options = { store, operator, types, keys, logs: [LOG], clock: () => NOW, threads, ...own };
    anchorlog = await openAnchorlog(options);
  };
  const act = async (object: string) => {
    const rest = { to: toHex(new Uint8Array(20)), price: "1", salt: toHex(new Uint8Array(32)) };
    const action = await signAction(alice, LOG, nonce++, { payload: { objectId: object, ...rest } });
    return (await anchorlog!.submitMany([action]))[0]!;
  };
  const bytesOf = async (index: number) => (await options.store.entries(ID, index, index + 1))[0]!.bytes;
  /** Changes a single row and its hash. Resolves to a function that restores it. */
  const change = async (index: number, alter: (bytes: Buffer) => void) => {
    const before = await bytesOf(index);
    const bytes = Buffer.from(before);
    alter(bytes);
    await test.put(index, bytes, hashEntry(bytes));
    return () => test.put(index, before, hashEntry(before));
  };
  const accepted = (index: number) => ({ status: "accepted", index });
  /** The error about entry 4. */
  const refused = (why: RegExp) => ({
    code: "store_damaged",
    message: expect.stringMatching(new RegExp(`entry 4 of .*${why.source}.*\nTo fix it: find out who`, "s")) as string,
  });

  it("closes no batch over an entry after an act whose row names another holder", async () => {
    const mend = await change(1, (bytes) => void bytes.write(alice.address.slice(2), HOLDER, "hex"));
    expect(await act("y")).toMatchObject(accepted(4));
    await expect(anchorlog!.closeBatches()).rejects.toMatchObject({
      code: "store_damaged",
      message: expect.stringMatching(/entry 1 of .* the entry after it follows another entry/) as string,
      details: { index: 1 },
    });
    await mend();
    await expect(anchorlog!.closeBatches()).rejects.toMatchObject(refused(/has another holder than its prior/));
    expect(await options.store.unbatched()).toMatchObject([{ batched: 3, size: 5 }]);
  });

  it("closes no batch over an entry after a missing row", async () => {
    await test.run("DELETE FROM anchorlog_entries WHERE idx = 2");
    expect(await act("y")).toMatchObject(accepted(4));
    const gone = {
      code: "store_damaged",
      details: { index: 2 },
      message: expect.stringContaining("is gone") as string,
    };
    await expect(anchorlog!.closeBatches()).rejects.toMatchObject(gone);
  });

  it.each([
    [
      "while its object's act was hidden",
      (bytes: Buffer) => void (bytes[PART] = 2),
      /names no entry as the newest act .* is entry 1/,
    ],
    [
      "while its object's act named another object",
      (bytes: Buffer) => bytes.fill(1, KEY, KEY + 32),
      /names no entry .* is entry 1/,
    ],
  ])("closes no batch over an entry that was appended %s", async (_name, alter, why) => {
    const mend = await change(1, alter);
    expect(await act("y")).toMatchObject(accepted(4));
    await mend();
    await expect(anchorlog!.closeBatches()).rejects.toMatchObject(refused(why));
    expect(await options.store.unbatched()).toMatchObject([{ batched: 3, size: 5 }]);
  });

  it("closes no batch over an act that a later entry has skipped", async () => {
    await change(3, (bytes) => void (bytes[PART] = 2));
    expect(await act("x")).toMatchObject(accepted(4));
    const damaged = { code: "store_damaged", details: { index: 3 } };
    await expect(anchorlog!.closeBatches()).rejects.toMatchObject(damaged);
  });

  it("closes no batch over an entry later than its action's deadline", async () => {
    await anchorlog!.closeBatches();
    await act("new");
    await anchorlog!.close();
    anchorlog = undefined;
    const store = await test.open(archive);
    const [{ bytes: before }] = (await store.entries(ID, 4, 5)) as [StoredEntry];
    await store.close();
    const bytes = Buffer.from(before);
    bytes.writeBigUInt64BE(BigInt(NOW + 61_000), ACCEPTED_AT);
    await test.put(4, bytes, hashEntry(bytes));
    await test.putHead(hashEntry(bytes));
    await open();
    await expect(anchorlog!.closeBatches()).rejects.toMatchObject(refused(/its action's deadline had passed/));
  });

  describe("with archived entries", () => {
    beforeEach(async () => {
      await anchorlog!.closeBatches();
      await anchorlog!.checkpoint();
      await open({ archive: { after: 0 } });
      const archived = () => options.store.archived();
      await expect.poll(archived).toMatchObject({ entries: 4, undropped: [] });
      await open();
    });
    const tamper = (sql: string) =>
      test.run(`UPDATE anchorlog_objects SET ${sql.replace("ALICE", test.blob(alice.address.slice(2)))} WHERE idx = 1`);
    const cases = [
      ["names another holder", "holder = ALICE", /follows entry 1, which leaves its object to another holder/],
      ["names another object's act", "idx = 0", /follows entry 0, which is not an act upon its object/],
    ] as const;

    it.each(cases)("closes no batch over an entry after a row which %s", async (_name, sql, why) => {
      await tamper(sql);
      expect(await act("y")).toMatchObject(accepted(4));
      await expect(anchorlog!.closeBatches()).rejects.toMatchObject(refused(why));
    });

    it("closes it if the archive does not answer", async () => {
      await tamper(cases[0][1]);
      archive = { get: () => Promise.reject(new Error("away")), put: () => Promise.reject(new Error("away")) };
      await open();
      expect(await act("y")).toMatchObject(accepted(4));
      expect(await anchorlog!.closeBatches()).toHaveLength(1);
    });
  });
});
