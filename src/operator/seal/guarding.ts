import { readOperatorId } from "../../action/address.ts";
import { logId, type OperatorId } from "../../action/domain.ts";
import { openBatchLog, type BatchLog } from "../../batch/batchLog.ts";
import type { Checkpoint } from "../../batch/checkpoint.ts";
import { readOnly } from "./comparison.ts";
import { equalBytes } from "../../base/bytes.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { assertGuardOf, batchLogKey, type Guard } from "../../log/guard.ts";
import type { BatchStore, ChainStore } from "../../log/store.ts";

/**
 * Initializes or checks a guard's memory of the batch log. An empty guard fits only an empty store: with any other
 * store it would accept data that it never saw.
 *
 * @throws AnchorlogError `guard_blank`.
 */
export async function beginGuard(
  guard: Guard,
  store: Pick<ChainStore, "hasEntries">,
  batchLog: Pick<BatchLog, "size" | "tree">,
): Promise<void> {
  const key = batchLogKey(guard.origin);
  if ((await guard.mark(key)) !== undefined) return;
  if (batchLog.size() > 0 || (await store.hasEntries())) {
    // Another process may have initialized the guard meanwhile, and appended.
    if ((await guard.mark(key)) !== undefined) return;
    throw new AnchorlogError("guard_blank", "the guard is empty, but the store holds entries or headers", {
      fix:
        "open the guard that was in use. Only if that guard is lost for good, and this store is the newest one, " +
        "have the new one take it over: `npx anchorlog guard adopt` (adoptStore)",
    });
  }
  await guard.move(key, undefined, { size: 0, hash: batchLog.tree.root(0) }, { durable: true });
}

/**
 * Records a checkpoint in the guard, durably, before it is signed.
 *
 * @throws AnchorlogError `read_only` if the guard holds a checkpoint that is not part of this batch log.
 */
export async function rememberCheckpoint(
  guard: Guard,
  { size, root }: Checkpoint,
  batchLog: Pick<BatchLog, "size" | "tree" | "catchUp">,
): Promise<void> {
  const key = batchLogKey(guard.origin);
  for (;;) {
    const known = await guard.mark(key);
    if (known !== undefined) {
      // Another process may have closed and signed meanwhile.
      if (known.size > batchLog.size()) await batchLog.catchUp();
      const lack = { what: "headers", from: batchLog.size(), to: known.size, by: "guard" } as const;
      if (known.size > batchLog.size()) throw readOnly({ ...lack, forked: false });
      if (!equalBytes(known.hash, batchLog.tree.root(known.size))) throw readOnly({ ...lack, from: 0, forked: true });
      // A smaller checkpoint is consistent with the recorded one: both are of this batch log.
      if (known.size >= size) return;
    }
    if (await guard.move(key, known, { size, hash: root }, { durable: true })) return;
  }
}

/**
 * Initializes a new guard from a store, if the old guard is lost for good. The caller vouches that this store is the
 * newest copy. Later signatures are forgotten, except those that the chain and the published note show when the store
 * is opened. Nothing else may have the store open. If the call is interrupted, call it again.
 *
 * @param logs the names of all logs; by default the names that the store has.
 * @returns how many entries of each log the guard vouches for now.
 * @throws AnchorlogError `guard_conflict` if the guard is in use already; `unknown_log` if the store has batches of a
 * log that is not named.
 * @example
 * const guard = createFileGuard("anchorlog.guard", operator) // the earlier one is lost for good
 * const adopted = await adoptStore(guard, store, operator) // { acme: 1204 }
 * const anchorlog = await openAnchorlog({ ...options, store, guard })
 */
export async function adoptStore(
  guard: Guard,
  store: BatchStore & ChainStore,
  operator: OperatorId,
  logs?: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const id = readOperatorId(operator);
  assertGuardOf(guard, id, "this");
  const key = batchLogKey(guard.origin);
  // The mark of the batch log is written last, so its presence means that the guard is complete.
  if ((await guard.mark(key)) !== undefined) {
    throw new AnchorlogError("guard_conflict", "the guard is in use already", {
      fix: "open the guard as it is: opening reports what the store lacks",
    });
  }
  const names = logs ?? (await store.allLogNames()).map(({ name }) => name);
  const named = new Map(names.map((name) => [logId(id, name), name]));
  const stranger = (await store.batches()).find(({ log }) => !named.has(log));
  if (stranger !== undefined) {
    throw new AnchorlogError(
      "unknown_log",
      `the store has batches of log ${stranger.log}, but no given log name leads to it`,
      {
        fix: "name all logs of this operator",
        details: { log: stranger.log },
      },
    );
  }
  const adopted: Record<string, number> = {};
  for (const [log, name] of named) {
    const { size, hash } = await store.head(log);
    const known = await guard.mark(log);
    adopted[name] = size;
    if (size > (known?.size ?? 0)) await guard.move(log, known, { size, hash }, { durable: true });
  }
  const refuse = () => Promise.reject(new Error("adopting logs builds no batches"));
  const { tree } = await openBatchLog({
    store,
    builder: { batch: refuse, section: refuse },
    clock: () => 0,
  });
  await guard.move(key, undefined, { size: tree.size(), hash: tree.root() }, { durable: true });
  return adopted;
}
