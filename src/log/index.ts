/** Layer 2: the hash chain of entries. Browser-safe; the SQLite store is `anchorlog/log/sqlite`. */
export { decodeEntry, encodeEntry, ENTRY_BYTES, hashEntry, SCHEME_ECDSA, SCHEME_WALLET, type Entry } from "./entry.ts";
export { openLog, type AppendResult, type Log } from "./log.ts";
export type { Head, LogStore, StoredBatch, StoredCheckpoint, StoredEntry } from "./store.ts";
