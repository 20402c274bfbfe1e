import { once } from "node:events";
import { DatabaseSync } from "node:sqlite";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { beforeEach, describe, expect, it } from "vitest";
import { backUp } from "../../../src/main/backup.ts";
import { NOBODY } from "../../../src/objects/kinds.ts";
import { audit, rebuild } from "../../../src/main/replay/commands.ts";
import { compareKeys, DERIVED_TABLES } from "../../../src/main/replay/tables.ts";
import { call, owner, sign, signIn, startServer, type Client, type TestServer } from "../../harness.ts";
import { store } from "../../files/files.ts";
import { typedAction } from "../../objects/typed.ts";
import { isSlowSuite } from "../../../../test/slow.ts";

/** The offset of an entry's holder. */
const HOLDER_OFFSET = 247;

/** Commits continuously, many more times than an audit takes. */
const WRITER = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { DatabaseSync } = require("node:sqlite");
  const db = new DatabaseSync(workerData.file, { timeout: 5000 });
  db.exec("PRAGMA synchronous = OFF");
  const write = db.prepare("UPDATE filler SET bytes = 0 WHERE rowid = 1");
  const over = new Int32Array(workerData.over);
  parentPort.postMessage("ready");
  for (let i = 0; i < 200000 && Atomics.load(over, 0) === 0; i++) write.run();
  db.close();
