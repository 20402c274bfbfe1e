/** A second implementation of the zk tree, written from the protocol's text over circomlibjs's Poseidon. */
import { keccak256, toBytes } from "viem";
import { EMPTY, type CommitmentInput } from "../../src/batch/zk.ts";
import { FIELD_ORDER, TAGS } from "../../src/crypto/poseidon/index.ts";
import { circomlibPoseidon } from "../crypto/poseidon/second-opinion.ts";

/** protocol/1-verify §8.3, line by line, with circomlib's Poseidon: the commitment, and the values that it commits to. */
function openByTheBook({ actor, nonce, acceptedAt, entryHash, payloadType, words }: CommitmentInput) {
  const w = Array.from({ length: 18 }, (_, i) => words[i] ?? 0n);
  const e = w.map((word) => word % FIELD_ORDER);
  let shape = BigInt(words.length) + 32n * (nonce / FIELD_ORDER);
  for (let i = 0; i < 16; i++) shape += 256n * ((w[i] ?? 0n) / FIELD_ORDER) * 8n ** BigInt(i);
  const context = circomlibPoseidon(TAGS.context, [
    actor,
    nonce % FIELD_ORDER,
    shape,
    BigInt(acceptedAt),
    entryHash % FIELD_ORDER,
  ]);
  const groups = [0, 1, 2, 3].map((j) => circomlibPoseidon(TAGS.group, e.slice(2 + 4 * j, 6 + 4 * j)));
  const rest = circomlibPoseidon(TAGS.rest, groups);
  const type = BigInt(keccak256(toBytes(payloadType))) % FIELD_ORDER;
  const [e0 = 0n, e1 = 0n] = e;
  const commitment = circomlibPoseidon(TAGS.commitment, [context, type, e0, e1, rest]);
  return { commitment, context, e0, e1, rest };
}

/** protocol/1-verify §8.3. */
export const commitmentByTheBook = (input: CommitmentInput): bigint => openByTheBook(input).commitment;

/** protocol/4-proofs §2, signal 0. */
export function nullifierByTheBook(scope: bigint, input: CommitmentInput): bigint {
  const { context, e0, e1, rest } = openByTheBook(input);
  return circomlibPoseidon(TAGS.nullifier, [scope, context, e0, e1, rest]);
}

/** protocol/1-verify §8.4, for a subtree of any depth, with circomlib's Poseidon. */
export function rootByTheBook(leaves: readonly bigint[], depth: number): bigint {
  if (depth === 0) return leaves[0] ?? EMPTY;
  const width = 4 ** (depth - 1);
  const children = [0, 1, 2, 3].map((i) =>
    leaves.length <= i * width
      ? emptyByTheBook(depth - 1)
      : rootByTheBook(leaves.slice(i * width, (i + 1) * width), depth - 1),
  );
  return circomlibPoseidon(TAGS.node, children);
}

const emptyByTheBook = (depth: number): bigint =>
  depth === 0 ? EMPTY : circomlibPoseidon(TAGS.node, Array<bigint>(4).fill(emptyByTheBook(depth - 1)));
