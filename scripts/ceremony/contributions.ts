/** Reads a key's record of its contributions: section 10 of snarkjs's format. */
import { createHash } from "node:crypto";
import { bn254 } from "@noble/curves/bn254.js";
import { sectionsOf } from "../../src/crypto/bn254/zkey.ts";
import type { Beacon } from "../circuits/beacon.ts";

/** A contribution as a key records it. */
export type KeyContribution = {
  /** All bytes of the contribution, as in the key. */
  readonly record: Buffer;
  /** snarkjs's contribution hash, in hex: BLAKE2b-512 over its points and its transcript. */
  readonly hash: string;
  readonly name: string;
  readonly beacon?: Beacon | undefined;
};

/** A key's contributions. `circuit` is the hash of its circuit and powers of tau. */
type KeyHistory = { readonly circuit: Buffer; readonly contributions: readonly KeyContribution[] };

const [G1, G2, HASH] = [64, 128, 64];
/**
 * Offset of the transcript. Before it are delta after the contribution, s and x · s (all in G1), and x · s' (in G2).
 * The point s' follows from the transcript.
 */
const TRANSCRIPT = 3 * G1 + G2;
const FIXED = TRANSCRIPT + HASH;
const BEACON = 1;

/**
 * Reads a key's contributions.
 *
 * @throws RangeError or KeyError if the key is malformed.
 */
export function readHistory(key: Uint8Array): KeyHistory {
  const section = sectionsOf(key).get(10);
  if (section === undefined) throw new RangeError("the key has no record of its contributions");
  const bytes = Buffer.from(section.buffer, section.byteOffset, section.length);
  const contributions: KeyContribution[] = [];
  let at = HASH + 4;
  const count = bytes.readUInt32LE(HASH);
  for (let i = 0; i < count; i++) {
    // Reading past the end throws a RangeError.
    const end = at + FIXED + 8 + bytes.readUInt32LE(at + FIXED + 4);
    if (end > bytes.length) throw new RangeError(`contribution ${i + 1} ends after the end of the key`);
    contributions.push(readContribution(bytes.subarray(at, end)));
    at = end;
  }
  if (at !== bytes.length) throw new RangeError("there are bytes after the contributions");
  return { circuit: bytes.subarray(0, HASH), contributions };
}

function readContribution(record: Buffer): KeyContribution {
  const isBeacon = record.readUInt32LE(FIXED) === BEACON;
  const parameters = readParameters(record.subarray(FIXED + 8));
  const [exponent, hash] = [parameters.get(2), parameters.get(3)];
  const name = (parameters.get(1) ?? Buffer.alloc(0)).toString("utf8");
  if (isBeacon !== (exponent !== undefined && hash !== undefined))
    throw new RangeError("a contribution is marked as a beacon without a beacon's parameters, or the reverse");
  const beacon = isBeacon ? { hash: hash!.toString("hex"), iterationsExponent: exponent![0]! } : undefined;
  return { record, hash: hashContribution(record), name, beacon };
}

/** Reads parameters by type: 1 is a name (length first), 2 an exponent (one byte), 3 a beacon's hash (length first). */
function readParameters(bytes: Buffer): Map<number, Buffer> {
  const parameters = new Map<number, Buffer>();
  for (let at = 0; at < bytes.length;) {
    const type = bytes.readUInt8(at);
    if (![1, 2, 3].includes(type) || parameters.has(type))
      throw new RangeError("a contribution has an unknown parameter, or one twice");
    const from = type === 2 ? at + 1 : at + 2;
    const end = type === 2 ? from + 1 : from + bytes.readUInt8(at + 1);
    if (end > bytes.length) throw new RangeError("a contribution's parameter ends after the end of the contribution");
    parameters.set(type, bytes.subarray(from, end));
    at = end;
  }
  return parameters;
}

/** Hashes the points (uncompressed, big-endian, imaginary parts first) and the transcript. */
function hashContribution(record: Buffer): string {
  const hash = createHash("blake2b512");
  for (const at of [0, G1, 2 * G1]) hash.update(coordinate(record, at)).update(coordinate(record, at + 32));
  for (const at of [32, 0, 96, 64]) hash.update(coordinate(record, 3 * G1 + at));
  return hash.update(record.subarray(TRANSCRIPT, FIXED)).digest("hex");
}

const { Fp } = bn254.fields;
const FROM_MONTGOMERY = Fp.inv(Fp.create(2n ** 256n));

/** Converts a coordinate from the key's little-endian Montgomery form to 32 big-endian bytes. */
function coordinate(record: Buffer, at: number): Buffer {
  const number = BigInt(
    `0x${Buffer.from(record.subarray(at, at + 32))
      .reverse()
      .toString("hex")}`,
  );
  return Buffer.from(Fp.mul(number, FROM_MONTGOMERY).toString(16).padStart(64, "0"), "hex");
}
