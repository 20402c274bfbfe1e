/** Proofs verify with snarkjs and with our verifier, and both provers give the same proof. */
import * as snarkjs from "snarkjs";
import { describe, expect, test } from "vitest";
import { bigintProverA, bigintProverB } from "../../../src/crypto/bn254/bigintProver.ts";
import { openGroth16, openProverA, openProverB, randomBlinding } from "../../../src/crypto/bn254/groth16.ts";
import type { Groth16Points } from "../../../src/crypto/bn254/parts.ts";
import { R, randomScalar } from "../../../src/crypto/bn254/numbers.ts";
import { parseZkey } from "../../../src/crypto/bn254/zkey.ts";
import {
  proofToSnarkjs,
  verifyAbsenceProofWithoutChain,
  verifyDisclosureProofWithoutChain,
  verifyOrderProofWithoutChain,
} from "../../../src/proof/index.ts";
import { encodeProof } from "../../../src/proof/groth16.ts";
import { anyWitness, artifact, type CircuitName, keyOfNothing, witnessOf } from "./fixtures.ts";
import { isSlowSuite } from "../../slow.ts";

const OURS = {
  disclosure: verifyDisclosureProofWithoutChain,
  order: verifyOrderProofWithoutChain,
  absence: verifyAbsenceProofWithoutChain,
};

const PROVED: readonly CircuitName[] = isSlowSuite ? ["disclosure", "order", "absence"] : ["order"];
describe.each(PROVED)("a proof of %s", (circuit) => {
  test.runIf(isSlowSuite)(
    "verifies by snarkjs and by us, differs at each run, and does not fit another witness",
    async () => {
      const key = parseZkey(await artifact(`${circuit}.zkey`));
      const verificationKey = JSON.parse((await artifact(`${circuit}.vkey.json`)).toString()) as object;
      const { witness, signals } = await witnessOf(circuit);
      const prove = openGroth16(key);
      const ours = (proof: Groth16Points, of = signals) => OURS[circuit](encodeProof(proof), of);
      const theirs = (proof: Groth16Points) =>
        snarkjs.groth16.verify(verificationKey, signals.map(String), proofToSnarkjs(proof));
      const first = prove(witness);
      expect([await theirs(first), ours(first)]).toEqual([true, true]);
      expect(ours(first, signals.with(1, signals[1]! + 1n))).toBe(false);

      // Changes the value of a public wire or of the last wire.
      const wire = circuit === "disclosure" ? 1 : key.wires - 1;
      const wrong = witness.slice();
      wrong[32 * wire]! ^= 1;
      expect(ours(prove(wrong), wire === 1 ? signals.with(0, signals[0]! ^ 1n) : signals)).toBe(false);

      // A failed proof does not affect the next one.
      const second = prove(witness);
      expect(ours(second)).toBe(true);
      expect(new Set([first, second].flatMap(({ a, b, c }) => [a.x, b.x.c0, c.x])).size).toBe(6);
    },
  );
});

describe("a prover", () => {
  const sizes = { wires: 23, publics: 4, domain: 16 };
  const key = keyOfNothing(sizes);
  const witness = anyWitness(sizes.wires);

  test("makes the same points in WebAssembly and in bigints", () => {
    const blindings = [randomBlinding(), { r: 0n, s: 0n }, { r: 1n, s: R - 1n }];
    const [wasmA, wasmB] = [openProverA(key), openProverB(key)];
    const [bigintA, bigintB] = [bigintProverA(key), bigintProverB(key)];
    for (const blinding of blindings) {
      const [a, b] = [wasmA.prove(witness, blinding), wasmB(witness, blinding)];
      expect(a).toEqual(bigintA.prove(witness, blinding));
      expect(b).toEqual(bigintB(witness, blinding));
      expect(wasmA.finish(a, b, blinding)).toEqual(bigintA.finish(a, b, blinding));
    }
  });

  test("refuses an invalid witness", () => {
    const prove = openGroth16(key);
    const atR = witness.slice();
    new DataView(atR.buffer).setBigUint64(32 + 24, R >> 192n, true);
    new DataView(atR.buffer).setBigUint64(32 + 16, (R >> 128n) & 0xffffffffffffffffn, true);
    new DataView(atR.buffer).setBigUint64(32 + 8, (R >> 64n) & 0xffffffffffffffffn, true);
    new DataView(atR.buffer).setBigUint64(32, R & 0xffffffffffffffffn, true);
    const cases: [Uint8Array, string][] = [
      [witness.subarray(32), "bytes"],
      [new Uint8Array(witness.length + 32), "bytes"],
      [atR, "not below r"],
      [witness.slice().fill(0, 0, 1), "first wire"],
      [witness.slice().fill(1, 0, 2), "first wire"],
    ];
    for (const [wrong, message] of cases) expect(() => prove(wrong)).toThrow(message);
  });

  test("refuses keys with points off their curves", () => {
    for (const name of ["a", "b1", "b2", "c", "h"] as const) {
      const words = key[name].slice();
      const at = words.findIndex((word) => word !== 0);
      words[at]! ^= 1;
      expect(() => openGroth16({ ...key, [name]: words }), name).toThrow(/point \d+ of section \d is not on its curve/);
      const [of, message] = [{ ...key, [name]: words }, /is not on its curve/];
      expect(() => (name.startsWith("b") ? bigintProverB(of) : bigintProverA(of)), name).toThrow(message);
    }
  });

  test("draws its random scalars from the whole field", () => {
    const scalars = Array.from({ length: 400 }, randomScalar);
    expect(new Set(scalars).size).toBe(400);
    expect(scalars.every((scalar) => scalar >= 0n && scalar < R)).toBe(true);
    // The expected count in each quarter is 100, with a standard deviation of 9. Six deviations never occur.
    for (let quarter = 0n; quarter < 4n; quarter++) {
      const count = scalars.filter((scalar) => (4n * scalar) / R === quarter).length;
      expect(Math.abs(count - 100)).toBeLessThan(54);
    }
  });
});
