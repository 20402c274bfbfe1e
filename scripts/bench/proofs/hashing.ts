/** Measures Poseidon and the zk twin, beside circomlibjs. */
import { buildPoseidon, buildPoseidonOpt } from "circomlibjs";
import { buildZkTree, commitment, EMPTY, ZK_DEPTH } from "../../../src/batch/zk.ts";
import { commitMany } from "../../../src/batch/zkCommitMany.ts";
import { bytesToUint, uintToBytes } from "../../../src/base/bytes.ts";
import { hashManyInBigints } from "../../../src/crypto/poseidon/bigintEngine.ts";
import { elementsToBytes, poseidonMany, poseidonP4, TAGS } from "../../../src/crypto/poseidon/index.ts";
import { type BenchCase, OURS, same } from "../frame.ts";

const CIRCOMLIB = "circomlibjs 0, wasm";
const CIRCOMLIB_BYTES = "circomlibjs 0, wasm, bytes";
const CIRCOMLIB_OPT = "circomlibjs 0, opt";
const CIRCOMLIB_FLOOR = "circomlibjs 0, wasm, hashes only";
const LEAVES = 1_024;
const MANY = 256;

type Hash = (tag: bigint, inputs: readonly bigint[]) => bigint;

/** Wraps circomlibjs's function to take and return bigints, as ours does. */
const wrap =
  (poseidon: Awaited<ReturnType<typeof buildPoseidon>>): Hash =>
  (tag, inputs) =>
    poseidon.F.toObject(poseidon(inputs, poseidon.F.e(tag)));

export async function hashingCases(): Promise<BenchCase[]> {
  const circomlib = await buildPoseidon();
  const wasm = wrap(circomlib);
  return [...hashing(circomlib, wrap(await buildPoseidonOpt())), committing(wasm), growing(wasm)];
}

const inputs = [1n, 2n, 3n, 4n].map((x) => poseidonP4(TAGS.node, [x, x, x, x]));
const expected = poseidonP4(TAGS.node, inputs);

function hashing(circomlib: Awaited<ReturnType<typeof buildPoseidon>>, opt: Hash): BenchCase[] {
  const wasm = wrap(circomlib);
  same(wasm(TAGS.node, inputs), expected, "the hash of circomlibjs");
  same(opt(TAGS.node, inputs), expected, "the optimized hash of circomlibjs");
  // circomlibjs's own form of bytes for inputs and outputs: little-endian, in Montgomery form.
  const [tagBytes, inputBytes] = [circomlib.F.e(TAGS.node), inputs.map((x) => circomlib.F.e(x))];
  const inBytes = { name: CIRCOMLIB_BYTES, run: () => circomlib(inputBytes, tagBytes) };
  const manyInputs = new Uint8Array(MANY * 4 * 32);
  for (let i = 0; i < MANY; i++) manyInputs.set(elementsToBytes(inputs), i * 4 * 32);
  const tag = elementsToBytes([TAGS.node]);
  same(hashManyInBigints(4, tag, manyInputs).slice(-32), uintToBytes(expected, 32), "the hash in bigints");
  same(poseidonMany(TAGS.node, 4, manyInputs).slice(-32), uintToBytes(expected, 32), "the last hash of many");
  return [
    {
      name: "Poseidon, 4 inputs",
      unit: "µs",
      subjects: [
        { name: OURS, run: () => poseidonP4(TAGS.node, inputs) },
        { name: CIRCOMLIB, run: () => wasm(TAGS.node, inputs) },
        { name: `${OURS}, in bigints`, run: () => hashManyInBigints(4, tag, elementsToBytes(inputs)) },
        inBytes,
        { name: CIRCOMLIB_OPT, run: () => opt(TAGS.node, inputs) },
      ],
    },
    {
      name: `Poseidon, 4 inputs, ${MANY} at once`,
      unit: "µs",
      subjects: [{ name: OURS, run: () => poseidonMany(TAGS.node, 4, manyInputs), itemsPerRun: MANY }, inBytes],
    },
  ];
}

function committing(wasm: Hash): BenchCase {
  const words = inputs.concat(5n, 6n);
  const payloadType =
    "TradePayload(uint256 object,uint256 buyer,uint256 price,uint256 terms,uint64 amount,uint64 count)";
  const entry = { actor: 1n, nonce: 2n, acceptedAt: 1_767_603_600_000, entryHash: expected, payloadType, words };
  const entryBytes = {
    ...entry,
    actor: uintToBytes(entry.actor, 20),
    nonce: uintToBytes(entry.nonce, 32),
    entryHash: uintToBytes(entry.entryHash, 32),
    words: words.map((word) => uintToBytes(word, 32)),
  };
  const manyEntries = Array.from({ length: MANY }, () => entryBytes);
  same(bytesToUint(commitMany(manyEntries).slice(-32)), commitment(entry), "the last commitment of many");
  // Only the hashes that depend on the entry: the context, the words from the third on, and the hashes above these.
  const five = [...inputs, expected];
  const floor = () => {
    wasm(TAGS.context, five);
    wasm(TAGS.group, inputs);
    wasm(TAGS.rest, inputs);
    wasm(TAGS.commitment, five);
  };
  return {
    name: "zk commitment, 6 members",
    unit: "µs",
    subjects: [
      { name: OURS, run: () => commitment(entry) },
      { name: `${OURS}, ${MANY} at once`, run: () => commitMany(manyEntries), itemsPerRun: MANY },
      { name: CIRCOMLIB_FLOOR, run: floor },
    ],
  };
}

function growing(wasm: Hash): BenchCase {
  const leaves = Array.from({ length: LEAVES }, (_, i) => poseidonP4(TAGS.node, [BigInt(i), 0n, 0n, 0n]));
  const empty = emptySubtrees(wasm);
  const flatLeaves = elementsToBytes(leaves);
  same(zkRoot(wasm, empty, leaves), buildZkTree(flatLeaves).root, "the zk root of circomlibjs");
  return {
    name: `zk tree of ${LEAVES.toLocaleString("en")}, per commitment`,
    unit: "µs",
    subjects: [
      { name: OURS, run: () => buildZkTree(flatLeaves), itemsPerRun: LEAVES },
      { name: CIRCOMLIB, run: () => zkRoot(wasm, empty, leaves), itemsPerRun: LEAVES },
    ],
  };
}

/** Returns the roots of empty subtrees, from a leaf up. */
function emptySubtrees(hash: Hash): bigint[] {
  const roots = [EMPTY];
  for (let level = 0; level < ZK_DEPTH; level++) roots.push(hash(TAGS.node, Array<bigint>(4).fill(roots[level]!)));
  return roots;
}

/** Computes the zk tree's root with the given Poseidon. */
function zkRoot(hash: Hash, empty: readonly bigint[], commitments: readonly bigint[]): bigint {
  let nodes = commitments;
  for (let level = 0; level < ZK_DEPTH; level++) {
    const below = nodes;
    nodes = Array.from({ length: Math.ceil(below.length / 4) }, (_, i) =>
      hash(
        TAGS.node,
        [0, 1, 2, 3].map((place) => below[4 * i + place] ?? empty[level]!),
      ),
    );
  }
  return nodes[0]!;
}
