import { createHash } from "node:crypto";
import { sha256 as nobleSha256 } from "@noble/hashes/sha2.js";
import { MerkleTree as PeerTree } from "merkletreejs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { buildTree, hashLeaf, hashLeaves, rootFromInclusionProof, treeRoot } from "anchorlog/crypto/merkle";
import { hashNode } from "../../../src/crypto/merkle/hash.ts";
import { DATA, MAX_PAIRS, MODULE } from "@anchorlog/engines/sha256";
import { nobleHasher } from "../../../src/crypto/merkle/nobleHasher.ts";
import { instantiateHasher } from "../../../src/crypto/merkle/wasmHasher.ts";
import { randomBytes } from "../../seed.ts";

const sha256 = (...parts: readonly Uint8Array[]): string =>
  createHash("sha256").update(Buffer.concat(parts)).digest("hex");
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The module's own exports, without the functions that prefix messages. */
function bareModule() {
  const { Instance, Module } = (
    globalThis as unknown as {
      WebAssembly: {
        Module: new (code: Uint8Array) => object;
        Instance: new (module: object) => {
          exports: {
            memory: { buffer: ArrayBuffer };
            hash(from: number, blocks: number, first: number, to: number): void;
            hash4(from: number, stride: number, blocks: number, to: number): void;
          };
        };
      };
    }
  ).WebAssembly;
  const { memory, hash, hash4 } = new Instance(new Module(Buffer.from(MODULE, "base64"))).exports;
  return { bytes: Buffer.from(memory.buffer), hash, hash4 };
}

/** A message with the padding of FIPS 180-4, section 5.1.1. */
function padded(message: Uint8Array): Buffer {
  const out = Buffer.alloc(64 * Math.ceil((message.length + 9) / 64));
  out.set(message);
  out[message.length] = 0x80;
  out.writeBigUInt64BE(8n * BigInt(message.length), out.length - 8);
  return out;
}

describe("the WebAssembly module", () => {
  it("compiles synchronously in every browser that has vectors: it is below 4 kB", () => {
    expect(Buffer.from(MODULE, "base64").length).toBeLessThan(4096);
  });

  it("is refused if it computes wrongly", () => {
    const code = Buffer.from(MODULE, "base64");
    // The first constant of FIPS 180-4, section 4.2.2.
    const at = code.indexOf(Buffer.from("982f8a42", "hex"));
    expect(at).toBeGreaterThan(0);
    code[at]! ^= 1;
    expect(() => instantiateHasher(code)).toThrow("SHA-256 of");
  });

  // NIST's examples for FIPS 180-4 (csrc.nist.gov, "Cryptographic Standards and Guidelines: Examples with
  // Intermediate Values", SHA256.pdf), the empty message, and a million times "a" of FIPS 180-2, appendix B.3.
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ],
    [
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
    ],
    ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
  ])("hashes what NIST hashed: %.60s", (message, digest) => {
    const { bytes, hash, hash4 } = bareModule();
    const blocks = padded(Buffer.from(message));
    const chunk = 64 * MAX_PAIRS;
    for (let start = 0; start < blocks.length; start += chunk) {
      const part = blocks.subarray(start, start + chunk);
      bytes.set(part, DATA);
      hash(DATA, part.length / 64, Number(start === 0), DATA);
    }
    expect(hex(bytes.subarray(DATA, DATA + 32))).toBe(digest);

    if (blocks.length > 1024) return;
    for (let lane = 0; lane < 4; lane++) bytes.set(blocks, DATA + lane * blocks.length);
    hash4(DATA, blocks.length, blocks.length / 64, DATA);
    expect(hex(bytes.subarray(DATA, DATA + 128))).toBe(digest.repeat(4));
  });
});

const hashers = { WebAssembly: instantiateHasher(), "@noble/hashes": nobleHasher };

