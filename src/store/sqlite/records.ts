// Loaded by the writer thread, so it must not import Kysely.
import type { DatabaseSync } from "node:sqlite";
import { fromHex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { fromSeen } from "../sql/schema.ts";
import { prepareArchiving } from "./archiving.ts";
import type { WriteJob } from "./group.ts";
import { prepareTimestamps } from "./timestamps.ts";

/** Jobs that write other records than entries: names, batches, checkpoints, segments, transactions. */
type RecordJob = Exclude<WriteJob, { type: "append" | "restore" | "run" }>;

/** Runs such jobs in the open transaction. Throws AnchorlogError if a job is refused. */
export function prepareRecords(db: DatabaseSync): (job: RecordJob) => void {
  const sql = {
    // Positions have no gaps, and counting rows would take longer with each batch.
    batchCount: db.prepare("SELECT coalesce(max(position) + 1, 0) AS n FROM anchorlog_batches"),
    insertBatch: db.prepare("INSERT INTO anchorlog_batches (position, log_id, header) VALUES (?, ?, ?)"),
    nameLog: db.prepare(
      "INSERT INTO anchorlog_logs (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
    ),
    countBatched: db.prepare("UPDATE anchorlog_logs SET batched = ? WHERE id = ?"),
    writeNodes: db.prepare("INSERT OR REPLACE INTO anchorlog_nodes (position, nodes) VALUES (?, ?)"),
    writeSeen: db.prepare(
      `INSERT OR REPLACE INTO anchorlog_seen (size, root, time, block, block_hash, state) VALUES (?, ?, ?, ?, ?, ?)`,
    ),
    newest: db.prepare("SELECT max(size) AS size FROM anchorlog_checkpoints"),
    transaction: db.prepare("SELECT pending FROM anchorlog_transactions WHERE chain = ? AND account = ?"),
    setTransaction: db.prepare(
      "INSERT OR REPLACE INTO anchorlog_transactions (chain, account, pending) VALUES (?, ?, ?)",
    ),
    keepTimestamp: prepareTimestamps(db),
    insertCheckpoint: db.prepare("INSERT INTO anchorlog_checkpoints (size, root, note) VALUES (?, ?, ?)"),
  };
  const archiving = prepareArchiving(db);

  return (job) => {
    if (job.type === "logs") {
      for (const { id, name } of job.logs) sql.nameLog.run(fromHex(id, 32), name);
    } else if (job.type === "batches") {
      const { n } = sql.batchCount.get() as { n: number };
      const first = job.batches[0]?.position ?? n;
      if (n !== first) {
        throw new AnchorlogError("head_moved", `the batch log has ${n} headers, not ${first}`, {
          fix: "let one process close batches at a time; reopen it and try again",
        });
      }
      for (const { position, log, header, batched, nodes } of job.batches) {
        sql.insertBatch.run(position, fromHex(log, 32), header);
        sql.countBatched.run(batched, fromHex(log, 32));
        if (nodes !== undefined) sql.writeNodes.run(position, nodes);
      }
    } else if (job.type === "nodes") {
      sql.writeNodes.run(job.position, job.nodes);
    } else if (job.type === "seen") {
      const { size, root, time, block, block_hash, state } = fromSeen(job.seen);
      sql.writeSeen.run(size, root, time, block, block_hash, state);
    } else if (job.type === "segment") {
      archiving.append(job.segment, job.parts);
    } else if (job.type === "drop") {
      archiving.drop(job.log, job.below);
    } else if (job.type === "dropped") {
      archiving.end(job.from);
    } else if (job.type === "transaction") {
      const { chainId, account } = job.of;
      const key = fromHex(account, 20);
      const found = sql.transaction.get(chainId, key) as { pending: string | null } | undefined;
      if ((found?.pending ?? undefined) !== job.before) {
        throw new AnchorlogError("pending_moved", "the stored transaction is not the one that was read");
      }
      sql.setTransaction.run(chainId, key, job.next ?? null);
    } else if (job.type === "timestamp") {
      sql.keepTimestamp(job.timestamp);
    } else {
      const { size, root, note } = job.checkpoint;
      const newest = (sql.newest.get() as { size: number | null }).size;
      if (newest !== null && newest >= size) {
        throw new AnchorlogError(
          "head_moved",
          `the newest checkpoint has size ${newest}, so size ${size} cannot be added`,
          {
            fix: "read the checkpoints again, and sign only one that is larger than the last",
          },
        );
      }
      sql.insertCheckpoint.run(size, root, note);
    }
  };
}
