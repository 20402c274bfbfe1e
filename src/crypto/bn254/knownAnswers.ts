/** Known answers that the engines of BN254 must give before they are used. */
import { checkAnswer } from "../engine.ts";
import { OUTSIDE, PART_A, PART_B, POINTS, PROOF, PROVABLE } from "@anchorlog/engines/bn254/answers";
import { P } from "./numbers.ts";
import type { KeyVerifier, PrepareVerifier } from "./pairing.ts";
import type { ProverA, ProverB } from "./parts.ts";
import { BLINDING, proverKey, proverWitness } from "./proverAnswers.ts";
import { KeyError, type Zkey } from "./zkey.ts";

/** Asks for verdicts on proofs that hold and on others, and on points off the curve. Throws if one is wrong. */
export function checkPairing(prepare: PrepareVerifier): void {
  const verifiers = PROVABLE.map(({ key }) => {
    const verify = prepare(key);
    if (typeof verify !== "function") throw new Error(`it gives a wrong answer: ${verify.code} of a key's point`);
    return verify;
  });
  for (const [i, { proofs }] of PROVABLE.entries()) {
    for (const { proof, signals } of proofs) {
      checkAnswer(verifiers[i]!(proof, signals) === true, "a proof that holds");
    }
  }
  const [verify, { key, proofs }] = [verifiers[0]!, PROVABLE[0]!];
  const { proof, signals } = proofs[1]!;
  const isFalse = (...args: Parameters<KeyVerifier>) => verify(...args) === false;
  const { a, b, c } = proof;
  checkAnswer(isFalse(proof, signals.with(2, signals[2]! ^ 1n)), "a proof for another signal");
  checkAnswer(isFalse({ a: c, b, c: a }, signals), "a proof with points exchanged");
  checkAnswer(isFalse({ a, b: key.gamma, c }, signals), "a proof with another point of G2");

  const fault = (name: string, found: ReturnType<KeyVerifier> | ReturnType<PrepareVerifier>, code: string) =>
    checkAnswer(typeof found === "object" && found.code === code && found.point === name, `${code} of ${name}`);
  const off = { x: a.x, y: P - a.y - 1n };
  fault("A", verify({ a: off, b, c }, signals), "not_on_curve");
  fault("C", verify({ a, b, c: off }, signals), "not_on_curve");
  fault("B", verify({ a, b: { x: b.x, y: { c0: b.y.c0, c1: P - b.y.c1 } }, c }, signals), "not_on_curve");
  fault("B", verify({ a, b: OUTSIDE, c }, signals), "not_in_subgroup");
  for (const name of ["beta", "delta"]) fault(name, prepare({ ...key, [name]: OUTSIDE }), "not_in_subgroup");
  // A failed verification must not change the result of the next one.
  checkAnswer(verify(proof, signals) === true, "a proof that holds, after others");
}

/** Asks for A and C of a proof, and for the proof with a known B. Throws if one is wrong. */
export function checkProverA(open: (key: Zkey) => ProverA): void {
  const key = proverKey(POINTS);
  const prover = openGood(open, key);
  const a = prover.prove(proverWitness(), BLINDING);
  checkAnswer(same(a, PART_A), "A and C of a proof");
  checkAnswer(same(prover.finish(a, PART_B, BLINDING), PROOF), "a proof");
  checkAnswer(refuses(open, { ...key, a: flipped(key.a) }), "a point off the curve");
}

/** Asks for B of a proof. Throws if it is wrong. */
export function checkProverB(open: (key: Zkey) => ProverB): void {
  const key = proverKey(POINTS);
  const b = openGood(open, key)(proverWitness(), BLINDING);
  checkAnswer(same(b, PART_B), "B of a proof");
  checkAnswer(refuses(open, { ...key, b2: flipped(key.b2) }), "a point off the twist");
  checkAnswer(refuses(open, { ...key, b1: flipped(key.b1) }), "a point off the curve");
}

function openGood<T>(open: (key: Zkey) => T, key: Zkey): T {
  try {
    return open(key);
  } catch (error) {
    if (error instanceof KeyError) checkAnswer(false, error.message);
    throw error;
  }
}

function refuses(open: (key: Zkey) => unknown, key: Zkey): boolean {
  try {
    open(key);
    return false;
  } catch (error) {
    return error instanceof KeyError;
  }
}

const flipped = (words: Uint32Array): Uint32Array => words.map((word, i) => (i === 16 ? word ^ 1 : word));

/** Whether two things of numbers are the same. */
const same = (a: object, b: object): boolean => text(a) === text(b);
const text = (value: object): string =>
  JSON.stringify(value, (_, of: unknown) => (typeof of === "bigint" ? of.toString(16) : of));
