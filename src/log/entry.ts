import { ANYBODY, NOBODY, PART_ASK, PART_NONE } from "../action/part.ts";
import { equalBytes } from "../base/bytes.ts";
import { RecordReader, RecordWriter } from "../base/records.ts";
import { hashLeaf } from "../crypto/merkle/hash.ts";

/** Bytes of an entry (protocol/1-verify §6). */
export const ENTRY_BYTES = 267;
const ENTRY_TAG = 0x01;
const INDEX_OFFSET = 33;
/** Offset of the previous entry's hash. */
export const PREV_OFFSET = 41;
const ACTOR_OFFSET = 73;
const NONCE_OFFSET = 93;
/** Offset of the digest. */
export const DIGEST_OFFSET = 125;
const SCHEME_OFFSET = 189;
const ACCEPTED_AT_OFFSET = 198;
/** Offset of the first field about the entry's object. */
export const PART_OFFSET = 206;
export const OBJECT_KEY_OFFSET = 207;
const PRIOR_OFFSET = 239;
export const HOLDER_OFFSET = 247;
const NO_KEY = new Uint8Array(32);
const NO_PRIOR = 2n ** 64n - 1n;

/** An ECDSA signature that recovers to the actor. */
export const SCHEME_ECDSA = 0;
/**
 * The signature of a contract wallet, which was called at `verifiedBlock`.
 *
 * @example
 * const { scheme, verifiedBlock } = decodeEntry(fromHex(receipt.entry))
 * const signedBy = { [SCHEME_ECDSA]: "a key", [SCHEME_WALLET]: `a wallet, asked at block ${verifiedBlock}` }[scheme]
 */
export const SCHEME_WALLET = 1;

/** An entry of a log: the accepted action, its time, and the entry before it. Byte strings are raw bytes. */
export type Entry = {
  /** The log's identifier, 32 bytes. */
  readonly log: Uint8Array;
  /** Position in the log, from 0. */
  readonly index: number;
  /** entryHash of the previous entry; the log's identifier for index 0. */
  readonly prev: Uint8Array;
  /** The wallet that acted, 20 bytes. */
  readonly actor: Uint8Array;
  /** 32 bytes. */
  readonly nonce: Uint8Array;
  /** EIP-712 digest of the action, 32 bytes. */
  readonly digest: Uint8Array;
  /** keccak of the signature as it was submitted, 32 bytes. */
  readonly signatureHash: Uint8Array;
  /** 0: ECDSA; 1: a contract wallet. */
  readonly scheme: number;
  /** The block at which the contract wallet was called; 0 for scheme 0. */
  readonly verifiedBlock: number;
  /** Unix milliseconds; never earlier than the previous entry's. */
  readonly acceptedAt: number;
  /**
   * `PART_NONE`, `PART_ACT` or `PART_ASK`. For `PART_NONE`, the object key and the holder are zero, and `prior` is
   * undefined.
   */
  readonly part: number;
  /** Key of the object that the entry is about, 32 bytes. */
  readonly objectKey: Uint8Array;
  /** Index of the newest act upon that object in this log before this entry; undefined if there is no act yet. */
  readonly prior: number | undefined;
  /** The only wallet that may act upon the object next, 20 bytes; `ANYBODY`; or zero if nobody may. */
  readonly holder: Uint8Array;
};

/**
 * Encodes an entry in 267 bytes (protocol/1-verify §6).
 *
 * @param into buffer to write to; a new one if absent.
 * @throws RangeError if a field does not fit.
 * @example
 * // For a test that a forgery is refused: the same entry with another holder.
 * const forged = encodeEntry({ ...decodeEntry(fromHex(bundle.entry)), holder: fromHex(thief, 20) })
 * const text = JSON.stringify({ ...bundle, entry: toHex(forged) })
 * const { verdict } = await verifyBundle(text, { checkpoint }) // "invalid"
 */
export function encodeEntry(entry: Entry, into?: Uint8Array): Uint8Array {
  return new RecordWriter(ENTRY_BYTES, into)
    .u8(ENTRY_TAG)
    .bytes(entry.log, 32, "log")
    .u64(entry.index, "index")
    .bytes(entry.prev, 32, "prev")
    .bytes(entry.actor, 20, "actor")
    .bytes(entry.nonce, 32, "nonce")
    .bytes(entry.digest, 32, "digest")
    .bytes(entry.signatureHash, 32, "signatureHash")
    .u8(entry.scheme)
    .u64(entry.verifiedBlock, "verifiedBlock")
    .u64(entry.acceptedAt, "acceptedAt")
    .u8(entry.part)
    .bytes(entry.objectKey, 32, "objectKey")
    .u64(entry.part === PART_NONE ? 0 : entry.prior, "prior")
    .bytes(entry.holder, 20, "holder")
    .finish();
}