`;

let server: TestServer;
let ada: Client;
beforeEach(async () => {
  server = await startServer();
  ada = await owner(server, "ada@example.com");
  await live();
});

const parts = () => ({ config: server.parts.config, secrets: server.parts.secrets });
const file = () => join(server.parts.config.folder, "log.sqlite");

/** One of each sort of write. */
async function live(): Promise<void> {
  const write = async (method: string, path: string, body?: object, who = ada) => {
    server.clock.now += 1_000;
    const answer = await sign<{ id: string }>(server, who, method, path, body === undefined ? {} : { body });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  };
  const org = (await call<{ organization: { id: string } }>(server, "GET", "/wallets/me", { headers: ada.headers }))
    .body.organization.id;
  const { id: key } = await write("POST", "/api-keys", { name: "one", ttl_hours: 1 });
  await write("POST", "/api-keys", { name: "two", permissions: ["read"] });
  await write("DELETE", `/api-keys/${key}`);
  await write("PUT", `/organizations/${org}`, { name: "Ada & Co" });
  await write("POST", `/organizations/${org}/invitations`, { email: "bob@example.com", role: "issuer" });
  await write("POST", `/organizations/${org}/invitations`, { email: "eve@example.com", role: "reader" });
  const token = (await signIn(server, "bob@example.com")).access_token;
  const switched = await call<{ access_token: string }>(server, "POST", "/organizations/switch", {
    headers: { authorization: `Bearer ${token}` },
    body: { id: org },
  });
  const bob = await owner(server, "carol@example.com");
  const member = { ...bob, log: ada.log, headers: { authorization: `Bearer ${switched.body.access_token}` } };
  await write("POST", "/wallets/register", { address: bob.wallet.address, nickname: "Bob" }, member);
  const { id: plain } = await write("POST", "/templates", { name: "ticket", properties: { n: 1.5 } });
  await write("POST", "/templates", { name: "ticket", properties: { n: 2 }, description: "a second version" });
  const { id: held } = await write("POST", "/templates", { name: "deed", custody: true }, member);
  const { id } = await write("POST", "/objects", { template_id: plain, properties: { é: "ü" } }, member);
  await write("PATCH", `/objects/${id}`, { properties: { b: 1, a: [null] } });
  // The same path, in other spellings.
  await write("PUT", `/%6Fbjects/${id.replace("_", "%5F")}?a=b`, { properties: { c: 2 }, version: 2 });
  await write("POST", "/ebus/actions/batch", {
    actions: [{ mint: { template_id: plain, id: "x" } }, { redeem: { id: "x" } }],
  });
  const hook = { name: "ledger", url: "https://hooks.example/", events: ["*"] };
  const { id: webhook } = await write("POST", "/webhooks", hook);
  await write("PUT", `/webhooks/${webhook}`, { ...hook, active: false, rotate_secret: true });
  await write("PATCH", `/webhooks/${webhook}`, { name: "other" });
  await write("POST", `/webhooks/${webhook}/redeliveries`, { since: "2026-01-05T09:00:00.000Z" });
  await write("DELETE", `/webhooks/${(await write("POST", "/webhooks", hook)).id}`);
  const holder = ada.wallet.address.toLowerCase();
  const mint = await typedAction(server, ada, "Mint", {
    objectId: "d",
    holder,
    templateId: held,
    properties: '{"k": "v"}',
  });
  expect((await call(server, "POST", "/ebus/execute", { headers: ada.headers, body: mint })).status).toBe(200);
  expect((await store(server, ada, "a file")).status).toBe(201);
  // Asks are entries, too.
  expect((await call(server, "GET", "/objects/d/proof", { headers: ada.headers })).status).toBe(200);
  const burn = await typedAction(server, ada, "Burn", { objectId: "d", holder: NOBODY });
  expect((await call(server, "POST", "/ebus/execute", { headers: ada.headers, body: burn })).status).toBe(200);
  const moving = { objectId: "m", holder, templateId: held, properties: "{}" };
  const toLog = `0x${"5c".repeat(32)}`;
  const successor = (log_id: string | null) => write("PUT", `/organizations/${org}/successor`, { log_id });
  const arrived = await typedAction(server, ada, "MovedMint", moving);
  expect((await call(server, "POST", "/ebus/execute", { headers: ada.headers, body: arrived })).status).toBe(200);
  await successor(`0x${"5d".repeat(32)}`);
  await successor(null);
  await successor(toLog);
  const left = await typedAction(server, ada, "Move", { objectId: "m", holder: NOBODY, toLog });
  expect((await call(server, "POST", "/ebus/execute", { headers: ada.headers, body: left })).status).toBe(200);
}

/** Changes the tables directly in the file. */
function tamper(...statements: string[]): void {
  const db = new DatabaseSync(file());
  for (const sql of statements) expect(db.prepare(sql).run().changes, sql).toBeGreaterThan(0);
  db.close();
}

describe("a replay of the log", () => {
  it("matches the tables, while the server runs and when it does not", async () => {
    const { entries, differences } = await audit(parts());
    expect(differences).toEqual([]);
    expect(entries).toBe(31);
    server = await server.restart();
    expect(await audit(parts())).toEqual({ entries, passed: [], differences });
  });

  it("finds each row that differs from the actions", async () => {
    tamper(
      "UPDATE object SET owner = '0x00' WHERE id = 'x'",
      "DELETE FROM wallet WHERE nickname = 'Bob'",
      "INSERT INTO organization_name (org, idx, name) VALUES ('org', 0, 'nobody')",
      "UPDATE api_key SET revoked_at = NULL WHERE name = 'one'",
    );
    const { differences } = await audit(parts());
    expect(differences.map(({ table, what, columns }) => `${table} ${what} ${columns.join()}`.trim())).toEqual([
      "object different owner",
      "wallet missing",
      "organization_name unknown",
      "api_key different revoked_at",
    ]);
  });

  it("rebuilds empty tables, and others only with --replace", async () => {
    const before = await call(server, "GET", "/objects", { headers: ada.headers });
    await expect(rebuild(parts(), false)).rejects.toMatchObject({ code: "store_locked" });
    const { config, secrets } = server.parts;
    await server.close();
    await expect(rebuild({ config, secrets }, false)).rejects.toMatchObject({ code: "not_empty" });
    tamper(...DERIVED_TABLES.map((table) => `DELETE FROM ${table}`));
    expect(await rebuild({ config, secrets }, false)).toEqual({ entries: 31, lost: [], passed: [] });
    tamper("UPDATE object SET version = 9");
    expect(await rebuild({ config, secrets }, true)).toEqual({ entries: 31, lost: [], passed: [] });
    server = await server.restart();
    expect((await audit(parts())).differences).toEqual([]);
    expect((await call(server, "GET", "/objects", { headers: ada.headers })).body).toEqual(before.body);
  });

  it.runIf(isSlowSuite)("runs once at a time, and removes the remains of a killed audit", async () => {
    const { folder } = server.parts.config;
    await mkdir(join(folder, "audit"));
    await writeFile(join(folder, "audit", "log.sqlite"), "rest");
    // Either audit may be first.
    const both = await Promise.allSettled([audit(parts()), audit(parts())]);
    const [done, refused] = both.toSorted((a, b) => a.status.localeCompare(b.status));
    expect(done).toMatchObject({ status: "fulfilled", value: { differences: [] } });
    expect(refused).toMatchObject({ status: "rejected", reason: { code: "audit_runs" } });
    expect(await readdir(folder)).not.toContain("audit");
    expect((await audit(parts())).differences).toEqual([]);
  });

  it.runIf(isSlowSuite)("ends even if the log is written meanwhile", async () => {
    const db = new DatabaseSync(file());
    const ten = "json_each('[0,1,2,3,4,5,6,7,8,9]')";
    db.exec(`CREATE TABLE filler (bytes); INSERT INTO filler SELECT zeroblob(200000) FROM ${ten}, ${ten}`);
    db.close();
    const over = new SharedArrayBuffer(4);
    const writer = new Worker(WRITER, { eval: true, workerData: { file: file(), over } });
    const written = once(writer, "exit").then(() => "all was written");
    await once(writer, "message");
    const audited = audit(parts());
    const first = await Promise.race([audited.then(() => "audited"), written]);
    Atomics.store(new Int32Array(over), 0, 1);
    await written;
    expect((await audited).differences).toEqual([]);
    expect(first).toBe("audited");
  });

  it.runIf(isSlowSuite)("must finish an interrupted rebuild before the server starts", async () => {
    const { config, secrets } = server.parts;
    await server.close();
    tamper("DELETE FROM object", "DELETE FROM action_log WHERE item = 0");
    await writeFile(join(config.folder, "rebuild.unfinished"), "");
    await expect(server.restart()).rejects.toMatchObject({
      code: "rebuild_unfinished",
      // The command is shown as the process was started, which was not by npm's script.
      message: expect.stringMatching(/: run it again: node \S*main\.ts rebuild$/) as string,
    });
    // A restored backup does not record the rebuild.
    const copied = backUp(config, join(config.folder, "backup"));
    await expect(copied).rejects.toMatchObject({ code: "rebuild_unfinished" });
    expect(await rebuild({ config, secrets }, false)).toEqual({ entries: 31, lost: [], passed: [] });
    server = await server.restart();
    expect((await audit(parts())).differences).toEqual([]);
  });

  it.runIf(isSlowSuite)("fails if an entry names another holder than its actions do", async () => {
    const given = parts();
    await server.close();
    const db = new DatabaseSync(file());
    const at = db.prepare("SELECT log, idx, bytes FROM anchorlog_entries WHERE action LIKE '%\"Mint\"%'").get()!;
    const set = db.prepare("UPDATE anchorlog_entries SET bytes = ? WHERE log = ? AND idx = ?");
    const bytes = Buffer.from(at["bytes"] as Uint8Array);
    set.run(Buffer.from(bytes).fill(0xee, HOLDER_OFFSET), at["log"]!, at["idx"]!);
    await expect(audit(given)).rejects.toMatchObject({
      code: "not_replayed",
      message: expect.stringMatching(new RegExp(`^entry ${at["idx"]} of .*0x${"ee".repeat(20)} holds the object`)),
    });
    set.run(bytes, at["log"]!, at["idx"]!);
    db.close();
    server = await server.restart();
  });

  it("orders keys as the tables do", () => {
    const db = new DatabaseSync(":memory:");
    db.exec("CREATE TABLE t (k TEXT, n INTEGER)");
    const keys = ["a", "B", "b", "ab", "é", "z", "\uffff", "\u{1f600}", "", "A"];
    for (const key of keys) for (const n of [10, 9]) db.prepare("INSERT INTO t VALUES (?, ?)").run(key, n);
    const ordered = db.prepare("SELECT k, n FROM t ORDER BY k, n").all() as { k: string; n: number }[];
    db.close();
    const pairs = ordered.map(({ k, n }) => [k, n] as const);
    expect(pairs.toReversed().toSorted(compareKeys)).toEqual(pairs);
  });

  it("fails if the content of a request is missing or changed, and names the entry", async () => {
    tamper("UPDATE request SET content = '{}' WHERE idx = 4");
    await expect(audit(parts())).rejects.toMatchObject({
      code: "not_replayed",
      message: expect.stringContaining("entry 4 of "),
    });
    tamper("DELETE FROM request WHERE idx = 4");
    await expect(audit(parts())).rejects.toMatchObject({ message: expect.stringMatching(/entry 4 of .*not stored/) });
  });
});
