/** The file of a circuit's witness generator and proving key: packed, fetched, and checked by their hashes. */
import { concat } from "../base/bytes.ts";
import { sha256 } from "../base/digest.ts";
import { toHex } from "../base/hex.ts";
import { COEFFICIENT_WORDS, sectionsOf } from "../crypto/bn254/zkey.ts";
import type { CircuitBytes } from "../proof/proving.ts";
import { InputError } from "./input.ts";

/** The SHA-256 of both contents, in hex without `0x`, as `scripts/page.ts` inserts them. */
export type CircuitHashes = Readonly<Record<keyof CircuitBytes, string>>;

/** The name of the packed file, which is compressed by gzip. */
export const PACKED_NAME = "disclosure.keys.gz";

/** A packed file has at most this many bytes when it is not compressed. */
const MAX_PACKED = 1 << 24;
const COEFFICIENTS = 4;
const ROW = 4 * COEFFICIENT_WORDS;
/** The bytes of a row before its value: matrix, constraint and wire. */
const PLACE = 12;
const VALUE = 32;
/** The bytes of a value's number. */
const NUMBER = 2;
const HEAD = 16;

/**
 * Packs a circuit, so that gzip finds what repeats: of the key's coefficients, each value is written once, and the rest
 * byte by byte in columns. In front are four numbers of 32 bits: the lengths of the generator and of the key before the
 * rows, the count of rows and the count of values.
 *
 * @throws KeyError if the key is malformed.
 */
export function packCircuit({ wasm, zkey }: CircuitBytes): Uint8Array {
  const content = sectionsOf(zkey).get(COEFFICIENTS)!.subarray(4);
  const start = content.byteOffset - zkey.byteOffset;
  const rows = content.length / ROW;
  const numbers = new Map<string, number>();
  const values: Uint8Array[] = [];
  const columns = new Uint8Array(rows * (PLACE + NUMBER));
  for (let row = 0; row < rows; row++) {
    const at = row * ROW;
    const value = content.subarray(at + PLACE, at + ROW);
    const key = toHex(value);
    const number = numbers.get(key) ?? values.push(value) - 1;
    numbers.set(key, number);
    for (let i = 0; i < PLACE; i++) columns[i * rows + row] = content[at + i]!;
    for (let i = 0; i < NUMBER; i++) columns[(PLACE + i) * rows + row] = number >> (8 * i);
  }
  if (values.length > 2 ** (8 * NUMBER))
    throw new RangeError(`the key has ${values.length} different coefficients, more than ${NUMBER} bytes can number`);
  const head = new DataView(new ArrayBuffer(HEAD));
  [wasm.length, start, rows, values.length].forEach((number, i) => head.setUint32(4 * i, number));
  const [before, after] = [zkey.subarray(0, start), zkey.subarray(start + content.length)];
  return concat(new Uint8Array(head.buffer), wasm, before, ...values, columns, after);
}

/** Undoes {@link packCircuit}. @throws InputError if the result does not have the hashes. */
export async function unpackCircuit(packed: Uint8Array, hashes: CircuitHashes): Promise<CircuitBytes> {
  const circuit = unpack(packed);
  for (const file of ["wasm", "zkey"] as const) {
    if ((await hashOf(circuit[file])) !== `0x${hashes[file]}`) {
      throw new InputError(`${PACKED_NAME} is not this release's.`);
    }
  }
  return circuit;
}

/** The browser's own SHA-256 is many times faster. A page from an address without TLS lacks it. */
async function hashOf(bytes: Uint8Array): Promise<string> {
  const { subtle } = globalThis.crypto as { readonly subtle?: typeof crypto.subtle };
  if (subtle === undefined) return toHex(sha256(bytes));
  return toHex(new Uint8Array(await subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)));
}

function unpack(packed: Uint8Array): CircuitBytes {
  const none = { wasm: new Uint8Array(), zkey: new Uint8Array() };
  if (packed.length < HEAD) return none;
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  const [generator, start, rows, count] = [0, 4, 8, 12].map((at) => view.getUint32(at)) as [
    number,
    number,
    number,
    number,
  ];
  let at = HEAD;
  const take = (length: number): Uint8Array => packed.subarray(at, (at += length));
  const wasm = take(generator).slice();
  const before = take(start);
  const values = take(count * VALUE);
  const columns = take(rows * (PLACE + NUMBER));
  if (at > packed.length) return none;
  const content = new Uint8Array(rows * ROW);
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < PLACE; i++) content[row * ROW + i] = columns[i * rows + row]!;
    const number = columns[PLACE * rows + row]! + columns[(PLACE + 1) * rows + row]! * 256;
    content.set(values.subarray(number * VALUE, (number + 1) * VALUE), row * ROW + PLACE);
  }
  return { wasm, zkey: concat(before, content, packed.subarray(at)) };
}

/**
 * Fetches a circuit from beside the page.
 *
 * @param onBytes called with the bytes that arrived so far.
 * @throws InputError if the file is missing, or is not the one of this release.
 */
export async function fetchCircuit(
  hashes: CircuitHashes,
  base: string,
  onBytes: (arrived: number) => void,
): Promise<CircuitBytes> {
  const response = await fetch(new URL(PACKED_NAME, base), { credentials: "omit" }).catch(() => undefined);
  if (response?.ok !== true || response.body === null) {
    throw new InputError(`There is no ${PACKED_NAME} beside this page. Choose that file as you chose the bundle.`);
  }
  return readCircuit(response.body.pipeThrough(counting(onBytes)), hashes);
}

/** Reads a packed file, compressed or not: some servers announce the compression, and the browser has undone it. */
export async function readCircuit(stream: ReadableStream<Chunk>, hashes: CircuitHashes): Promise<CircuitBytes> {
  const reader = stream.getReader();
  const first = await reader.read();
  const whole = new ReadableStream<Chunk>({
    start: (controller) => (first.done ? controller.close() : controller.enqueue(first.value)),
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const isGzip = !first.done && isCompressed(first.value);
  const content = isGzip ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
  const packed = await new Response(content.pipeThrough(limited())).arrayBuffer().catch(() => {
    throw new InputError(`${PACKED_NAME} is damaged, or did not arrive whole.`);
  });
  return unpackCircuit(new Uint8Array(packed), hashes);
}

/** Whether bytes begin as gzip does. */
export const isCompressed = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

type Chunk = Uint8Array<ArrayBuffer>;

/** Passes chunks on, and ends with an error after too many bytes. */
const limited = (): TransformStream<Chunk, Chunk> =>
  counting((bytes) => {
    if (bytes > MAX_PACKED) throw new RangeError("too long");
  });

function counting(onBytes: (arrived: number) => void): TransformStream<Chunk, Chunk> {
  let arrived = 0;
  return new TransformStream({
    transform(chunk, controller) {
      onBytes((arrived += chunk.length));
      controller.enqueue(chunk);
    },
  });
}
