/** Tests the acknowledgements and signatures of a store over a primary whose commits wait for a standby. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { setTimeout as sleep } from "node:timers/promises";
import { openAnchorlog, type Anchorlog } from "anchorlog";
import { logId } from "anchorlog/action";
import { importExport, readExportFolder, writeExport } from "anchorlog/verify/audit";
import { createPostgresGuard, type Guard } from "anchorlog/store/guard";
import type { Statement } from "anchorlog/log";
import { openPostgresStore, type PostgresStore } from "anchorlog/store/postgres";
import { closing } from "../ends.ts";
import { newFolder } from "../folder.ts";
import { keys, NOW, operator, signAction, types, wallets } from "../operator.ts";
import { queryDatabase, startPostgres, startReplicated } from "../postgres.ts";
import { openWire, type Wire } from "../processes/platform.ts";
import { call, codeOf, draft } from "./drafts.ts";

const NAME = "a.example";
const A = logId(operator, NAME);

/** The standby reaches the primary through it. */
let wire: Wire;
let url: string;
let guard: Guard;
let nonce = 0;

const replicated = startReplicated(async (primary) => (wire = await openWire(primary)).url);
const [other, servers] = await Promise.all([startPostgres(), replicated]);
[servers.primary, servers.standby, other].forEach(closing);
beforeEach(async () => {
  url = await servers.primary.createDatabase();
  guard = await createPostgresGuard({ connectionString: await other.createDatabase() }, operator);
});
afterEach(() => wire.mend());

const openStore = async (leader = "one", leaseSeconds = 600): Promise<PostgresStore> => {
  return closing(await openPostgresStore({ connectionString: url, leader, leaseSeconds }));
};
const open = async (leader = "one"): Promise<Anchorlog> => {
  const store = await openPostgresStore({ connectionString: url, leader, leaseSeconds: 600 });
  const options = { store, guard: { ...guard, close: async () => {} }, operator, logs: [NAME], types, keys };
  return closing(await openAnchorlog({ ...options, clock: () => NOW, onError: () => {} }));
};
const append = async (store: PostgresStore, number: number, ...effects: Statement[]): Promise<string> =>
  codeOf((await store.append(A, call([draft(number, { effects })])))[0]!);
/** The result, or the code of the failure. */
const outcome = <T>(doing: Promise<T>): Promise<T | string> => doing.catch(({ code }: { code: string }) => code);

/**
 * Until `doing` ends, cancels each commit that waits for the standby. The server reports such a commit as a success.
 */
