import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { bn254 } from "@noble/curves/bn254.js";
import { PROOFS, KEY, OUTSIDE } from "../../src/bn254/generated/knownAnswers.ts";
import { checkPairing } from "../../src/bn254/knownAnswers.ts";
import { nobleVerifier } from "../../src/bn254/pairingNoble.ts";
import { ANSWERS, answersOf } from "../../src/merkle/knownAnswers.ts";
import { nobleHasher } from "../../src/merkle/nobleHasher.ts";
import type { TreeHasher } from "../../src/merkle/treeHasher.ts";
import { flipBits } from "./flip.ts";
import { type SubjectName, SUBJECTS } from "./subjects.ts";

describe("of a module with one bit flipped, a verdict is refused, and none is wrong", () => {
  // More of them, others each time, are in flip.slow.test.ts.
  it.each(Object.keys(SUBJECTS) as SubjectName[])("%s", async (name) => {
    const outcomes = [...(await flipBits(name, 8, 8)).values()];
    expect(outcomes).toHaveLength(8);
    expect(outcomes).not.toContain("wrong");
    expect(outcomes.filter((outcome) => outcome === "refused").length).toBeGreaterThan(3);
  });
});

describe("known answers", () => {
  it("of SHA-256 are those of noble and of node:crypto", () => {
    const sha256 = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
    const leaf = (bytes: Uint8Array) => sha256(Uint8Array.of(0), bytes);
    const node = (left: Uint8Array, right: Uint8Array) => sha256(Uint8Array.of(1), left, right);
    const byNode: TreeHasher = {
      leaf,
      leaves: (leaves, to) => leaves.forEach((bytes, i) => to.set(leaf(bytes), 32 * i)),
      parents: (from, to) => {
        for (let i = 0; i < from.length; i += 64)
          to.set(node(from.subarray(i, i + 32), from.subarray(i + 32, i + 64)), i / 2);
      },
      climb: (start, siblings, onLeft) =>
        siblings.reduce<Uint8Array>(
          (hash, sibling, i) => (onLeft[i] === true ? node(sibling, hash) : node(hash, sibling)),
          start,
        ),
    };
    for (const hasher of [byNode, nobleHasher]) {
      const answers = Object.entries(answersOf(hasher));
      expect(Object.fromEntries(answers.map(([name, hash]) => [name, Buffer.from(hash).toString("base64")]))).toEqual(
        ANSWERS,
      );
    }
  });

  it("of the pairing are noble's, of proofs that hold by what they are made of", () => {
    expect(() => checkPairing(nobleVerifier)).not.toThrow();
    const { Fp12 } = bn254.fields;
    const g1 = (point: { x: bigint; y: bigint }) => bn254.G1.Point.fromAffine(point);
    const g2 = (point: typeof OUTSIDE) => bn254.G2.Point.fromAffine(point);
    for (const { proof, signals } of PROOFS) {
      const sum = signals.reduce(
        (all, signal, i) => (signal === 0n ? all : all.add(g1(KEY.ic[i + 1]!).multiply(signal))),
        g1(KEY.ic[0]!),
      );
      const left = bn254.pairing(g1(proof.a), g2(proof.b));
      const right = [
        bn254.pairing(g1(KEY.alpha), g2(KEY.beta)),
        sum.is0() ? Fp12.ONE : bn254.pairing(sum, g2(KEY.gamma)),
        bn254.pairing(g1(proof.c), g2(KEY.delta)),
      ].reduce((product, factor) => Fp12.mul(product, factor));
      expect(Fp12.eql(left, right)).toBe(true);
    }
    expect(g2(OUTSIDE).isTorsionFree()).toBe(false);
  });
});
