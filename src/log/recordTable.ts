/** A compact table of fixed-size records in bytes, by key. Browser-safe. */

/** A table's records as plain data, to be stored. */
export type SavedTable = { readonly size: number; readonly chunks: readonly Uint8Array<ArrayBuffer>[] };

/** A record's place: the chunk that holds it, and the offset of its value. */
type RecordPlace = { readonly chunk: DataView; readonly at: number };

type RecordTable = {
  /** Finds a key's record. The result is valid until the next call. */
  find(key: Uint8Array): RecordPlace | undefined;
  /** Finds a key's record, or adds one with a value of zeros. */
  place(key: Uint8Array): RecordPlace;
  save(): SavedTable;
};

/** The table's dimensions, in bytes. */
type RecordSize = {
  /** A multiple of 4. Longer keys are cut. */
  readonly key: number;
  readonly value: number;
};

const CHUNK_RECORDS = 1_024;
const EMPTY = 0xffff_ffff;
/** Largest share of slots in use, and the factor of growth beyond it. Slots take 5 bytes a record at most. */
const FULL = 0.9;
const GROWTH = 1.125;
const FIRST_SLOTS = 64;

/**
 * Creates a table. It is an open-addressed hash table over records in chunks: a `Map` of millions of keys would take
 * three times the memory or more.
 *
 * @param saved the records to begin with, which the table takes over.
 */
export function createRecordTable(bytes: RecordSize, saved?: SavedTable): RecordTable {
  return new Table(bytes, saved);
}

class Table implements RecordTable {
  private readonly keyBytes: number;
  /** Bytes of a record. */
  private readonly record: number;
  /** Random, so that nobody can choose keys that collide. */
  private readonly seed: Uint32Array;
  private readonly chunks: DataView<ArrayBuffer>[];
  private size: number;
  /**
   * A slot holds the number of a record, and in the bits above it a part of the key's hash. So a lookup hardly ever
   * reads the records of other keys.
   */
  private slots = new Uint32Array(FIRST_SLOTS).fill(EMPTY);
  /** Number of bits of a slot that hold a record's number. The largest number is never used: it marks an empty slot. */
  private numberBits = bitsFor(FIRST_SLOTS);
  private numberMask = 2 ** bitsFor(FIRST_SLOTS) - 1;
  /** The key of the current lookup. */
  private readonly key: Uint32Array;

  constructor({ key, value }: RecordSize, saved: SavedTable = { size: 0, chunks: [] }) {
    [this.keyBytes, this.record, this.size] = [key, key + value, saved.size];
    this.key = new Uint32Array(key / 4);
    this.seed = crypto.getRandomValues(new Uint32Array(key / 4 + 1));
    this.chunks = saved.chunks.map(({ buffer, byteOffset, length }) => new DataView(buffer, byteOffset, length));
    if (this.size > 0) this.index(Math.max(FIRST_SLOTS, Math.ceil((GROWTH * this.size) / FULL)));
  }

  find(bytes: Uint8Array): RecordPlace | undefined {
    const record = this.numberOf(bytes);
    return record === undefined ? undefined : this.placeOf(record);
  }

  place(bytes: Uint8Array): RecordPlace {
    return this.placeOf(this.numberOf(bytes) ?? this.add(bytes));
  }

  save(): SavedTable {
    return { size: this.size, chunks: this.chunks.map(bytesOf) };
  }

  private placeOf(record: number): RecordPlace {
    return { chunk: this.chunkOf(record), at: this.startOf(record) + this.keyBytes };
  }

  /** The record of a key, or undefined if it is not in the table. */
  private numberOf(bytes: Uint8Array): number | undefined {
    readWords(bytes, this.key);
    const slot = this.findSlot(hashOf(this.key, this.seed));
    return this.slots[slot] === EMPTY ? undefined : this.recordIn(slot);
  }

  private add(bytes: Uint8Array): number {
    if (this.size + 1 > FULL * this.slots.length) this.index(Math.ceil(GROWTH * this.slots.length));
    if (this.size === this.chunks.length * CHUNK_RECORDS) {
      this.chunks.push(new DataView(new ArrayBuffer(this.record * CHUNK_RECORDS)));
    }
    const record = this.size++;
    writeBytes(bytes, this.keyBytes, this.chunkOf(record), this.startOf(record));
    const hash = this.hashOfRecord(record);
    this.fill(this.findSlot(hash), hash, record);
    return record;
  }

  /** Makes this many slots, for all records. */
  private index(count: number): void {
    this.slots = new Uint32Array(count).fill(EMPTY);
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
    const [chunk, at] = [this.chunkOf(record), this.startOf(record)];
    for (let i = 0; i < this.key.length; i++) this.key[i] = chunk.getUint32(at + 4 * i);
    return hashOf(this.key, this.seed);
  }

  private hasKey(record: number): boolean {
    const [chunk, at] = [this.chunkOf(record), this.startOf(record)];
    for (let i = 0; i < this.key.length; i++) if (chunk.getUint32(at + 4 * i) !== this.key[i]) return false;
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
  private startOf(record: number): number {
    return this.record * (record % CHUNK_RECORDS);
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: DataView<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Bits for as many record numbers as there are slots, and one more. */
function bitsFor(slots: number): number {
  return Math.ceil(Math.log2(slots));
}

function readWords(bytes: Uint8Array, into: Uint32Array): void {
  for (let i = 0; i < into.length; i++) {
    const from = 4 * i;
    into[i] = (bytes[from]! << 24) | (bytes[from + 1]! << 16) | (bytes[from + 2]! << 8) | bytes[from + 3]!;
  }
}

/** Writes a buffer's first bytes. */
export function writeBytes(bytes: Uint8Array, count: number, into: DataView, at: number): void {
  for (let i = 0; i < count; i++) into.setUint8(at + i, bytes[i]!);
}

/** Bytes of an entry's index in a record: indexes are below 2^53. */
export const INDEX_BYTES = 7;

export function writeIndex(index: number, { chunk, at }: RecordPlace): void {
  const high = Math.floor(index / 2 ** 32);
  chunk.setUint8(at, high >>> 16);
  chunk.setUint16(at + 1, high);
  chunk.setUint32(at + 3, index);
}

export function readIndex({ chunk, at }: RecordPlace): number {
  return (chunk.getUint8(at) * 2 ** 16 + chunk.getUint16(at + 1)) * 2 ** 32 + chunk.getUint32(at + 3);
}

function hashOf(key: Uint32Array, seed: Uint32Array): number {
  const words = key.length;
  let hash = seed[words]!;
  for (let i = 0; i < words; i++) {
    hash = Math.imul(hash ^ key[i]!, seed[i]! | 1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}