const cancelAll = async <T>(doing: Promise<T>): Promise<T | string> => {
  const over = outcome(doing);
  const ended = new AbortController();
  void over.finally(() => ended.abort());
  const own = `datname = '${new URL(url).pathname.slice(1)}'`;
  const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND ${own}`;
  while (!ended.signal.aborted) {
    await queryDatabase(servers.primary.url("postgres"), cancel);
    await sleep(10);
  }
  return over;
};

test("a standby is refused as a store", async () => {
  const database = new URL(url).pathname.slice(1);
  const reads = async () => queryDatabase(servers.standby.url(database), "SELECT 1").catch(() => undefined);
  await expect.poll(reads).toBeDefined();
  const opening = openPostgresStore({ connectionString: servers.standby.url(database), leader: "one" });
  await expect(opening).rejects.toMatchObject({
    code: "store_failed",
    message: expect.stringContaining("is a standby") as string,
  });
});

describe("while the standby is unavailable", () => {
  test("no commit that stopped waiting is acknowledged, even if the database hides warnings", async () => {
    const name = new URL(url).pathname.slice(1);
    await queryDatabase(url, `ALTER DATABASE ${name} SET client_min_messages = error`);
    const store = await openStore();
    expect(await append(store, 1)).toBe("appended");
    wire.cut();
    expect(await cancelAll(append(store, 2))).toBe("outcome_unknown");
    expect(await cancelAll(store.appendCheckpoint({ size: 1, root: new Uint8Array(32), note: "" }))).toBe(
      "outcome_unknown",
    );
  });

  test("a statement that hides warnings hides them only for itself", async () => {
    const store = await openStore();
    const body = "SELECT set_config('client_min_messages', 'error', is_local)";
    await queryDatabase(url, `CREATE FUNCTION hush(is_local BOOLEAN) RETURNS TEXT LANGUAGE sql AS $$ ${body} $$`);
    for (const isLocal of [false, true]) {
      const silence = { sql: `SELECT hush(${isLocal})` };
      expect(await append(store, nonce++)).toBe("appended");
      wire.cut();
      expect(await cancelAll(append(store, nonce++, silence))).toBe("outcome_unknown");
      wire.mend();
      expect(await append(store, nonce++, silence)).toBe("appended");
      wire.cut();
      expect(await cancelAll(append(store, nonce++))).toBe("outcome_unknown");
      wire.mend();
    }
  });

  test("an entry that the standby lacks is not answered as a retry", async () => {
    const [one, two] = [await openStore("one"), await openStore("two")];
    expect(await append(one, 1)).toBe("appended");
    wire.cut();
    expect(await cancelAll(append(one, 2))).toBe("outcome_unknown");
    expect((await one.head(A)).size).toBe(2);
    // The call must acquire the log first, which waits as well.
    expect(await cancelAll(append(one, 2))).toBe("store_failed");
    await cancelAll(queryDatabase(url, "UPDATE anchorlog_heads SET lease_until = 0"));
    expect(await cancelAll(append(two, 2))).toBe("store_failed");
    wire.mend();
    expect(await append(two, 2)).toBe("retry");
  });

  test("no receipt, checkpoint or mark of the guard depends on what the standby lacks", async () => {
    const [one, two] = [await open("one"), await open("two")];
    const first = await signAction(wallets[0]!, NAME, nonce++);
    expect(await one.submit(first)).toMatchObject({ status: "accepted", index: 0 });
    wire.cut();
    const second = await signAction(wallets[0]!, NAME, nonce++);
    expect(await cancelAll(one.submit(second))).toMatchObject({ code: "outcome_unknown" });
    for (const anchorlog of [one, two]) {
      expect(await anchorlog.bundle({ log: NAME, index: 0 })).toMatchObject({ entry: expect.anything() as unknown });
      expect(await cancelAll(anchorlog.bundle({ log: NAME, index: 1 }))).toBe("outcome_unknown");
      expect(await cancelAll(anchorlog.closeBatches())).toBe("outcome_unknown");
    }
    expect(await guard.mark(A)).toMatchObject({ size: 1 });
    wire.mend();
    expect(await two.closeBatches()).toHaveLength(1);
    // A batch that the primary has and the standby lacks.
    expect(await one.submit(await signAction(wallets[0]!, NAME, nonce++))).toMatchObject({ status: "accepted" });
    wire.cut();
    await cancelAll(two.closeBatches());
    const before = await guard.marks();
    expect(await cancelAll(one.checkpoint())).toBe("outcome_unknown");
    expect(await cancelAll(two.checkpoint())).toBe("outcome_unknown");
    expect(await guard.marks()).toEqual(before);
    wire.mend();
    expect((await one.checkpoint()).size).toBe(2);
  });
});

/** The warnings that `doing` causes, without others' warnings. */
async function warningsOf(doing: () => Promise<unknown>): Promise<string[]> {
  const heard: string[] = [];
  const listen = ({ name, message }: Error) => void (name === "AnchorlogWarning" && heard.push(message));
  process.on("warning", listen);
  await doing();
  // Node emits warnings a moment later.
  await sleep(0);
  process.off("warning", listen);
  return heard;
}

/** Changes the primary's configuration while it runs. */
const configure = async (name: string, value: string): Promise<void> => {
  await queryDatabase(servers.primary.url("postgres"), `ALTER SYSTEM SET ${name} = '${value}'`);
  await queryDatabase(servers.primary.url("postgres"), "SELECT pg_reload_conf()");
  const shown = async () => (await queryDatabase(servers.primary.url("postgres"), `SHOW ${name}`))[0]![name];
  await expect.poll(shown).toBe(value);
};

test("a server that may lose acknowledged entries causes a warning when it is opened", async () => {
  expect(await warningsOf(() => openStore())).toEqual([]);
  await configure("full_page_writes", "off");
  expect(await warningsOf(() => openStore())).toEqual([expect.stringContaining("full_page_writes = off")]);
  await configure("full_page_writes", "on");
});

test("the guard reports entries that the standby lacks, and an export restores them", async () => {
  const one = await open();
  expect(await one.submit(await signAction(wallets[0]!, NAME, nonce++))).toMatchObject({ status: "accepted" });
  wire.cut();
  // The operator gives up the standby: from now on no commit waits for it.
  await configure("synchronous_standby_names", "");
  const action = await signAction(wallets[0]!, NAME, nonce++);
  const answer = await one.submit(action);
  expect(answer).toMatchObject({ status: "accepted", index: 1 });
  expect(await warningsOf(() => openStore("two"))).toEqual([expect.stringContaining("commits wait for none")]);
  await servers.primary.crash("SIGKILL");
  await servers.standby.promote();

  const lost = url;
  url = servers.standby.url(new URL(url).pathname.slice(1));
  // Opened under the name of the lost process, which still holds the leases.
  const next = await open("one");
  expect(await next.missing()).toMatchObject([{ what: "entries", log: A, from: 1, to: 2, forked: false }]);
  for (const one of [action, await signAction(wallets[0]!, NAME, nonce++)]) {
    expect(await next.submit(one)).toMatchObject({ status: "indeterminate", code: "read_only" });
  }
  await expect(next.closeBatches()).rejects.toMatchObject({ code: "read_only" });

  const folder = newFolder();
  await servers.primary.start();
  const old = await openPostgresStore({ connectionString: lost, leader: "export" });
  await writeExport(folder, { store: old, guard, operator, types, keys });
  await old.close();
  await importExport(await readExportFolder(folder), await openStore("one", 1));
  expect(await next.missing()).toEqual([]);
  await expect.poll(() => outcome(next.submit(action))).toEqual({ ...answer, status: "retry" });
  expect(await next.submit(await signAction(wallets[0]!, NAME, nonce++))).toMatchObject({ index: 2 });
});
