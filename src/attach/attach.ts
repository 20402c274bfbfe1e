/** Follows an append-only table, and records each of its rows in a log. */
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { compare, type RowFinding } from "./check.ts";
import { encodeMessage, toTypedData } from "../action/envelope.ts";
import type { Message, SignedAction } from "../action/kinds.ts";
import { hashRow, recordKind, rowName, rowNonce, type RecordPayload } from "../action/record.ts";
import type { DigestSigner } from "../action/signature.ts";
import { signDigests } from "../action/signer.ts";
import { AnchorlogError, messageOf } from "../base/errors.ts";
import type { Hex } from "../base/hex.ts";
import { assertGiven, assertKnownOptions } from "../base/options.ts";
import type { Submission } from "../operator/accept/submit.ts";
import type { Anchorlog } from "../operator/open.ts";
import type { AnchorlogOptions } from "../operator/options.ts";
import {
  domainOf,
  findRecords,
  newestRecord,
  sizeOf,
  tableRecords,
  type RecordStore,
  type Records,
} from "./records.ts";
import { canonicalOf, type Row, type RowPage, type RowSource } from "./source.ts";

/** The options of {@link attachTable}. */
export type AttachOptions = {
  /** The open operator. Its kinds must include `RECORD_KIND`. */
  readonly anchorlog: Pick<Anchorlog, "kinds" | "submitMany">;
  /** The operator's store and identity, as `openAnchorlog` got them. */
  readonly store: RecordStore;
  readonly operator: AnchorlogOptions["operator"];
  /** The name of the log that gets the records. */
  readonly log: string;
  /** The table's name in its records, `[A-Za-z0-9_.-]{1,64}`. It must stay the same. */
  readonly name: string;
  readonly source: RowSource;
  /** The service key. Its signature is the platform's statement about its own rows. It must stay the same. */
  readonly signer: DigestSigner;
  /** Keeps a copy of each row of up to 16,384 bytes in the log; by default none. */
  readonly keepRows?: boolean | undefined;
  /** Milliseconds between two looks at the table; 500 by default. */
  readonly interval?: number | undefined;
  /** Returns the time in Unix milliseconds; the system's clock by default. */
  readonly clock?: () => number;
  /**
   * Called with rows that are not as they were recorded, when they are read again: after an update of PostgreSQL, at a
   * sweep of SQLite, after a restart. It is not called for each change: `checkTable` finds all.
   */
  readonly onChanged?: (finding: RowFinding) => void;
  /** Called with passing errors, after which the same rows are tried again. */
  readonly onError?: (error: unknown) => void;
  /** Called with rows that were recorded, and the log's answers, which have the receipts. */
  readonly onRecorded?: (rows: readonly RecordedRow[]) => void;
};

const OPTIONS = {
  anchorlog: true,
  store: true,
  operator: true,
  log: true,
  name: true,
  source: true,
  signer: true,
  keepRows: true,
  interval: true,
  clock: true,
  onChanged: true,
  onError: true,
  onRecorded: true,
} satisfies Record<keyof AttachOptions, true>;

/** A row and the log's answer to its record. */
export type RecordedRow = { readonly id: string; readonly answer: Extract<Submission, { receipt: unknown }> };

/** A table that is followed. */
export type Attached = {
  /** Resolves once every row that was visible at the call is recorded. Rejects as `ended` does, and if it is stopped. */
  caughtUp(): Promise<void>;
  /** Number of rows that this process has recorded. */
  recorded(): number;
  /**
   * Resolves after `stop`. Rejects if following cannot go on: AnchorlogError `bad_row`, `bad_source`, `not_accepted`,
   * `store_damaged`.
   */
  readonly ended: Promise<void>;
  /** Ends following, after the answer to the rows in progress, and closes the source. */
  stop(): Promise<void>;
};

/** Seconds that the log has to accept a record. */
const DEADLINE = 600;
/** Bytes of a text in an action. */
const MOST_KEPT = 16_384;
/** Rows that were seen last, so that they need not be looked up. */
const MOST_RECENT = 100_000;
/** Records that are signed at once, about two milliseconds. */
const SLICE = 50;
const PATIENCE = { first: 50, most: 5_000 };

