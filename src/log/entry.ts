import { ANYBODY, NOBODY, PART_ASK, PART_NONE } from "../action/part.ts";
import { equalBytes } from "../encoding/bytes.ts";
import { RecordReader, RecordWriter } from "../encoding/records.ts";
import { hashLeaf } from "../merkle/hash.ts";

/** Bytes of an entry (PROTOCOL §4). */
export const ENTRY_BYTES = 267;
const ENTRY_TAG = 0x01;
const INDEX_OFFSET = 33;
/** Where an entry has the hash of the one before. */
export const PREV_OFFSET = 41;
const ACTOR_OFFSET = 73;
const NONCE_OFFSET = 93;
/** Where an entry has its digest. */
export const DIGEST_OFFSET = 125;
const SCHEME_OFFSET = 189;
const ACCEPTED_AT_OFFSET = 198;
/** Where an entry says what it is about. */
export const PART_OFFSET = 206;
export const OBJECT_KEY_OFFSET = 207;
export const PRIOR_OFFSET = 239;
export const HOLDER_OFFSET = 247;
const NO_KEY = new Uint8Array(32);
const NO_PRIOR = 2n ** 64n - 1n;

/** An ECDSA signature that recovers to the actor. */
export const SCHEME_ECDSA = 0;
/** The signature of a contract wallet, which was asked at `verifiedBlock`. */
export const SCHEME_WALLET = 1;

/** An entry of a log: what was accepted, when, and after what. Byte strings are raw bytes. */
export type Entry = {
  /** The log's identifier, 32 bytes. */
  readonly log: Uint8Array;
  /** Position in the log, from 0. */
  readonly index: number;
  /** entryHash of the entry before; the log's identifier for index 0. */
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
  /** The block at which a contract wallet was asked; 0 for scheme 0. */
  readonly verifiedBlock: number;
  /** Unix milliseconds; never less than that of the entry before. */
  readonly acceptedAt: number;
  /** `PART_NONE`, `PART_ACT` or `PART_ASK`; the three below are zero, and none, for an entry about nothing. */
  readonly part: number;
  /** Which object it is about, 32 bytes. */
  readonly objectKey: Uint8Array;
  /** Index of the newest act upon that object in this log before this entry; undefined where there is none. */
  readonly prior: number | undefined;
  /** Who alone may act upon the object next, 20 bytes; `ANYBODY`, or zero: nobody. */
  readonly holder: Uint8Array;
};

/**
 * An entry's 267 bytes. Throws `RangeError` where a field does not fit.
 *
 * @param into where they are written; bytes of their own if absent.
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
 * Reads an entry. Throws `RangeError` where the bytes are not one: wrong length, tag, scheme or part, a number beyond
 * 2^53 - 1, or what is said of an object contradicts itself (PROTOCOL §4.2).
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
    throw new RangeError("verifiedBlock is 0 for scheme 0, which asks no chain, and for no other");
  }
  return entry;
}

/** Why what an entry says of its object is malformed; `prior` as it is in the bytes. */
function whyNoObject({ index, part, objectKey, holder }: Entry, prior: number | undefined): string | undefined {
  if (part > PART_ASK) return `no part ${part} is known`;
  if (part === PART_NONE) {
    const isZero = prior === 0 && equalBytes(objectKey, NO_KEY) && equalBytes(holder, NOBODY);
    return isZero ? undefined : "an entry about nothing names no object, prior and holder";
  }
  if (prior !== undefined && prior >= index) return `entry ${index} names the prior ${prior}, which is not before it`;
  const isHeld = part === PART_ASK && prior === undefined && !equalBytes(holder, ANYBODY);
  return isHeld ? "nobody holds an object before the first act upon it" : undefined;
}

/** The scheme that an entry's bytes claim, before they are read: 0 ECDSA, 1 a contract wallet. */
export function schemeOf(entryBytes: Uint8Array): number {
  return entryBytes[SCHEME_OFFSET]!;
}

/** The index in an entry's bytes. */
export function indexOf(entryBytes: Uint8Array): number {
  const view = new DataView(entryBytes.buffer, entryBytes.byteOffset, entryBytes.byteLength);
  return view.getUint32(INDEX_OFFSET) * 2 ** 32 + view.getUint32(INDEX_OFFSET + 4);
}

/** The hash of the entry before in an entry's bytes. */
export function prevOf(entryBytes: Uint8Array): Uint8Array {
  return entryBytes.subarray(PREV_OFFSET, PREV_OFFSET + 32);
}

