/**
 * Measures `attachTable`: rows that are read, signed, appended and receipted over a store of SQLite, beside reading,
 * canonicalizing and hashing the same rows with Node and `pg` alone. A row has a typical audit log's columns.
 */
import { hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { defineActions, privateKeySigner } from "../../src/action/index.ts";
import {
  attachTable,
  jsonLines,
  postgresTable,
  proveRow,
  RECORD_KIND,
  sqliteTable,
  tableRecords,
  type RowSource,
} from "../../src/attach/index.ts";
import { openAnchorlog } from "../../src/operator/open.ts";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { keys, operator } from "../../test/operator.ts";
import { queryDatabase, startPostgres } from "../../test/postgres.ts";
import { type BenchCase, OURS, same } from "./frame.ts";
import { LOG } from "./log/actions.ts";
import { makeFolder, once } from "./shared.ts";

/** Rows of a table (`BENCH_ROWS` sets others). */
const ROWS = Number(process.env["BENCH_ROWS"] ?? 20_000);
/** Rows that are attached first, so that the measured code is warm. */
const WARM = 2_000;
/** As `anchorlog attach` has by default, and none. */
const THREADS = [1, 0];
const FLOOR = "reading, canonical JSON and SHA-256 only";

const signer = privateKeySigner(`0x${"c1".repeat(32)}`);
const cleanup: (() => Promise<unknown>)[] = [];
let folder = "";

type Kind = {
  readonly name: string;
  /** Makes a table of `rows` rows, and returns its address. */
  readonly make: (rows: number) => Promise<string>;
  readonly open: (at: string) => Promise<RowSource>;
  /** Hashes the rows one by one. Returns their number, and the last one's canonical JSON. */
  readonly floor: (at: string) => Promise<{ readonly count: number; readonly last: string }>;
};

/** Microseconds a row. */
type Taken = { readonly cpu: number; readonly wall: number };

export async function cases(): Promise<BenchCase[]> {
  folder = await makeFolder();
  cleanup.push(() => rm(folder, { recursive: true, force: true }));
  const kinds = [SQLITE, JSON_LINES, POSTGRES];
  for (const kind of kinds) await agree(kind);
  return kinds.flatMap(casesOf);
}

export async function close(): Promise<void> {
  for (const step of cleanup.splice(0).toReversed()) await step();
}

function casesOf(kind: Kind): BenchCase[] {
  const table = once(() => kind.make(ROWS));
  const measured = [
    ...THREADS.map((threads, i) => ({
      name: i === 0 ? OURS : `${OURS}, ${threads} threads`,
      get: once(async () => attach(kind, await table(), threads)),
    })),
    { name: FLOOR, get: once(async () => timed(kind.floor, await table())) },
  ];
  const of = `attach ${ROWS.toLocaleString("en")} rows of ${kind.name}`;
  const figure = (name: string, unit: string, value: (taken: Taken) => number): BenchCase => ({
    name: `${of}, ${name}`,
    unit,
    subjects: measured.map(({ name: subject, get }) => ({
      name: subject,
      measure: async () => value(await get()),
    })),
  });
  return [
    figure("CPU a row", "microseconds", ({ cpu }) => cpu),
    figure("time a row", "microseconds", ({ wall }) => wall),
    figure("in a second", "rows", ({ wall }) => 1e6 / wall),
  ];
}

/** Checks that both ways hash the same bytes, and warms both up. */
async function agree(kind: Kind): Promise<void> {
  const at = await kind.make(WARM);
  const { count, last } = await kind.floor(at);
  same(count, WARM, "the number of rows");
  await attach(kind, at, 1, last);
}

/** Attaches a table to a new log, until all rows are recorded. */
async function attach(kind: Kind, at: string, threads: number, last?: string): Promise<Taken> {
  const store = await openSqliteStore(join(folder, `store-${cleanup.length}-${Date.now()}.sqlite`));
  const types = defineActions(RECORD_KIND);
  const anchorlog = await openAnchorlog({ store, operator, logs: [LOG], types, keys, threads });
  const table = { store, operator, log: LOG, name: "events" };
  const source = await kind.open(at);
  try {
    return await timed(async () => {
      const attached = await attachTable({ ...table, anchorlog, source, signer });
      await attached.caughtUp();
      const count = attached.recorded();
      if (last !== undefined) {
        const records = tableRecords({ ...table, signer: signer.address });
        same((await proveRow(String(count), source, records)).row, last, "the last row");
      }
      await attached.stop();
      return { count };
    }, at);
  } finally {
    await anchorlog.close();
  }
}

async function timed(run: (at: string) => Promise<{ readonly count: number }>, at: string): Promise<Taken> {
  const [before, start] = [process.cpuUsage(), performance.now()];
  const { count } = await run(at);
  const [{ user, system }, wall] = [process.cpuUsage(before), performance.now() - start];
  if (count !== ROWS && count !== WARM) throw new Error(`${count} rows were recorded`);
  return { cpu: (user + system) / count, wall: (1_000 * wall) / count };
}

/** The row with an id: about 300 bytes of JSON. */
function rowOf(id: number) {
  const at = new Date(1_767_603_600_000 + 137 * id).toISOString();
  const detail = { ip: `10.0.${id % 256}.7`, agent: "Mozilla/5.0 (X11; Linux x86_64)", changed: ["price", "stock"] };
  const target = `urn:example:order:${1_000_000 + id}`;
  return { id, at, actor: `user-${id % 997}@example.com`, action: "order.update", target, detail };
}

const textRows = (rows: number) =>
  Array.from({ length: rows }, (_, i) => {
    const { detail, ...others } = rowOf(i + 1);
    return { ...others, detail: JSON.stringify(detail) };
  });

const COLUMNS = ["id", "at", "actor", "action", "target", "detail"] as const;
const PAGE = 1_000;

/** The canonical JSON of a value whose member names are ASCII. */
function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}

