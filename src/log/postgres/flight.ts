/** Statements that a server gets one behind the other, without a wait for the answers between. */
import { createHash } from "node:crypto";
import type { SqlValue } from "../store.ts";
import type { PgClient } from "./connection.ts";

/** One statement of a flight. */
export type FlightStatement = {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /** What the server keeps it parsed and planned by, for its connection; absent where it keeps nothing. */
  readonly name?: string | undefined;
  /** How many rows it must change or give; any number where it does not say. */
  readonly expect?: number | undefined;
};

/** What became of a flight: `rows` has how many rows each statement changed or gave, up to the one that failed. */
export type Landed = { readonly rows: readonly number[]; readonly failed: unknown };

/** What is used of a connection of `pg` beside its types: what its cursors use. */
type Wire = {
  readonly stream: { cork(): void; uncork(): void };
  /** What the server has parsed, by its name. */
  readonly parsedStatements: Record<string, string>;
  parse(asked: { text: string; name: string }): void;
  bind(asked: { statement: string; values: (string | Buffer | null)[] }): void;
  execute(asked: object): void;
  close(asked: { type: "S"; name: string }): void;
  sync(): void;
  sendCopyFail(why: string): void;
};
type Wired = PgClient & { readonly connection?: Partial<Wire>; readonly pipeline?: boolean };

/** What `pg` calls while a query of another's making is under way: its `Submittable`. */
export type Flight = {
  /** For those that watch what is sent. */
  readonly text: string;
  submit(connection: Wire): null;
  handleCommandComplete(message: { readonly text: string }): void;
  handleEmptyQuery(): void;
  handleError(error: unknown): void;
  handleReadyForQuery(): void;
  handleCopyInResponse(connection: Wire): void;
  handleRowDescription(): void;
  handleDataRow(): void;
  handlePortalSuspended(): void;
  handleCopyData(): void;
  /** Set by `pg`, which watches the time. */
  callback?: (error: unknown) => void;
};

/** A name for a statement by its text, the same for everybody. */
export const nameOf = (sql: string): string =>
  `anchorlog_${createHash("sha256").update(sql).digest("hex").slice(0, 32)}`;

/** A statement that is always the same. */
export const control = (sql: string): FlightStatement => ({ sql, values: [], name: nameOf(sql) });

/**
 * Runs statements in their order, until one fails: all that are behind it are skipped. Within a transaction.
 *
 * The server gets all of them at once (PostgreSQL, "Pipelining"), but over a client that cannot: the native one, or one
 * that pipelines queries itself, and takes no others. That gets them one after the other.
 */
export async function fly(client: PgClient, statements: readonly FlightStatement[]): Promise<Landed> {
  const { connection, pipeline } = client as Wired;
  if (connection?.parse === undefined || pipeline === true) return walk(client, statements);
  const { promise, resolve } = Promise.withResolvers<Landed>();
  const flight = flightOf(statements, resolve);
  try {
    await client.query(flight);
  } catch (error) {
    flight.handleError(error);
  }
  return promise;
}

/** The place of the first statement that failed, or was about other rows than it must; -1 where all went well. */
export function firstAmiss(statements: readonly FlightStatement[], { rows, failed }: Landed): number {
  const missed = rows.findIndex((count, i) => (statements[i]!.expect ?? count) !== count);
  return missed < 0 && failed !== undefined ? rows.length : missed;
}

/** Has the server forget a statement of a name, so that it plans it anew. */
export function forget(client: PgClient, name: string): void {
  const parsed = (client as Wired).connection?.parsedStatements;
  if (parsed !== undefined) delete parsed[name];
}

function flightOf(statements: readonly FlightStatement[], land: (landed: Landed) => void): Flight {
  const rows: number[] = [];
  let parsed: Wire["parsedStatements"] = {};
  const nothing = (): void => {};
  const answered = (count: number): void => {
    const { name, sql } = statements[rows.length]!;
    // Only now: of one that fails nobody knows whether it was parsed.
    if (name !== undefined) parsed[name] = sql;
    rows.push(count);
  };
  const flight: Flight = {
    get text() {
      return statements.map(({ sql }) => sql).join("; ");
    },
    submit: (connection) => {
      parsed = connection.parsedStatements;
      connection.stream.cork();
      try {
        send(connection, statements);
      } finally {
        connection.stream.uncork();
      }
      return null;
    },
    handleCommandComplete: ({ text }) => answered(Number(/ (\d+)$/.exec(text)?.[1] ?? 0)),
    handleEmptyQuery: () => answered(0),
    handleError: (failed) => {
      flight.callback?.(failed);
      land({ rows, failed });
    },
    handleReadyForQuery: () => {
      flight.callback?.(null);
      land({ rows, failed: undefined });
    },
    handleCopyInResponse: (connection) => connection.sendCopyFail("nothing is sent here"),
    handleRowDescription: nothing,
    handleDataRow: nothing,
    handlePortalSuspended: nothing,
    handleCopyData: nothing,
  };
  return flight;
}

/** PostgreSQL, "Extended Query": what fails has the server skip all up to the one Sync, at the end. */
function send(connection: Wire, statements: readonly FlightStatement[]): void {
  const fresh = new Set<string>();
  for (const { sql, values, name = "" } of statements) {
    const isThere = name !== "" && (fresh.has(name) || connection.parsedStatements[name] === sql);
    if (!isThere) {
      // It may be there from a flight that failed; one that is not there may be closed as well.
      if (name !== "") connection.close({ type: "S", name });
      connection.parse({ text: sql, name });
      fresh.add(name);
    }
    connection.bind({ statement: name, values: values.map(wireValue) });
    connection.execute({});
  }
  connection.sync();
}

async function walk(client: PgClient, statements: readonly FlightStatement[]): Promise<Landed> {
  const rows: number[] = [];
  for (const { sql, values } of statements) {
    try {
      rows.push((await client.query({ text: sql, values: [...values], queryMode: "extended" })).rowCount ?? 0);
    } catch (failed) {
      return { rows, failed };
    }
  }
  return { rows, failed: undefined };
}

const wireValue = (value: SqlValue): string | Buffer | null => {
  if (value === null || typeof value === "string") return value;
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value.toString();
};
