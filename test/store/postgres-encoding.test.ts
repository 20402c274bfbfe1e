/** A PostgreSQL store holds any text, or is not opened. A value of one caller never fails another caller's append. */
import pg from "pg";
import { beforeEach, expect, it } from "vitest";
import { atEnd, closing } from "../ends.ts";
import { createPostgresGuard } from "../../src/store/guard/postgres.ts";
import { openPostgresStore, type PostgresStore } from "../../src/store/postgres.ts";
import { queryDatabase } from "../postgres.ts";
import { sharePostgres } from "../sharedPostgres.ts";
import { call, codeOf, draft, logOf } from "./drafts.ts";

const server = closing(await sharePostgres());

const A = logOf("a");
let url: string;
beforeEach(async () => void (url = await server.createDatabase()));

async function open(): Promise<PostgresStore> {
  return closing(await openPostgresStore({ connectionString: url, leader: "http://one", maxConnections: 1 }));
}

it.each(["LATIN1", "WIN1252", "EUC_JP", "SQL_ASCII"])(
  "refuses a database in %s, and creates nothing in it",
  async (encoding) => {
    const name = `in_${encoding.toLowerCase()}`;
    await queryDatabase(url, `CREATE DATABASE ${name} ENCODING '${encoding}' LOCALE 'C' TEMPLATE template0`);
    url = server.url(name);
    await expect(open()).rejects.toMatchObject({ code: "not_utf8" });
    const operator = { chainId: 1, registry: `0x${"a1".repeat(20)}`, operator: `0x${"b2".repeat(20)}` } as const;
    await expect(createPostgresGuard({ connectionString: url }, operator)).rejects.toMatchObject({ code: "not_utf8" });
    expect(await queryDatabase(url, "SELECT 1 FROM pg_class WHERE relname LIKE 'anchorlog%'")).toEqual([]);
  },
);

it("refuses only the entry that the database rejects, and commits the others of its group", async () => {
  const store = await open();
  // Refuses a text, like a database whose encoding lacks a character.
  await queryDatabase(url, "ALTER TABLE anchorlog_entries ADD CHECK (action NOT LIKE '%forbidden%')");
  const one = (nonce: number, text: string) => store.append(A, call([draft(nonce, { what: text })]));
  for (const round of [0, 10]) {
    // The others arrive while the first is committed, so they are committed together.
    const all = [one(round, "first"), one(round + 1, "good"), one(round + 2, "forbidden"), one(round + 3, "🙂")];
    const ended = await Promise.allSettled(all);
    expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    expect(ended[2]).toMatchObject({ reason: { code: "store_failed" } });
  }
  expect((await store.head(A)).size).toBe(6);
});

it("refuses only the statement with a NUL, and commits the others of its group", async () => {
  const store = await open();
  await queryDatabase(url, "CREATE TABLE notes (text TEXT)");
  const note = (text: string) => ({ sql: "INSERT INTO notes VALUES ($1)", parameters: [text] });
  const one = (nonce: number, text: string) => store.append(A, call([draft(nonce, { effects: [note(text)] })]));
  const all = await Promise.all([one(0, "first"), one(1, "good"), one(2, "a\0b"), one(3, "🙂")]);
  expect(all.flat().map(codeOf)).toEqual(["appended", "appended", "effect_failed", "appended"]);
  expect(await queryDatabase(url, "SELECT text FROM notes ORDER BY text")).toHaveLength(3);
});

it("reconnects for an append if the server has closed the idle connection", async () => {
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0 });
  pool.on("error", () => {});
  atEnd(() => pool.end());
  const store = closing(await openPostgresStore({ pool, leader: "http://one" }));
  await store.append(A, call([draft(0)]));
  const client = await pool.connect();
  await client.query("SET idle_session_timeout = '50ms'");
  client.release();
  // Blocks this process, so that it has not yet noticed that the server ended the connection when it appends.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  expect((await store.append(A, call([draft(1)]))).map(codeOf)).toEqual(["appended"]);
});