async function hashAll(rows: AsyncIterable<unknown>) {
  let [count, last] = [0, ""];
  for await (const row of rows) {
    last = canonical(row);
    hash("sha256", last);
    count++;
  }
  return { count, last };
}

const SQLITE: Kind = {
  name: "SQLite",
  make: async (rows) => {
    const file = join(folder, `table-${rows}.sqlite`);
    const db = new DatabaseSync(file);
    db.exec("PRAGMA journal_mode = WAL; BEGIN");
    db.exec("CREATE TABLE events (id INTEGER PRIMARY KEY, at TEXT, actor TEXT, action TEXT, target TEXT, detail TEXT)");
    const insert = db.prepare("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)");
    for (const row of textRows(rows)) insert.run(...COLUMNS.map((name) => row[name]));
    db.exec("COMMIT");
    db.close();
    return file;
  },
  open: (file) => sqliteTable({ file, table: "events" }),
  floor: async (file) => {
    const db = new DatabaseSync(file, { readOnly: true });
    const next = db.prepare("SELECT * FROM events WHERE id > ? ORDER BY id LIMIT ?");
    const found = await hashAll(pages((last) => next.all(last, PAGE) as { id: number }[]));
    db.close();
    return found;
  },
};

const JSON_LINES: Kind = {
  name: "JSON lines",
  make: async (rows) => {
    const file = join(folder, `lines-${rows}.jsonl`);
    await writeFile(file, Array.from({ length: rows }, (_, i) => `${JSON.stringify(rowOf(i + 1))}\n`).join(""));
    return file;
  },
  open: (file) => jsonLines({ file }),
  floor: (file) => hashAll(parsed(createInterface(createReadStream(file)))),
};

const POSTGRES: Kind = {
  name: "PostgreSQL",
  make: async (rows) => {
    const url = await (await postgresServer()).createDatabase();
    await queryDatabase(
      url,
      "CREATE TABLE events (id bigint PRIMARY KEY, at text, actor text, action text, target text, detail text)",
    );
    const all = JSON.stringify(textRows(rows));
    await queryDatabase(url, "INSERT INTO events SELECT * FROM json_populate_recordset(NULL::events, $1)", [all]);
    return url;
  },
  open: (connectionString) => postgresTable({ connectionString, table: "events" }),
  floor: async (connectionString) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    const text = "SELECT * FROM events WHERE id > $1 ORDER BY id LIMIT $2";
    const found = await hashAll(pages(async (last) => (await client.query<{ id: string }>(text, [last, PAGE])).rows));
    await client.end();
    return found;
  },
};

const postgresServer = once(async () => {
  const server = await startPostgres(folder);
  cleanup.push(() => server.close());
  return server;
});

async function* pages<R extends { readonly id: number | string }>(next: (last: R["id"] | 0) => R[] | Promise<R[]>) {
  for (let last: R["id"] | 0 = 0; ;) {
    const rows = await next(last);
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)!.id;
  }
}

async function* parsed(lines: AsyncIterable<string>) {
  for await (const line of lines) yield JSON.parse(line) as unknown;
}
