/**
 * Assembles the WebAssembly module that src/crypto/merkle hashes with: SHA-256 (FIPS 180-4) of one message, of
 * four messages of one length at a time in the lanes of its vectors, and of whole levels of RFC 9162 trees.
 *
 * A node's input is 65 bytes, `0x01 ‖ left ‖ right`, so two blocks. Only one byte of the second block varies: its 256
 * possible schedules are tabulated when the module starts, and never computed again.
 *
 * The module has two pages of memory and needs no more: callers split larger inputs.
 */
import { moduleFiles, wasmConstants } from "./files.ts";
import {
  above,
  add,
  assemble,
  at,
  below,
  call,
  constant,
  equal,
  get,
  loadByte,
  loadVector,
  or,
  repeatWhile,
  set,
  shl,
  simd,
  store,
  storeByte,
  storeVector,
  subtract,
  tee,
  when,
  type Code,
  type Func,
} from "./wasm.ts";
import { addVectors, constants, expand, four, nextWord, one, rounds } from "./sha256Rounds.ts";

// The layout of memory. With four messages, a vector holds a word of each message instead of a single word.
const STATE = 0;
const K = 128;
const INITIAL = 384;
/** The schedule of one block, without and with the round constants. */
const W = 512;
const WK = 2048;
/** By the last byte of a node's input: the schedule of its second block, with the round constants. */
const TABLE = 4096;
/** The messages, or the level. The byte before them becomes the prefix of the first node. */
const DATA = 69_648;
const PAGES = 2;

/** The number of pairs of hashes that fit, in whole vectors. */
const MAX_PAIRS = Math.floor((PAGES * 65_536 - DATA) / 256) * 4;

const loadSplat = (address: Code, offset: number): Code => [...address, ...simd(9, ...at(2, offset))];
/** The words at four addresses, as a vector. */
const loadLanes = (addresses: readonly Code[]): Code => [
  ...addresses.toReversed().flat(),
  ...simd(0x5c, ...at(2, 0)),
  ...addresses.slice(1).flatMap((_, i) => simd(0x56, ...at(2, 0), i + 1)),
];
const storeLane = (address: Code, value: Code, lane: number, offset: number): Code => [
  ...address,
  ...value,
  ...simd(0x5a, ...at(2, offset), lane),
];

/** The vector in `local`, with the bytes of each word reversed. */
const swapped = (local: number, value: Code): Code => [
  ...tee(local, value),
  ...get(local),
  ...simd(13, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12),
];

// The functions that others call, by their index.
const [ROUNDS, ROUNDS_4, EXPAND, SWAP, HASH, NODE, SCHEDULE_4, DIGEST_4, HASH_4, TABULATE] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
] as const;

/** swap(from, to, end): big-endian words to integers or back, until `to` reaches `end`. */
const swap: Func = {
  parameters: 3,
  vectors: 1,
  body: repeatWhile(
    [...storeVector(get(1), swapped(3, loadVector(get(0)))), ...set(0, add(get(0), constant(16)))],
    below(tee(1, add(get(1), constant(16))), get(2)),
  ),
};

const initialize: Code = [0, 16].flatMap((offset) =>
  storeVector(constant(STATE + offset), loadVector(constant(INITIAL + offset))),
);

const digest = (to: Code): Code => call(SWAP, constant(STATE), to, add(to, constant(32)));

/** hash(from, blocks, first, to): hashes `blocks` blocks. Starts a new message if `first` is not 0. */
const hash: Func = {
  exported: "hash",
  parameters: 4,
  body: [
    ...when(get(2), initialize),
    ...repeatWhile(
      [
        ...call(SWAP, get(0), constant(W), constant(W + 64)),
        ...call(EXPAND, constant(WK)),
        ...call(ROUNDS, constant(WK)),
        ...set(0, add(get(0), constant(64))),
      ],
      tee(1, subtract(get(1), constant(1))),
    ),
    ...digest(get(3)),
  ],
};

/** The table's schedule for a second block whose first byte is at this address. */
const secondBlock = (address: Code, offset: number): Code =>
  add(shl(loadByte(address, offset), constant(8)), constant(TABLE));

/** node(pair, to): the hash of the node over two hashes. Writes the prefix before them. */
const node: Func = {
  exported: "node",
  parameters: 2,
  integers: 1,
  body: [
    ...storeByte(set(0, subtract(get(0), constant(1))), [...get(0), ...constant(1)]),
    ...set(2, secondBlock(get(0), 64)),
    ...call(HASH, get(0), constant(1), constant(1), get(1)),
    ...call(ROUNDS, get(2)),
    ...digest(get(1)),
  ],
};

const lanes = (from: Code, stride: Code): Code[] => [
  from,
  add(from, stride),
  add(from, shl(stride, constant(1))),
  add(from, stride, shl(stride, constant(1))),
];

