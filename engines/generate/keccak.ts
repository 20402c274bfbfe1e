/**
 * Assembles the WebAssembly module that src/action hashes with: Keccak-256 of bytes in its memory, and a decoder of
 * hex. The padding is the one of the Keccak submission, as in Ethereum, not the one of FIPS 202.
 */
import { moduleFiles, wasmConstants } from "./files.ts";
import {
  above,
  add,
  assemble,
  at,
  below,
  binary,
  call,
  constant,
  get,
  loadByte,
  loadVector,
  repeatWhile,
  set,
  simd,
  storeByte,
  storeVector,
  subtract,
  tee,
  when,
  type Code,
  type Func,
} from "./wasm.ts";

// The layout of memory.
const STATE = 0;
const ROUND_CONSTANTS = 256;
const DATA = 512;
const PAGES = 2;

const LANES = 25;
const LANE_BYTES = 8;
const RATE = 136;
const DIGEST_BYTES = 32;
const ROUNDS = 24;
/** Two rounds at a time, from one set of locals to the other and back. So no lane is ever moved. */
const ROUNDS_AT_ONCE = 2;

const and = binary(0x83);
const xor = binary(0x85);
const complement = (value: Code): Code => [...value, 0x42, 0x7f, 0x85];
const rotl = (value: Code, bits: number): Code => (bits === 0 ? value : [...value, 0x42, bits, 0x89]);
const loadLong = (address: Code, offset = 0): Code => [...address, 0x29, ...at(0, offset)];
const storeLong = (address: Code, value: Code, offset = 0): Code => [...address, ...value, 0x37, ...at(0, offset)];
const each = (count: number, code: (i: number) => Code): Code =>
  Array.from({ length: count }, (_, i) => code(i)).flat();

/** By lane, x + 5y: how far rho rotates it (FIPS 202, section 3.2.2). */
function rotations(): readonly number[] {
  const offsets = Array<number>(LANES).fill(0);
  let [x, y] = [1, 0];
  for (let t = 0; t < 24; t++) {
    offsets[x + 5 * y] = (((t + 1) * (t + 2)) / 2) % 64;
    [x, y] = [y, (2 * x + 3 * y) % 5];
  }
  return offsets;
}

/** The round constants of iota (FIPS 202, section 3.2.5), as bytes. */
function roundConstants(): Code {
  let register = 1;
  const bit = (): bigint => {
    const out = BigInt(register & 1);
    register = (register << 1) ^ ((register >> 7) * 0x171);
    return out;
  };
  const words = Array.from({ length: ROUNDS }, () => {
    let word = 0n;
    for (let j = 0; j <= 6; j++) word |= bit() << (2n ** BigInt(j) - 1n);
    return word;
  });
  return [...new Uint8Array(BigUint64Array.from(words).buffer)];
}

// The functions that others call, by their index.
const PERMUTE = 0;

/** The permutation Keccak-f[1600] of the state (FIPS 202, section 3.3). */
function permute(): Func {
  const constants = 0;
  const [first, second, columns, effects, row] = [1, 26, 51, 56, 61] as const;
  const rho = rotations();
  const round = (i: number): Code => {
    const [from, to] = i % 2 === 0 ? [first, second] : [second, first];
    const theta = [
      ...each(5, (x) => set(columns + x, xor(get(from + x), ...[5, 10, 15, 20].map((y) => get(from + x + y))))),
      ...each(5, (x) => set(effects + x, xor(get(columns + ((x + 4) % 5)), rotl(get(columns + ((x + 1) % 5)), 1)))),
    ];
    const rows = each(5, (y) => {
      // Pi brings the lane (x', x) to (x, y) where 2x' + 3x is y, modulo 5.
      const rhoAndPi = each(5, (x) => {
        const column = (3 * (y + 2 * x)) % 5;
        const lane = column + 5 * x;
        return set(row + x, rotl(xor(get(from + lane), get(effects + column)), rho[lane]!));
      });
      const chi = each(5, (x) => {
        const next = and(complement(get(row + ((x + 1) % 5))), get(row + ((x + 2) % 5)));
        const iota = x + y === 0 ? [loadLong(get(constants), ROUND_CONSTANTS + LANE_BYTES * i)] : [];
        return set(to + x + 5 * y, xor(get(row + x), next, ...iota));
      });
      return [...rhoAndPi, ...chi];
    });
    return [...theta, ...rows];
  };
  return {
    parameters: 0,
    integers: 1,
    longs: 2 * LANES + 15,
    body: [
      ...each(LANES, (lane) => set(first + lane, loadLong(constant(STATE), LANE_BYTES * lane))),
      ...repeatWhile(
        each(ROUNDS_AT_ONCE, round),
        below(
          tee(constants, add(get(constants), constant(LANE_BYTES * ROUNDS_AT_ONCE))),
          constant(LANE_BYTES * ROUNDS),
        ),
      ),
      ...each(LANES, (lane) => storeLong(constant(STATE), get(first + lane), LANE_BYTES * lane)),
    ],
  };
}

const absorbByte = (address: Code, value: Code, offset = STATE): Code =>
  storeByte(address, binary(0x73)(loadByte(address, offset), value), offset);

