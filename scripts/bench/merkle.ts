/** Measures RFC 9162 trees, beside merkletreejs in configurations that compute the same roots. */
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { SimpleMerkleTree } from "@openzeppelin/merkle-tree";
import { MerkleTree } from "merkletreejs";
import {
  buildTree,
  consistencyProof,
  hashLeaf,
  hashLeaves,
  inclusionProof,
  rootFromInclusionProof,
  treeRoot,
  verifyConsistency,
} from "../../src/crypto/merkle/index.ts";
import { type BenchCase, OURS, same } from "./frame.ts";
import { memoryOf } from "./memory.ts";

const PEER = "merkletreejs 0, node:crypto";
const SLOW_PEER = "merkletreejs 0, its own hash";
/** This library's tree has another shape and uses keccak, so its roots differ. */
const OTHER_PEER = "@openzeppelin/merkle-tree 1";
const FLOOR = "node:crypto, hashes only";
const SIZES = [1_024, 16_384, 65_536];
const LEAF_BYTES = 400;
const PROOFS = 64;

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const hashPair = (pair: Uint8Array) => sha256(Buffer.concat([Uint8Array.of(1), pair]));

// merkletreejs's default hash, with the RFC 9162 prefix added. (By default it calls the function twice for each node,
// first with a Buffer, which crypto-js cannot hash correctly.)
type CryptoJs = {
  readonly SHA256: (words: unknown) => { toString(encoding: unknown): string };
  readonly enc: { readonly Hex: { parse(hex: string): unknown } };
};
const cryptoJs = createRequire(import.meta.resolve("merkletreejs"))("crypto-js") as CryptoJs;
const hashPairSlowly = (pair: Uint8Array) => {
  const { SHA256, enc } = cryptoJs;
  return Buffer.from(SHA256(enc.Hex.parse(`01${Buffer.from(pair).toString("hex")}`)).toString(enc.Hex), "hex");
};

export function cases(): BenchCase[] {
  return [hashing(), ...SIZES.flatMap(ofSize), memory(SIZES.at(-1)!)];
}

function memory(leaves: number): BenchCase {
  const treeBy = (maker: "anchorlog" | "merkletreejs" | "openzeppelin") => () =>
    memoryOf({ type: "tree", maker, leaves });
  return {
    name: `memory of a process with a tree over ${leaves} leaf hashes, its peak`,
    unit: "MB",
    subjects: [
      { name: OURS, measure: treeBy("anchorlog") },
      { name: PEER, measure: treeBy("merkletreejs") },
      { name: OTHER_PEER, measure: treeBy("openzeppelin") },
      { name: "Node alone", measure: () => memoryOf({ type: "nothing" }) },
    ],
  };
}

function hashing(): BenchCase {
  const leaves = Array.from({ length: 1_024 }, (_, i) => new Uint8Array(LEAF_BYTES).fill(i));
  const prefixed = leaves.map((leaf) => Buffer.concat([Uint8Array.of(0), leaf]));
  same(hashLeaves(leaves).subarray(32, 64), sha256(prefixed[1]!), "the leaf's hash");
  const each = (hash: (i: number) => unknown) => () => {
    for (let i = 0; i < leaves.length; i++) hash(i);
  };
  return {
    name: `leaf hashes of ${LEAF_BYTES} bytes, each`,
    unit: "µs",
    subjects: [
      { name: OURS, run: () => hashLeaves(leaves), itemsPerRun: leaves.length },
      { name: `${OURS}, one by one`, run: each((i) => hashLeaf(leaves[i]!)), itemsPerRun: leaves.length },
      { name: FLOOR, run: each((i) => sha256(prefixed[i]!)), itemsPerRun: leaves.length },
    ],
  };
}

function ofSize(size: number): BenchCase[] {
  const leaves = Array.from({ length: size }, (_, i) => hashLeaf(new TextEncoder().encode(`leaf ${i}`)));
  const tree = buildTree(leaves);
  const setting = { size, leaves, tree, root: treeRoot(tree), buffers: leaves.map((leaf) => Buffer.from(leaf)) };
  return [rooting(setting), ...proving(setting), ...provingConsistency(setting)];
}

type Setting = {
  readonly size: number;
  readonly leaves: readonly Uint8Array[];
  readonly tree: ReturnType<typeof buildTree>;
  readonly root: Uint8Array;
  /** The leaves as the peer takes them. */
  readonly buffers: Buffer[];
};

