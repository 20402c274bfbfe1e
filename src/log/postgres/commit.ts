import { toHex, type Hex } from "../../encoding/hex.ts";
import { AnchorlogError } from "../../errors.ts";
import { followHead, type NewestAct, type Outcome, type UsedNonce } from "../chain.ts";
import { statementError, statementFailed, type StatementFault } from "../effects.ts";
import { objectIn } from "../entry.ts";
import type { Head, Statement, StoredEntry } from "../store.ts";
import type { Connections, PgClient, PgResult } from "./connection.ts";
import { keyText, planGroup, type Plan, type PreparedCall } from "./draft.ts";
import { effectsOver, faultOf, runStatement } from "./effects.ts";
import { isCertain, isDuplicate } from "./errors.ts";
import { lookUpNonces, lookUpObjects, objectsOf } from "./lookups.ts";
import type { PlanNames } from "./planNames.ts";
import { appendQuery, type Seat } from "./statements.ts";

/** What a log is written with. */
export type LogContext = {
  readonly connections: Connections;
  readonly names: PlanNames;
  readonly log: Hex;
  readonly leaseMs: number;
};

/** What was written under a seat, and where that leaves the head; `lost` where the seat was, and nothing was written. */
export type Written =
  | {
      readonly results: Plan["results"];
      readonly head: Head;
      /** What is known of objects now, by {@link keyText}. */
      readonly newest: ReadonlyMap<string, NewestAct>;
      readonly metUsed: boolean;
    }
  | "lost";

const NONE_USED: ReadonlyMap<string, UsedNonce> = new Map();

/**
 * Appends a group of calls without statements of their own, in one round trip where neither a nonce nor an object has to
 * be looked up: the insert fails by itself where a nonce is used.
 *
 * @param expectUsed looks nonces up at once, not after a failure.
 */
export async function writeGroup(
  context: LogContext,
  client: PgClient,
  seat: Seat,
  calls: readonly PreparedCall[],
  expectUsed: boolean,
): Promise<Written> {
  const write = (plan: Plan) => context.connections.commit(client, () => insert(context, client, seat, plan));
  const objects = objectsOf(calls);
  let newest = await lookUpObjects(context, client, seat, objects);
  if (newest === "lost") return "lost";
  if (!expectUsed) {
    const plan = await planGroup(seat.head, calls, NONE_USED, newest, undefined);
    // What is refused may be a retry: nonces are judged first. What is taken back meets no used one when it is written.
    if (!plan.results.flat().some(isRefused)) {
      try {
        return (await write(plan)) ? { ...plan, metUsed: false } : "lost";
      } catch (error) {
        // Of which key it was a look at the nonces tells; a constraint's name would not, where tables have shards.
        if (!isDuplicate(error)) throw error;
      }
      // Of a nonce, most likely; or the tables are not what the seat remembers.
      seat.acts.clear();
      newest = await lookUpObjects(context, client, seat, objects);
      if (newest === "lost") return "lost";
    }
  }
  const used = await lookUpNonces(context, client, seat, calls);
  if (used === "lost") return "lost";
  const plan = await planGroup(seat.head, calls, used, newest, undefined);
  const stands =
    plan.fresh.length > 0 ? await write(plan) : !plan.results.flat().some(isHeld) || (await isAt(client, seat));
  return stands ? { ...plan, metUsed: used.size > 0 } : "lost";
}

/** Appends a group of calls some of whose drafts have statements, in one transaction with these. */
export function writeGroupWithEffects(
  context: LogContext,
  client: PgClient,
  seat: Seat,
  calls: readonly PreparedCall[],
): Promise<Written> {
  return underHead(context, client, seat, async () => {
    const used = await lookUpNonces(context, client, seat, calls);
    const newest = await lookUpObjects(context, client, seat, objectsOf(calls));
    if (used === "lost" || newest === "lost") throw new Error("the log went on though its head's row was locked");
    const plan = await planGroup(seat.head, calls, used, newest, effectsOver(client));
    if (plan.fresh.length > 0) await insertHeld(context, client, seat, plan);
    return { ...plan, metUsed: used.size > 0 };
  });
}

/**
 * Runs statements that belong to no action, all or none.
 *
 * @returns how many rows each changed or gave; `effect_failed` or `effect_broken` where none was kept.
 */
export async function runStatements(
  context: Pick<LogContext, "connections" | "leaseMs">,
  client: PgClient,
  statements: readonly Statement[],
): Promise<number[] | AnchorlogError> {
  let failed: AnchorlogError | undefined;
  const rows: number[] = [];
  const fail = (fault: StatementFault): AnchorlogError => {
    const index = Math.min(rows.length, statements.length - 1);
    return (failed = statementError(statementFailed(index, statements[index]!, fault)));
  };
  const body = async () => {
    try {
      for (const statement of statements) {
        const changed = await runStatement(client, statement, undefined);
        const isMissed = statement.expect !== undefined && statement.expect !== changed;
        if (isMissed) throw fail({ kind: "missed", rows: changed });
        rows.push(changed);
      }
      // Those that may wait are told from a commit that failed.
      await client.query("SET CONSTRAINTS ALL IMMEDIATE");
    } catch (error) {
      const fault = faultOf(error);
      throw fault === undefined ? error : fail(fault);
    }
  };
  try {
    await transaction({ ...context, of: "*" }, client, body);
    return rows;
  } catch (error) {
    // It was rolled back, and the connection is sound.
    if (error === failed) return failed!;
    throw error;
  }
}