describe.each(Object.entries(hashers))("hashing in %s", (_, hasher) => {
  const together = (leaves: readonly Uint8Array[]): string[] => {
    const out = new Uint8Array(32 * leaves.length);
    hasher.leaves(leaves, out);
    return leaves.map((_, i) => hex(out.subarray(32 * i, 32 * i + 32)));
  };

  it("agrees with node:crypto and noble on leaves of every length from 0 to 300, and longer ones", () => {
    const whole = 64 * MAX_PAIRS;
    const edges = [whole / 2, whole, 1.5 * whole, 2 * whole].flatMap((at) =>
      [-65, -64, -10, -9, -8, -2, -1, 0, 1].map((d) => at + d),
    );
    const quarters = [-66, -10, -9, -1, 0, 1, 55].map((d) => whole / 4 + d);
    const random = Array.from({ length: 12 }, () => randomBytes(3).readUIntBE(0, 3) % 300_000);
    for (const length of [...Array(301).keys(), ...edges, ...quarters, ...random]) {
      const leaf = randomBytes(length);
      const digest = sha256(LEAF, leaf);
      expect(hex(nobleSha256(Buffer.concat([LEAF, leaf])))).toBe(digest);
      expect(hex(hasher.leaf(leaf)), `${length}`).toBe(digest);
      if (length > 300 && !quarters.includes(length)) continue;
      // In each lane, next to other messages of the same length.
      const others = Array.from({ length: 4 }, () => randomBytes(length));
      for (let lane = 0; lane < 4; lane++) {
        const leaves = others.with(lane, leaf);
        expect(together(leaves), `${length}`).toEqual(leaves.map((bytes) => sha256(LEAF, bytes)));
      }
    }
  });

  it("keeps the order of leaves of different lengths", () => {
    for (let count = 0; count <= 40; count++) {
      const leaves = Array.from({ length: count }, (_, i) => randomBytes(i % 7 === 3 ? 16_000 + i : (i * 37) % 200));
      expect(together(leaves)).toEqual(leaves.map((leaf) => sha256(LEAF, leaf)));
    }
  });

  it("hashes levels of 1 to 70 nodes, of 65,536, and of as many as fit its memory", () => {
    for (const nodes of [...Array(71).keys(), MAX_PAIRS - 1, MAX_PAIRS, MAX_PAIRS + 1, 2 * MAX_PAIRS + 3, 65_536]) {
      const level = randomBytes(64 * nodes);
      const found = new Uint8Array(32 * nodes);
      hasher.parents(level, found);
      const wanted = Buffer.alloc(32 * nodes);
      for (let i = 0; i < nodes; i++) wanted.write(sha256(NODE, level.subarray(64 * i, 64 * i + 64)), 32 * i, "hex");
      // Not toEqual, which takes its time over megabytes.
      expect(wanted.equals(found), `${nodes}`).toBe(true);
    }
  });

  it("hashes nodes with each value of the last byte, which chooses a schedule", () => {
    for (let last = 0; last < 256; last++) {
      const [left, right] = [randomBytes(32), randomBytes(32)];
      right[31] = last;
      expect(hex(hasher.climb(left, [right], [false]))).toBe(sha256(NODE, left, right));
      expect(hex(hasher.climb(right, [left], [true]))).toBe(sha256(NODE, left, right));
      const level = Buffer.concat(Array(4).fill(Buffer.concat([left, right])) as Buffer[]);
      const found = new Uint8Array(128);
      hasher.parents(level, found);
      expect(hex(found)).toBe(sha256(NODE, left, right).repeat(4));
    }
  });

  it("computes a path's root with siblings on both sides, and returns copies", () => {
    const hash = randomBytes(32);
    const siblings = Array.from({ length: 53 }, () => randomBytes(32));
    const onLeft = siblings.map((sibling) => sibling[0]! % 2 === 0);
    let wanted: Buffer = hash;
    for (const [i, sibling] of siblings.entries()) {
      wanted = Buffer.from(onLeft[i]! ? sha256(NODE, sibling, wanted) : sha256(NODE, wanted, sibling), "hex");
    }
    const found = hasher.climb(hash, siblings, onLeft);
    hasher.leaf(hash);
    expect(hex(found)).toBe(hex(wanted));
    const same = hasher.climb(hash, [], []);
    expect(hex(same)).toBe(hex(hash));
    hash[0]! ^= 1;
    expect(hex(same)).not.toBe(hex(hash));
  });
});

