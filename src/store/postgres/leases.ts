/** Leases for tasks that one process does for all. Only the database's clock counts. */
import { within } from "../../base/within.ts";
import type { Lease, LeaseAnswer } from "../../log/store.ts";
import type { Connections, PgClient } from "./connection.ts";
import { toLease, type LeaseRow } from "./lease.ts";
import { NOW_MS } from "./statements.ts";

const COLUMNS = "leader, epoch, lease_until";
const TAKE = `
  INSERT INTO anchorlog_leases AS lease (name, leader, epoch, lease_until) VALUES ($1, $2, 1, ${NOW_MS} + $3)
  ON CONFLICT (name) DO UPDATE SET
    leader = $2, lease_until = ${NOW_MS} + $3,
    epoch = lease.epoch + CASE WHEN lease.leader = $2 AND lease.epoch = $4::bigint THEN 0 ELSE 1 END
  WHERE lease.lease_until <= ${NOW_MS} OR (lease.leader = $2 AND ($4::bigint IS NULL OR lease.epoch = $4))
  RETURNING ${COLUMNS}
`;
const READ = `SELECT ${COLUMNS} FROM anchorlog_leases WHERE name = $1`;
const RELEASE = "UPDATE anchorlog_leases SET lease_until = 0 WHERE name = $1 AND epoch = $2";

/**
 * Takes a lease or prolongs it. If another process holds it, returns that lease.
 *
 * @param lastEpoch see `LogStore.takeLease`.
 */
export async function takeStoreLease(
  connections: Connections,
  name: string,
  { leader, leaseMs }: { readonly leader: string; readonly leaseMs: number },
  lastEpoch: number | undefined,
): Promise<LeaseAnswer> {
  const answer = (isHeld: boolean, lease: Lease): LeaseAnswer => ({ isHeld, milliseconds: leaseMs, lease });
  return connections.borrow(async (client) => {
    const take = () => query(client, TAKE, [name, leader, leaseMs, lastEpoch ?? null], leaseMs);
    const taken = await connections.commit(client, take);
    if (taken !== undefined) return answer(true, taken);
    // Inside `commit`, so that a failed read also throws `outcome_unknown`: without an answer the holder is not known.
    return answer(false, (await connections.commit(client, () => query(client, READ, [name], leaseMs)))!);
  });
}

/** @param leaseMs milliseconds to try; after that the lease has ended by itself. */
export async function releaseStoreLease(
  connections: Connections,
  name: string,
  epoch: number,
  leaseMs: number,
): Promise<void> {
  const release = (client: PgClient) => query(client, RELEASE, [name, epoch], leaseMs);
  // The timeout also covers getting a connection: an unreachable server does not give one.
  await within(
    leaseMs,
    connections.borrow((client) => connections.commit(client, () => release(client))),
  );
}

/**
 * @param patience milliseconds after which the query fails and its connection is closed. The lease has ended by then.
 */
async function query(client: PgClient, text: string, values: unknown[], patience: number): Promise<Lease | undefined> {
  const { rows } = await client.query({ text, values, queryMode: "extended", query_timeout: patience });
  const [row] = rows as LeaseRow[];
  return row && toLease(row);
}
