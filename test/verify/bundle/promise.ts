import { encodeMessage, hashDomain, hashSignature, type SignedAction } from "anchorlog/action";
import { BUNDLE_FORMAT, type Bundle, type Decimal } from "anchorlog/verify/bundle";
import { encodeEntry, type Entry } from "anchorlog/log";
import { signReceipt } from "anchorlog/log/receipt";
import { fromHex, toHex } from "anchorlog";
import { uintToBytes } from "../../../src/base/bytes.ts";
import { objectFields } from "../../entries.ts";
import { keys, NOW, operator, types } from "../../operator.ts";

/**
 * Makes a receipt for an action that is the log's first entry, with changed fields of the entry.
 *
 * @param change the entry's changed fields.
 */
export async function promise(log: string, action: SignedAction, change: Partial<Entry> = {}): Promise<Bundle> {
  const kind = types.kinds.get(action.primaryType)!;
  const { name, version, chainId, registry, operator: address } = operator;
  const domain = hashDomain({ name, version, chainId, verifyingContract: registry });
  const encoded = encodeMessage(kind, action.message, domain);
  const id = fromHex(action.message.log);
  const entry = encodeEntry({
    log: id,
    index: 0,
    prev: id,
    actor: fromHex(action.message.actor),
    nonce: uintToBytes(BigInt(action.message.nonce), 32),
    digest: encoded.digest,
    signatureHash: hashSignature(action.signature),
    scheme: 0,
    verifiedBlock: 0,
    acceptedAt: NOW,
    ...objectFields(encoded),
    ...change,
  });
  const { key, signature } = await signReceipt(operator, entry, keys.receiptKey);
  return {
    format: BUNDLE_FORMAT,
    operator: { chainId: `${chainId}` as Decimal, registry, address, name, version },
    log,
    action: { payloadType: kind.payloadType, ...action },
    entry: toHex(entry),
    receipt: { key, signature },
  };
}
