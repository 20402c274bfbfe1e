import { decodeBase64 } from "../encoding/base64.ts";
import { DATA, MAX_PAIRS, MODULE } from "./generated/sha256.ts";
import { HASH_BYTES, type TreeHasher } from "./treeHasher.ts";

/** What the module exports; scripts/generate/sha256.ts explains each. Addresses are those of its memory. */
type Sha256Module = {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly hash: (from: number, blocks: number, first: number, to: number) => void;
  readonly hash4: (from: number, stride: number, blocks: number, to: number) => void;
  readonly node: (pair: number, to: number) => void;
  readonly level: (pairs: number) => void;
};

// No types of ours declare it: those of Node do not, and those of browsers are not here.
type WebAssemblyApi = {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

const BLOCK = 64;
const LANES = 4;
/** How many blocks fit at once; of a message that does not, how many are brought at a time. */
const MAX_BLOCKS = MAX_PAIRS;
const PART_BLOCKS = MAX_BLOCKS / 2;

/** The hasher in WebAssembly, or undefined where there is none, or none with vectors, or none allowed. */
export function instantiateHasher(): TreeHasher | undefined {
  try {
    const { Instance, Module } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;
    return hasherOf(new Instance(new Module(decodeBase64(MODULE)!)).exports as Sha256Module);
  } catch {
    return undefined;
  }
}

function hasherOf({ memory, hash, hash4, node, level }: Sha256Module): TreeHasher {
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
    if (blocksOf(length) > MAX_BLOCKS) return hashLong(leaf);
    put(leaf, DATA);
    hash(DATA, blocksOf(length), 1, DATA);
  };

  const hashLong = (leaf: Uint8Array): void => {
    let [done, prefix] = [0, 1];
    bytes[DATA] = 0;
    while (blocksOf(prefix + leaf.length - done) > MAX_BLOCKS) {
      const part = leaf.subarray(done, done + PART_BLOCKS * BLOCK - prefix);
      bytes.set(part, DATA + prefix);
      hash(DATA, PART_BLOCKS, prefix, DATA);
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
          // Lanes without a leaf hash whatever is there.
          for (let lane = 0; lane < group.length; lane++) put(leaves[group[lane]!]!, DATA + lane * blocks * BLOCK);
          hash4(DATA, blocks * BLOCK, blocks, DATA);
        }
        for (let lane = 0; lane < group.length; lane++) to.set(digests[lane]!, group[lane]! * HASH_BYTES);
      };
      // Lanes go in step: those of one vector have as many blocks. Who waits for others, by that number.
      const waiting = new Map<number, number[]>();
      for (let i = 0; i < leaves.length; i++) {
        const blocks = blocksOf(1 + leaves[i]!.length);
        const group = waiting.get(blocks) ?? [];
        group.push(i);
        if (group.length === LANES || blocks * LANES > MAX_BLOCKS) {
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

/** How many blocks a message of so many bytes takes, with its padding. */
function blocksOf(length: number): number {
  return Math.floor((length + 8) / BLOCK) + 1;
}
