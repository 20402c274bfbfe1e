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
 * `Map` of millions of objects would take three times the memory.
 */
export function createNewestActs(): NewestActs {
  return new Table();
}

class Table implements NewestActs {
  /** Random, so that nobody can choose keys that collide. */
  private readonly seed = crypto.getRandomValues(new Uint32Array(KEY_WORDS + 1));
  private readonly chunks: DataView[] = [];
  /** Number of records. */
  private size = 0;
  /**
   * A slot holds the number of a record, and in the bits above it a part of the key's hash. So a lookup hardly ever
   * reads the records of other keys.
   */
  private slots = new Uint32Array(FIRST_SLOTS).fill(EMPTY);
  /** Number of bits of a slot that hold a record's number. The largest number is never used: it marks an empty slot. */
  private numberBits = bitsFor(FIRST_SLOTS);
  private numberMask = 2 ** bitsFor(FIRST_SLOTS) - 1;
  /** The key of the current lookup. */
  private readonly key = new Uint32Array(KEY_WORDS);

  get(objectKey: Uint8Array): NewestAct | undefined {
    const record = this.find(objectKey);
    if (record === undefined) return undefined;
    const [chunk, at] = [this.chunkOf(record), startOf(record) + KEY];
    const holder = new Uint8Array(HOLDER);
    for (let i = 0; i < HOLDER; i++) holder[i] = chunk.getUint8(at + i);
    const [low, high] = [chunk.getUint32(at + HOLDER + 3), chunk.getUint32(at + HOLDER - 1) & 0xff_ffff];
    return { index: high * 2 ** 32 + low, holder };
  }

  set(objectKey: Uint8Array, { index, holder }: NewestAct): void {
    const record = this.find(objectKey) ?? this.addKey(objectKey);
    const [chunk, at] = [this.chunkOf(record), startOf(record) + KEY];
    writeBytes(holder, HOLDER, chunk, at);
    const high = Math.floor(index / 2 ** 32);
    chunk.setUint8(at + HOLDER, high >>> 16);
    chunk.setUint16(at + HOLDER + 1, high);
    chunk.setUint32(at + HOLDER + 3, index);
  }

  /** The record of a key, or undefined if it is not in the table. */
  private find(objectKey: Uint8Array): number | undefined {
    readWords(objectKey, this.key);
    const slot = this.findSlot(hashOf(this.key, this.seed));
    return this.slots[slot] === EMPTY ? undefined : this.recordIn(slot);
  }

  private addKey(objectKey: Uint8Array): number {
    if (this.size + 1 > FULL * this.slots.length) this.grow();
    if (this.size === this.chunks.length * CHUNK_RECORDS) {
      this.chunks.push(new DataView(new ArrayBuffer(RECORD * CHUNK_RECORDS)));
    }
    const record = this.size++;
    writeBytes(objectKey, KEY, this.chunkOf(record), startOf(record));
    const hash = this.hashOfRecord(record);
    this.fill(this.findSlot(hash), hash, record);
    return record;
  }

  private grow(): void {
    this.slots = new Uint32Array(Math.ceil(GROWTH * this.slots.length)).fill(EMPTY);
    this.numberBits = bitsFor(this.slots.length);
    this.numberMask = 2 ** this.numberBits - 1;
    for (let record = 0; record < this.size; record++) {
      const hash = this.hashOfRecord(record);
      let slot = this.firstSlot(hash);
      while (this.slots[slot] !== EMPTY) slot = this.nextSlot(slot);
      this.fill(slot, hash, record);
    }
  }

  /** The slot of `key`, or the empty slot for it. */
  private findSlot(hash: number): number {
    const tag = hash << this.numberBits;
    let slot = this.firstSlot(hash);
    while (this.slots[slot] !== EMPTY) {
      if ((this.slots[slot]! ^ tag) >>> this.numberBits === 0 && this.hasKey(this.recordIn(slot))) break;
      slot = this.nextSlot(slot);
    }
    return slot;
  }

  /** Makes a record's key the current one, and returns its hash. */
  private hashOfRecord(record: number): number {
    const [chunk, at] = [this.chunkOf(record), startOf(record)];
    for (let i = 0; i < KEY_WORDS; i++) this.key[i] = chunk.getUint32(at + 4 * i);
    return hashOf(this.key, this.seed);
  }

  private hasKey(record: number): boolean {
    const [chunk, at] = [this.chunkOf(record), startOf(record)];
    for (let i = 0; i < KEY_WORDS; i++) if (chunk.getUint32(at + 4 * i) !== this.key[i]) return false;
    return true;
  }

  private fill(slot: number, hash: number, record: number): void {
    this.slots[slot] = (hash << this.numberBits) | record;
  }
  private chunkOf(record: number): DataView {
    return this.chunks[(record / CHUNK_RECORDS) | 0]!;
  }
  private firstSlot(hash: number): number {
    return Math.floor((hash * this.slots.length) / 2 ** 32);
  }
  private nextSlot(slot: number): number {
    return slot + 1 === this.slots.length ? 0 : slot + 1;
  }
  private recordIn(slot: number): number {
    return (this.slots[slot]! & this.numberMask) >>> 0;
  }
}

const startOf = (record: number): number => RECORD * (record % CHUNK_RECORDS);

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
