import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { bn254 } from "@noble/curves/bn254.js";
import { OUTSIDE, PROVABLE } from "@anchorlog/engines/bn254/answers";
import { INTERFACE } from "@anchorlog/engines/interface";
import { checkPairing } from "../../src/crypto/bn254/knownAnswers.ts";
import { nobleVerifier } from "../../src/crypto/bn254/pairingNoble.ts";
import { ANSWERS, answersOf } from "../../src/crypto/merkle/knownAnswers.ts";
import { nobleHasher } from "../../src/crypto/merkle/nobleHasher.ts";
import type { TreeHasher } from "../../src/crypto/merkle/treeHasher.ts";
import { type BuiltModule, readModule } from "../../src/crypto/webassembly.ts";
import { random } from "../seed.ts";
import { flipThese } from "./flip.ts";
import { builtFrom, flipBit, pickBits } from "./mutants.ts";
import { SOURCES, type SubjectName, SUBJECTS } from "./subjects.ts";
import { isSlowSuite } from "../slow.ts";

const NAMES = Object.keys(SUBJECTS) as SubjectName[];

describe("a module whose bytes, text or digest differ from the built one is refused", () => {
  it.each(NAMES)("%s", (name) => {
    const { code } = SUBJECTS[name];
    const built = builtFrom(Buffer.from(code));
    const { MODULE, MODULE_SHA256 } = SOURCES[name];
    expect({ MODULE, MODULE_SHA256 }).toEqual(built);
    expect(readModule(built)).toEqual(code);
    const refuses = (other: Partial<BuiltModule>) =>
      expect(() => readModule({ ...built, ...other })).toThrow("not what was built");
    // Bits of the module itself, of its text and of its digest.
    const bits = Array.from({ length: 6 }, () => Math.floor(random() * 8 * code.length));
    for (const bit of bits) refuses({ MODULE: Buffer.from(flipBit(code, bit)).toString("base64") });
    for (const bit of bits) refuses({ MODULE: Buffer.from(flipBit(Buffer.from(MODULE), bit)).toString("latin1") });
    for (const bit of [0, 255, 511]) {
      refuses({ MODULE_SHA256: Buffer.from(flipBit(Buffer.from(MODULE_SHA256), bit)).toString("latin1") });
    }
    for (const cut of [0, MODULE.length - 4]) refuses({ MODULE: MODULE.slice(0, cut) });
  });
});

it("refuses a module with another version of the interface", () => {
  const built = builtFrom(Buffer.from(SUBJECTS.keccak256.code));
  const other = INTERFACE + 1;
  const message = `has interface ${other}, and this anchorlog calls interface ${INTERFACE}: install both`;
  expect(() => readModule(built, other)).toThrow(message);
});

/**
 * Bits of these exact modules whose mutants passed an earlier set of known answers although they were wrong: for
 * numbers with a second carry, for every s in the upper half, for an entry of a table, for large coefficients, or for
 * some keys.
 */
const ONCE_UNSEEN: Readonly<Partial<Record<SubjectName, readonly number[]>>> = {
  fused: [353_165, 353_166, 602_872, 604_841, 604_902],
  plain: [422_157],
  pairing: [124_137, 158_392, 181_087],
  prover: [757_107, 757_534],
};

describe("known answers refuse one-bit mutants that they once missed, and most others", () => {
  // flip.slow.test.ts tries more bits, and other ones in each run. By default, test/action/engine.test.ts tries one of
  // the other modules.
  it.each(NAMES.filter((name) => isSlowSuite || name in ONCE_UNSEEN))("%s", async (name) => {
    const onceUnseen = ONCE_UNSEEN[name] ?? [];
    const others = pickBits(SUBJECTS[name].code, 3, 8);
    expect(others).toHaveLength(3);
    // One thread opens all: it takes longer to start than to open them.
    const outcomes = await flipThese(name, [...onceUnseen, ...others], 8);
    const outcomesOf = (bits: readonly number[]) => bits.map((bit) => outcomes.get(bit));
    expect(outcomesOf(onceUnseen)).toEqual(onceUnseen.map(() => "refused"));
    expect(outcomesOf(others)).not.toContain("wrong");
    expect(outcomesOf(others).filter((outcome) => outcome === "refused").length).toBeGreaterThan(1);
  });
});

describe("known answers", () => {
  it("of SHA-256 agree with noble and node:crypto", () => {
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

  it.runIf(isSlowSuite)("of the pairing agree with noble, for proofs that hold by construction", () => {
    expect(() => checkPairing(nobleVerifier)).not.toThrow();
    const { Fp12 } = bn254.fields;
    const g1 = (point: { x: bigint; y: bigint }) => bn254.G1.Point.fromAffine(point);
    const g2 = (point: typeof OUTSIDE) => bn254.G2.Point.fromAffine(point);
    for (const [{ proof, signals }, key] of PROVABLE.flatMap(({ key, proofs }) =>
      proofs.map((each) => [each, key] as const),
    )) {
      const sum = signals.reduce(
        (all, signal, i) => (signal === 0n ? all : all.add(g1(key.ic[i + 1]!).multiply(signal))),
        g1(key.ic[0]!),
      );
      const left = bn254.pairing(g1(proof.a), g2(proof.b));
      const right = [
        bn254.pairing(g1(key.alpha), g2(key.beta)),
        sum.is0() ? Fp12.ONE : bn254.pairing(sum, g2(key.gamma)),
        bn254.pairing(g1(proof.c), g2(key.delta)),
      ].reduce((product, factor) => Fp12.mul(product, factor));
      expect(Fp12.eql(left, right)).toBe(true);
    }
    expect(g2(OUTSIDE).isTorsionFree()).toBe(false);
  });
});
