import { AnchorlogError } from "../../base/errors.ts";
import { equalBytes } from "../../base/bytes.ts";
import type { Hex } from "../../base/hex.ts";
import type { Lease } from "../../log/store.ts";
import { toHead, type HeadRow } from "../sql/schema.ts";
import { toBytes, toSafeInteger, type SqlInteger } from "../sql/values.ts";
import type { PgClient } from "./connection.ts";
import { NOW_MS, type Seat } from "./statements.ts";
import { countOf } from "../../base/countOf.ts";

type Applicant = {
  readonly log: Hex;
  /** The log's 32 bytes. */
  readonly id: Uint8Array;
  readonly leader: string;
  readonly leaseMs: number;
  /**
   * The epoch under which this process last held the lease. A process takes a lease in its own name at once, as after a
   * restart. If the lease's epoch is later, a newer process with the same name has it, and the two must not alternate.
   */
  readonly lastEpoch: number | undefined;
};

/** A lease that this process took. */
type Held = Pick<Seat, "log" | "epoch">;

export type LeaseRow = HeadRow & { leader: string; epoch: SqlInteger; lease_until: SqlInteger };

const COLUMNS = "size, hash, accepted_at, epoch, leader, lease_until";

const NUMBER = "SELECT log FROM anchorlog_logs WHERE id = $1";
const ADD_LOG = "INSERT INTO anchorlog_logs (id) VALUES ($1) ON CONFLICT (id) DO NOTHING RETURNING log";
/**
 * Never repeats an epoch, even in a database restored from a backup, so that an earlier leader's seat is not valid
 * there.
 */
const EPOCH = `greatest(anchorlog_heads.epoch + 1, ${NOW_MS})`;
const TAKE = `
  UPDATE anchorlog_heads SET leader = $2, epoch = ${EPOCH}, lease_until = ${NOW_MS} + $3
  WHERE log = $1 AND (lease_until <= ${NOW_MS} OR (leader = $2 AND ($4::bigint IS NULL OR epoch = $4)))
  RETURNING ${COLUMNS}
`;
const CREATE = `
  INSERT INTO anchorlog_heads (log, size, hash, accepted_at, leader, epoch, lease_until)
  VALUES ($1, 0, $4, 0, $2, ${NOW_MS}, ${NOW_MS} + $3)
  ON CONFLICT (log) DO NOTHING
  RETURNING ${COLUMNS}
`;
const READ = `SELECT ${COLUMNS} FROM anchorlog_heads WHERE log = $1`;
const READ_HELD = `
  SELECT leader, epoch, lease_until FROM anchorlog_heads
  WHERE log = (SELECT log FROM anchorlog_logs WHERE id = $1) AND lease_until > ${NOW_MS}
`;
const RENEW = `
  UPDATE anchorlog_heads SET lease_until = ${NOW_MS} + $3 WHERE log = $1 AND epoch = $2 RETURNING ${COLUMNS}
`;
const RELEASE = "UPDATE anchorlog_heads SET lease_until = 0 WHERE log = $1 AND epoch = $2";
const LAST_ENTRY = "SELECT idx, hash FROM anchorlog_entries WHERE log = $1 ORDER BY idx DESC LIMIT 1";

/**
 * Takes a log's lease under a new epoch. The database then refuses the previous holder's writes, even in the middle of
 * a commit.
 *
 * @throws AnchorlogError `not_the_writer` if another process has it; `details` are its {@link Lease}.
 * @throws AnchorlogError `store_damaged` if the log's head does not match its last entry.
 */
export async function takeLease(
  client: PgClient,
  applicant: Applicant,
): Promise<{ seat: Omit<Seat, "acts">; lease: Lease }> {
  const { log, id, leader, leaseMs, lastEpoch } = applicant;
  const number = await numberOf(client, id);
  const row =
    (await first<LeaseRow>(client, TAKE, [number, leader, leaseMs, lastEpoch])) ??
    (await first<LeaseRow>(client, CREATE, [number, leader, leaseMs, id]));
  if (row === undefined) throw notTheWriter(log, toLease((await first<LeaseRow>(client, READ, [number]))!), leader);
  const head = toHead(log, row);
  const lease = toLease(row);
  const seat = { log: number, epoch: lease.epoch, head };
  const last = await first<{ idx: SqlInteger; hash: Uint8Array }>(client, LAST_ENTRY, [number]);
  const size = last === undefined ? 0 : toSafeInteger(last.idx) + 1;
  if (head.size !== size || !equalBytes(head.hash, last === undefined ? id : toBytes(last.hash))) {
    // So that no process must wait for the lease once the tables are repaired.
    await releaseLease(client, seat);
    throw new AnchorlogError(
      "store_damaged",
      `log ${log} has ${countOf(size, "entry")}, and a head of size ${head.size}`,
      {
        fix: "something else wrote to the tables: compare them with an export, or restore a backup",
      },
    );
  }
  return { seat, lease };
}

/** A log's number. The first write gives it one. */
async function numberOf(client: PgClient, id: Uint8Array): Promise<SqlInteger> {
  const number = (await findNumber(client, id)) ?? (await first<LogRow>(client, ADD_LOG, [id]))?.log;
  // If another process has just added it, it can be read now.
  return number ?? (await findNumber(client, id))!;
}

/** A log's number by its 32-byte identifier; undefined if the log is not in the database. */
export async function findNumber(client: PgClient, id: Uint8Array): Promise<SqlInteger | undefined> {
  return (await first<LogRow>(client, NUMBER, [id]))?.log;
}

type LogRow = { log: SqlInteger };

/** The current lease of a log (by its 32-byte identifier); undefined if there is none or it has ended. */
export async function readLease(client: PgClient, id: Uint8Array): Promise<Lease | undefined> {
  const row = await first<LeaseRow>(client, READ_HELD, [id]);
  return row && toLease(row);
}

/** Prolongs a lease. Returns undefined if it was lost. */
export async function renewLease(client: PgClient, leaseMs: number, { log, epoch }: Held): Promise<Lease | undefined> {
  const row = await first<LeaseRow>(client, RENEW, [log, epoch, leaseMs]);
  return row && toLease(row);
}

/** Ends a lease early, if it is still held. */
export async function releaseLease(client: PgClient, { log, epoch }: Held): Promise<void> {
  await client.query({ text: RELEASE, values: [log, epoch], queryMode: "extended" });
}

function notTheWriter(log: Hex, lease: Lease, asker: string): AnchorlogError {
  const { leader, until } = lease;
  // Waiting does not help: two processes with one name take the log from each other.
  if (leader === asker) {
    return new AnchorlogError("not_the_writer", `another process under the name of this one, ${leader}, writes a log`, {
      fix: "give each process a name of its own, by the option leader or the setting store.leader",
      details: lease,
      cause: new Error("two processes have one name"),
    });
  }
  const end = new Date(until).toISOString();
  return new AnchorlogError("not_the_writer", `log ${log} is written by ${leader}, at least until ${end}`, {
    fix: "forward the request to that process, or try again when its lease has ended",
    details: lease,
  });
}

async function first<R>(client: PgClient, text: string, values: unknown[]): Promise<R | undefined> {
  return ((await client.query({ text, values, queryMode: "extended" })).rows as R[])[0];
}

export const toLease = ({ leader, epoch, lease_until }: Pick<LeaseRow, "leader" | "epoch" | "lease_until">): Lease => ({
  leader,
  epoch: toSafeInteger(epoch),
  until: toSafeInteger(lease_until),
});
