/** The newest act upon each object of a log, for code that reads all its entries in order. Browser-safe. */
import type { NewestAct } from "./link.ts";

/** The newest acts of a log, by object key. */
export type NewestActs = {
  get(objectKey: Uint8Array): NewestAct | undefined;
  set(objectKey: Uint8Array, act: NewestAct): void;
};

/** A record in bytes: key, holder, index. */
const [KEY, HOLDER, INDEX] = [32, 20, 7];
const RECORD = KEY + HOLDER + INDEX;
const KEY_WORDS = KEY / 4;
const CHUNK_RECORDS = 1_024;

const EMPTY = 0xffff_ffff;
/** Largest share of slots in use, and the factor of growth beyond it. Slots take 5 bytes an object at most. */
const FULL = 0.9;
const GROWTH = 1.125;
const FIRST_SLOTS = 64;

/**
 * Creates an empty table, which takes 64 bytes an object. It is an open-addressed hash table over records in chunks: a
 * `Map` of millions of objects would take three times the memory. A slot holds the number of a record, and in the bits
 * above it a part of the key's hash. So a lookup hardly ever reads the records of other keys. The hash has a random
 * seed, so that nobody can choose keys that collide.
 */
export function createNewestActs(): NewestActs {
  const seed = crypto.getRandomValues(new Uint32Array(KEY_WORDS + 1));
  const chunks: DataView[] = [];
  let slots = new Uint32Array(FIRST_SLOTS).fill(EMPTY);
  let size = 0;
  /** Number of bits of a slot that hold a record's number. The largest number is never used: it marks an empty slot. */
  let numberBits = bitsFor(FIRST_SLOTS);
  let numberMask = 2 ** numberBits - 1;
  /** The key of the current lookup. */
  const key = new Uint32Array(KEY_WORDS);

  const chunkOf = (record: number): DataView => chunks[(record / CHUNK_RECORDS) | 0]!;
  const startOf = (record: number): number => RECORD * (record % CHUNK_RECORDS);
  const hasKey = (record: number): boolean => {
    const [chunk, at] = [chunkOf(record), startOf(record)];
    for (let i = 0; i < KEY_WORDS; i++) if (chunk.getUint32(at + 4 * i) !== key[i]) return false;
    return true;
  };
  const firstSlot = (hash: number): number => Math.floor((hash * slots.length) / 2 ** 32);
  const nextSlot = (slot: number): number => (slot + 1 === slots.length ? 0 : slot + 1);
  const recordIn = (slot: number): number => (slots[slot]! & numberMask) >>> 0;
  /** The slot of `key`, or the empty slot for it. */
  const findSlot = (hash: number): number => {
    const tag = hash << numberBits;
    let slot = firstSlot(hash);
    while (slots[slot] !== EMPTY) {
      if ((slots[slot]! ^ tag) >>> numberBits === 0 && hasKey(recordIn(slot))) break;
      slot = nextSlot(slot);
    }
    return slot;
  };
  const fill = (slot: number, hash: number, record: number): void => {
    slots[slot] = (hash << numberBits) | record;
  };
  const readKey = (from: DataView, at: number): void => {
    for (let i = 0; i < KEY_WORDS; i++) key[i] = from.getUint32(at + 4 * i);
  };
  const grow = (): void => {
    slots = new Uint32Array(Math.ceil(GROWTH * slots.length)).fill(EMPTY);
    numberBits = bitsFor(slots.length);
    numberMask = 2 ** numberBits - 1;
    for (let record = 0; record < size; record++) {
      readKey(chunkOf(record), startOf(record));
      const hash = hashOf(key, seed);
      let slot = firstSlot(hash);
      while (slots[slot] !== EMPTY) slot = nextSlot(slot);
      fill(slot, hash, record);
    }
  };
  const addKey = (objectKey: Uint8Array): number => {
    if (size + 1 > FULL * slots.length) grow();
    if (size === chunks.length * CHUNK_RECORDS) chunks.push(new DataView(new ArrayBuffer(RECORD * CHUNK_RECORDS)));
    writeBytes(objectKey, KEY, chunkOf(size), startOf(size));
    readKey(chunkOf(size), startOf(size));
    const hash = hashOf(key, seed);
    fill(findSlot(hash), hash, size);
    return size++;
  };
  /** The record of a key, or undefined if it is not in the table. */
  const find = (objectKey: Uint8Array): number | undefined => {
    readWords(objectKey, key);
    const slot = findSlot(hashOf(key, seed));
    return slots[slot] === EMPTY ? undefined : recordIn(slot);
  };

  return {
    get: (objectKey) => {
      const record = find(objectKey);
      if (record === undefined) return undefined;
      const [chunk, at] = [chunkOf(record), startOf(record) + KEY];
      const holder = new Uint8Array(HOLDER);
      for (let i = 0; i < HOLDER; i++) holder[i] = chunk.getUint8(at + i);
      const [low, high] = [chunk.getUint32(at + HOLDER + 3), chunk.getUint32(at + HOLDER - 1) & 0xff_ffff];
      return { index: high * 2 ** 32 + low, holder };
    },
    set: (objectKey, { index, holder }) => {
      const record = find(objectKey) ?? addKey(objectKey);
      const [chunk, at] = [chunkOf(record), startOf(record) + KEY];
      writeBytes(holder, HOLDER, chunk, at);
      const high = Math.floor(index / 2 ** 32);
      chunk.setUint8(at + HOLDER, high >>> 16);
      chunk.setUint16(at + HOLDER + 1, high);
      chunk.setUint32(at + HOLDER + 3, index);
    },
  };
}

/** Bits for as many record numbers as there are slots, and one more. */
function bitsFor(slots: number): number {
  return Math.ceil(Math.log2(slots));
}

function readWords(bytes: Uint8Array, into: Uint32Array): void {
  for (let i = 0; i < KEY_WORDS; i++) {
    const from = 4 * i;
    into[i] = (bytes[from]! << 24) | (bytes[from + 1]! << 16) | (bytes[from + 2]! << 8) | bytes[from + 3]!;
  }
}

function writeBytes(bytes: Uint8Array, count: number, into: DataView, at: number): void {
  for (let i = 0; i < count; i++) into.setUint8(at + i, bytes[i]!);
}

function hashOf(key: Uint32Array, seed: Uint32Array): number {
  let hash = seed[KEY_WORDS]!;
  for (let i = 0; i < KEY_WORDS; i++) {
    hash = Math.imul(hash ^ key[i]!, seed[i]! | 1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}
