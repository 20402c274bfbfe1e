/** Signed requests that are sent unchanged or tampered with, and the traces that they leave. */
import { sql, type Kysely } from "kysely";
import { expect } from "vitest";
import { createSignedFetch, sentAction } from "anchorlog/http";
import type { Receipt, SentAction } from "anchorlog/log/receipt";
import { atEnd } from "../../test/ends.ts";
import { call, type Answer, type Client, type TestServer } from "./harness.ts";
import { reasonOf } from "./people.ts";

/** A signed request, not sent yet. */
export type Prepared = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly sent: SentAction;
};
type How = {
  readonly body?: unknown;
  /** Sent unchanged, instead of a body. */
  readonly content?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly authority?: string;
  readonly nonce?: `${bigint}`;
  readonly deadlineAfter?: number;
};

export async function prepare(
  server: TestServer,
  { headers, wallet, log }: Client,
  method: string,
  path: string,
  { body, content, headers: more, authority, nonce, deadlineAfter }: How = {},
): Promise<Prepared> {
  const { operator, config } = server.parts;
  const text = content ?? (body === undefined ? null : JSON.stringify(body));
  let prepared: Omit<Prepared, "sent"> | undefined;
  const signed = createSignedFetch({
    account: wallet,
    operator,
    log,
    authority: authority ?? config.publicUrl.host,
    origins: [config.publicUrl.origin],
    readReceipt: "later",
    receiptKey: "0x0000000000000000000000000000000000000000",
    clock: () => server.clock.now,
    ...(deadlineAfter !== undefined && { deadlineAfter }),
    fetch: async (request) => {
      prepared = { method, path, headers: Object.fromEntries(request.headers), body: text };
      return new Response(null, { status: 204 });
    },
  });
  const answer = await signed(
    new URL(path, config.publicUrl).href,
    {
      method,
      headers: { ...headers, ...(text !== null && { "content-type": "application/json" }), ...more },
      body: text,
    },
    nonce === undefined ? undefined : { nonce },
  );
  return { ...prepared!, sent: sentAction(answer)! };
}

export type Done<T = unknown> = Answer<T & { x_receipt: Receipt }>;

export function send<T = unknown>(
  server: Pick<TestServer, "url" | "holds">,
  { method, path, headers, body }: Omit<Prepared, "sent">,
): Promise<Done<T>> {
  return call(server, method, path, { headers, ...(body !== null && { content: body }) });
}

/** The table of published checkpoints. The operator writes it when a publication is due, also between two requests. */
const PUBLISHED = "anchorlog_checkpoints";

/**
 * Columns that change by themselves, such as a log's writer and its lease. `seen_at` is noted with the first request of
 * an access token, also if that is refused: see `refresh_token`.
 */
const UNSTEADY: ReadonlySet<string> = new Set(["epoch", "leader", "lease_until", "seen_at"]);

/** Tables that count requests, also those without an effect, and the use of API keys. */
const COUNTED: ReadonlySet<string> = new Set(["rate_window", "api_key_use"]);

const tables = new WeakMap<object, Promise<string[]>>();
/** The names of a database's tables, except tables that count requests. Queried once. */
export function tablesOf(db: Kysely<Record<string, object>>): Promise<string[]> {
  const names =
    tables.get(db) ??
    db.introspection.getTables().then((found) => found.map(({ name }) => name).filter((name) => !COUNTED.has(name)));
  tables.set(db, names);
  return names;
}

/** Tables that follow the log in the background. */
export const RESTLESS = /^(batch|checkpoint|search_|webhook_(progress|delivery))/;

/** All rows of all tables, including the log's. @param but tables that are left out. */
export async function rowsOf({ parts: { database } }: TestServer, but?: RegExp): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const db of [database.across.tables, database.across.accounts] as unknown as Kysely<Record<string, object>>[]) {
    const names = (await tablesOf(db)).filter((table) => table !== PUBLISHED && but?.test(table) !== true);
    Object.assign(rows, database.engine === "postgres" ? await rowsAtOnce(db, names) : await rowsByTable(db, names));
  }
  return rows;
}

async function rowsByTable(db: Kysely<Record<string, object>>, names: string[]): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const name of names) {
    const found = await db.selectFrom(name).selectAll().execute();
    const texts = found.map((row) =>
      JSON.stringify(row, (key, value: unknown) => (UNSTEADY.has(key) ? undefined : value)),
    );
    rows[name] = texts.toSorted();
  }
  return rows;
}

/** In one query: a query for each of thirty tables takes longer than the requests of most tests. */
async function rowsAtOnce(db: Kysely<Record<string, object>>, names: string[]): Promise<Record<string, string[]>> {
  const selects = names.map(
    (name) =>
      sql`select ${name}::text as name, (to_jsonb(t) - ${[...UNSTEADY]}::text[])::text as row from ${sql.table(name)} t`,
  );
  const { rows } = await sql<{ name: string; row: string }>`${sql.join(selects, sql` union all `)}`.execute(db);
  const found = Map.groupBy(rows, ({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, (found.get(name) ?? []).map(({ row }) => row).toSorted()]));
}

/** Expects that a request changes no row, and returns its status and reason. */
export async function changesNothing(
  server: TestServer,
  request: () => Promise<Answer>,
  but?: RegExp,
): Promise<string> {
  const before = await rowsOf(server, but);
  const answer = await request();
  expect(await rowsOf(server, but)).toEqual(before);
  return reasonOf(answer);
}

/**
 * Holds the next signed request: after its signature was judged, or after everything was judged and before its
 * statements commit. Meanwhile a test can change the data by which it was judged.
 */
export function holdNext(
  { parts: { anchorlog } }: TestServer,
  at: "signature judged" | "commit" = "commit",
): { reached: Promise<void>; letGo: () => void } {
  const reached = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  // The server waits for the action when it closes, also if the test fails before.
  atEnd(gone.resolve);
  const wait = async (): Promise<void> => {
    reached.resolve();
    await gone.promise;
  };
  const submitMany = anchorlog.submitMany.bind(anchorlog);
  const verify = anchorlog.verify.bind(anchorlog);
  const held: Pick<typeof anchorlog, "submitMany" | "verify"> =
    at === "commit"
      ? {
          verify,
          submitMany: async (...args) => {
            Object.assign(anchorlog, { submitMany });
            await wait();
            return submitMany(...args);
          },
        }
      : {
          submitMany,
          verify: async (...args) => {
            Object.assign(anchorlog, { verify });
            const standing = await verify(...args);
            await wait();
            return standing;
          },
        };
  Object.assign(anchorlog, held);
  return { reached: reached.promise, letGo: gone.resolve };
}
