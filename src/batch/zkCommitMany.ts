/** Computes the commitments of many entries at once, in bytes. ./zk.ts computes a single one, in bigints. */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { concat, utf8 } from "../base/bytes.ts";
import { keptPerEngine } from "../crypto/poseidon/hash.ts";
import { poseidonMany, reduceWord, TAGS } from "../crypto/poseidon/index.ts";
import { ZK_MEMBERS } from "./zk.ts";

/** The parts of a commitment to an entry and its payload. */
export type CommitmentBytes = {
  /** The wallet that acted: 20 bytes. */
  readonly actor: Uint8Array;
  /** 32 bytes. */
  readonly nonce: Uint8Array;
  /** Unix milliseconds. */
  readonly acceptedAt: number;
  /** The entry's SHA-256 hash. */
  readonly entryHash: Uint8Array;
  /** `KPayload(<members>)`, as EIP-712 writes it. */
  readonly payloadType: string;
  /** The payload's 32-byte words, without the type hash: 1 to 16. */
  readonly words: readonly Uint8Array[];
};

const WORD = 32;
/** How many entries are hashed at a time, so that memory does not grow with the batch. */
const AT_ONCE = 1024;

/**
 * The commitments of entries (protocol/1-verify §8.3), three times as fast as one at a time.
 *
 * @returns 32 big-endian bytes for each.
 * @throws RangeError if a value is out of its range, or there are not 1 to 16 words.
 */
export function commitMany(inputs: readonly CommitmentBytes[]): Uint8Array {
  inputs.forEach(assertInput);
  const types = new Map<string, Uint8Array>();
  const parts: Uint8Array[] = [];
  for (let from = 0; from < inputs.length; from += AT_ONCE) {
    parts.push(commitPart(inputs.slice(from, from + AT_ONCE), types));
  }
  return concat(...parts);
}

function commitPart(inputs: readonly CommitmentBytes[], types: Map<string, Uint8Array>): Uint8Array {
  // 1. Every word as its element, 16 for each entry and two zeros; contexts, which the quotients go into.
  const elements = new Uint8Array(inputs.length * ELEMENTS * WORD);
  const contexts = new Uint8Array(inputs.length * 5 * WORD);
  inputs.forEach((input, i) => {
    const shape = putElements(input.words, elements, i * ELEMENTS * WORD);
    putContext(input, shape, contexts, i * 5 * WORD);
  });
  const contextHashes = poseidonMany(TAGS.context, 5, contexts);
  const rests = hashRests(elements, inputs);

  // 2. The parts of each commitment.
  const joined = new Uint8Array(inputs.length * 5 * WORD);
  inputs.forEach(({ payloadType }, i) => {
    const at = i * 5 * WORD;
    joined.set(contextHashes.subarray(i * WORD, (i + 1) * WORD), at);
    joined.set(typeElement(payloadType, types), at + WORD);
    joined.set(elements.subarray(i * ELEMENTS * WORD, (i * ELEMENTS + 2) * WORD), at + 2 * WORD);
    joined.set(rests.subarray(i * WORD, (i + 1) * WORD), at + 4 * WORD);
  });
  return poseidonMany(TAGS.commitment, 5, joined);
}

const GROUPS = 4;
/** Elements 0 and 1, and four groups of four. The last two elements are always zero. */
const ELEMENTS = 2 + 4 * GROUPS;

/**
 * Writes the words' elements to `to`, and returns n + 2^8 · Σ q_i · 8^i: the number of words, and their quotients by r.
 */
function putElements(words: readonly Uint8Array[], to: Uint8Array, at: number): bigint {
  let shape = BigInt(words.length);
  words.forEach((word, i) => {
    to.set(word, at + i * WORD);
    const quotient = reduceWord(to, at + i * WORD);
    if (quotient > 0) shape += BigInt(quotient) << BigInt(8 + 3 * i);
  });
  return shape;
}

