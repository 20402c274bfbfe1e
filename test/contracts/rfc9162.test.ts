import { readFileSync } from "node:fs";
import hre from "hardhat";
import { describe, expect, it } from "vitest";

/** Vectors of transparency-dev/merkle, run against the Solidity library. */

type Inclusion = {
  name: string;
  leafIdx: bigint;
  treeSize: bigint;
  root: string;
  leafHash: string;
  proof: string[] | null;
  wantErr: boolean;
};

type Consistency = {
  name: string;
  size1: bigint;
  size2: bigint;
  root1: string;
  root2: string;
  proof: string[] | null;
  wantErr: boolean;
};

/** Accepted there, refused here: equal sizes prove nothing; the second one's roots are not even hashes. */
const stricter = [
  "testdata/consistency/0/happy-path.json",
  "testdata/consistency/additional/sizes-are-equal-one-and-proof-is-empty.json",
];

const { viem } = await hre.network.create();
const harness = await viem.deployContract("RFC9162Harness");

describe("RFC9162 on the vectors of transparency-dev/merkle", () => {
  it("accepts and refuses the same inclusion proofs", async () => {
    const vectors = read<Inclusion>("inclusion");
    expect(vectors).toHaveLength(98);
    const verdicts = await Promise.all(
      vectors.map(({ leafHash, leafIdx, treeSize, proof, root }) =>
        harness.read
          .inclusionRoot([word(leafHash), leafIdx, treeSize, (proof ?? []).map(word)])
          .then((implied) => implied === word(root), refusal),
      ),
    );
    expect(named(vectors, (_, i) => verdicts[i] === true)).toEqual(named(vectors, (v) => !v.wantErr));
    // Each refusal is a custom error of ours, never a revert without data.
    expect(new Set(verdicts)).toEqual(new Set([true, false, "IndexOutOfRange", "ProofLength", "not 32 bytes"]));
  });

  it("refuses each for its own reason: short hashes are refused also after padding", async () => {
    const inclusion = await Promise.all(
      read<Inclusion>("inclusion").map(({ name, leafHash, leafIdx, treeSize, proof, root }) =>
        harness.read
          .inclusionRoot([filled(leafHash), leafIdx, treeSize, (proof ?? []).map(filled)])
          .then((implied) => (implied === filled(root) ? name : "another root"), refusal),
      ),
    );
    const accepted = read<Inclusion>("inclusion").filter(({ name, wantErr }) => !wantErr || name === NO_LEAF);
    expect(tally(inclusion)).toEqual({
      ...Object.fromEntries(accepted.map(({ name }) => [name, 1])),
      "another root": 38,
      IndexOutOfRange: 17,
      ProofLength: 36,
    });
    const consistency = await Promise.all(
      read<Consistency>("consistency").map(({ size1, root1, size2, root2, proof }) =>
        harness.read
          .consistent([size1, filled(root1), size2, filled(root2), (proof ?? []).map(filled)])
          .then(String, refusal),
      ),
    );
    expect(tally(consistency)).toEqual({ true: 4, false: 23, SizesOutOfOrder: 20, ProofLength: 51 });
  });

  it("accepts and refuses the same consistency proofs, but for equal sizes", async () => {
    const vectors = read<Consistency>("consistency");
    expect(vectors).toHaveLength(98);
    const verdicts = await Promise.all(
      vectors.map(({ size1, root1, size2, root2, proof }) =>
        harness.read
          .consistent([size1, word(root1), size2, word(root2), (proof ?? []).map(word)])
          .then((value) => value, refusal),
      ),
    );
    expect(named(vectors, (_, i) => verdicts[i] === true)).toEqual(
      named(vectors, (v) => !v.wantErr && !stricter.includes(v.name)),
    );
    expect(stricter.map((name) => verdicts[vectors.findIndex((v) => v.name === name)])).toEqual([
      "SizesOutOfOrder",
      "not 32 bytes",
    ]);
    expect(new Set(verdicts)).toEqual(new Set([true, false, "SizesOutOfOrder", "ProofLength", "not 32 bytes"]));
  });
});

function read<vector>(file: string): vector[] {
  const url = new URL(`../vectors/foreign/transparency-dev-merkle/${file}.json`, import.meta.url);
  // Two indices are 2^64 - 1, which a number cannot hold.
  const exact = (_: string, value: unknown, context?: { source?: string }) =>
    typeof value === "number" ? BigInt(context?.source ?? Number.NaN) : value;
  return JSON.parse(readFileSync(url, "utf8"), exact) as vector[];
}

/** Converts base64 to hex. The ABI's encoder refuses values that are not 32 bytes long, as for any caller. */
function word(base64: string): `0x${string}` {
  return `0x${Buffer.from(base64, "base64").toString("hex")}`;
}

/** The same, filled with zeros up to 32 bytes. */
function filled(base64: string): `0x${string}` {
  return `0x${word(base64).slice(2).padEnd(64, "0")}`;
}

/** Refused only because of the lengths: leaf hash and root are both empty, and therefore equal. */
const NO_LEAF = "testdata/inclusion/single-entry/empty-root-and-leaf.json";

function tally(reasons: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

function named<vector extends { name: string }>(
  vectors: vector[],
  keep: (vector: vector, index: number) => boolean,
): string[] {
  return vectors.filter(keep).map(({ name }) => name);
}

/** Why a call was refused: the name of the custom error, if it was one. */
function refusal(error: unknown): string {
  if (/bytes32.*does not match|Size of bytes/s.test(String(error))) return "not 32 bytes";
  return /custom error '(\w+)\(|error: (\w+)\(/.exec(String(error))?.slice(1).find(Boolean) ?? String(error);
}