/**
 * Follows a table, and records each new row in a log, once: it is signed by the service key, appended, and receipted.
 * After a restart it goes on from the position in the newest record. Several processes may follow one table. The source
 * is closed by `stop`, or if this fails.
 *
 * @throws AnchorlogError `bad_option` if the operator does not take records, or the name is not allowed; `bad_source` if
 * the source is not the one that was recorded; the store's errors.
 */
export async function attachTable(options: AttachOptions): Promise<Attached> {
  assertKnownOptions("attachTable", options, OPTIONS);
  assertGiven(
    "attachTable",
    options,
    "anchorlog.submitMany()",
    "anchorlog.kinds",
    "store.heads()",
    "operator.registry",
    "log",
    "name",
    "source.look()",
    "signer.address",
  );
  try {
    return await follow(options);
  } catch (error) {
    await options.source.close().catch(() => {});
    throw error;
  }
}

async function follow(options: AttachOptions): Promise<Attached> {
  const records = tableRecords({ ...options, signer: options.signer.address });
  if (options.anchorlog.kinds.get(recordKind.name)?.payloadType !== recordKind.payloadType) {
    throw new AnchorlogError("bad_option", "the operator does not take the kind Record", {
      fix: "open it with defineActions({ ...RECORD_KIND, … })",
      details: { option: "types" },
    });
  }
  const newest = await newestRecord(records);
  if (newest !== undefined) await options.source.begin(newest);
  return new Follower(options, records, newest !== undefined);
}

type Signed = { readonly rows: readonly Row[]; readonly actions: readonly SignedAction[] };

const keep = ({ rows, actions }: Signed, isKept: (row: Row, i: number) => boolean): Signed => ({
  rows: rows.filter(isKept),
  actions: actions.filter((_, i) => isKept(rows[i]!, i)),
});

type Waiting = { readonly resolve: () => void; readonly reject: (error: unknown) => void };

class Follower implements Attached {
  readonly ended: Promise<void>;
  private readonly options: AttachOptions;
  private readonly records: Records;
  private readonly stopping = new AbortController();
  private waiting: Waiting[] = [];
  private wake = new AbortController();
  private hasRecords: boolean;
  private count = 0;
  /** The hash of each row that was seen last, by its id. */
  private recent = new Map<string, Hex>();
  private older = new Map<string, Hex>();

  /** @param hasRecords whether rows may have been recorded before. */
  constructor(options: AttachOptions, records: Records, hasRecords: boolean) {
    this.options = options;
    this.records = records;
    this.hasRecords = hasRecords;
    this.ended = this.follow();
    // A caller that awaits it still gets the error.
    this.ended.catch(() => {});
  }