describe("without WebAssembly", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  const lacking: Record<string, unknown> = {
    "at all": undefined,
    "with vectors, or a policy forbids it": {
      Module: function Module() {
        throw new Error("CompileError");
      },
    },
  };

  it.each(Object.keys(lacking))("%s, everything is the same", async (what) => {
    const leaves = Array.from({ length: 99 }, (_, i) => randomBytes(i * 5));
    const wanted = buildTree(hashLeaves(leaves));
    vi.stubGlobal("WebAssembly", lacking[what]);
    vi.resetModules();
    const fallback = await import("anchorlog/crypto/merkle");
    const { treeHasher } = await import("../../../src/crypto/merkle/hash.ts");
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    expect((await import("../../../src/crypto/merkle/wasmHasher.ts")).instantiateHasher).toThrow("WebAssembly");
    expect(treeHasher()).toBe((await import("../../../src/crypto/merkle/nobleHasher.ts")).nobleHasher);
    expect(warn).toHaveBeenCalledOnce();
    expect(fallback.buildTree(fallback.hashLeaves(leaves))).toEqual(wanted);
    expect(hex(fallback.hashLeaf(leaves[7]!))).toBe(hex(hashLeaf(leaves[7]!)));
    for (const [i, leaf] of leaves.entries()) {
      const proof = fallback.inclusionProof(wanted, i);
      expect(fallback.rootFromInclusionProof(hashLeaf(leaf), i, 99, proof)).toEqual(treeRoot(wanted));
      expect(rootFromInclusionProof(hashLeaf(leaf), i, 99, proof)).toEqual(treeRoot(wanted));
    }
    for (let oldSize = 1; oldSize < 99; oldSize++) {
      const oldRoot = treeRoot(buildTree(wanted.levels[0]!.slice(0, 32 * oldSize)));
      const proof = fallback.consistencyProof(wanted, oldSize);
      expect(fallback.verifyConsistency(oldSize, oldRoot, 99, treeRoot(wanted), proof)).toBe(true);
    }
  });
});

describe("trees of many sizes", () => {
  it("have the roots of merkletreejs for every size from 1 to 1,025", () => {
    const leaves = Array.from({ length: 1_025 }, (_, i) => Buffer.from(hashLeaf(Uint8Array.of(i >> 8, i))));
    const flat = Buffer.concat(leaves);
    // Sizes share most of their nodes, so the peer hashes each but once.
    const known = new Map<string, Buffer>();
    const nodeHash = (pair: Buffer): Buffer => {
      const key = pair.toString("latin1");
      const hash = known.get(key) ?? Buffer.from(sha256(NODE, pair), "hex");
      known.set(key, hash);
      return hash;
    };
    for (let size = 1; size <= leaves.length; size++) {
      const peer = new PeerTree(leaves.slice(0, size), nodeHash).getRoot().toString("hex");
      expect(hex(treeRoot(buildTree(flat.subarray(0, 32 * size))))).toBe(peer);
    }
  });

  it("are equal from a list and from one flat buffer, and keep copies", () => {
    const leaves = Array.from({ length: 77 }, () => randomBytes(32));
    const flat = Buffer.concat(leaves);
    const [fromList, fromFlat] = [buildTree(leaves), buildTree(flat)];
    expect(fromFlat).toEqual(fromList);
    const before = hex(fromFlat.levels[0]!);
    flat.fill(0);
    expect(hex(fromFlat.levels[0]!)).toBe(before);
    expect(hex(hashLeaves([]))).toBe("");
  });

  it("refuse text and other values, which would be hashed as zeros", () => {
    for (const wrong of ["0x010203", [1, 2], 7, {}, new Uint16Array(1), new ArrayBuffer(1)] as never[]) {
      expect(() => hashLeaf(wrong)).toThrow(RangeError);
      expect(() => hashLeaves([wrong])).toThrow(RangeError);
    }
  });

  it("refuse a buffer with half a hash, and nodes of another length", () => {
    expect(() => buildTree(new Uint8Array(63))).toThrow(RangeError);
    const hash = new Uint8Array(32);
    for (const wrong of [new Uint8Array(31), new Uint8Array(33), new Uint8Array()]) {
      expect(() => hashNode(wrong, hash)).toThrow(RangeError);
      expect(() => hashNode(hash, wrong)).toThrow(RangeError);
    }
    expect(hex(hashNode(hash, hash))).toBe(sha256(NODE, hash, hash));
  });
});