function putContext(input: CommitmentBytes, shape: bigint, to: Uint8Array, at: number): void {
  const view = new DataView(to.buffer);
  to.set(input.actor, at + WORD - 20);
  to.set(input.nonce, at + WORD);
  const quotient = reduceWord(to, at + WORD);
  view.setBigUint64(at + 3 * WORD - 8, shape + (BigInt(quotient) << 5n));
  view.setBigUint64(at + 4 * WORD - 8, BigInt(input.acceptedAt));
  to.set(input.entryHash, at + 4 * WORD);
  reduceWord(to, at + 4 * WORD);
}

/** `rest` of each entry. Most payloads leave most groups zero, so the hashes of zeros are computed only once. */
function hashRests(elements: Uint8Array, inputs: readonly CommitmentBytes[]): Uint8Array {
  const { group: zeroGroup, rest: zeroRest } = hashesOfZeros();
  const perGroup = 4 * WORD;
  // How many groups of each entry contain words.
  const reached = inputs.map(({ words }) => Math.ceil(Math.max(words.length - 2, 0) / 4));
  const total = reached.reduce((sum, count) => sum + count, 0);
  const groups = new Uint8Array(total * perGroup);
  let next = 0;
  reached.forEach((count, i) => {
    const from = (i * ELEMENTS + 2) * WORD;
    groups.set(elements.subarray(from, from + count * perGroup), next * perGroup);
    next += count;
  });
  const groupHashes = poseidonMany(TAGS.group, 4, groups);

  const joined = new Uint8Array(reached.filter((count) => count > 0).length * perGroup);
  let [at, used] = [0, 0];
  for (const count of reached) {
    if (count === 0) continue;
    joined.set(groupHashes.subarray(used * WORD, (used + count) * WORD), at);
    for (let group = count; group < GROUPS; group++) joined.set(zeroGroup, at + group * WORD);
    at += perGroup;
    used += count;
  }
  const restHashes = poseidonMany(TAGS.rest, 4, joined);

  const rests = new Uint8Array(inputs.length * WORD);
  let taken = 0;
  reached.forEach((count, i) => {
    rests.set(count === 0 ? zeroRest : restHashes.subarray(taken * WORD, (taken + 1) * WORD), i * WORD);
    if (count > 0) taken += 1;
  });
  return rests;
}

/** The hash of a group of zeros, and of four such groups. */
const hashesOfZeros = keptPerEngine(() => {
  const group = poseidonMany(TAGS.group, 4, new Uint8Array(4 * WORD));
  return { group, rest: poseidonMany(TAGS.rest, 4, concat(group, group, group, group)) };
});

/** The type hash modulo r, of each type once. */
function typeElement(payloadType: string, known: Map<string, Uint8Array>): Uint8Array {
  let element = known.get(payloadType);
  if (element === undefined) {
    element = keccak_256(utf8(payloadType));
    reduceWord(element, 0);
    known.set(payloadType, element);
  }
  return element;
}

function assertInput({ actor, nonce, acceptedAt, entryHash, words }: CommitmentBytes, index: number): void {
  const refuse = (what: string, why: string): never => {
    throw new RangeError(`${what} of entry ${index} to commit to ${why}`);
  };
  const assertLength = (bytes: Uint8Array, length: number, what: string, i?: number): void => {
    if (bytes.length !== length)
      refuse(i === undefined ? what : `${what} ${i}`, `is ${bytes.length} bytes, not ${length}`);
  };
  assertLength(actor, 20, "the actor");
  assertLength(nonce, WORD, "the nonce");
  assertLength(entryHash, WORD, "the entryHash");
  if (!Number.isSafeInteger(acceptedAt) || acceptedAt < 0) {
    refuse("acceptedAt", `is not an integer from 0 to 2^53 - 1: ${acceptedAt}`);
  }
  if (words.length < 1 || words.length > ZK_MEMBERS) {
    refuse("the payload", `has ${words.length} words, not 1 to ${ZK_MEMBERS}`);
  }
  words.forEach((word, i) => assertLength(word, WORD, "word", i));
}
