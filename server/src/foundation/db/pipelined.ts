/** Reads over one PostgreSQL connection without waiting for each answer. */
import pg from "pg";
import type { Reader } from "./fixed.ts";
import { bindTo } from "./tenants.ts";
import { collectReads, type PendingRead } from "./together.ts";

export type PipelinedReads = {
  /** A reader for the rows of one organization, or of all for `*`. */
  readerOf(org: string): Reader;
  close(): Promise<void>;
};

/** A connection, and the organization that later queries are bound to. The binding holds when `done` resolves. */
type Bound = {
  readonly client: pg.Client;
  binding: { readonly org: string; readonly done: Promise<unknown> } | undefined;
};

/** PostgreSQL's error for a prepared query whose table got another column. */
const STALE_PLAN = "0A000";

/**
 * A connection for compiled queries that find rows by key. It is opened when needed, and again after it breaks. Slow
 * queries must not use it, since they would delay those behind them. PostgreSQL keeps their plans. New plans are made
 * each time the number of queries doubles, since a plan for a small table can use the wrong index after the table has
 * grown.
 *
 * @param timeout milliseconds that a query may take.
 */
export function openPipelinedReads(options: pg.ClientConfig, timeout: number): PipelinedReads {
  let connecting: Promise<Bound> | undefined;
  let isClosed = false;
  let asks = 0;
  let stale = 0;
  const numbers = new Map<string, number>();

  const connect = async (): Promise<Bound> => {
    const client = new pg.Client({ ...options, pipeline: true });
    const forget = (): void => {
      if (connecting === made) connecting = undefined;
    };
    const made = (async () => {
      client.on("error", forget).on("end", forget);
      await client.connect();
      // Otherwise, the plan for a small table could be to read all of it.
      await client.query("SET enable_seqscan = off");
      return { client, binding: undefined };
    })();
    connecting = made;
    made.catch(() => (forget(), client.end().catch(() => {})));
    return made;
  };

  /**
   * If this statement fails, the queries after it must fail as well: they may have read another organization's rows.
   */
  const bind = (bound: Bound, org: string): Promise<unknown> => {
    if (bound.binding?.org === org) return bound.binding.done;
    const done = bound.client.query(bindTo(org, timeout));
    const binding = (bound.binding = { org, done });
    done.catch(() => {
      if (bound.binding === binding) bound.binding = undefined;
    });
    return done;
  };

  const answer = async (org: string, asked: readonly PendingRead[], isAgain = false): Promise<void> => {
    const bound = await (connecting ?? connect());
    const isBound = bind(bound, org);
    const before = stale;
    const generation = `${Math.floor(Math.log2((asks += asked.length)))}_${stale}`;
    for (const one of asked) {
      const { sql, parameters } = one.query;
      const name = `anchorlog_read_${one.text}_${generation}`;
      const rows = bound.client.query({ name, text: sql, values: parameters as unknown[] });
      Promise.all([rows, isBound]).then(
        ([{ rows: found }]) => one.resolve(found as never),
        (error: unknown) => {
          if (isAgain || (error as { code?: unknown }).code !== STALE_PLAN) return one.reject(error);
          if (before === stale) stale++;
          answer(org, [one], true).catch(one.reject);
        },
      );
    }
  };

  return {
    readerOf: (org) =>
      collectReads((asked) => {
        const fail = (error: unknown): void => asked.forEach(({ reject }) => reject(error));
        if (isClosed) fail(new Error("Client was closed"));
        else answer(org, asked).catch(fail);
      }, numbers),
    close: async () => {
      isClosed = true;
      const bound = await connecting?.catch(() => undefined);
      await bound?.client.end();
    },
  };
}