/** schedule4(from, stride): writes the schedule of the blocks at `from` and at each `stride` after it to WK. */
const schedule4: Func = {
  parameters: 2,
  integers: 2,
  vectors: 1,
  body: [
    ...repeatWhile(
      [...storeVector(get(2), swapped(4, loadLanes(lanes(get(0), get(1)))), W), ...set(0, add(get(0), constant(4)))],
      below(tee(2, add(get(2), constant(16))), constant(16 * 16)),
    ),
    ...set(2, constant(0)),
    ...repeatWhile(
      [
        ...when(below(get(2), constant(16 * 48)), nextWord(four, get(2), W)),
        ...storeVector(get(2), addVectors(loadVector(get(2), W), loadSplat(get(3), K)), WK),
        ...set(3, add(get(3), constant(4))),
      ],
      below(tee(2, add(get(2), constant(16))), constant(16 * 64)),
    ),
  ],
};

/** digest4(to): the four states as bytes, one after the other. */
const digest4: Func = {
  parameters: 1,
  integers: 1,
  vectors: 1,
  body: repeatWhile(
    [
      ...set(2, swapped(2, loadVector(get(1), STATE))),
      ...[0, 1, 2, 3].flatMap((lane) => storeLane(get(0), get(2), lane, 32 * lane)),
      ...set(0, add(get(0), constant(4))),
    ],
    below(tee(1, add(get(1), constant(16))), constant(16 * 8)),
  ),
};

/** hash4(from, stride, blocks, to): the digests of four messages of `blocks` blocks each. */
const hash4: Func = {
  exported: "hash4",
  parameters: 4,
  integers: 2,
  body: [
    ...repeatWhile(
      [...storeVector(get(4), loadSplat(get(5), INITIAL), STATE), ...set(5, add(get(5), constant(4)))],
      below(tee(4, add(get(4), constant(16))), constant(16 * 8)),
    ),
    ...repeatWhile(
      [...call(SCHEDULE_4, get(0), get(1)), ...call(ROUNDS_4, constant(WK)), ...set(0, add(get(0), constant(64)))],
      tee(2, subtract(get(2), constant(1))),
    ),
    ...call(DIGEST_4, get(3)),
  ],
};

/**
 * level(pairs): replaces the pairs of hashes at DATA by their nodes' hashes. The last vector may have
 * unused lanes. Their digests follow the others. A single last pair is hashed alone.
 */
const level: Func = {
  exported: "level",
  parameters: 1,
  integers: 7,
  body: [
    ...set(1, constant(DATA)),
    ...set(2, constant(DATA)),
    ...when(
      above(get(0), constant(1)),
      repeatWhile(
        [
          // The last bytes first: one pair's last byte is where the next one's prefix goes.
          ...[0, 1, 2, 3].flatMap((lane) => set(3 + lane, secondBlock(get(1), 63 + 64 * lane))),
          ...set(7, subtract(get(1), constant(1))),
          ...[0, 1, 2, 3].flatMap((lane) => storeByte(get(7), constant(1), 64 * lane)),
          ...call(HASH_4, get(7), constant(64), constant(1), get(2)),
          ...set(7, constant(0)),
          ...repeatWhile(
            storeVector(get(7), loadLanes([3, 4, 5, 6].map(get)), WK).concat(
              [3, 4, 5, 6].flatMap((lane) => set(lane, add(get(lane), constant(4)))),
            ),
            below(tee(7, add(get(7), constant(16))), constant(16 * 64)),
          ),
          ...call(ROUNDS_4, constant(WK)),
          ...call(DIGEST_4, get(2)),
          ...set(1, add(get(1), constant(256))),
          ...set(2, add(get(2), constant(128))),
          ...set(0, subtract(get(0), constant(4))),
        ],
        above(get(0), constant(1)),
      ),
    ),
    ...when(equal(get(0), constant(1)), call(NODE, get(1), get(2))),
  ],
};

/** Runs when the module starts: the schedules of the second blocks, the byte and its padding. */
const tabulate: Func = {
  parameters: 0,
  integers: 1,
  body: [
    ...store(constant(W), constant(8 * 65), 4 * 15),
    ...repeatWhile(
      [
        ...store(constant(W), or(shl(get(0), constant(24)), constant(0x800000))),
        ...call(EXPAND, add(constant(TABLE), shl(get(0), constant(8)))),
      ],
      below(tee(0, add(get(0), constant(1))), constant(256)),
    ),
  ],
};

const functions: readonly Func[] = [
  rounds(one, STATE),
  rounds(four, STATE),
  expand(W, K),
  swap,
  hash,
  node,
  schedule4,
  digest4,
  hash4,
  tabulate,
  level,
];

const definition = { functions, pages: PAGES, start: TABULATE, data: { at: K, bytes: constants() } };

/** The module, and the constants of its memory that callers need. */
export const sha256 = moduleFiles("sha256", "sha256.ts", () => [
  ...wasmConstants("SHA-256 in WebAssembly", assemble(definition)),
  {
    comment: "The address of messages and levels. The module itself uses the byte before it.",
    values: { DATA },
  },
  { comment: "The number of pairs of hashes that fit there.", values: { MAX_PAIRS } },
]);