/** The EIP-712 digest in an entry's bytes. */
export function digestOf(entryBytes: Uint8Array): Uint8Array {
  return entryBytes.slice(DIGEST_OFFSET, DIGEST_OFFSET + 32);
}

/**
 * What the stores know a nonce's action by, once its entry is in the archive: the first 16 bytes of its digest. What
 * has the same is found to be another action when the entry is read.
 */
export function digestTagOf(entryBytes: Uint8Array): Uint8Array {
  return entryBytes.slice(DIGEST_OFFSET, DIGEST_OFFSET + DIGEST_TAG_BYTES);
}

/**
 * What the stores know a nonce by, within its log: 16 bytes of the hash of actor and nonce. Short, since it is the one
 * key that comes in no order. Two nonces of one's own with the same key take 2^64 hashes to find, and the second
 * cannot be used then; one with the key of another's nonce takes 2^128. So an entry found by it may be of another
 * nonce: {@link usesNonce}.
 */
export function nonceKeyOf(actor: Uint8Array, nonce: Uint8Array): Uint8Array {
  if (actor.length !== 20 || nonce.length !== 32) throw new RangeError("no actor and nonce");
  return hashLeaf(Uint8Array.of(...actor, ...nonce)).slice(0, NONCE_KEY_BYTES);
}

/** The same of the nonce in an entry's bytes. */
export function nonceKeyOfEntry(entryBytes: Uint8Array): Uint8Array {
  return hashLeaf(entryBytes.subarray(ACTOR_OFFSET, DIGEST_OFFSET)).slice(0, NONCE_KEY_BYTES);
}

/** Whose nonce is in an entry's bytes, and which: parts of them, no copies. */
export function nonceOf(entryBytes: Uint8Array): Pick<Entry, "actor" | "nonce"> {
  return {
    actor: entryBytes.subarray(ACTOR_OFFSET, NONCE_OFFSET),
    nonce: entryBytes.subarray(NONCE_OFFSET, DIGEST_OFFSET),
  };
}

/** Whether an entry's bytes are of this actor and nonce. */
export function usesNonce(entryBytes: Uint8Array, { actor, nonce }: Pick<Entry, "actor" | "nonce">): boolean {
  const used = nonceOf(entryBytes);
  return equalBytes(used.actor, actor) && equalBytes(used.nonce, nonce);
}

const NONCE_KEY_BYTES = 16;
/** Bytes of {@link digestTagOf}. */
export const DIGEST_TAG_BYTES = 16;

/** What an entry's bytes say of its object: parts of them, no copies. */
export function objectIn(entryBytes: Uint8Array): Pick<Entry, "part" | "objectKey" | "holder"> {
  return {
    part: entryBytes[PART_OFFSET]!,
    objectKey: entryBytes.subarray(OBJECT_KEY_OFFSET, PRIOR_OFFSET),
    holder: entryBytes.subarray(HOLDER_OFFSET, ENTRY_BYTES),
  };
}

/**
 * Writes into an entry's bytes which act upon its object it follows. Not for an entry about nothing.
 *
 * @param holder undefined where the action names one, which is there already.
 */
export function placeObject(entryBytes: Uint8Array, prior: number | undefined, holder: Uint8Array | undefined): void {
  const view = new DataView(entryBytes.buffer, entryBytes.byteOffset, ENTRY_BYTES);
  view.setBigUint64(PRIOR_OFFSET, prior === undefined ? NO_PRIOR : BigInt(prior));
  if (holder !== undefined) entryBytes.set(holder, HOLDER_OFFSET);
}

/** Writes an entry's place in its log into its bytes. Throws `RangeError` where a field does not fit. */
export function placeEntry(
  entryBytes: Uint8Array,
  { index, prev, acceptedAt }: Pick<Entry, "index" | "prev" | "acceptedAt">,
): void {
  const whole = (value: number) => Number.isSafeInteger(value) && value >= 0;
  if (!whole(index) || !whole(acceptedAt)) throw new RangeError(`no entry has index ${index}, time ${acceptedAt}`);
  if (entryBytes.length !== ENTRY_BYTES || prev.length !== 32) throw new RangeError("not an entry's bytes");
  const view = new DataView(entryBytes.buffer, entryBytes.byteOffset, ENTRY_BYTES);
  view.setBigUint64(INDEX_OFFSET, BigInt(index));
  entryBytes.set(prev, PREV_OFFSET);
  view.setBigUint64(ACCEPTED_AT_OFFSET, BigInt(acceptedAt));
}

/** entryHash: the RFC 9162 leaf hash, the link of the chain and the log's head at once. */
export function hashEntry(entryBytes: Uint8Array): Uint8Array {
  return hashLeaf(entryBytes);
}
