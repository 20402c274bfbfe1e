import { DatabaseSync } from "node:sqlite";
import { equalBytes } from "../encoding/bytes.ts";
import { fromHex, toHex, type Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import type { SignedAction } from "../action/kinds.ts";
import { ENTRY_BYTES, decodeEntry } from "./entry.ts";
import type { Head, LogStore, StoredEntry } from "./store.ts";

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS entries (
    log    BLOB NOT NULL,
    idx    INTEGER NOT NULL,
    actor  BLOB NOT NULL,
    nonce  BLOB NOT NULL,
    hash   BLOB NOT NULL,
    bytes  BLOB NOT NULL CHECK (length(bytes) = ${ENTRY_BYTES}),
    action TEXT NOT NULL,
    verified_block_hash BLOB CHECK (length(verified_block_hash) = 32),
    PRIMARY KEY (log, idx),
    UNIQUE (log, actor, nonce)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS batches (
    position INTEGER PRIMARY KEY,
    log      BLOB NOT NULL,
    header   BLOB NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS checkpoints (
    size INTEGER PRIMARY KEY,
    root BLOB NOT NULL,
    note TEXT NOT NULL
  ) STRICT;
`;

type EntryRow = {
  idx: number;
  hash: Uint8Array;
  bytes: Uint8Array;
  action: string;
  verified_block_hash: Uint8Array | null;
};

const ENTRY_COLUMNS = "idx, hash, bytes, action, verified_block_hash";

/**
 * A store in one SQLite file: write-ahead log, fsync at every commit (`synchronous=FULL`), one process.
 *
 * @param path the file; its directory must exist.
 */
export function openSqliteStore(path: string): LogStore {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  db.exec(SCHEMA);
  addMissingColumns(db);
  const sql = {
    last: db.prepare("SELECT idx, hash, bytes FROM entries WHERE log = ? ORDER BY idx DESC LIMIT 1"),
    insert: db.prepare(
      "INSERT INTO entries (log, idx, actor, nonce, hash, bytes, action, verified_block_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    ),
    range: db.prepare(`SELECT ${ENTRY_COLUMNS} FROM entries WHERE log = ? AND idx >= ? AND idx < ? ORDER BY idx`),
    byNonce: db.prepare(`SELECT ${ENTRY_COLUMNS} FROM entries WHERE log = ? AND actor = ? AND nonce = ?`),
    batches: db.prepare("SELECT position, log, header FROM batches WHERE position >= ? ORDER BY position"),
    batchCount: db.prepare("SELECT count(*) AS n FROM batches"),
    insertBatch: db.prepare("INSERT INTO batches (position, log, header) VALUES (?, ?, ?)"),
    checkpoints: db.prepare("SELECT size, root, note FROM checkpoints ORDER BY size"),
    insertCheckpoint: db.prepare("INSERT INTO checkpoints (size, root, note) VALUES (?, ?, ?)"),
  };

  const head = (log: Hex): Head => {
    const row = sql.last.get(fromHex(log)) as EntryRow | undefined;
    if (row === undefined) return { size: 0, hash: fromHex(log), acceptedAt: 0 };
    return { size: row.idx + 1, hash: row.hash, acceptedAt: decodeEntry(row.bytes).acceptedAt };
  };

  return {
    head: async (log) => head(log),

    append: async (log, expected, entries) => {
      transaction(db, () => {
        const now = head(log);
        if (now.size !== expected.size || !equalBytes(now.hash, expected.hash)) {
          throw new AnchorlogError(
            "head_moved",
            `log ${log} has ${now.size} entries, not ${expected.size}: another writer was here`,
            {
              fix: "let one process write a log at a time; reopen it and try again",
            },
          );
        }
        for (const { index, hash, bytes, action, verifiedBlockHash } of entries) {
          const { actor, nonce } = decodeEntry(bytes);
          const blockHash = verifiedBlockHash === undefined ? null : fromHex(verifiedBlockHash, 32);
          sql.insert.run(fromHex(log), index, actor, nonce, hash, bytes, JSON.stringify(action), blockHash);
        }
      });
    },

    entries: async (log, from, to) => (sql.range.all(fromHex(log), from, to) as EntryRow[]).map(toEntry),

    entryByNonce: async (log, actor, nonce) => {
      const row = sql.byNonce.get(fromHex(log), actor, nonce) as EntryRow | undefined;
      return row === undefined ? undefined : toEntry(row);
    },

    batches: async (from = 0) =>
      (sql.batches.all(from) as { position: number; log: Uint8Array; header: Uint8Array }[]).map((row) => ({
        ...row,
        log: toHex(row.log),
      })),

    appendBatch: async ({ position, log, header }) => {
      transaction(db, () => {
        const { n } = sql.batchCount.get() as { n: number };
        if (n !== position) {
          throw new AnchorlogError(
            "head_moved",
            `the batch log has ${n} headers, not ${position}: another writer was here`,
          );
        }
        sql.insertBatch.run(position, fromHex(log), header);
      });
    },

    checkpoints: async () => sql.checkpoints.all() as { size: number; root: Uint8Array; note: string }[],

    appendCheckpoint: async ({ size, root, note }) => {
      sql.insertCheckpoint.run(size, root, note);
    },

    close: async () => db.close(),
  };
}

/** Brings a file of version 0.1.0 up to date: it knew no contract wallets. */
function addMissingColumns(db: DatabaseSync): void {
  const columns = db.prepare("SELECT name FROM pragma_table_info('entries')").all() as { name: string }[];
  if (columns.some(({ name }) => name === "verified_block_hash")) return;
  db.exec("ALTER TABLE entries ADD COLUMN verified_block_hash BLOB CHECK (length(verified_block_hash) = 32)");
}

function toEntry(row: EntryRow): StoredEntry {
  const entry = {
    index: row.idx,
    bytes: row.bytes,
    hash: row.hash,
    digest: decodeEntry(row.bytes).digest,
    action: JSON.parse(row.action) as SignedAction,
  };
  const blockHash = row.verified_block_hash;
  return blockHash === null ? entry : { ...entry, verifiedBlockHash: toHex(blockHash) };
}

function transaction(db: DatabaseSync, body: () => void): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    body();
    db.exec("COMMIT");
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}
