/** RFC 9162 trees, beside merkletreejs in the one configuration that computes the same roots. */
import { createHash } from "node:crypto";
import { MerkleTree } from "merkletreejs";
import {
  buildTree,
  consistencyProof,
  hashLeaf,
  inclusionProof,
  rootFromInclusionProof,
  treeRoot,
  verifyConsistency,
} from "../../src/merkle/index.ts";
import { type BenchCase, OURS, same } from "./frame.ts";

const PEER = "merkletreejs 0";
const FLOOR = "node:crypto, hashes only";
const SIZE = 4_096;
const INDEX = 1_234;
const OLD_SIZE = 3_000;

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const hashPair = (pair: Uint8Array) => sha256(Buffer.concat([Uint8Array.of(1), pair]));

// oxlint-disable-next-line typescript/require-await -- an area may have to wait, this one does not
export async function cases(): Promise<BenchCase[]> {
  const leaves = Array.from({ length: SIZE }, (_, i) => hashLeaf(new TextEncoder().encode(`leaf ${i}`)));
  const tree = buildTree(leaves);
  const root = treeRoot(tree);
  const proof = inclusionProof(tree, INDEX);

  const buffers = leaves.map((leaf) => Buffer.from(leaf));
  const peer = new MerkleTree(buffers, hashPair);
  const peerRoot = peer.getRoot();
  const peerProof = peer.getProof(buffers[INDEX]!, INDEX);
  same(peerRoot, root, "the peer's root");
  same(rootFromInclusionProof(leaves[INDEX]!, INDEX, SIZE, proof), root, "the root from the proof");

  const oldRoot = treeRoot(buildTree(leaves.slice(0, OLD_SIZE)));
  const consistency = consistencyProof(tree, OLD_SIZE);
  const node = new Uint8Array(65).fill(1);
  const hashes = (count: number) => () => {
    for (let i = 0; i < count; i++) sha256(node);
  };

  return [
    {
      name: `root of ${SIZE} leaf hashes, per leaf`,
      unit: "µs",
      subjects: [
        { name: OURS, run: () => treeRoot(buildTree(leaves)), itemsPerRun: SIZE },
        { name: PEER, run: () => new MerkleTree(buffers, hashPair).getRoot(), itemsPerRun: SIZE },
        { name: FLOOR, run: hashes(SIZE - 1), itemsPerRun: SIZE },
      ],
    },
    {
      name: `inclusion proof in ${SIZE}: make`,
      unit: "µs",
      subjects: [
        { name: OURS, run: () => inclusionProof(tree, INDEX) },
        { name: PEER, run: () => peer.getProof(buffers[INDEX]!, INDEX) },
      ],
    },
    {
      name: `inclusion proof in ${SIZE}: verify`,
      unit: "µs",
      subjects: [
        { name: OURS, run: () => rootFromInclusionProof(leaves[INDEX]!, INDEX, SIZE, proof) },
        { name: PEER, run: () => MerkleTree.verify(peerProof, buffers[INDEX]!, peerRoot, hashPair) },
        { name: FLOOR, run: hashes(proof.length) },
      ],
    },
    {
      name: `consistency proof from ${OLD_SIZE} to ${SIZE}: verify`,
      unit: "µs",
      subjects: [
        { name: OURS, run: () => verifyConsistency(OLD_SIZE, oldRoot, SIZE, root, consistency) },
        { name: FLOOR, run: hashes(2 * consistency.length) },
      ],
    },
  ];
}
