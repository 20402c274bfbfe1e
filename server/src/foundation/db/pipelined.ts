/** Reads over one PostgreSQL connection without waiting for each answer. */
import pg from "pg";
import type { Reader } from "./fixed.ts";
import { kindsOf, mergeReads, rowsByRead } from "./merged.ts";
import { bindTo } from "./tenants.ts";
import { collectReads, type PendingRead } from "./together.ts";

/** A connection, and the organization that later queries are bound to. The binding holds when `done` resolves. */
type Bound = {
  readonly client: pg.Client;
  binding: { readonly org: string; readonly done: Promise<unknown> } | undefined;
};

/** The connection, bound to an organization when `isBound` resolves. */
type Turn = { readonly bound: Bound; readonly isBound: Promise<unknown>; readonly org: string };

/** PostgreSQL's error for a prepared query whose table got another column. */
const STALE_PLAN = "0A000";
/** Classes of PostgreSQL's errors that one read's text or values can cause, though other reads share its query. */
const OF_ONE = /^(?:0A|22|42)/;
const codeOf = (error: unknown): string => String((error as { readonly code?: unknown }).code);

/**
 * A connection for compiled queries that find rows by key. It is opened when needed, and again after it breaks. Slow
 * queries must not use it, since they would delay the queries after them. Reads of one turn of the event loop that
 * differ only in their values are one query. PostgreSQL keeps the plans of queries. New plans are made each time the
 * number of queries doubles, since a plan for a small table can use the wrong index after the table has grown.
 */
export class PipelinedReads {
  readonly options: pg.ClientConfig;
  /** Milliseconds that a query may take. */
  readonly timeout: number;
  #connecting: Promise<Bound> | undefined;
  #isClosed = false;
  /**
   * The number of queries so far, and the number of stale plans. Both are parts of a prepared query's name, so that new
   * plans are made as they grow.
   */
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

  async #answer(org: string, asked: readonly PendingRead[]): Promise<void> {
    const bound = await (this.#connecting ?? this.#connect());
    const turn = { bound, isBound: this.#bind(bound, org), org };
    this.#asks += asked.length;
    const alike = Map.groupBy(asked, ({ query, text }) => `${text}_${kindsOf(query.parameters)}`);
    for (const [kind, reads] of alike) {
      if (reads.length === 1 || kind.endsWith("_")) for (const one of reads) this.#ask(turn, one);
      else this.#askTogether(turn, reads, kind);
    }
  }

  #ask({ bound, isBound, org }: Turn, one: PendingRead, isAgain = false): void {
    const { sql, parameters } = one.query;
    const { name, isStale } = this.#planOf(`read_${one.text}`);
    const rows = bound.client.query({ name, text: sql, values: parameters as unknown[] });
    Promise.all([rows, isBound]).then(
      ([{ rows: found }]) => one.resolve(found as never),
      (error: unknown) => {
        if (isStale(error) && !isAgain) void this.#askAgain(org, [one]);
        else one.reject(error);
      },
    );
  }

  /** Sends reads as one query. If one of them may be at fault, asks again for each. */
  #askTogether({ bound, isBound, org }: Turn, reads: readonly PendingRead[], kind: string): void {
    const { name, isStale } = this.#planOf(`reads_${kind}`);
    const merged = mergeReads(reads.map(({ query }) => query));
    const rows = bound.client.query({ name, ...merged, rowMode: "array" });
    Promise.all([rows, isBound]).then(
      ([found]) => {
        const each = rowsByRead(found, reads.length);
        for (const [i, one] of reads.entries()) one.resolve(each[i] as never);
      },
      (error: unknown) => {
        if (isStale(error) || OF_ONE.test(codeOf(error))) void this.#askAgain(org, reads);
        else for (const one of reads) one.reject(error);
      },
    );
  }

  async #askAgain(org: string, reads: readonly PendingRead[]): Promise<void> {
    try {
      const bound = await (this.#connecting ?? this.#connect());
      const turn = { bound, isBound: this.#bind(bound, org), org };
      for (const one of reads) this.#ask(turn, one, true);
    } catch (error) {
      for (const one of reads) one.reject(error);
    }
  }

  /** Names a query's plan. `isStale` also makes later queries use new plans. */
  #planOf(query: string): { readonly name: string; readonly isStale: (error: unknown) => boolean } {
    const before = this.#stale;
    const isStale = (error: unknown): boolean => {
      if (codeOf(error) !== STALE_PLAN) return false;
      if (before === this.#stale) this.#stale++;
      return true;
    };
    return { name: `anchorlog_${query}_${Math.floor(Math.log2(this.#asks))}_${before}`, isStale };
  }
}
