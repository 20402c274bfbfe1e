import type { Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { followHead, type NewestAct, type DraftResult, type UsedNonce } from "../../log/chain.ts";
import { statementError, statementFailed, type StatementFault } from "../../log/effects.ts";
import { objectIn } from "../../log/entry.ts";
import type { Head, Statement, StoredEntry } from "../../log/store.ts";
import type { Connections, PgClient, PgResult } from "./connection.ts";
import { keyText, planGroup, type DraftEffects, type Plan, type PreparedCall } from "./draft.ts";
import { faultOf, layOut, runEffectsOver, runStatement } from "./effects.ts";
import { isCertain, isDuplicate } from "./errors.ts";
import { control, firstAmiss, fly, type FlightStatement } from "./flight.ts";
import { lookUpNonces, lookUpObjects, objectsOf } from "./lookups.ts";
import type { PlanNames } from "./planNames.ts";
import { appendStatement, headQuery, holdOrFail, holdQuery, type Seat } from "./statements.ts";

/** The parts of a log's writer that writing needs. */
export type LogContext = {
  readonly connections: Connections;
  readonly names: PlanNames;
  readonly log: Hex;
  readonly leaseMs: number;
};

/** The result of a write under a seat. `lost`: the seat was lost, and nothing was written. */
export type Written =
  | {
      readonly results: Plan["results"];
      readonly head: Head;
      /** The newest acts upon the group's objects, by {@link keyText}. */
      readonly newest: ReadonlyMap<string, NewestAct>;
      /** Whether to look up the next group's nonces before writing it. */
      readonly metTrouble: boolean;
    }
  | "lost";

const NONE_USED: ReadonlyMap<string, UsedNonce> = new Map();

/**
 * Appends a group of calls without statements. It takes one round trip if neither nonces nor objects must be looked up:
 * the insert itself fails if a nonce is used.
 *
 * @param expectTrouble looks nonces up first, not only after a failure.
 */
export async function writeGroup(
  context: LogContext,
  client: PgClient,
  seat: Seat,
  calls: readonly PreparedCall[],
  expectTrouble: boolean,
): Promise<Written> {
  const write = (plan: Plan) => context.connections.commit(client, () => insert(context, client, seat, plan));
  const objects = objectsOf(calls);
  let newest = await lookUpObjects(context, client, seat, objects);
  if (newest === "lost") return "lost";
  if (!expectTrouble) {
    const plan = await planGroup(seat.head, calls, NONE_USED, newest, undefined);
    // A refused draft may be a retry, and nonces are judged first: look them up. Undone drafts cannot meet a used
    // nonce, since they are not written.
    if (!plan.results.flat().some(isRefused)) {
      try {
        return (await write(plan)) ? { ...plan, metTrouble: false } : "lost";
      } catch (error) {
        // Find the used key by looking the nonces up. The constraint's name in the error is unreliable if the tables
        // are sharded.
        if (!isDuplicate(error)) throw error;
      }
      // Most likely a nonce is used. Otherwise the tables differ from the seat's memory, so clear that.
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
  return stands ? { ...plan, metTrouble: used.size > 0 } : "lost";
}

/**
 * Appends a group of calls with statements, in one transaction with them. It takes two round trips if nothing fails and
 * no objects must be looked up.
 *
 * @param expectTrouble looks nonces up first, and then undoes only the drafts that fail.
 */
export async function writeGroupWithEffects(
  context: LogContext,
  client: PgClient,
  seat: Seat,
  calls: readonly PreparedCall[],
  expectTrouble: boolean,
): Promise<Written> {
  const written = expectTrouble ? undefined : await writeAtOnce(context, client, seat, calls);
  if (written !== undefined) return written;
  return underHead(context, client, seat, async () => {
    const used = await lookUpNonces(context, client, seat, calls);
    const newest = await lookUpObjects(context, client, seat, objectsOf(calls));
    if (used === "lost" || newest === "lost")
      throw new Error("another process appended to the log, although this one had locked its head");
    const plan = await planGroup(seat.head, calls, used, newest, runEffectsOver(client, context.names));
    if (plan.fresh.length > 0) await insertHeld(context, client, seat, plan);
    return { ...plan, metTrouble: used.size > 0 || plan.results.flat().some(isRefused) };
  });
}

/**
 * Appends a group in one flight, assuming that nothing fails. Returns undefined, with nothing written, if anything
 * failed.
 */
async function writeAtOnce(
  context: LogContext,
  client: PgClient,
  seat: Seat,
  calls: readonly PreparedCall[],
): Promise<Written | undefined> {
  const { connections, leaseMs, log, names } = context;
  const newest = await lookUpObjects(context, client, seat, objectsOf(calls));
  if (newest === "lost") return "lost";
  const effects: DraftEffects[] = [];
  const plan = await planGroup(seat.head, calls, NONE_USED, newest, async (some) => void effects.push(...some));
  // A refused draft may be a retry, so its nonce must be looked up.
  if (plan.results.flat().some(isRefused)) return undefined;
  const { statements, broken } = layOut(effects, names);
  if (broken !== undefined) return undefined;
  const begin = [
    control(BEGIN),
    control(pausedFor(leaseMs)),
    { sql: "SELECT set_config('anchorlog.log', $1, true)", values: [log], name: "anchorlog_whose" },
  ];
  const hold = holdOrFail(seat);
  // Its own name: after a failed flight `pg` does not know whether the server has parsed the statement, and would parse
  // it again.
  const name = "anchorlog_append_in_flight";
  const append = { ...appendStatement(seat, plan.head, plan.fresh, leaseMs), name, expect: plan.fresh.length };
  const all: FlightStatement[] = [...begin, hold, ...statements, append];
  const landed = await fly(client, all);
  const amiss = firstAmiss(all, landed);
  if (amiss < 0) {
    await commit(connections, client);
    return { ...plan, metTrouble: false };
  }
  if (landed.failed !== undefined && !isCertain(landed.failed)) throw landed.failed;
  await client.query("ROLLBACK");
  return all[amiss] === hold ? "lost" : undefined;
}

/**
 * Runs statements that belong to no action, all or none.
 *
 * @returns how many rows each changed or returned; `effect_failed` or `effect_broken` if all were rolled back.
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
        const changed = await runStatement(client, statement);
        const isMissed = statement.expect !== undefined && statement.expect !== changed;
        if (isMissed) throw fail({ kind: "missed", rows: changed });
        rows.push(changed);
      }
      // Check deferred constraints now, so that their failure is not mistaken for a failed commit.
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
    // The transaction was rolled back, and the connection is usable.
    if (error === failed) return failed!;
    throw error;
  }
}

/** Entries per insert when restoring. */
const CHUNK = 1_000;

/**
 * Restores entries, all or none.
 *
 * @throws AnchorlogError `head_moved` if they do not follow the head.
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
      if (newest === "lost")
        throw new Error("another process appended to the log, although this one had locked its head");
      head = followHead(context.log, head, fresh, (objectKey) => newest.get(keyText(objectKey)));
      await insertHeld(context, client, at, { fresh, head });
    }
    return { results: [], head, newest: new Map<string, NewestAct>(), metTrouble: false };
  });
}

/** Inserts entries and moves the head. Returns false if another writer has moved it. */
async function insert(
  { leaseMs }: LogContext,
  client: PgClient,
  seat: Seat,
  { fresh, head }: Pick<Plan, "fresh" | "head">,
): Promise<boolean> {
  const { rowCount } = await run(client, appendStatement(seat, head, fresh, leaseMs));
  return rowCount === fresh.length;
}

/** The same within a transaction that has locked the head's row. */
async function insertHeld(...parameters: Parameters<typeof insert>): Promise<void> {
  if (!(await insert(...parameters)))
    throw new Error("another process moved the log's head, although this one had locked it");
}

/** Whether the log's head is still the seat's. Needed after a refusal that rests on the seat's memory alone. */
async function isAt(client: PgClient, seat: Seat): Promise<boolean> {
  return (await run(client, headQuery(seat))).rows.length > 0;
}

/**
 * Runs a body in a transaction that first locks the head's row, so that no other process can take the log meanwhile.
 */
function underHead(
  context: LogContext,
  client: PgClient,
  seat: Seat,
  body: () => Promise<Exclude<Written, "lost">>,
): Promise<Written> {
  return transaction<Written>({ ...context, of: context.log }, client, async () =>
    (await run(client, holdQuery(seat))).rows.length > 0 ? body() : "lost",
  );
}

const BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED";
/** Ends the transaction of a paused process after the lease's time, so that it does not keep the head's row locked. */
const pausedFor = (leaseMs: number): string => `SET LOCAL idle_in_transaction_session_timeout = ${leaseMs}`;

/**
 * Runs statements in a transaction.
 *
 * @param of the log of the statements, or `*`. It is in the setting `anchorlog.log`, for row-level security policies.
 */
async function transaction<T>(
  { connections, leaseMs, of }: Pick<LogContext, "connections" | "leaseMs"> & { readonly of: Hex | "*" },
  client: PgClient,
  body: () => Promise<T>,
): Promise<T> {
  let result: T;
  try {
    await client.query(`${BEGIN}; ${pausedFor(leaseMs)}; SET LOCAL anchorlog.log = '${of}'`);
    result = await body();
  } catch (error) {
    if (isCertain(error) || error instanceof AnchorlogError) await client.query("ROLLBACK");
    throw error;
  }
  await commit(connections, client);
  return result;
}

async function commit(connections: Connections, client: PgClient): Promise<void> {
  // A caller's statement may have changed settings, for this transaction or for the session.
  const restore = connections.restoreOf(client);
  const answers = await connections.commit(client, () => client.query(`${restore}; COMMIT`));
  // For several statements in one text, `pg` returns a list of results.
  const { command } = (answers as unknown as PgResult[]).at(-1)!;
  if (command !== "COMMIT") throw new Error("the transaction was rolled back");
}

const run = (client: PgClient, { sql, values, name }: FlightStatement): Promise<PgResult> =>
  client.query({ text: sql, values: [...values], ...(name === undefined ? {} : { name }), queryMode: "extended" });
const isRefused = ({ status }: DraftResult): boolean => status === "refused";
const isHeld = (outcome: DraftResult): boolean => outcome.status === "refused" && outcome.code === "not_holder";