/** How many entries are put back with one statement. */
const CHUNK = 1_000;

/**
 * Puts entries back, all or none.
 *
 * @throws AnchorlogError `head_moved` where they do not follow the head.
 */
export function restoreEntries(
  context: LogContext,
  client: PgClient,
  seat: Seat,
  entries: readonly StoredEntry[],
): Promise<Written> {
  return underHead(context, client, seat, async () => {
    seat.acts.clear();
    let { head } = seat;
    for (let from = 0; from < entries.length; from += CHUNK) {
      const fresh = entries.slice(from, from + CHUNK);
      const at = { ...seat, head };
      const newest = await lookUpObjects(
        context,
        client,
        at,
        fresh.map(({ bytes }) => objectIn(bytes)),
      );
      if (newest === "lost") throw new Error("the log went on though its head's row was locked");
      head = followHead(context.log, head, fresh, (objectKey) => newest.get(keyText(objectKey)));
      await insertHeld(context, client, at, { fresh, head });
    }
    return { results: [], head, newest: new Map<string, NewestAct>(), metUsed: false };
  });
}

/** Inserts entries and moves the head; false where another writer has moved it. */
async function insert(
  { leaseMs }: LogContext,
  client: PgClient,
  seat: Seat,
  { fresh, head }: Pick<Plan, "fresh" | "head">,
): Promise<boolean> {
  const { rowCount } = await client.query(appendQuery(seat, head, fresh, leaseMs));
  return rowCount === fresh.length;
}

/** The same within a transaction that holds the head's row. */
async function insertHeld(...parameters: Parameters<typeof insert>): Promise<void> {
  if (!(await insert(...parameters))) throw new Error("the head moved though its row was locked");
}

/** A seat's head as the database must have it. */
const asHeld = ({ log, head, epoch }: Seat): string => `
  SELECT 1 FROM anchorlog_heads
  WHERE log = ${BigInt(log)} AND size = ${head.size} AND hash = decode('${toHex(head.hash).slice(2)}', 'hex') AND epoch = ${epoch}
`;

/** Whether the log's head is still the seat's: of a refusal for what it remembers nothing else would tell. */
async function isAt(client: PgClient, seat: Seat): Promise<boolean> {
  return (await client.query(asHeld(seat))).rows.length > 0;
}

/** A transaction that locks the head's row before anything is done, so that nobody takes the log in the middle of it. */
function underHead(
  context: LogContext,
  client: PgClient,
  seat: Seat,
  body: () => Promise<Exclude<Written, "lost">>,
): Promise<Written> {
  const hold = `${asHeld(seat)} FOR UPDATE`;
  return transaction<Written>({ ...context, of: context.log, first: hold }, client, async ({ rows }) =>
    rows.length > 0 ? body() : "lost",
  );
}

/**
 * @param of the log that its statements belong to, or `*`: what a caller's policies of row-level security go by.
 * @param first comes in one round trip with its beginning.
 */
async function transaction<T>(
  {
    connections,
    leaseMs,
    of,
    first = "",
  }: Pick<LogContext, "connections" | "leaseMs"> & { readonly of: Hex | "*"; readonly first?: string },
  client: PgClient,
  body: (first: PgResult) => Promise<T>,
): Promise<T> {
  // A process that is paused in the middle keeps the head's row for no longer than its lease.
  const timeout = `SET LOCAL idle_in_transaction_session_timeout = ${leaseMs}`;
  const begin = `BEGIN ISOLATION LEVEL READ COMMITTED; ${timeout}; SET LOCAL anchorlog.log = '${of}'; ${first}`;
  let result: T;
  try {
    result = await body(last(await client.query(begin)));
  } catch (error) {
    if (isCertain(error) || error instanceof AnchorlogError) await client.query("ROLLBACK");
    throw error;
  }
  // A caller's statement may have changed the settings, for this transaction or for good.
  const restore = connections.restoreOf(client);
  const answers = await connections.commit(client, () => client.query(`${restore}; COMMIT`));
  if (last(answers).command !== "COMMIT") throw new Error("the transaction was rolled back");
  return result;
}

/** What `pg` answers to several statements in one text is a list. */
const last = (answers: PgResult): PgResult => (answers as unknown as PgResult[]).at(-1)!;

const isRefused = ({ status }: Outcome): boolean => status === "refused";
const isHeld = (outcome: Outcome): boolean => outcome.status === "refused" && outcome.code === "not_holder";
