// The threads load this: nothing of Kysely here.
import { DatabaseSync } from "node:sqlite";

/** Milliseconds that a connection waits for another one's lock. */
const PATIENCE = 5_000;
/**
 * KiB of pages that the writer keeps in memory: nonces come in no order, so their index is written all over. Not more,
 * since SQLite walks through its cache at every commit.
 */
const CACHE_KIB = 8_192;
/**
 * Pages in the write-ahead log, 32 MiB, that the writer itself copies into the database. A thread beside it has copied
 * nearly all of them by then; what is left to the writer is the end, since only there the log begins anew.
 */
const CHECKPOINT_PAGES = 8_000;

/** Opens the connection that writes, as durable as SQLite can be: an fsync at every commit. */
export function openForWriting(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  try {
    db.exec(`PRAGMA busy_timeout = ${PATIENCE}; PRAGMA cache_size = -${CACHE_KIB};`);
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;");
    db.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens a connection that copies the write-ahead log into the database beside the writer. */
export function openForCheckpoints(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0;");
  return db;
}

/** Opens a connection that reads beside the writer, and is never kept waiting by it. */
export function openForReading(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true });
  db.exec(`PRAGMA busy_timeout = ${PATIENCE};`);
  return db;
}