function rooting({ size, leaves, tree, root, buffers }: Setting): BenchCase {
  const flat = tree.levels[0]!;
  const first = new MerkleTree(buffers.slice(0, 100), hashPairSlowly).getRoot();
  same(new MerkleTree(buffers, hashPair).getRoot(), root, "the peer's root");
  same(first, treeRoot(buildTree(leaves.slice(0, 100))), "the slow peer's root");
  return {
    name: `root of ${size} leaf hashes`,
    unit: "ms",
    rounds: 7,
    subjects: [
      { name: OURS, run: () => treeRoot(buildTree(leaves)) },
      { name: `${OURS}, of one flat buffer`, run: () => treeRoot(buildTree(flat)) },
      { name: PEER, run: () => new MerkleTree(buffers, hashPair).getRoot() },
      { name: SLOW_PEER, run: () => new MerkleTree(buffers, hashPairSlowly).getRoot() },
      { name: OTHER_PEER, run: () => SimpleMerkleTree.of(leaves as Uint8Array[]).root },
      { name: FLOOR, run: hashesOfNodes(size - 1) },
    ],
  };
}

/** Hashes as many nodes as a tree or a proof has, without building anything. */
function hashesOfNodes(count: number): () => void {
  const node = new Uint8Array(65).fill(1);
  return () => {
    for (let i = 0; i < count; i++) sha256(node);
  };
}

function proving({ size, leaves, tree, root, buffers }: Setting): BenchCase[] {
  // Use various leaves: a single one would stay in the processor's nearest cache.
  const indices = Array.from({ length: PROOFS }, (_, i) => (i * 40_503 + 1_234) % size);
  const proofs = indices.map((index) => inclusionProof(tree, index));
  const peer = new MerkleTree(buffers, hashPair);
  const peerRoot = peer.getRoot();
  const peerProofs = indices.map((index) => peer.getProof(buffers[index]!, index));
  const ourRoot = (index: number, i: number) => rootFromInclusionProof(leaves[index]!, index, size, proofs[i]!);
  const peerVerdict = (index: number, i: number) =>
    MerkleTree.verify(peerProofs[i]!, buffers[index]!, peerRoot, hashPair);
  for (const [i, index] of indices.entries()) {
    same(ourRoot(index, i), root, "the root from the proof");
    if (!peerVerdict(index, i)) throw new Error("the peer's proof");
  }
  const forEachIndex = (work: (index: number, i: number) => unknown) => () => indices.forEach(work);
  return [
    {
      name: `inclusion proof in ${size}: make`,
      unit: "µs",
      subjects: [
        { name: OURS, run: forEachIndex((index) => inclusionProof(tree, index)), itemsPerRun: PROOFS },
        { name: PEER, run: forEachIndex((index) => peer.getProof(buffers[index]!, index)), itemsPerRun: PROOFS },
      ],
    },
    {
      name: `${PROOFS} inclusion proofs in ${size}: verify`,
      unit: "µs",
      subjects: [
        { name: OURS, run: forEachIndex(ourRoot) },
        { name: PEER, run: forEachIndex(peerVerdict) },
        { name: FLOOR, run: hashesOfNodes(proofs.reduce((sum, proof) => sum + proof.length, 0)) },
      ],
    },
  ];
}

function provingConsistency({ size, leaves, tree, root }: Setting): BenchCase[] {
  // With this size, the old tree's edge has many subtrees, and the proof is long.
  const oldSize = Math.floor(size * 0.7) | 1;
  const oldRoot = treeRoot(buildTree(leaves.slice(0, oldSize)));
  const proof = consistencyProof(tree, oldSize);
  if (!verifyConsistency(oldSize, oldRoot, size, root, proof)) throw new Error("the consistency proof");
  return [
    {
      name: `consistency proof from ${oldSize} to ${size}: make`,
      unit: "µs",
      subjects: [{ name: OURS, run: () => consistencyProof(tree, oldSize) }],
    },
    {
      name: `consistency proof from ${oldSize} to ${size}: verify`,
      unit: "µs",
      subjects: [
        { name: OURS, run: () => verifyConsistency(oldSize, oldRoot, size, root, proof) },
        { name: FLOOR, run: hashesOfNodes(nodesToVerify(oldSize, size)) },
      ],
    },
  ];
}

/** Returns the number of nodes that a verifier of consistency hashes for both roots. */
function nodesToVerify(oldSize: number, size: number): number {
  let [index, last, nodes] = [oldSize - 1, size - 1, 0];
  for (; index % 2 === 1; index >>= 1) last >>= 1;
  for (; last > 0; index >>= 1, last >>= 1) nodes += index % 2 === 1 ? 2 : Number(index < last);
  return nodes;
}
