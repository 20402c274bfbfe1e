import { utf8 } from "../../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import {
  hashDomain,
  hashTypedData,
  registryDomain,
  registryTypedData,
  type OperatorId,
  type TypedData,
} from "../../action/domain.ts";
import { keccak256 } from "../../action/engine.ts";
import { isSignedBy, type DigestSigner } from "../../action/signature.ts";
import { signDigests } from "../../action/signer.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { hexOf, readObject } from "../../base/json.ts";
import { assertOptionsOf } from "../../base/options.ts";
import { decodeEntry, ENTRY_BYTES, hashEntry, type Entry } from "../entry.ts";

/** The operator's signed promise to anchor an entry; it goes out with the entry's bytes. */
export type Receipt = {
  /** The entry's 267 bytes. */
  readonly entry: Hex;
  /** The receipt key's address. */
  readonly key: Hex;
  /** 65 bytes over the entry's log, index, hash and acceptedAt (protocol/1-verify §6). */
  readonly signature: Hex;
};

const FIELDS = { entry: hexOf(ENTRY_BYTES), key: hexOf(20), signature: hexOf(65) };

/** Reads a receipt's form, and verifies nothing. @throws FormatError with the path of the first wrong member. */
export const readReceiptFields = (value: unknown, path = ""): Receipt => readObject(value, path, FIELDS);

const RECEIPT_TYPE = "Receipt(bytes32 log,uint64 index,bytes32 entryHash,uint64 acceptedAt)";
/** The hash of the type, and room for its four members. */
const struct = new Uint8Array(5 * 32);
struct.set(keccak256(utf8(RECEIPT_TYPE)));
const view = new DataView(struct.buffer);
const [LOG, INDEX, ENTRY_HASH, ACCEPTED_AT] = [32, 64, 96, 128] as const;
/** The offset of a word's lower 64 bits. */
const LOWER = 24;

/**
 * Returns the EIP-712 digest, 32 bytes, that the receipt key signs for an entry's bytes. Throws `RangeError` if they are
 * not an entry.
 */
export function hashReceipt(id: OperatorId, entryBytes: Uint8Array): Uint8Array {
  return hashReceiptOf(id, decodeEntry(entryBytes), hashEntry(entryBytes));
}

/** {@link hashReceipt} of an entry that is decoded and hashed already. */
export function hashReceiptOf(
  id: OperatorId,
  { log, index, acceptedAt }: Pick<Entry, "log" | "index" | "acceptedAt">,
  entryHash: Uint8Array,
): Uint8Array {
  struct.set(log, LOG);
  view.setBigUint64(INDEX + LOWER, BigInt(index));
  struct.set(entryHash, ENTRY_HASH);
  view.setBigUint64(ACCEPTED_AT + LOWER, BigInt(acceptedAt));
  return hashTypedData(hashDomain(registryDomain(id)), keccak256(struct));
}

/**
 * Returns the EIP-712 statement whose digest {@link hashReceipt} is, for signers that see what they sign.
 *
 * @throws RangeError if the bytes are not an entry.
 * @example
 * const entry = fromHex(receipt.entry)
 * const typedData = receiptTypedData(operator, entry)
 * await verifyTypedData({ address: receipt.key, ...typedData, signature: receipt.signature }) // of viem
 * const signer = recoverSigner(hashReceipt(operator, entry), receipt.signature) // the same by its digest
 */
export function receiptTypedData(id: OperatorId, entryBytes: Uint8Array): TypedData {
  const { log, index, acceptedAt } = decodeEntry(entryBytes);
  return registryTypedData(id, RECEIPT_TYPE, {
    log: toHex(log),
    index: String(index),
    entryHash: toHex(hashEntry(entryBytes)),
    acceptedAt: String(acceptedAt),
  });
}

/**
 * Signs a receipt. Call it only once the entry is durable.
 *
 * @throws AnchorlogError as `signDigest` does: a receipt that does not bind its key never leaves.
 * @example
 * const [result] = await log.append([action]) // of `openLog`
 * if (result.status === "appended") res.json(await signReceipt(operator, result.entry.bytes, receiptKey))
 */
export async function signReceipt(id: OperatorId, entryBytes: Uint8Array, signer: DigestSigner): Promise<Receipt> {
  const [receipt] = await signReceipts(id, [entryBytes], signer);
  if (receipt instanceof AnchorlogError) throw receipt;
  return receipt!;
}

/**
 * Signs the receipts of entries. Call it only once all of them are durable.
 *
 * @returns for each entry its receipt, or the error that prevented it.
 */
export async function signReceipts(
  id: OperatorId,
  entries: readonly Uint8Array[],
  signer: DigestSigner,
): Promise<(Receipt | AnchorlogError)[]> {
  const key = signer.address.toLowerCase() as Hex;
  const digests = entries.map((entryBytes) => hashReceipt(id, entryBytes));
  const signatures = await signDigests(signer, digests, (i) => receiptTypedData(id, entries[i]!));
  return entries.map((entryBytes, i) => {
    const signature = signatures[i]!;
    return signature instanceof AnchorlogError ? signature : { entry: toHex(entryBytes), key, signature };
  });
}

/**
 * Returns the place of a receipt's entry, for its holder to fetch the bundle: the log's identifier, and the index.
 * Checks no signature.
 *
 * @throws RangeError if the entry is malformed. @throws AnchorlogError `bad_option` if there is no receipt.
 */
export function placeOf(receipt: Pick<Receipt, "entry">): { readonly log: Hex; readonly index: number } {
  assertOptionsOf("placeOf", receipt, "give the receipt of an accepted action");
  const { log, index } = decodeEntry(fromHex(receipt.entry));
  return { log: toHex(log), index };
}

/**
 * Whether `signature` is `key`'s receipt for these entry bytes. `checkReceipt` also compares the action and the date.
 *
 * @param key the receipt key's address, in lower case.
 * @throws RangeError if the bytes are not an entry.
 * @example
 * const isPromised = isReceiptBy(receiptKey, operator, fromHex(receipt.entry), receipt.signature)
 */
export function isReceiptBy(key: Hex, id: OperatorId, entryBytes: Uint8Array, signature: Hex): boolean {
  return isSignedBy(key, hashReceipt(id, entryBytes), signature);
}
