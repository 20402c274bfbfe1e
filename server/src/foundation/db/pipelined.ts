/** Reads over one PostgreSQL connection without waiting for each answer. */
import pg from "pg";
import type { Reader } from "./fixed.ts";
import { bindTo } from "./tenants.ts";
import { collectReads, type PendingRead } from "./together.ts";

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
 */
export class PipelinedReads {
  readonly options: pg.ClientConfig;
  /** Milliseconds that a query may take. */
  readonly timeout: number;
  #connecting: Promise<Bound> | undefined;
  #isClosed = false;
  /** The number of queries so far, and how often a plan was stale: new ones of either get new plans. */
  #asks = 0;
  #stale = 0;
  /** Short names of the queries' texts. */
  readonly #numbers = new Map<string, number>();

  constructor(options: pg.ClientConfig, timeout: number) {
    this.options = options;
    this.timeout = timeout;
  }

  /** A reader for the rows of one organization, or of all for `*`. */
  readerOf(org: string): Reader {
    return collectReads((asked) => {
      const fail = (error: unknown): void => asked.forEach(({ reject }) => reject(error));
      if (this.#isClosed) fail(new Error("Client was closed"));
      else this.#answer(org, asked).catch(fail);
    }, this.#numbers);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const bound = await this.#connecting?.catch(() => undefined);
    await bound?.client.end();
  }

  async #connect(): Promise<Bound> {
    const client = new pg.Client({ ...this.options, pipeline: true });
    const forget = (): void => {
      if (this.#connecting === made) this.#connecting = undefined;
    };
    const made = (async () => {
      client.on("error", forget).on("end", forget);
      await client.connect();
      // Otherwise, the plan for a small table could be to read all of it.
      await client.query("SET enable_seqscan = off");
      return { client, binding: undefined };
    })();
    this.#connecting = made;
    made.catch(() => (forget(), client.end().catch(() => {})));
    return made;
  }

  /**
   * If this statement fails, the queries after it must fail as well: they may have read another organization's rows.
   */
  #bind(bound: Bound, org: string): Promise<unknown> {
    if (bound.binding?.org === org) return bound.binding.done;
    const done = bound.client.query(bindTo(org, this.timeout));
    const binding = (bound.binding = { org, done });
    done.catch(() => {
      if (bound.binding === binding) bound.binding = undefined;
    });
    return done;
  }

  async #answer(org: string, asked: readonly PendingRead[], isAgain = false): Promise<void> {
    const bound = await (this.#connecting ?? this.#connect());
    const isBound = this.#bind(bound, org);
    const before = this.#stale;
    const generation = `${Math.floor(Math.log2((this.#asks += asked.length)))}_${this.#stale}`;
    for (const one of asked) {
      const { sql, parameters } = one.query;
      const name = `anchorlog_read_${one.text}_${generation}`;
      const rows = bound.client.query({ name, text: sql, values: parameters as unknown[] });
      Promise.all([rows, isBound]).then(
        ([{ rows: found }]) => one.resolve(found as never),
        (error: unknown) => {
          if (isAgain || (error as { code?: unknown }).code !== STALE_PLAN) return one.reject(error);
          if (before === this.#stale) this.#stale++;
          this.#answer(org, [one], true).catch(one.reject);
        },
      );
    }
  }
}