/**
 * Decodes an entry (protocol/1-verify §6).
 *
 * @param bytes 267 bytes.
 * @throws RangeError if the bytes are not an entry: wrong length, tag, scheme or part, a number beyond 2^53 - 1, or
 *   contradictory object fields (protocol/1-verify §6.1).
 * @example
 * const { part, holder } = decodeEntry(fromHex(receipt.entry))
 * const about = { [PART_NONE]: "no object", [PART_ACT]: "an act", [PART_ASK]: "a question" }[part]
 * const next = { [toHex(ANYBODY)]: "anybody", [toHex(NOBODY)]: "nobody" }[toHex(holder)] ?? toHex(holder)
 * console.log(`${about}; ${next} may act next`)
 */
export function decodeEntry(bytes: Uint8Array): Entry {
  const reader = new RecordReader(bytes, ENTRY_BYTES, "an entry");
  const tag = reader.u8();
  if (tag !== ENTRY_TAG) throw new RangeError(`an entry begins with tag 1, not ${tag}`);
  const placed = {
    log: reader.bytes(32),
    index: reader.u64("index"),
    prev: reader.bytes(32),
    actor: reader.bytes(20),
    nonce: reader.bytes(32),
    digest: reader.bytes(32),
    signatureHash: reader.bytes(32),
    scheme: reader.u8(),
    verifiedBlock: reader.u64("verifiedBlock"),
    acceptedAt: reader.u64("acceptedAt"),
  };
  const part = reader.u8();
  const objectKey = reader.bytes(32);
  const prior = reader.u64OrMax("prior");
  const holder = reader.bytes(20);
  const entry = { ...placed, part, objectKey, prior: part === PART_NONE ? undefined : prior, holder };
  const wrong = whyNoObject(entry, prior);
  if (wrong !== undefined) throw new RangeError(wrong);
  if (entry.scheme !== SCHEME_ECDSA && entry.scheme !== SCHEME_WALLET) {
    throw new RangeError(`no signature scheme ${entry.scheme} is known`);
  }
  if ((entry.scheme === SCHEME_ECDSA) !== (entry.verifiedBlock === 0)) {
    throw new RangeError(
      `expected a verifiedBlock of 0 for scheme 0, and above 0 for scheme 1, got ${entry.verifiedBlock} for scheme ${entry.scheme}`,
    );
  }
  return entry;
}

/** Why an entry's object fields are malformed, or undefined if they are well-formed. `prior` is the raw field. */
function whyNoObject({ index, part, objectKey, holder }: Entry, prior: number | undefined): string | undefined {
  if (part > PART_ASK) return `no part ${part} is known`;
  if (part === PART_NONE) {
    const isZero = prior === 0 && equalBytes(objectKey, NO_KEY) && equalBytes(holder, NOBODY);
    return isZero ? undefined : "an entry of part 0 has a zero objectKey, prior and holder";
  }
  if (prior !== undefined && prior >= index) return `entry ${index} names the prior ${prior}, which is not before it`;
  const isHeld = part === PART_ASK && prior === undefined && !equalBytes(holder, ANYBODY);
  return isHeld ? "an object has no holder before the first act upon it" : undefined;
}

/** The scheme field of an undecoded entry: 0 ECDSA, 1 a contract wallet. */
export function schemeOf(entryBytes: Uint8Array): number {
  return entryBytes[SCHEME_OFFSET]!;
}

/** The index in an entry's bytes. */
export function indexOf(entryBytes: Uint8Array): number {
  const view = new DataView(entryBytes.buffer, entryBytes.byteOffset, entryBytes.byteLength);
  return view.getUint32(INDEX_OFFSET) * 2 ** 32 + view.getUint32(INDEX_OFFSET + 4);
}

/** The time of acceptance in an entry's bytes, in Unix milliseconds. */
export function acceptedAtOf(entryBytes: Uint8Array): number {
  const view = new DataView(entryBytes.buffer, entryBytes.byteOffset, entryBytes.byteLength);
  return view.getUint32(ACCEPTED_AT_OFFSET) * 2 ** 32 + view.getUint32(ACCEPTED_AT_OFFSET + 4);
}

/** The previous entry's hash in an entry's bytes. */
export function prevOf(entryBytes: Uint8Array): Uint8Array {
  return entryBytes.subarray(PREV_OFFSET, PREV_OFFSET + 32);
}

/** The EIP-712 digest in an entry's bytes. */
export function digestOf(entryBytes: Uint8Array): Uint8Array {
  return entryBytes.slice(DIGEST_OFFSET, DIGEST_OFFSET + 32);
}

/**
 * The first 16 bytes of the digest. Stores keep this tag for an archived entry, to recognize its action in a retry. If
 * another action has the same tag, reading the archived entry shows the difference.
 */
