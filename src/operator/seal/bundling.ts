/** Makes the bundles of an open operator's entries. */
import type { ActionContext } from "../../action/verify.ts";
import type { RegisteredIdentity } from "../../chain/registration.ts";
import { assertBundle, buildBundle, type Placement } from "../../verify/bundle/build.ts";
import type { Bundle } from "../../verify/bundle/bundle.ts";
import { abbreviate, type Hex } from "../../base/hex.ts";
import { toDecimal } from "../../base/json.ts";
import { AnchorlogError } from "../../base/errors.ts";
import type { EntryGuard } from "../../log/guardEntries.ts";
import { decodeEntry } from "../../log/entry.ts";
import { storeDamaged } from "../../log/damaged.ts";
import { assertIntact, assertLinked } from "../../log/intact.ts";
import type { Log } from "../../log/log.ts";
import type { BatchStore, StoredCheckpoint, StoredEntry } from "../../log/store.ts";
import { signReceipt } from "../../log/receipt/receipt.ts";
import type { Keyring } from "./keyring.ts";
import type { OpenLogs } from "../logs.ts";
import type { Sealing } from "./sealing.ts";

/**
 * An entry's place, and the size of the checkpoint that its bundle leads to; by default the newest one. `furthest` is
 * the newest final checkpoint that covers the entry, as last seen. Without a final one, it is the newest anchored one,
 * or else the newest signed one.
 */
export type EntryPlace = {
  readonly log: string;
  readonly index: number;
  readonly size?: number | "furthest" | undefined;
};

export function createBundling(options: {
  operator: RegisteredIdentity;
  context: ActionContext;
  logs: Pick<OpenLogs, "named">;
  keyring: Keyring;
  entryGuard: EntryGuard | undefined;
  sealing: Sealing;
  store: Pick<BatchStore, "furthestCheckpoint">;
}): (at: EntryPlace) => Promise<Bundle> {
  const { operator, context, logs, keyring, entryGuard, sealing, store } = options;
  const { batchLog, checkpoints, comparison } = sealing;

  /** Reads an entry and verifies that it is unchanged, before anything is signed over it. */
  const readEntry = async ({ log: name, index }: EntryPlace, log: Log): Promise<StoredEntry> => {
    if (!Number.isSafeInteger(index) || index < 0) {
      throw new AnchorlogError("bad_index", `an entry's index is an integer from 0 on, not ${abbreviate(index)}`);
    }
    const stored = await log.entry(index);
    if (stored === undefined) {
      throw new AnchorlogError("no_entry", `log ${name} has no entry ${index} yet`, { details: { index } });
    }
    if (stored.index !== index) throw storeDamaged(log.id, index, `entry ${stored.index} is in its place`);
    assertIntact([stored], context);
    await assertLinked(log.id, stored, log);
    return stored;
  };

  const furthestOver = async (position: number): Promise<StoredCheckpoint | undefined> => {
    const size = await store.furthestCheckpoint(position);
    return size === undefined ? undefined : checkpoints.ofSize(size);
  };

  const checkpointOf = (size: number | undefined): StoredCheckpoint | undefined => {
    if (size === undefined) return checkpoints.newest();
    const found = checkpoints.ofSize(size);
    if (found === undefined) throw new AnchorlogError("no_checkpoint", `no checkpoint was signed for the size ${size}`);
    return found;
  };

  const placementOf = async (id: Hex, index: number, size: EntryPlace["size"]): Promise<Placement | undefined> => {
    // Another process may have closed batches or signed checkpoints.
    await batchLog.catchUp();
    await checkpoints.catchUp();
    const given = checkpointOf(size === "furthest" ? undefined : size);
    const batch = given && (await batchLog.find(id, index, given.size));
    if (given === undefined || batch === undefined) return undefined;
    const { header, position } = batch;
    const checkpoint = (size === "furthest" && (await furthestOver(position))) || given;
    const { root } = checkpoint;
    const path = batchLog.tree.inclusionProof(position, checkpoint.size);
    const paths = await batchLog.pathsOf(batch, index);
    return { header, paths, checkpoint: { size: checkpoint.size, root, position, path } };
  };

  return async (at) => {
    const log = await logs.named(at.log);
    const { id } = log;
    const stored = await readEntry(at, log);
    const obstacle = await comparison.obstacle();
    if (obstacle?.code === "read_only") throw new AnchorlogError("read_only", obstacle.message);
    await entryGuard?.cover(id, stored, "read");
    const { chainId, registry, operator: address, name, version } = operator;
    const identity = { chainId: toDecimal(chainId), registry, address, name, version };
    const kind = context.kinds.get(stored.action.primaryType)!;
    const placement = await placementOf(id, at.index, at.size);
    const receipt = await signReceipt(
      operator,
      stored.bytes,
      await keyring.receiptKey(decodeEntry(stored.bytes).acceptedAt),
    );
    const made = buildBundle(identity, at.log, kind, stored, receipt, placement);
    assertBundle(made);
    return made;
  };
}
