/** Makes the bundles of an open operator's entries. */
import type { Setting } from "../setting.ts";
import type { SealParts } from "./sealParts.ts";
import type { ActionContext } from "../../action/verify.ts";
import { assertBundle, buildBundle, type Placement } from "../../verify/bundle/build.ts";
import type { Bundle } from "../../verify/bundle/bundle.ts";
import { abbreviate, type Hex } from "../../base/hex.ts";
import { toDecimal } from "../../base/json.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { assertOptionsOf } from "../../base/options.ts";
import { decodeEntry } from "../../log/entry.ts";
import { storeDamaged } from "../../log/damaged.ts";
import { assertIntact, assertLinked } from "../../log/intact.ts";
import type { Log } from "../../log/log.ts";
import type { StoredCheckpoint, StoredEntry } from "../../log/store.ts";
import { signReceipt } from "../../log/receipt/receipt.ts";
import type { Sealing } from "./sealing.ts";

/**
 * An entry's place (the log by its name, or by its identifier as receipts have it), and the size of the checkpoint that its bundle leads to; by default the newest one. `furthest` is
 * the newest final checkpoint that covers the entry, as last seen. Without a final one, it is the newest anchored one,
 * or else the newest signed one.
 */
export type EntryPlace = {
  readonly log: string;
  readonly index: number;
  readonly size?: number | "furthest" | undefined;
};

type BundlingOptions = Setting & SealParts;

export function createBundling(options: BundlingOptions): (at: EntryPlace) => Promise<Bundle> {
  const { operator, context, logs, keyring, entryGuard, sealing } = options;
  const { chainId, registry, operator: address, name, version } = operator;
  const identity = { chainId: toDecimal(chainId), registry, address, name, version };
  return async (at) => {
    assertOptionsOf("bundle", at, "give { log, index }");
    const { name: logName, log } = await logs.find(at.log);
    const stored = await readEntry(at, log, context);
    const obstacle = await sealing.comparison.obstacle();
    if (obstacle?.code === "read_only") throw new AnchorlogError("read_only", obstacle.message);
    await entryGuard?.cover(log.id, stored, "read");
    const kind = context.kinds.get(stored.action.primaryType)!;
    const placement = await placementOf(options, log.id, at);
    const receiptKey = await keyring.receiptKey(decodeEntry(stored.bytes).acceptedAt);
    const receipt = await signReceipt(operator, stored.bytes, receiptKey);
    const made = buildBundle(identity, logName, kind, stored, receipt, placement);
    assertBundle(made);
    return made;
  };
}

/** Reads an entry and verifies that it is unchanged, before anything is signed over it. */
async function readEntry({ log: name, index }: EntryPlace, log: Log, context: ActionContext): Promise<StoredEntry> {
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
}

async function placementOf(
  { sealing, store }: BundlingOptions,
  log: Hex,
  { index, size }: EntryPlace,
): Promise<Placement | undefined> {
  const { batchLog, checkpoints } = sealing;
  // Another process may have closed batches or signed checkpoints.
  await batchLog.catchUp();
  await checkpoints.catchUp();
  const given = checkpointOf(checkpoints, size === "furthest" ? undefined : size);
  const batch = given && (await batchLog.find(log, index, given.size));
  if (given === undefined || batch === undefined) return undefined;
  const { header, position } = batch;
  const furthest = size === "furthest" ? await store.furthestCheckpoint(position) : undefined;
  const checkpoint = (furthest !== undefined && checkpoints.ofSize(furthest)) || given;
  const { root } = checkpoint;
  const path = batchLog.tree.inclusionProof(position, checkpoint.size);
  const paths = await batchLog.pathsOf(batch, index);
  return { header, paths, checkpoint: { size: checkpoint.size, root, position, path } };
}

function checkpointOf(checkpoints: Sealing["checkpoints"], size: number | undefined): StoredCheckpoint | undefined {
  if (size === undefined) return checkpoints.newest();
  const found = checkpoints.ofSize(size);
  if (found === undefined) throw new AnchorlogError("no_checkpoint", `no checkpoint was signed for the size ${size}`);
  return found;
}
