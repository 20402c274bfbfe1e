/**
 * Nonces (RFC 6979, section 3.2) by HMAC-SHA-256 (RFC 2104). Every message is of 32, 33 or 97 bytes, so all padding
 * is known.
 */
import {
  binary,
  call,
  define,
  get,
  I32,
  i32,
  repeatWhile,
  set,
  simd,
  tee,
  V128,
  when,
  type Code,
  type Func,
} from "../assembler.ts";
import { add32, copy, range, store32, store8, subtract32 } from "./integers.ts";
import { loadVector, storeVector } from "./limbs.ts";
import * as at from "./places.ts";
import { constants, expand, one, rounds } from "../sha256Rounds.ts";
import type { Func as Sha256Func } from "../wasm.ts";

const BLOCK = 64;
const BYTES_SWAPPED = [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12];

const imported = (name: string, { parameters, integers = 0, body }: Sha256Func): Func => ({
  name,
  exported: false,
  parameters: Array<number>(parameters).fill(I32),
  results: [],
  locals: Array<number>(integers).fill(I32),
  body,
});

/** Big-endian words to integers, or back. */
const swapWords = (to: Code, from: Code, vectors: number): Code =>
  range(vectors).flatMap((i) => {
    const vector = loadVector(from, 16 * i);
    return storeVector(to, [...vector, ...vector, ...simd(13, ...BYTES_SWAPPED)], 16 * i);
  });

/** compress(block): the state after one more block. */
const compress: Func = define("compress", [I32], ({ parameter: [block] }) => [
  ...swapWords(i32(at.SCHEDULE), get(block!), 4),
  ...call("expandSchedule", i32(at.SCHEDULE_K)),
  ...call("rounds", i32(at.SCHEDULE_K)),
]);

/** setKey(key): HMAC's key, of 32 bytes: the states after its two blocks. */
const setKey: Func = define("setKey", [I32], ({ parameter: [key], local }) => {
  const pad = local(V128);
  const start = (byte: number, to: number): Code => [
    ...set(pad, [...i32(byte), ...simd(0x0f)]),
    ...range(4).flatMap((i) =>
      storeVector(
        i32(at.KEY_BLOCK),
        i < 2 ? binary(...simd(0x51))(loadVector(get(key!), 16 * i), get(pad)) : get(pad),
        16 * i,
      ),
    ),
    ...copy(i32(at.STATE), i32(at.INITIAL_STATE), 32),
    ...call("compress", i32(at.KEY_BLOCK)),
    ...copy(i32(to), i32(at.STATE), 32),
  ];
  return [...start(0x36, at.KEYED), ...start(0x5c, at.KEYED + 32)];
});

/** hmac(to, message, blocks): computes an HMAC. The message is already padded as the part after the key's block. */
const hmac: Func = define("hmac", [I32, I32, I32], ({ parameter: [to, message, blocks] }) => [
  ...copy(i32(at.STATE), i32(at.KEYED), 32),
  ...repeatWhile(
    [...call("compress", get(message!)), ...set(message!, add32(get(message!), i32(BLOCK)))],
    tee(blocks!, subtract32(get(blocks!), i32(1))),
  ),
  ...swapWords(i32(at.OUTER_BLOCK), i32(at.STATE), 2),
  ...copy(i32(at.STATE), i32(at.KEYED + 32), 32),
  ...call("compress", i32(at.OUTER_BLOCK)),
  ...swapWords(get(to!), i32(at.STATE), 2),
]);

/** The padding of a message of so many bytes at a place, after the 64 bytes of a key: a one, zeros and the length. */
const pad = (message: number, bytes: number): Code => {
  const end = message + Math.ceil((bytes + 9) / BLOCK) * BLOCK;
  const bits = 8 * (BLOCK + bytes);
  const byte = (place: number, value: number) => store8(i32(place), i32(value));
  return [...byte(message + bytes, 0x80), ...byte(end - 2, bits >> 8), ...byte(end - 1, bits & 0xff)];
};

const nextV = call("hmac", i32(at.V_BLOCK), i32(at.V_BLOCK), i32(1));
/** K = HMAC(K, message), V = HMAC(K, V). */
const nextK = (message: number, blocks: number): Code => [
  ...call("hmac", i32(at.HMAC_KEY), i32(message), i32(blocks)),
  ...call("setKey", i32(at.HMAC_KEY)),
  ...nextV,
];

/**
 * startNonces(): seeds K and V (steps a to g) with KEY and DIGEST_WORDS, which is below n. The blocks must be zeros
 * after their messages.
 */
const startNonces: Func = define("startNonces", [], () => {
  const seed = (byte: number): Code => [
    ...copy(i32(at.SEED_BLOCKS), i32(at.V_BLOCK), 32),
    ...store8(i32(at.SEED_BLOCKS + 32), i32(byte)),
    ...nextK(at.SEED_BLOCKS, 2),
  ];
  return [
    ...pad(at.OUTER_BLOCK, 32),
    ...pad(at.V_BLOCK, 32),
    ...pad(at.RETRY_BLOCK, 33),
    ...pad(at.SEED_BLOCKS, 97),
    ...copy(i32(at.SEED_BLOCKS + 33), i32(at.KEY), 32),
    ...call("swap", i32(at.SEED_BLOCKS + 65), i32(at.DIGEST_WORDS)),
    ...copy(i32(at.KEYED), i32(at.ZERO_KEY), 64),
    ...range(8).flatMap((i) => store32(i32(at.V_BLOCK), i32(0x01010101), 4 * i)),
    ...seed(0),
    ...seed(1),
  ];
});

/** nextNonce(again): the next candidate (step h) to NONCE; `again` says that it is not the first one. */
const nextNonce: Func = define("nextNonce", [I32], ({ parameter: [again] }) => [
  ...when(get(again!), [...copy(i32(at.RETRY_BLOCK), i32(at.V_BLOCK), 32), ...nextK(at.RETRY_BLOCK, 1)]),
  ...nextV,
  ...call("swap", i32(at.NONCE), i32(at.V_BLOCK)),
]);

/** prepareNonces(): what HMAC with a key of zeros begins with. */
const prepareNonces: Func = define("prepareNonces", [], () => [
  ...call("setKey", i32(at.ZERO)),
  ...copy(i32(at.ZERO_KEY), i32(at.KEYED), 64),
]);

export const nonceFunctions: readonly Func[] = [
  imported("rounds", rounds(one, at.STATE)),
  imported("expandSchedule", expand(at.SCHEDULE, at.ROUND_CONSTANTS)),
  compress,
  setKey,
  hmac,
  startNonces,
  nextNonce,
  prepareNonces,
];

export const sha256Constants = () => Uint8Array.from(constants());