/** keccak(from, length, to): the digest of a message of any length, also 0. */
function keccak(): Func {
  const [from, length, to, done] = [0, 1, 2, 3] as const;
  const absorbLanes = (lanes: Code): Code =>
    repeatWhile(
      storeLong(get(done), xor(loadLong(get(done), STATE), loadLong(add(get(from), get(done)))), STATE),
      below(tee(done, add(get(done), constant(LANE_BYTES))), lanes),
    );
  return {
    exported: "keccak",
    parameters: 3,
    integers: 1,
    body: [
      ...each(LANES, (lane) => storeLong(constant(STATE), [0x42, 0], LANE_BYTES * lane)),
      ...when(
        above(get(length), constant(RATE - 1)),
        repeatWhile(
          [
            ...set(done, constant(0)),
            ...absorbLanes(constant(RATE)),
            ...call(PERMUTE),
            ...set(from, add(get(from), constant(RATE))),
          ],
          above(tee(length, subtract(get(length), constant(RATE))), constant(RATE - 1)),
        ),
      ),
      ...set(done, constant(0)),
      ...when(
        above(get(length), constant(LANE_BYTES - 1)),
        absorbLanes(binary(0x71)(get(length), constant(-LANE_BYTES))),
      ),
      ...when(
        below(get(done), get(length)),
        repeatWhile(
          absorbByte(get(done), loadByte(add(get(from), get(done)), 0)),
          below(tee(done, add(get(done), constant(1))), get(length)),
        ),
      ),
      ...absorbByte(get(length), constant(0x01)),
      ...absorbByte(constant(RATE - 1), constant(0x80)),
      ...call(PERMUTE),
      ...each(DIGEST_BYTES / LANE_BYTES, (lane) =>
        storeLong(get(to), loadLong(constant(STATE), LANE_BYTES * lane), LANE_BYTES * lane),
      ),
    ],
  };
}

const splat = (byte: number): Code => [...constant(byte), ...simd(0x0f)];
const subtractBytes = binary(...simd(0x71));
const addBytes = binary(...simd(0x6e));
const bytesBelow = binary(...simd(0x26));
const andVectors = binary(...simd(0x4e));
const orVectors = binary(...simd(0x50));
const shiftPairsLeft = (value: Code, bits: number): Code => [...value, ...constant(bits), ...simd(0x8b)];
const shiftPairsRight = (value: Code, bits: number): Code => [...value, ...constant(bits), ...simd(0x8d)];
const narrow = binary(...simd(0x66));
/** Selects the bits of one vector for a 1 in the mask, and of the other for a 0. */
const select = (ones: Code, zeros: Code, mask: Code): Code => [...ones, ...zeros, ...mask, ...simd(0x52)];
const storeHalf = (address: Code, value: Code): Code => [...address, ...value, ...simd(0x5b, ...at(0, 0), 0)];
/** The first byte in memory of each pair of bytes. */
const LOWER: Code = [...constant(0xff), ...simd(0x10)];

/**
 * hex(from, bytes, to): decodes lower-case digits, sixteen at a time, and returns whether all of them were digits. To
 * work on whole vectors, it overwrites the 16 characters after the digits with zeros. So up to 7 bytes after the
 * decoded bytes become zeros, too.
 */
function hex(): Func {
  const [from, count, to, end, digits, letters, isDigit, fine] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  return {
    exported: "hex",
    parameters: 3,
    result: true,
    integers: 1,
    vectors: 4,
    body: [
      ...set(end, add(get(to), get(count))),
      ...storeVector(add(get(from), get(count), get(count)), splat(0x30)),
      ...set(fine, splat(0xff)),
      ...repeatWhile(
        [
          ...set(digits, subtractBytes(loadVector(get(from)), splat(0x30))),
          ...set(letters, subtractBytes(loadVector(get(from)), splat(0x61))),
          ...set(isDigit, bytesBelow(get(digits), splat(10))),
          ...set(fine, andVectors(get(fine), orVectors(get(isDigit), bytesBelow(get(letters), splat(6))))),
          // The value of each digit; then the two of each byte together, in pairs of bytes; then those bytes.
          ...set(digits, select(get(digits), addBytes(get(letters), splat(10)), get(isDigit))),
          ...set(digits, orVectors(andVectors(shiftPairsLeft(get(digits), 4), LOWER), shiftPairsRight(get(digits), 8))),
          ...storeHalf(get(to), narrow(get(digits), get(digits))),
          ...set(from, add(get(from), constant(16))),
        ],
        below(tee(to, add(get(to), constant(8))), get(end)),
      ),
      ...get(fine),
      ...simd(0x63),
    ],
  };
}

/** The module, and the constants of its memory that callers need. */
export const keccak256 = moduleFiles("keccak", "keccak.ts", () => {
  const code = assemble({
    functions: [permute(), keccak(), hex()],
    pages: PAGES,
    data: { at: ROUND_CONSTANTS, bytes: roundConstants() },
  });
  return [
    ...wasmConstants("Keccak-256 in WebAssembly", code),
    { comment: "The address at which the callers' part of the memory begins.", values: { DATA } },
    { comment: "The size of the whole memory in bytes.", values: { MEMORY_BYTES: PAGES * 65_536 } },
  ];
});
