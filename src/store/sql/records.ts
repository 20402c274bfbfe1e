/** The methods of a store that are queries of its tables, over either database. */
import { readArchived, readSegments, markDropped } from "./archiveQueries.ts";
import { countLogs, hasEntries, readAllLogNames, readHeads, readLogNames, readUnbatched } from "./logQueries.ts";
import {
  insertCheckpoint,
  readBatches,
  readCheckpoints,
  readHead,
  readNewestBatches,
  readNodes,
  readPendingTransaction,
  swapPendingTransaction,
  writeNodes,
} from "./queries.ts";
import { readFurthestCheckpoint, readNewestCheckpoints, readSeen, writeSeen } from "./seen.ts";
import type { LogDatabase } from "./schema.ts";
import { readRecentTimestamps, readTimestamps, upsertTimestamp } from "./timestamps.ts";

const READS = {
  logNames: readLogNames,
  allLogNames: readAllLogNames,
  countLogs,
  head: readHead,
  heads: readHeads,
  hasEntries,
  batches: readBatches,
  newestBatches: readNewestBatches,
  unbatched: readUnbatched,
  nodes: readNodes,
  checkpoints: readCheckpoints,
  newestCheckpoints: readNewestCheckpoints,
  furthestCheckpoint: readFurthestCheckpoint,
  seenCheckpoints: readSeen,
  archived: readArchived,
  segments: readSegments,
  pendingTransaction: readPendingTransaction,
  timestamps: readTimestamps,
  recentTimestamps: readRecentTimestamps,
} as const;

/** Each is one statement, which is its own transaction. */
const WRITES = {
  keepNodes: writeNodes,
  appendCheckpoint: insertCheckpoint,
  keepSeen: writeSeen,
  endSegment: markDropped,
  replacePendingTransaction: swapPendingTransaction,
  keepTimestamp: upsertTimestamp,
} as const;

type Queries = Readonly<Record<string, (db: LogDatabase, ...args: never[]) => Promise<unknown>>>;

/** Queries without their first parameter. */
type Methods<Q extends Queries> = {
  readonly [N in keyof Q]: Q[N] extends (db: LogDatabase, ...args: infer A) => infer R ? (...args: A) => R : never;
};

type Run = <T>(query: (db: LogDatabase) => Promise<T>) => Promise<T>;

function methodsOf<Q extends Queries>(queries: Q, run: Run): Methods<Q> {
  const methods = Object.entries(queries).map(([name, query]) => [
    name,
    (...args: never[]) => run((db) => query(db, ...args)),
  ]);
  return Object.fromEntries(methods) as Methods<Q>;
}

export type Reads = Methods<typeof READS>;

/** The methods that only read. */
export const readsOf = (db: LogDatabase): Reads => methodsOf(READS, (query) => query(db));

export type Writes = Methods<typeof WRITES>;

/** The methods that write records, each in a transaction of its own. */
export const writesOf = (run: Run): Writes => methodsOf(WRITES, run);
