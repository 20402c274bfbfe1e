import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EMPTY_ROOT, MerkleProofError, rootFromInclusionProof, verifyConsistency } from "anchorlog/crypto/merkle";

// Vectors of transparency-dev/merkle; see the README beside them.
type Vector = { name: string; proof: string[] | null; wantErr: boolean };
type Inclusion = Vector & { leafIdx: number; treeSize: number; root: string; leafHash: string };
type Consistency = Vector & { size1: number; size2: number; root1: string; root2: string };
type Read = (base64: string) => Uint8Array;

const vectorsOf = <T>(file: string): T[] =>
  JSON.parse(
    readFileSync(new URL(`../../vectors/foreign/transparency-dev-merkle/${file}.json`, import.meta.url), "utf8"),
  ) as T[];
const bytes: Read = (base64) => new Uint8Array(Buffer.from(base64, "base64"));
/** Fills short values with zeros up to 32 bytes, so that the length is not the reason of a refusal. */
const filled: Read = (base64) => {
  const hash = new Uint8Array(32);
  hash.set(bytes(base64));
  return hash;
};

const MESSAGES: readonly (readonly [string, RegExp])[] = [
  ["impossible place", /has no leaf|is below the old size/],
  ["proof length", /^the proof has \d+ hashes, but \d+ are needed$/],
  ["hash length", / bytes, not 32$/],
];

function reasonOf(verify: () => boolean): string {
  try {
    return verify() ? "valid" : "another root";
  } catch (error) {
    if (!(error instanceof MerkleProofError)) throw error;
    return MESSAGES.find(([, message]) => message.test(error.message))?.[0] ?? error.message;
  }
}

/** The number of siblings on the way up from a leaf, by the recursion of RFC 9162, section 2.1.3.1. */
function pathLength(index: number, size: number): number {
  if (size === 1) return 0;
  const left = 2 ** (Math.ceil(Math.log2(size)) - 1);
  return 1 + (index < left ? pathLength(index, left) : pathLength(index - left, size - left));
}

/** The same of a consistency proof, section 2.1.4.1. */
function subproofLength(old: number, size: number, isWhole = true): number {
  if (old === 0) return 0;
  if (old === size) return isWhole ? 0 : 1;
  const left = 2 ** (Math.ceil(Math.log2(size)) - 1);
  return 1 + (old <= left ? subproofLength(old, left, isWhole) : subproofLength(old - left, size - left, false));
}

function includes({ leafIdx, treeSize, root, leafHash, proof }: Inclusion, read: Read): string {
  return reasonOf(() => {
    const implied = rootFromInclusionProof(read(leafHash), leafIdx, treeSize, (proof ?? []).map(bytes));
    return Buffer.from(implied).equals(read(root));
  });
}

function isExtension({ size1, root1, size2, root2, proof }: Consistency, read: Read): string {
  return reasonOf(() => verifyConsistency(size1, read(root1), size2, read(root2), (proof ?? []).map(bytes)));
}

const tally = (reasons: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(reasons)].sort().map((one) => [one, reasons.filter((each) => each === one).length]));

describe("the vectors of transparency-dev/merkle", () => {
  it("accept and refuse the same inclusion proofs, each for the right reason", () => {
    const vectors = vectorsOf<Inclusion>("inclusion");
    const reasons = vectors.map((vector) => {
      const { name, leafIdx, treeSize, proof, wantErr } = vector;
      const isPlace = leafIdx < treeSize;
      const isLong = isPlace && (proof ?? []).length !== pathLength(leafIdx, treeSize);
      const other = wantErr && name !== NO_LEAF ? "another root" : "valid";
      const reason = includes(vector, filled);
      expect(reason, name).toBe(!isPlace ? "impossible place" : isLong ? "proof length" : other);
      // A leaf hash or root of another length is refused for its first fault.
      expect(includes(vector, bytes) === "valid", name).toBe(!wantErr);
      return reason;
    });
    expect(tally(reasons)).toEqual({ valid: 7, "another root": 38, "impossible place": 17, "proof length": 36 });
  });

  it("accept and refuse the same consistency proofs, each for the right reason", () => {
    const vectors = vectorsOf<Consistency>("consistency");
    const reasons = vectors.map((vector) => {
      const { name, size1, size2, proof, wantErr } = vector;
      const isInOrder = size1 <= size2;
      const isLong = isInOrder && (proof ?? []).length !== subproofLength(size1, size2);
      const other = wantErr && name !== BEYOND ? "another root" : "valid";
      const reason = isExtension(vector, filled);
      expect(reason, name).toBe(!isInOrder ? "impossible place" : isLong ? "proof length" : other);
      expect(isExtension(vector, bytes) === "valid", name).toBe(!wantErr && name !== NO_HASHES);
      return reason;
    });
    expect(tally(reasons)).toEqual({ valid: 7, "another root": 29, "impossible place": 4, "proof length": 58 });
  });
});

/** Refused only because of the lengths: leaf hash and root are both empty, and therefore equal. */
const NO_LEAF = "testdata/inclusion/single-entry/empty-root-and-leaf.json";
/** Accepted there although its roots are not hashes. */
const NO_HASHES = "testdata/consistency/additional/sizes-are-equal-one-and-proof-is-empty.json";
/** Refused there: it asks about the empty tree, which nothing contradicts. */
const BEYOND = "testdata/consistency/additional/size1-is-zero-and-size2-is-not-zero.json";

describe("a tree of size 0", () => {
  const other = new Uint8Array(32).fill(1);

  it("has the empty root only, as the older tree and as the newer", () => {
    expect(verifyConsistency(0, EMPTY_ROOT, 0, EMPTY_ROOT, [])).toBe(true);
    expect(verifyConsistency(0, EMPTY_ROOT, 0, other, [])).toBe(false);
    expect(verifyConsistency(0, other, 0, EMPTY_ROOT, [])).toBe(false);
    expect(verifyConsistency(0, other, 0, other, [])).toBe(false);
    expect(verifyConsistency(0, EMPTY_ROOT, 5, other, [])).toBe(true);
    expect(verifyConsistency(0, other, 5, other, [])).toBe(false);
  });
});
