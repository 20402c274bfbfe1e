/** The newest act upon each object of a log, for whoever reads all of its entries in their order. Browser-safe. */
import type { NewestAct } from "./link.ts";

/** The newest acts of a log by their objects' keys. */
export type NewestActs = {
  get(objectKey: Uint8Array): NewestAct | undefined;
  set(objectKey: Uint8Array, act: NewestAct): void;
};

/** In 32-bit words: a key, an index in two, a holder. */
const [KEY, INDEX, HOLDER] = [8, 2, 5];
const RECORD = KEY + INDEX + HOLDER;
const CHUNK_RECORDS = 4_096;
const EMPTY = 0xffff_ffff;

/**
 * A table without acts: an open-addressed one over records in chunks, since millions of objects in a `Map` take three
 * times the memory. Its hash has a seed of its own, so that keys cannot be made to collide in it.
 */
export function createNewestActs(): NewestActs {
  const seed = crypto.getRandomValues(new Uint32Array(KEY + 1));
  const chunks: Uint32Array[] = [];
  let slots = new Uint32Array(64).fill(EMPTY);
  let size = 0;
  /** The key that is looked for. */
  const key = new Uint32Array(KEY);

  const chunkOf = (record: number): Uint32Array => chunks[Math.floor(record / CHUNK_RECORDS)]!;
  const startOf = (record: number): number => RECORD * (record % CHUNK_RECORDS);
  const hasKey = (record: number): boolean => {
    const [chunk, at] = [chunkOf(record), startOf(record)];
    for (let i = 0; i < KEY; i++) if (chunk[at + i] !== key[i]) return false;
    return true;
  };
  /** The slot of `key`, or the empty one where it belongs. */
  const findSlot = (): number => {
    const last = slots.length - 1;
    let slot = hashOf(key, seed) & last;
    while (slots[slot] !== EMPTY && !hasKey(slots[slot]!)) slot = (slot + 1) & last;
    return slot;
  };
  const grow = (): void => {
    slots = new Uint32Array(2 * slots.length).fill(EMPTY);
    for (let record = 0; record < size; record++) {
      key.set(chunkOf(record).subarray(startOf(record), startOf(record) + KEY));
      slots[findSlot()] = record;
    }
  };
  const addKey = (objectKey: Uint8Array): number => {
    if (size >= 0.75 * slots.length) grow();
    if (size === chunks.length * CHUNK_RECORDS) chunks.push(new Uint32Array(RECORD * CHUNK_RECORDS));
    readWords(objectKey, key, 0, KEY);
    chunkOf(size).set(key, startOf(size));
    slots[findSlot()] = size;
    return size++;
  };

  return {
    get: (objectKey) => {
      readWords(objectKey, key, 0, KEY);
      const record = slots[findSlot()]!;
      if (record === EMPTY) return undefined;
      const [chunk, at] = [chunkOf(record), startOf(record) + KEY];
      const holder = new Uint8Array(4 * HOLDER);
      for (let i = 0; i < holder.length; i++) {
        holder[i] = chunk[at + INDEX + (i >> 2)]! >>> (24 - 8 * (i & 3));
      }
      return { index: chunk[at]! * 2 ** 32 + chunk[at + 1]!, holder };
    },
    set: (objectKey, { index, holder }) => {
      readWords(objectKey, key, 0, KEY);
      const found = slots[findSlot()]!;
      const record = found === EMPTY ? addKey(objectKey) : found;
      const [chunk, at] = [chunkOf(record), startOf(record) + KEY];
      chunk[at] = Math.floor(index / 2 ** 32);
      chunk[at + 1] = index >>> 0;
      readWords(holder, chunk, at + INDEX, HOLDER);
    },
  };
}

function readWords(bytes: Uint8Array, into: Uint32Array, at: number, count: number): void {
  for (let i = 0; i < count; i++) {
    const from = 4 * i;
    into[at + i] = (bytes[from]! << 24) | (bytes[from + 1]! << 16) | (bytes[from + 2]! << 8) | bytes[from + 3]!;
  }
}

function hashOf(key: Uint32Array, seed: Uint32Array): number {
  let hash = seed[KEY]!;
  for (let i = 0; i < KEY; i++) {
    hash = Math.imul(hash ^ key[i]!, seed[i]! | 1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}
