import { decodeBase64 } from "../../base/base64.ts";
import { equalBytes } from "../../base/bytes.ts";
import { checkAnswer } from "../engine.ts";
import { compileModule, instantiateModule, readModule } from "../webassembly.ts";
import * as built from "@anchorlog/engines/sha256";
import { ANSWERS, answersOf } from "./knownAnswers.ts";
import { HASH_BYTES, type TreeHasher } from "./treeHasher.ts";

/** The module's exports; engines/generate/sha256.ts explains each. Addresses are in its memory. */
type Sha256Module = {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly hash: (from: number, blocks: number, first: number, to: number) => void;
  readonly hash4: (from: number, stride: number, blocks: number, to: number) => void;
  readonly node: (pair: number, to: number) => void;
  readonly level: (pairs: number) => void;
};

const { DATA, MAX_PAIRS } = built;
const BLOCK = 64;
const LANES = 4;

/**
 * The hasher in WebAssembly.
 *
 * @throws Error if WebAssembly or its vectors are missing or forbidden, or if it gives a wrong answer.
 */
export function instantiateHasher(code: Uint8Array = readModule(built)): TreeHasher {
  const module = instantiateModule(compileModule(code)) as Sha256Module;
  // Once with little room, for messages that do not fit in it.
  for (const blocks of [4, MAX_PAIRS]) {
    const answers = answersOf(hasherOf(module, blocks));
    for (const [name, answer] of Object.entries(ANSWERS)) {
      checkAnswer(equalBytes(answers[name as keyof typeof ANSWERS], decodeBase64(answer)!), `SHA-256 of ${name}`);
    }
  }
  return hasherOf(module, MAX_PAIRS);
}

/** @param maxBlocks how many blocks are hashed at once: half as many of a message that has more are brought at a time. */
function hasherOf({ memory, hash, hash4, node, level }: Sha256Module, maxBlocks: number): TreeHasher {
  const partBlocks = maxBlocks / 2;
  // The module's memory never grows, so its buffer stays the same.
  const bytes = new Uint8Array(memory.buffer);
  const view = new DataView(memory.buffer);
  const digests = [0, 1, 2, 3].map((lane) => new Uint8Array(memory.buffer, DATA + lane * HASH_BYTES, HASH_BYTES));
  const digest = digests[0]!;

  /** Pads the `rest` bytes at `at`, the last ones of a message of `length`. */
  const pad = (at: number, rest: number, length: number): void => {
    const end = at + blocksOf(rest) * BLOCK;
    bytes.fill(0, at + rest, end);
    bytes[at + rest] = 0x80;
    view.setUint32(end - 8, Math.floor(length / 2 ** 29));
    view.setUint32(end - 4, length << 3);
  };

  const put = (leaf: Uint8Array, at: number): void => {
    bytes[at] = 0;
    bytes.set(leaf, at + 1);
    pad(at, 1 + leaf.length, 1 + leaf.length);
  };

  /** Leaves the hash in `digest`. */
  const hashOne = (leaf: Uint8Array): void => {
    const length = 1 + leaf.length;
    if (blocksOf(length) > maxBlocks) return hashLong(leaf);
    put(leaf, DATA);
    hash(DATA, blocksOf(length), 1, DATA);
  };

  const hashLong = (leaf: Uint8Array): void => {
    let [done, prefix] = [0, 1];
    bytes[DATA] = 0;
    while (blocksOf(prefix + leaf.length - done) > maxBlocks) {
      const part = leaf.subarray(done, done + partBlocks * BLOCK - prefix);
      bytes.set(part, DATA + prefix);
      hash(DATA, partBlocks, prefix, DATA);
      done += part.length;
      prefix = 0;
    }
    bytes.set(leaf.subarray(done), DATA);
    pad(DATA, leaf.length - done, 1 + leaf.length);
    hash(DATA, blocksOf(leaf.length - done), 0, DATA);
  };

  return {
    leaf: (leaf) => {
      hashOne(leaf);
      return digest.slice();
    },

    leaves: (leaves, to) => {
      const hashTogether = (group: readonly number[], blocks: number): void => {
        if (group.length === 1) {
          hashOne(leaves[group[0]!]!);
        } else {
          // Lanes without a leaf compute on leftover bytes; their results are not read.
          for (let lane = 0; lane < group.length; lane++) put(leaves[group[lane]!]!, DATA + lane * blocks * BLOCK);
          hash4(DATA, blocks * BLOCK, blocks, DATA);
        }
        for (let lane = 0; lane < group.length; lane++) to.set(digests[lane]!, group[lane]! * HASH_BYTES);
      };
      // Lanes advance together, so the leaves of one vector must have equally many blocks. Leaves wait in lists by that number.
      const waiting = new Map<number, number[]>();
      for (let i = 0; i < leaves.length; i++) {
        const blocks = blocksOf(1 + leaves[i]!.length);
        const group = waiting.get(blocks) ?? [];
        group.push(i);
        if (group.length === LANES || blocks * LANES > maxBlocks) {
          hashTogether(group, blocks);
          group.length = 0;
        }
        if (group.length === 1) waiting.set(blocks, group);
      }
      for (const [blocks, group] of waiting) if (group.length > 0) hashTogether(group, blocks);
    },

    parents: (from, to) => {
      for (let start = 0; start < from.length; start += MAX_PAIRS * 2 * HASH_BYTES) {
        const part = from.subarray(start, start + MAX_PAIRS * 2 * HASH_BYTES);
        bytes.set(part, DATA);
        level(part.length / (2 * HASH_BYTES));
        to.set(bytes.subarray(DATA, DATA + part.length / 2), start / 2);
      }
    },

    climb: (start, siblings, onLeft) => {
      // The running hash is written where its next sibling leaves it room, and lastly to `digest`.
      const place = (i: number) => (onLeft[i] === true ? DATA + HASH_BYTES : DATA);
      bytes.set(start, place(0));
      for (let i = 0; i < siblings.length; i++) {
        bytes.set(siblings[i]!, onLeft[i]! ? DATA : DATA + HASH_BYTES);
        node(DATA, place(i + 1));
      }
      return digest.slice();
    },
  };
}

/** Number of blocks of a message of `length` bytes with its padding. */
function blocksOf(length: number): number {
  return Math.floor((length + 8) / BLOCK) + 1;
}
