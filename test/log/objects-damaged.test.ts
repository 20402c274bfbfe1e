import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openAnchorlog, toHex, type Anchorlog, type AnchorlogOptions } from "anchorlog";
import { logId } from "anchorlog/action";
import { importExport, readExportFolder, writeExport } from "anchorlog/audit";
import type { LogStore } from "anchorlog/log";
import { openSqliteStore } from "anchorlog/log/sqlite";
import { openPostgresStore } from "../../src/log/postgres.ts";
import { keys, NOW, operator, signAction, types, wallets } from "../operator.ts";
import { queryDatabase, startPostgres, type TestServer } from "../postgres.ts";
import { checkChain } from "./drafts.ts";

/** A store, and what somebody does to it by hand. */
type Tampered = { open(): Promise<LogStore>; run(sql: string): Promise<void>; blob(hex: string): string };

let server: TestServer;
let folder: string;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.close());
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "anchorlog-objects-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const inSqlite = async (): Promise<Tampered> => {
  const path = join(folder, "store.sqlite");
  return {
    open: () => openSqliteStore(path),
    run: async (sql) => {
      const db = new DatabaseSync(path);
      db.exec(sql);
      db.close();
    },
    blob: (hex) => `x'${hex}'`,
  };
};
const inPostgres = async (): Promise<Tampered> => {
  const connectionString = await server.createDatabase();
  return {
    open: () => openPostgresStore({ connectionString, leader: "this test" }),
    run: async (sql) => void (await queryDatabase(connectionString, sql)),
    blob: (hex) => `'\\x${hex}'::bytea`,
  };
};

const LOG = "a.example";
const ID = logId(operator, LOG);
const [alice, bob] = wallets as [(typeof wallets)[0], (typeof wallets)[0]];

describe.each([
  ["SQLite", inSqlite],
  ["PostgreSQL", inPostgres],
])("a table of objects in %s that somebody changed", (_, create) => {
  let test: Tampered;
  let options: AnchorlogOptions;
  let anchorlog: Anchorlog | undefined;
  let nonce: number;
  beforeEach(async () => {
    nonce = 0;
    test = await create();
    await open();
    for (const object of ["x", "y", "x"]) await act(object);
    await anchorlog!.closeBatches();
    await act("x");
  });
  afterEach(async () => {
    await anchorlog?.close();
    anchorlog = undefined;
  });
  const open = async () => {
    const store = await test.open();
    options = { store, operator, types, keys, logs: [LOG], clock: () => NOW };
    anchorlog = await openAnchorlog(options);
  };
  const payloadOf = (object: string) => ({
    objectId: object,
    to: toHex(new Uint8Array(20)),
    price: "1",
    salt: toHex(new Uint8Array(32)),
  });
  const act = async (object: string, by = alice) => {
    const action = await signAction(by, LOG, nonce++, { payload: payloadOf(object) });
    return (await anchorlog!.submitMany([action]))[0]!;
  };
  const ask = async (objectKey: `0x${string}`) => {
    const action = await signAction(bob, LOG, nonce++, { kind: "Ask", payload: { objectKey } });
    return (await anchorlog!.submitMany([action]))[0]!;
  };
  const keyOf = async (index: number) => (await options.store.entries(ID, index, index + 1))[0]!.bytes.slice(207, 239);
  /** Exports what is there, and goes on with a store that it was imported into. */
  const mend = async () => {
    const size = (await options.store.head(ID)).size;
    await writeExport(join(folder, "export"), options);
    await anchorlog!.close();
    anchorlog = undefined;
    test = await create2();
    const store = await test.open();
    await importExport(await readExportFolder(join(folder, "export")), store);
    await store.close();
    await open();
    return size;
  };
  const create2 = async (): Promise<Tampered> => {
    await rm(join(folder, "store.sqlite"), { force: true });
    for (const end of ["-wal", "-shm", ".lock"]) await rm(join(folder, `store.sqlite${end}`), { force: true });
    return create();
  };

  it.each([
    ["set back to an older act", "UPDATE anchorlog_objects SET idx = 0 WHERE idx = 3", 2],
    ["set back to an older act of before the batch", "UPDATE anchorlog_objects SET idx = 2 WHERE idx = 3", 3],
    ["gone", "DELETE FROM anchorlog_objects", 0],
  ])("appends nothing over a row that is %s, and says what to do", async (_name, sql, later) => {
    const key = toHex(await keyOf(0));
    await test.run(sql);
    for (const about of [() => act("x"), () => ask(key)]) {
      await expect(about()).rejects.toMatchObject({
        code: "store_damaged",
        message: expect.stringMatching(new RegExp(`${key}, and .*import an export into an empty store`, "s")) as string,
        details: { objectKey: key, index: later },
      });
    }
    expect((await options.store.head(ID)).size).toBe(4);
    // What is about other objects goes on.
    expect(await act("new")).toMatchObject({ status: "accepted" });
    const size = await mend();
    expect(await act("x")).toMatchObject({ status: "accepted", index: size });
    expect((await anchorlog!.closeBatches()).length).toBe(1);
    checkChain(ID, await options.store.entries(ID, 0, 100));
  });

  it.each([
    ["names another object's act", "UPDATE anchorlog_objects SET idx = 1 WHERE idx = 3; DELETE FROM anchorlog_steps"],
    ["has another holder", "UPDATE anchorlog_objects SET holder = HOLDER WHERE idx = 3"],
  ])("closes no batch over an entry that follows a row which %s", async (_name, sql) => {
    await anchorlog!.closeBatches();
    await test.run(sql.replace("HOLDER", test.blob(alice.address.slice(2).toLowerCase())));
    expect(await act("x")).toMatchObject({ status: "accepted", index: 4 });
    await expect(anchorlog!.closeBatches()).rejects.toMatchObject({
      code: "store_damaged",
      message: expect.stringMatching(
        /entry 4 .* it (?:follows entry 1, no act upon its object|has another holder)/,
      ) as string,
    });
    expect(await options.store.unbatched()).toMatchObject([{ batched: 4, size: 5 }]);
  });
});
