// Loaded by the threads, so it must not import Kysely.
import { DatabaseSync } from "node:sqlite";

/** Milliseconds that a connection waits for another connection's lock. */
const PATIENCE = 5_000;
/**
 * The writer's page cache in KiB. Nonces arrive in random order, so their index is written all over. It is not larger
 * because SQLite walks through its cache at every commit.
 */
const CACHE_KIB = 8_192;
/**
 * Length of the write-ahead log in pages (32 MiB) from which each commit copies it into the database. The checkpoint
 * thread and the writer do that earlier, between commits, unless the thread has failed or a reader holds an old
 * snapshot.
 */
const CHECKPOINT_PAGES = 8_000;

/** Opens the writing connection with SQLite's highest durability: an fsync at every commit. */
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

/** Opens a connection that reads beside the writer and never waits for it. */
export function openForReading(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true });
  db.exec(`PRAGMA busy_timeout = ${PATIENCE};`);
  return db;
}