  caughtUp(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.wake.abort();
      this.ended.then(() => reject(stopped()), reject);
    });
  }

  recorded(): number {
    return this.count;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake.abort();
    await this.ended.catch(() => {});
    await this.options.source.close();
  }

  private async follow(): Promise<void> {
    const { source, interval = 500 } = this.options;
    let pause = PATIENCE.first;
    while (!this.stopping.signal.aborted) {
      this.wake = new AbortController();
      const waiting = this.waiting.splice(0);
      try {
        await this.lookOnce(source.look(waiting.length > 0));
        if (this.stopping.signal.aborted) return;
        this.hasRecords = true;
        for (const { resolve } of waiting) resolve();
        pause = PATIENCE.first;
        if (this.waiting.length === 0) await sleep(interval, undefined, { signal: this.wake.signal }).catch(() => {});
      } catch (error) {
        if (isLasting(error)) throw error;
        this.options.onError?.(error);
        this.waiting.unshift(...waiting);
        pause = await this.rest(pause);
      }
    }
  }

  /**
   * Records the rows of each page. While a page is being appended, the next one is read and signed. It is appended only
   * after the last one: its records have the position after that.
   */
  private async lookOnce(pages: AsyncIterable<RowPage>): Promise<void> {
    let appended: Promise<void> = Promise.resolve();
    try {
      for await (const page of pages) {
        const signed = await this.signNew(page);
        await appended;
        if (this.stopping.signal.aborted) return;
        appended = this.append(signed);
        appended.catch(() => {});
      }
    } finally {
      await appended;
    }
  }

  /** Signs those rows of a page that have no record yet. */
  private async signNew(page: RowPage): Promise<Signed> {
    const seen = page.rows.filter(({ id }) => this.seen(id) !== undefined);
    const changed = new Set(seen.filter((row) => this.seen(row.id) !== hashRow(canonicalOf(row))));
    const isSweep = page.isTail !== true && this.hasRecords;
    const open = page.rows.filter((row) => changed.has(row) || this.seen(row.id) === undefined);
    const rows = isSweep || changed.size > 0 ? await this.unrecorded(open) : open;
    const columns = page.columns === undefined ? "" : JSON.stringify(page.columns);
    return { rows, actions: await this.sign(rows.map((row) => this.payloadOf(row, columns))) };
  }

  /** Returns the rows that have no record. Reports those that are not as their records say. */
  private async unrecorded(rows: readonly Row[]): Promise<Row[]> {
    const ids = rows.map(({ id }) => id);
    const records = await findRecords(ids, await sizeOf(this.records), this.records);
    return rows.filter((row, i) => {
      const record = records[i];
      if (record === undefined) return true;
      const finding = compare(row, record);
      if (finding?.finding === "changed") this.tell(this.options.onChanged, finding);
      this.recent.set(row.id, hashRow(canonicalOf(row)));
      return false;
    });
  }

  private seen(id: string): Hex | undefined {
    return this.recent.get(id) ?? this.older.get(id);
  }

  /** Resolves once all rows are in the log, or following is stopped. Rejects only with an error that lasts. */
  private async append(signed: Signed): Promise<void> {
    // The page before may have contained the same row.
    let open = keep(signed, ({ id }) => this.seen(id) === undefined);
    for (let pause = PATIENCE.first; open.rows.length > 0 && !this.stopping.signal.aborted;) {
      const answers = await this.submit(open.actions);
      this.remember(open, answers);
      await this.compareUsed(open.rows.filter((_, i) => isUsed(answers[i]!)));
      open = keep(open, (_, i) => !isIn(answers[i]!));
      if (open.rows.length === 0) return;
      if (answers.some((answer) => answer.status === "refused" && DEADLINES.has(answer.code)))
        open = await this.signAgain(open);
      pause = await this.rest(pause);
    }
  }

  /** Counts the rows that are in the log now. @throws AnchorlogError `not_accepted` if the log refuses one for good. */
  private remember({ rows, actions }: Signed, answers: readonly Submission[]): void {
    const recorded: RecordedRow[] = [];
    for (const [i, answer] of answers.entries()) {
      const { id } = rows[i]!;
      if (isIn(answer)) this.recent.set(id, payloadIn(actions[i]!).rowHash);
      if ("receipt" in answer) recorded.push({ id, answer });
      if (answer.status !== "refused" || isIn(answer) || DEADLINES.has(answer.code)) continue;
      throw new AnchorlogError("not_accepted", `the log refuses row ${id}: ${whyNot(answer)}`);
    }
    this.count += recorded.length;
    if (recorded.length > 0) this.tell(this.options.onRecorded, recorded);
    if (this.recent.size > MOST_RECENT) [this.older, this.recent] = [this.recent, new Map()];
  }

  /** Compares rows whose ids were used before: by a process that followed the table, or for rows that are gone. */
  private async compareUsed(rows: readonly Row[]): Promise<void> {
    try {
      if (rows.length > 0) await this.unrecorded(rows);
    } catch (error) {
      this.options.onError?.(error);
    }
  }

  private tell<T>(listener: ((value: T) => void) | undefined, value: T): void {
    try {
      listener?.(value);
    } catch (error) {
      this.options.onError?.(error);
    }
  }

  /** Returns the log's answers. If the call fails, each answer is `indeterminate`, as for an unknown outcome. */
  private async submit(actions: readonly SignedAction[]): Promise<Submission[]> {
    try {
      const answers = await this.options.anchorlog.submitMany(actions);
      const failed = answers.find(({ status }) => status === "indeterminate");
      if (failed !== undefined) this.options.onError?.(notAnswered(failed));
      return answers;
    } catch (error) {
      this.options.onError?.(error);
      const answer = {
        status: "indeterminate",
        code: "store_failed",
        message: messageOf(error),
        retryable: true,
      } as const;
      return actions.map(() => answer);
    }
  }

  /** Signs the records of payloads, a few at a time. @throws AnchorlogError as the signer does. */
  private async sign(payloads: readonly RecordPayload[]): Promise<SignedAction[]> {
    const actions: SignedAction[] = [];
    for (let from = 0; from < payloads.length; from += SLICE) {
      actions.push(...(await this.signSlice(payloads.slice(from, from + SLICE))));
      // The threads that verify the page before need this thread.
      await setImmediate();
    }
    return actions;
  }

  private async signSlice(payloads: readonly RecordPayload[]): Promise<SignedAction[]> {
    const { operator, clock = Date.now, signer } = this.options;
    const deadline = `${BigInt(Math.floor(clock() / 1000) + DEADLINE)}` as const;
    const messages = payloads.map((payload): Message => {
      return { log: this.records.log, actor: this.records.signer, nonce: rowNonce(payload.row), deadline, payload };
    });
    const { domainSeparator } = this.records.context;
    const digests = messages.map((message) => encodeMessage(recordKind, message, domainSeparator).digest);
    const signatures = await signDigests(signer, digests, (i) =>
      toTypedData(recordKind, messages[i]!, domainOf(operator)),
    );
    return messages.map((message, i) => {
      const signature = signatures[i]!;
      if (signature instanceof AnchorlogError) throw signature;
      return { primaryType: recordKind.name, message, signature };
    });
  }

  /**
   * Signs the same payloads with a new deadline. If that fails, returns the old actions, which get the same answers
   * again.
   */
  private async signAgain({ rows, actions }: Signed): Promise<Signed> {
    try {
      return { rows, actions: await this.sign(actions.map(payloadIn)) };
    } catch (error) {
      this.options.onError?.(error);
      return { rows, actions };
    }
  }

  /** @throws AnchorlogError `bad_row` */
  private payloadOf(given: Row, columns: string): RecordPayload {
    const { name, source, keepRows } = this.options;
    const row = rowName(name, given.id);
    const canonical = canonicalOf(given);
    const isKept = keepRows === true && Buffer.byteLength(canonical) <= MOST_KEPT;
    return {
      row,
      rowHash: hashRow(canonical),
      form: source.form,
      columns,
      position: source.position(),
      content: isKept ? canonical : "",
    };
  }

  /** Waits before the next try, unless it is stopped. Returns the pause after that. */
  private async rest(pause: number): Promise<number> {
    await sleep(pause, undefined, { signal: this.stopping.signal }).catch(() => {});
    return Math.min(2 * pause, PATIENCE.most);
  }
}

const payloadIn = ({ message }: SignedAction): RecordPayload => message.payload as RecordPayload;

const DEADLINES: ReadonlySet<string> = new Set(["deadline_passed", "deadline_too_far"]);
const LASTING: ReadonlySet<string> = new Set(["bad_row", "bad_source", "not_accepted", "store_damaged"]);

/** Whether the row is in the log: now, or from before. One key can use a row's nonce only once. */
const isIn = (answer: Submission): boolean => "receipt" in answer || isUsed(answer);

const isUsed = (answer: Submission): boolean => answer.status === "refused" && answer.code === "nonce_used";

const notAnswered = (answer: Submission): AnchorlogError =>
  new AnchorlogError("not_accepted", `the log accepts no rows now: ${whyNot(answer)}`, {
    fix: "remove the cause; the same rows are tried again",
  });

const whyNot = (answer: Submission): string => ("code" in answer ? `${answer.message} (${answer.code})` : "");

const isLasting = (error: unknown): boolean => error instanceof AnchorlogError && LASTING.has(error.code);

const stopped = (): AnchorlogError => new AnchorlogError("closed", "following was stopped");
