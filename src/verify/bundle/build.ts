import { uintToBytes } from "../../base/bytes.ts";
import { fromHex, toHex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { indexOf } from "../../log/entry.ts";
import { BundleError, checkBundle } from "./check.ts";
import { toDecimal } from "../../base/json.ts";
import type { Kind } from "../../action/kinds.ts";
import type { StoredEntry } from "../../log/store.ts";
import type { Receipt } from "../../log/receipt/receipt.ts";
import type { BatchPaths } from "../../batch/sections.ts";
import { BUNDLE_FORMAT, type Bundle, type Inclusion } from "./bundle.ts";

/** The place of an included entry: its batch, and the batch log up to a checkpoint. */
export type Placement = {
  readonly header: Uint8Array;
  readonly paths: BatchPaths;
  /** The header's position in the batch log, and its inclusion proof under a checkpoint. */
  readonly checkpoint: {
    readonly size: number;
    readonly root: Uint8Array;
    readonly position: number;
    readonly path: readonly Uint8Array[];
  };
};

/** Builds the bundle of an entry. Without a placement, its state is `promised` at most. */
export function buildBundle(
  operator: Bundle["operator"],
  logName: string,
  kind: Kind,
  stored: StoredEntry,
  receipt: Receipt,
  placement?: Placement,
): Bundle {
  const { primaryType, message, signature } = stored.action;
  return {
    format: BUNDLE_FORMAT,
    operator,
    log: logName,
    action: { primaryType, payloadType: kind.payloadType, message, signature },
    entry: toHex(stored.bytes),
    receipt: { key: receipt.key, signature: receipt.signature },
    ...(placement === undefined ? {} : { inclusion: buildInclusion(placement) }),
  };
}

/**
 * Checks that a bundle is consistent, as every verifier will.
 *
 * @throws AnchorlogError `store_damaged` if the bundle is inconsistent, since the stored data then differs from the
 * data appended.
 */
export function assertBundle(bundle: Bundle): void {
  try {
    checkBundle(bundle);
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    const { log, entry } = bundle;
    const index = indexOf(fromHex(entry));
    throw new AnchorlogError(
      "store_damaged",
      `the bundle of entry ${index} of ${log} is not evidence: ${error.message}`,
      {
        fix: "find out who changed the store, and restore it from a backup or an export",
        cause: error,
        details: { log, index, code: error.code },
      },
    );
  }
}

function buildInclusion({ header, paths, checkpoint }: Placement): Inclusion {
  return {
    header: toHex(header),
    path: paths.path.map(toHex),
    zkPath: paths.zkPath.map((level) => level.map((sibling) => toHex(uintToBytes(sibling, 32)))),
    checkpoint: {
      size: toDecimal(checkpoint.size),
      root: toHex(checkpoint.root),
      position: toDecimal(checkpoint.position),
      path: checkpoint.path.map(toHex),
    },
  };
}
