/** The standard receipts of an entry: its inclusion in its batch, and the batch's in the batch log. */
import { signByNoteKey } from "../../batch/checkpoint.ts";
import { checkpointOrigin } from "../../action/domain.ts";
import { decodeHeader } from "../../batch/header.ts";
import { fromHex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { indexOf } from "../../log/entry.ts";
import { signCoseReceipt } from "../../tlog/coseReceipt.ts";
import type { RegisteredIdentity } from "../../chain/registration.ts";
import type { Bundle } from "../../verify/bundle/bundle.ts";
import type { EntryPlace } from "./bundling.ts";
import type { OperatorKeys } from "./keys.ts";

/** A leaf of an RFC 9162 tree, and the COSE receipt of its inclusion (RFC 9942). */
export type CoseReceipt = { readonly leaf: Uint8Array; readonly receipt: Uint8Array };

/**
 * Two receipts: `entry` (267 bytes) is a leaf of its batch's tree, and `header` (229 bytes) of the batch log's tree.
 * The header holds the first tree's root and size.
 */
export type CoseReceipts = { readonly entry: CoseReceipt; readonly header: CoseReceipt };

type CoseReceiptsOptions = {
  readonly operator: RegisteredIdentity;
  readonly keys: Pick<OperatorKeys, "noteKey">;
  readonly bundle: (at: EntryPlace) => Promise<Bundle>;
};

/** Returns a function that signs the receipts of an entry with the note key. */
export function createCoseReceipts({ operator, keys, bundle }: CoseReceiptsOptions) {
  const issuer = checkpointOrigin(operator);
  return async (at: EntryPlace): Promise<CoseReceipts> => {
    const { log, entry, inclusion } = await bundle(at);
    if (inclusion === undefined) {
      throw new AnchorlogError("no_checkpoint", `no checkpoint covers entry ${at.index} of ${at.log} yet`, {
        fix: "call closeBatches() and checkpoint(), then ask again",
      });
    }
    const { checkpoint } = inclusion;
    const [leaf, headerBytes] = [fromHex(entry), fromHex(inclusion.header)];
    const header = decodeHeader(headerBytes);
    const { noteKey } = keys;
    const { publicKey } = noteKey;
    const key = { publicKey, sign: (message: Uint8Array) => signByNoteKey(message, noteKey) };
    const inBatch = {
      size: header.count,
      index: indexOf(leaf) - header.start,
      path: inclusion.path.map((hash) => fromHex(hash)),
      root: header.root,
    };
    const inBatchLog = {
      size: Number(checkpoint.size),
      index: Number(checkpoint.position),
      path: checkpoint.path.map((hash) => fromHex(hash)),
      root: fromHex(checkpoint.root),
    };
    return {
      entry: {
        leaf,
        receipt: await signCoseReceipt(inBatch, { issuer, subject: `${log}/${header.number}`, key }),
      },
      header: { leaf: headerBytes, receipt: await signCoseReceipt(inBatchLog, { issuer, subject: "batch-log", key }) },
    };
  };
}
