import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MerkleProofError, rootFromInclusionProof, verifyConsistency } from "anchorlog/merkle";

// Vectors of transparency-dev/merkle; see the README beside them.
type Inclusion = {
  name: string;
  leafIdx: number;
  treeSize: number;
  root: string;
  leafHash: string;
  proof: string[] | null;
  wantErr: boolean;
};
type Consistency = {
  name: string;
  size1: number;
  size2: number;
  root1: string;
  root2: string;
  proof: string[] | null;
  wantErr: boolean;
};

const read = <T>(file: string): T[] =>
  JSON.parse(
    readFileSync(new URL(`../vectors/foreign/transparency-dev-merkle/${file}.json`, import.meta.url), "utf8"),
  ) as T[];
const bytes = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, "base64"));

/** Refused here although accepted there: its roots are not hashes at all. */
const STRICTER = "testdata/consistency/additional/sizes-are-equal-one-and-proof-is-empty.json";

function verdict(run: () => boolean): boolean {
  try {
    return run();
  } catch (error) {
    if (error instanceof MerkleProofError) return false;
    throw error;
  }
}

describe("the vectors of transparency-dev/merkle", () => {
  it("accepts and refuses the same inclusion proofs", () => {
    const vectors = read<Inclusion>("inclusion");
    expect(vectors).toHaveLength(98);
    for (const v of vectors) {
      const valid = verdict(() =>
        Buffer.from(
          rootFromInclusionProof(bytes(v.leafHash), v.leafIdx, v.treeSize, (v.proof ?? []).map(bytes)),
        ).equals(bytes(v.root)),
      );
      expect(valid, v.name).toBe(!v.wantErr);
    }
  });

  it("accepts and refuses the same consistency proofs", () => {
    const vectors = read<Consistency>("consistency");
    expect(vectors).toHaveLength(98);
    for (const v of vectors) {
      const valid = verdict(() =>
        verifyConsistency(v.size1, bytes(v.root1), v.size2, bytes(v.root2), (v.proof ?? []).map(bytes)),
      );
      expect(valid, v.name).toBe(!v.wantErr && v.name !== STRICTER);
    }
  });
});
