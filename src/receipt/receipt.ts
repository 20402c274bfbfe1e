import { concat, uintToBytes, utf8 } from "../encoding/bytes.ts";
import { toHex, type Hex } from "../encoding/hex.ts";
import { hashDomain, hashTypedData, registryDomain, type OperatorId } from "../action/domain.ts";
import { keccak256 } from "../action/engine.ts";
import { recoverSigner, type DigestSigner } from "../action/signature.ts";
import { decodeEntry, hashEntry } from "../log/entry.ts";

/** The operator's signed promise to anchor an entry; it goes out with the entry's bytes. */
export type Receipt = {
  /** The entry's 206 bytes. */
  readonly entry: Hex;
  /** The receipt key's address. */
  readonly key: Hex;
  /** 65 bytes over the entry's log, index, hash and acceptedAt (PROTOCOL §4.1). */
  readonly signature: Hex;
};

const RECEIPT_TYPE_HASH = keccak256(utf8("Receipt(bytes32 log,uint64 index,bytes32 entryHash,uint64 acceptedAt)"));

/** The EIP-712 digest that the receipt key signs for an entry's bytes. */
export function hashReceipt(id: OperatorId, entryBytes: Uint8Array): Uint8Array {
  const { log, index, acceptedAt } = decodeEntry(entryBytes);
  const structHash = keccak256(
    concat(RECEIPT_TYPE_HASH, log, uintToBytes(index, 32), hashEntry(entryBytes), uintToBytes(acceptedAt, 32)),
  );
  return hashTypedData(hashDomain(registryDomain(id)), structHash);
}

/** Signs a receipt. Call it only once the entry is durable. */
export async function signReceipt(id: OperatorId, entryBytes: Uint8Array, signer: DigestSigner): Promise<Receipt> {
  const signature = await signer.sign({ hash: toHex(hashReceipt(id, entryBytes)) });
  return { entry: toHex(entryBytes), key: signer.address.toLowerCase() as Hex, signature };
}

/** Whether `signature` is `key`'s receipt for these entry bytes. */
export function isReceiptBy(key: Hex, id: OperatorId, entryBytes: Uint8Array, signature: Hex): boolean {
  const recovered = recoverSigner(hashReceipt(id, entryBytes), signature);
  return "address" in recovered && recovered.address === key;
}
