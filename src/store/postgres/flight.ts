/** Sends statements to the server one after the other without waiting for each answer (pipelining). */
import { createHash } from "node:crypto";
import type { SqlValue } from "../../log/store.ts";
import type { PgClient } from "./connection.ts";

/** One statement of a flight. */
export type FlightStatement = {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /** Name of the prepared statement on the connection; absent if it is not kept. */
  readonly name?: string | undefined;
  /** Number of rows that it must change or return; any number if absent. */
  readonly expect?: number | undefined;
};

/** The result of a flight. `rows` has how many rows each statement changed or returned, up to the failed one. */
type Landed = { readonly rows: readonly number[]; readonly failed: unknown };

/** Internals of a `pg` connection that its types lack. The same ones that pg-cursor uses. */
type Wire = {
  readonly stream: { cork(): void; uncork(): void };
  /** Texts of the statements that the server has parsed, by name. */
  readonly parsedStatements: Record<string, string>;
  parse(asked: { text: string; name: string }): void;
  bind(asked: { statement: string; values: (string | Buffer | null)[] }): void;
  execute(asked: object): void;
  close(asked: { type: "S"; name: string }): void;
  sync(): void;
  sendCopyFail(why: string): void;
};
type Wired = PgClient & { readonly connection?: Partial<Wire>; readonly pipeline?: boolean };

/** The methods that `pg` calls on a custom query object: its `Submittable`. */
export type Flight = {
  /** The query's SQL text, which tools that log queries read. */
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
  /** Set by `pg` for its query timeout. */
  callback?: (error: unknown) => void;
};

/** A prepared statement's name, computed from its text. */
export const nameOf = (sql: string): string =>
  `anchorlog_${createHash("sha256").update(sql).digest("hex").slice(0, 32)}`;

/** A statement with constant text. */
export const control = (sql: string): FlightStatement => ({ sql, values: [], name: nameOf(sql) });

/**
 * Runs statements in order within a transaction until one fails; the server skips the rest.
 *
 * The server gets all of them at once (PostgreSQL, "Pipelining"). Some clients cannot do this: the native client, and
 * clients that pipeline queries themselves. With those, the statements run one after the other.
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

/** Position of the first statement that failed or had another number of rows than it expects; -1 if all succeeded. */
export function firstAmiss(statements: readonly FlightStatement[], { rows, failed }: Landed): number {
  const missed = rows.findIndex((count, i) => (statements[i]!.expect ?? count) !== count);
  return missed < 0 && failed !== undefined ? rows.length : missed;
}

/** Removes a prepared statement from the client's list, so that it is parsed and planned again. */
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
    // Only after success: if a statement fails, it is unknown whether the server has parsed it.
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

/** After an error, the server skips everything up to the Sync at the end (PostgreSQL, "Extended Query"). */
function send(connection: Wire, statements: readonly FlightStatement[]): void {
  const fresh = new Set<string>();
  for (const { sql, values, name = "" } of statements) {
    const isThere = name !== "" && (fresh.has(name) || connection.parsedStatements[name] === sql);
    if (!isThere) {
      // A failed flight may have left the statement on the server. Closing one that does not exist is allowed.
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
