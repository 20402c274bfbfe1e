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
  // The known answers are computed once with little room, to test messages that do not fit into it.
  for (const blocks of [4, MAX_PAIRS]) {
    const answers = answersOf(new WasmHasher(module, blocks));
    for (const [name, answer] of Object.entries(ANSWERS)) {
      checkAnswer(equalBytes(answers[name as keyof typeof ANSWERS], decodeBase64(answer)!), `SHA-256 of ${name}`);
    }
  }
  return new WasmHasher(module, MAX_PAIRS);
}

/** The module behind the functions of a {@link TreeHasher}. Messages and hashes take turns in the memory from DATA on. */
class WasmHasher implements TreeHasher {
  readonly module: Sha256Module;
  /** The most blocks that are hashed in one call. A longer message is copied in parts of half as many blocks. */
  readonly maxBlocks: number;
  // The module's memory never grows, so its buffer stays the same.
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** The places of the four lanes' hashes. A single hash is at the first place. */
  readonly digests: readonly Uint8Array[];

  constructor(module: Sha256Module, maxBlocks: number) {
    this.module = module;
    this.maxBlocks = maxBlocks;
    const { buffer } = module.memory;
    this.bytes = new Uint8Array(buffer);
    this.view = new DataView(buffer);
    this.digests = [0, 1, 2, 3].map((lane) => new Uint8Array(buffer, DATA + lane * HASH_BYTES, HASH_BYTES));
  }

  leaf(leaf: Uint8Array): Uint8Array {
    this.hashOne(leaf);
    return this.digests[0]!.slice();
  }

  leaves(leaves: readonly Uint8Array[], to: Uint8Array): void {
    // Lanes advance together, so the leaves of one vector must have equally many blocks. Leaves wait in lists by that number.
    const waiting = new Map<number, number[]>();
    for (let i = 0; i < leaves.length; i++) {
      const blocks = blocksOf(1 + leaves[i]!.length);
      const group = waiting.get(blocks) ?? [];
      group.push(i);
      if (group.length === LANES || blocks * LANES > this.maxBlocks) {
        this.hashTogether(leaves, group, blocks, to);
        group.length = 0;
      }
      if (group.length === 1) waiting.set(blocks, group);
    }
    for (const [blocks, group] of waiting) if (group.length > 0) this.hashTogether(leaves, group, blocks, to);
  }

  parents(from: Uint8Array, to: Uint8Array): void {
    for (let start = 0; start < from.length; start += MAX_PAIRS * 2 * HASH_BYTES) {
      const part = from.subarray(start, start + MAX_PAIRS * 2 * HASH_BYTES);
      this.bytes.set(part, DATA);
      this.module.level(part.length / (2 * HASH_BYTES));
      to.set(this.bytes.subarray(DATA, DATA + part.length / 2), start / 2);
    }
  }

  climb(start: Uint8Array, siblings: readonly Uint8Array[], onLeft: readonly boolean[]): Uint8Array {
    // The running hash is written where its next sibling leaves it room, and lastly to the first digest.
    const place = (i: number) => (onLeft[i] === true ? DATA + HASH_BYTES : DATA);
    this.bytes.set(start, place(0));
    for (let i = 0; i < siblings.length; i++) {
      this.bytes.set(siblings[i]!, onLeft[i]! ? DATA : DATA + HASH_BYTES);
      this.module.node(DATA, place(i + 1));
    }
    return this.digests[0]!.slice();
  }

  /** Hashes up to four leaves of as many blocks to their places in `to`. */
  private hashTogether(leaves: readonly Uint8Array[], group: readonly number[], blocks: number, to: Uint8Array): void {
    if (group.length === 1) {
      this.hashOne(leaves[group[0]!]!);
    } else {
      // Lanes without a leaf compute on leftover bytes; their results are not read.
      for (let lane = 0; lane < group.length; lane++) this.put(leaves[group[lane]!]!, DATA + lane * blocks * BLOCK);
      this.module.hash4(DATA, blocks * BLOCK, blocks, DATA);
    }
    for (let lane = 0; lane < group.length; lane++) to.set(this.digests[lane]!, group[lane]! * HASH_BYTES);
  }

  /** Leaves the hash in the first digest. */
  private hashOne(leaf: Uint8Array): void {
    const length = 1 + leaf.length;
    if (blocksOf(length) > this.maxBlocks) return this.hashLong(leaf);
    this.put(leaf, DATA);
    this.module.hash(DATA, blocksOf(length), 1, DATA);
  }

  private hashLong(leaf: Uint8Array): void {
    const partBlocks = this.maxBlocks / 2;
    let [done, prefix] = [0, 1];
    this.bytes[DATA] = 0;
    while (blocksOf(prefix + leaf.length - done) > this.maxBlocks) {
      const part = leaf.subarray(done, done + partBlocks * BLOCK - prefix);
      this.bytes.set(part, DATA + prefix);
      this.module.hash(DATA, partBlocks, prefix, DATA);
      done += part.length;
      prefix = 0;
    }
    this.bytes.set(leaf.subarray(done), DATA);
    this.pad(DATA, leaf.length - done, 1 + leaf.length);
    this.module.hash(DATA, blocksOf(leaf.length - done), 0, DATA);
  }

  /** Writes a leaf with its prefix and padding. */
  private put(leaf: Uint8Array, at: number): void {
    this.bytes[at] = 0;
    this.bytes.set(leaf, at + 1);
    this.pad(at, 1 + leaf.length, 1 + leaf.length);
  }

  /** Pads the `rest` bytes at `at`, the last ones of a message of `length`. */
  private pad(at: number, rest: number, length: number): void {
    const end = at + blocksOf(rest) * BLOCK;
    this.bytes.fill(0, at + rest, end);
    this.bytes[at + rest] = 0x80;
    this.view.setUint32(end - 8, Math.floor(length / 2 ** 29));
    this.view.setUint32(end - 4, length << 3);
  }
}

/** Number of blocks of a message of `length` bytes with its padding. */
function blocksOf(length: number): number {
  return Math.floor((length + 8) / BLOCK) + 1;
}
