import { equalBytes } from "../encoding/bytes.ts";
import type { Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import type { HighWaterMark, Mark } from "./highWaterMark.ts";
import type { Head, LogStore, StoredBatch } from "./store.ts";

export { openHighWaterMark, type HighWaterMark, type Mark } from "./highWaterMark.ts";

/** What a store does not hold of what was promised: entries `[from, to)` of a log. */
export type Missing = {
  readonly log: Hex;
  readonly from: number;
  readonly to: number;
  /** The store holds that many, but other ones: it is of another history, and refilling does not mend it. */
  readonly forked: boolean;
};

/** What is known, from outside of a store, of how far it was. */
export type Expectations = {
  /** Written from now on whenever entries are appended; what it remembers is compared at once. */
  readonly mark?: HighWaterMark | undefined;
  /** How far logs were by other witnesses: published headers, for instance. */
  readonly logs?: Iterable<readonly [Hex, Mark]> | undefined;
  /** Headers in the batch log by the tiles, or by the newest checkpoint on chain. */
  readonly batches?: number | undefined;
};

/** A store that is read-only as long as it lacks something. */
export type GuardedStore = LogStore & {
  /** Entries that the store lacks, a range for each log that it is behind in. */
  readonly missing: readonly Missing[];
  /** Headers that its batch log lacks: positions `[from, to)`. */
  readonly missingBatches: { readonly from: number; readonly to: number } | undefined;
};

/**
 * Compares a store with what is remembered elsewhere of how far it was, and refuses to append to what lags: a store
 * restored from a backup, or a replica that lags, would use an index twice, and so sign two entries for it.
 *
 * What the store lacks can be put back by `restore` and `appendBatch` (from an export, or from published tiles), after
 * which the store is guarded anew. Where headers are missing but nothing tells of which logs they are, every log is
 * read-only.
 */
export async function guardStore(store: LogStore, expected: Expectations): Promise<GuardedStore> {
  const missing = await findMissing(store, newestMarks(expected));
  const known = (await store.batches()).length;
  const wanted = expected.batches ?? 0;
  const missingBatches = wanted > known ? { from: known, to: wanted } : undefined;
  const behind = new Map(missing.map((range) => [range.log, range]));
  const { mark } = expected;
  return {
    ...store,
    missing,
    missingBatches,
    append: async (log, call) => {
      assertComplete(log, behind.get(log), missingBatches);
      const results = await store.append(log, call);
      const last = results.findLast(({ status }) => status === "appended");
      if (mark !== undefined && last?.status === "appended") {
        mark.raise(log, { size: last.entry.index + 1, hash: last.entry.hash });
      }
      return results;
    },
    appendBatch: async (batch: StoredBatch) => {
      assertComplete(batch.log, behind.get(batch.log), missingBatches);
      await store.appendBatch(batch);
    },
    close: async () => {
      await store.close();
      mark?.close();
    },
  };
}

function newestMarks({ mark, logs = [] }: Expectations): Map<Hex, Mark> {
  const newest = new Map(mark?.marks());
  for (const [log, other] of logs) {
    if (other.size > (newest.get(log)?.size ?? 0)) newest.set(log, other);
  }
  return newest;
}

async function findMissing(store: LogStore, marks: ReadonlyMap<Hex, Mark>): Promise<Missing[]> {
  const missing: Missing[] = [];
  for (const [log, { size, hash }] of marks) {
    const head: Head = await store.head(log);
    if (head.size < size) {
      missing.push({ log, from: head.size, to: size, forked: false });
      continue;
    }
    const [last] = await store.entries(log, size - 1, size);
    if (last === undefined || !equalBytes(last.hash, hash)) missing.push({ log, from: 0, to: size, forked: true });
  }
  return missing;
}

function assertComplete(log: Hex, range: Missing | undefined, batches: GuardedStore["missingBatches"]): void {
  if (range?.forked === true) {
    throw new AnchorlogError("read_only", `log ${log} holds another entry ${range.to - 1} than was promised`, {
      fix: "this store is of another history: open the one that the receipts were issued from",
      details: { ...range },
    });
  }
  if (range !== undefined) {
    const { from, to } = range;
    throw new AnchorlogError("read_only", `log ${log} lacks entries ${from} to ${to - 1}, which were promised`, {
      fix: "put them back from an export (importExport), then open the store again",
      details: { ...range },
    });
  }
  if (batches !== undefined) {
    const { from, to } = batches;
    throw new AnchorlogError("read_only", `the batch log lacks headers ${from} to ${to - 1}, which were published`, {
      fix: "put entries and headers back from an export (importExport), then open the store again",
      details: { ...batches },
    });
  }
}