export function digestTagOf(entryBytes: Uint8Array): Uint8Array {
  return entryBytes.slice(DIGEST_OFFSET, DIGEST_OFFSET + DIGEST_TAG_BYTES);
}

/**
 * The key under which stores find a nonce within its log: 16 bytes of the hash of actor and nonce. It is short because
 * it is the only key that arrives in random order. An actor needs 2^64 hashes to find two own nonces with the same key,
 * and then cannot use the second. A collision with another actor's nonce takes 2^128 hashes. So an entry found by this
 * key may have another nonce: check {@link usesNonce}.
 */
export function nonceKeyOf(actor: Uint8Array, nonce: Uint8Array): Uint8Array {
  if (actor.length !== 20 || nonce.length !== 32) {
    throw new RangeError(`expected an actor of 20 bytes and a nonce of 32, got ${actor.length} and ${nonce.length}`);
  }
  return hashLeaf(Uint8Array.of(...actor, ...nonce)).slice(0, NONCE_KEY_BYTES);
}

/** {@link nonceKeyOf} for the nonce in an entry's bytes. */
export function nonceKeyOfEntry(entryBytes: Uint8Array): Uint8Array {
  return hashLeaf(entryBytes.subarray(ACTOR_OFFSET, DIGEST_OFFSET)).slice(0, NONCE_KEY_BYTES);
}

/** The actor and nonce in an entry's bytes: views, not copies. */
export function nonceOf(entryBytes: Uint8Array): Pick<Entry, "actor" | "nonce"> {
  return {
    actor: entryBytes.subarray(ACTOR_OFFSET, NONCE_OFFSET),
    nonce: entryBytes.subarray(NONCE_OFFSET, DIGEST_OFFSET),
  };
}

/** Whether an entry's bytes have this actor and nonce. */
export function usesNonce(entryBytes: Uint8Array, { actor, nonce }: Pick<Entry, "actor" | "nonce">): boolean {
  const used = nonceOf(entryBytes);
  return equalBytes(used.actor, actor) && equalBytes(used.nonce, nonce);
}

const NONCE_KEY_BYTES = 16;
/** Length of {@link digestTagOf} in bytes. */
export const DIGEST_TAG_BYTES = 16;

/** The object fields in an entry's bytes: views, not copies. */
export function objectIn(entryBytes: Uint8Array): Pick<Entry, "part" | "objectKey" | "holder"> {
  return {
    part: entryBytes[PART_OFFSET]!,
    objectKey: entryBytes.subarray(OBJECT_KEY_OFFSET, PRIOR_OFFSET),
    holder: entryBytes.subarray(HOLDER_OFFSET, ENTRY_BYTES),
  };
}

/**
 * Writes `prior` and the holder into an entry's bytes. Not for an entry without an object.
 *
 * @param holder undefined if the action names a holder: the bytes have it already.
 */
export function placeObject(entryBytes: Uint8Array, prior: number | undefined, holder: Uint8Array | undefined): void {
  const view = new DataView(entryBytes.buffer, entryBytes.byteOffset, ENTRY_BYTES);
  view.setBigUint64(PRIOR_OFFSET, prior === undefined ? NO_PRIOR : BigInt(prior));
  if (holder !== undefined) entryBytes.set(holder, HOLDER_OFFSET);
}

/** Writes an entry's place in its log into its bytes. Throws `RangeError` if a field does not fit. */
export function placeEntry(
  entryBytes: Uint8Array,
  { index, prev, acceptedAt }: Pick<Entry, "index" | "prev" | "acceptedAt">,
): void {
  const whole = (value: number) => Number.isSafeInteger(value) && value >= 0;
  if (!whole(index) || !whole(acceptedAt))
    throw new RangeError(`index ${index} or time ${acceptedAt} is not from 0 to 2^53 - 1`);
  if (entryBytes.length !== ENTRY_BYTES || prev.length !== 32) {
    throw new RangeError(
      `expected an entry of ${ENTRY_BYTES} bytes and a prev of 32, got ${entryBytes.length} and ${prev.length}`,
    );
  }
  const view = new DataView(entryBytes.buffer, entryBytes.byteOffset, ENTRY_BYTES);
  view.setBigUint64(INDEX_OFFSET, BigInt(index));
  entryBytes.set(prev, PREV_OFFSET);
  view.setBigUint64(ACCEPTED_AT_OFFSET, BigInt(acceptedAt));
}

/**
 * Returns an entry's hash, 32 bytes: the RFC 9162 leaf hash. It links the chain, and is the log's head.
 *
 * @example
 * const entry = decodeEntry(fromHex(bundle.entry, ENTRY_BYTES))
 * const follows = toHex(entry.prev) === toHex(hashEntry(fromHex(earlier.entry, ENTRY_BYTES)))
 */
export function hashEntry(entryBytes: Uint8Array): Uint8Array {
  return hashLeaf(entryBytes);
}
