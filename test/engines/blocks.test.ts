import { afterEach, describe, expect, it, vi } from "vitest";
import { POINTS, PROVABLE } from "@anchorlog/engines/bn254/answers";
import { loadWasmProver } from "../../src/crypto/bn254/groth16.ts";
import { checkPairing, checkProverA, checkProverB } from "../../src/crypto/bn254/knownAnswers.ts";
import type { PointFault } from "../../src/crypto/bn254/pairing.ts";
import { loadWasmVerifiers } from "../../src/crypto/bn254/pairingWasm.ts";
import { proverKey } from "../../src/crypto/bn254/proverAnswers.ts";
import { wasmProverA, wasmProverB } from "../../src/crypto/bn254/wasmProver.ts";
import { KeyError, type Zkey } from "../../src/crypto/bn254/zkey.ts";
import { ANSWERS, checkCurve, RARE } from "../../src/crypto/secp256k1/knownAnswers.ts";
import { openSecp256k1 } from "../../src/crypto/secp256k1/module.ts";
import { markBlocks, readMarks } from "./blocks.ts";
import { SOURCES, type SubjectName, SUBJECTS } from "./subjects.ts";

/** In signing: the block for a second nonce, which one signature in 2^128 needs. */
const UNREACHABLE: Readonly<Partial<Record<SubjectName, number>>> = { fused: 1, plain: 1 };

type Exports = Readonly<Record<string, unknown>>;
const { WebAssembly: api } = globalThis as unknown as {
  readonly WebAssembly: { readonly Instance: new (module: object) => { readonly exports: Exports } };
};

afterEach(() => vi.restoreAllMocks());

it.each(Object.keys(SUBJECTS) as SubjectName[])("known answers reach every instruction of %s", (name) => {
  const instances: Exports[] = [];
  const { Instance } = api;
  vi.spyOn(api, "Instance").mockImplementation(function (module) {
    const instance = new Instance(module);
    instances.push(instance.exports);
    return instance;
  });
  const { code, open } = SUBJECTS[name];
  open(markBlocks(code));
  const blocks = [...readMarks(instances).values()];
  expect(blocks.length).toBeGreaterThan(20);
  expect(blocks.filter((ran) => !ran)).toHaveLength(UNREACHABLE[name] ?? 0);
});

type Ask = <T>(right: () => T, wrong: (right: T) => T) => T;

/** Runs a check once for each of its questions, with a wrong answer to that question. */
function expectRefusals(questions: number, check: (ask: Ask) => void, tried = (_i: number): boolean => true): void {
  const run = (wrongAt?: number): number => {
    let asked = 0;
    check((right, wrong) => (asked++ === wrongAt ? wrong(right()) : right()));
    return asked;
  };
  expect(run()).toBe(questions);
  for (let i = 0; i < questions; i++) {
    if (tried(i)) expect(() => run(i), `question ${i}`).toThrow("it gives a wrong answer");
  }
}

const altered = (bytes: Uint8Array): Uint8Array => bytes.with(0, bytes[0]! ^ 1);

describe("one wrong answer refuses", () => {
  it("recovery and signing", () => {
    const engine = openSecp256k1(SOURCES.plain);
    const [inTables, inChain] = [3 * ANSWERS.length, 16 * (8 + 2)];
    expectRefusals(
      inTables + inChain + RARE.length + 2,
      (ask) =>
        checkCurve(
          (...args) =>
            ask(
              () => engine.recover(...args),
              (key) => (key ? altered(key) : new Uint8Array(64)),
            ),
          (...args) => ask(() => engine.sign(...args), altered),
        ),
      // Of the chain of known answers, only one signature and one key are tried.
      (i) => i < inTables + 1 || i > inTables + inChain - 2,
    );
  });

  it("verification of proofs", () => {
    const { prepare } = loadWasmVerifiers();
    const proofs = PROVABLE.reduce((sum, key) => sum + key.proofs.length, 0);
    const fault: PointFault = { code: "not_on_curve", point: "alpha" };
    // Keys, proofs that hold, others, points off the curve or outside of the subgroup, a proof again.
    expectRefusals(PROVABLE.length + proofs + 3 + 6 + 1, (ask) =>
      checkPairing((key) => {
        const verify = ask(
          () => prepare(key),
          (found) => (typeof found === "function" ? fault : () => true),
        );
        if (typeof verify !== "function") return verify;
        return (...args) =>
          ask(
            () => verify(...args),
            (found) => found !== true,
          );
      }),
    );
  });

  it("proving", () => {
    const engine = loadWasmProver("A")();
    /** Opens the engine with a bad key as if it were valid. */
    const opened = <T>(ask: Ask, open: (key: Zkey) => T, key: Zkey): T => {
      const found = ask<T | KeyError>(
        () => {
          try {
            return open(key);
          } catch (error) {
            return error as KeyError;
          }
        },
        (right) => (right instanceof KeyError ? open(proverKey(POINTS)) : new KeyError("its points")),
      );
      if (found instanceof KeyError) throw found;
      return found;
    };
    expectRefusals(4, (ask) =>
      checkProverA((key) => {
        const { prove, finish } = opened(ask, (of) => wasmProverA(engine, of), key);
        return {
          prove: (...args) =>
            ask(
              () => prove(...args),
              ({ a, c }) => ({ a: c, c: a }),
            ),
          finish: (...args) =>
            ask(
              () => finish(...args),
              ({ a, b, c }) => ({ a: c, b, c: a }),
            ),
        };
      }),
    );
    expectRefusals(4, (ask) =>
      checkProverB((key) => {
        const prove = opened(ask, (of) => wasmProverB(engine, of), key);
        return (...args) =>
          ask(
            () => prove(...args),
            ({ b1 }) => ({ b1, b2: undefined }),
          );
      }),
    );
  });
});
