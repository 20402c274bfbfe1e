/**
 * Fixed-width records: reading and writing the big-endian fields of entries and headers (protocol/1-verify §6 and §7).
 * Integers that count or date things are JavaScript numbers, so at most 2^53 - 1 (protocol/1-verify §3).
 */
export class RecordReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #offset = 0;

  /** Throws `RangeError` if `bytes` is not exactly `length` long. */
  constructor(bytes: Uint8Array, length: number, what: string) {
    if (bytes.length !== length) {
      throw new RangeError(`${what} is ${length} bytes, got ${bytes.length}`);
    }
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  bytes(length: number): Uint8Array {
    return this.#bytes.slice(this.#offset, (this.#offset += length));
  }

  u8(): number {
    return this.#view.getUint8(this.#offset++);
  }

  u32(): number {
    const value = this.#view.getUint32(this.#offset);
    this.#offset += 4;
    return value;
  }

  u64(what: string): number {
    const value = this.u64OrMax(what);
    if (value === undefined) throw new RangeError(`\`${what}\` is over 2^53 - 1`);
    return value;
  }

  /** A u64, or undefined for 2^64 - 1, which stands for none. */
  u64OrMax(what: string): number | undefined {
    const value = this.#view.getBigUint64(this.#offset);
    this.#offset += 8;
    if (value === MAX_U64) return undefined;
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`\`${what}\` is over 2^53 - 1`);
    return Number(value);
  }
}

const MAX_U64 = 2n ** 64n - 1n;

/** The writing counterpart of {@link RecordReader}: fields in order, then `finish`. */
export class RecordWriter {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #offset = 0;

  /** Writes into new bytes of that length, or into the given part of a buffer. */
  constructor(length: number, bytes: Uint8Array = new Uint8Array(length)) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, length);
  }

  bytes(value: Uint8Array, length: number, what: string): this {
    if (value.length !== length) {
      throw new RangeError(`${what} is ${length} bytes, got ${value.length}`);
    }
    this.#bytes.set(value, this.#offset);
    this.#offset += length;
    return this;
  }

  u8(value: number): this {
    this.#view.setUint8(this.#offset++, value);
    return this;
  }

  u32(value: number, what: string): this {
    if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) {
      throw new RangeError(`${what} does not fit 32 bits: ${value}`);
    }
    this.#view.setUint32(this.#offset, value);
    this.#offset += 4;
    return this;
  }

  /** `undefined` is written as 2^64 - 1, which stands for none. */
  u64(value: number | undefined, what: string): this {
    if (value !== undefined && (!Number.isSafeInteger(value) || value < 0)) {
      throw new RangeError(`${what} is not an integer from 0 to 2^53 - 1: ${value}`);
    }
    this.#view.setBigUint64(this.#offset, value === undefined ? MAX_U64 : BigInt(value));
    this.#offset += 8;
    return this;
  }

  finish(): Uint8Array {
    if (this.#offset !== this.#bytes.length) throw new RangeError("record left unfinished");
    return this.#bytes;
  }
}
