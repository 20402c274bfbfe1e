/** Layer 2: the hash chain of entries. Browser-safe; the stores are `anchorlog/store/sqlite` and `anchorlog/store/postgres`. */
export { decodeEntry, encodeEntry, ENTRY_BYTES, hashEntry, SCHEME_ECDSA, SCHEME_WALLET, type Entry } from "./entry.ts";
export type { NewestAct } from "./link.ts";
export { openLog, type AppendOptions, type Log } from "./log.ts";
export type {
  AppendCall,
  AppendResult,
  ArchiveStore,
  BatchStore,
  ChainStore,
  Draft,
  EntryValue,
  FailedStatement,
  Head,
  ListedCheckpoint,
  LogStore,
  OperationsStore,
  SqlValue,
  Statement,
  StatementRefusal,
  NewBatch,
  StoredBatch,
  SeenCheckpoint,
  StoredCheckpoint,
  StoredEntry,
  StoredTimestamp,
  TransactionPlace,
} from "./store.ts";
