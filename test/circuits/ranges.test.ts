import { describe, expect, test } from "vitest";
import { FIELD_ORDER } from "../../src/crypto/poseidon/index.ts";
import type { Bound } from "../../src/proof/disclosure.ts";
import { disclosureWitness } from "../../src/proof/witness.ts";
import { EDGES, numbers } from "./statements.ts";
import { AssertFailed, loadWitnessGenerator } from "./witness.ts";
import { isSlowSuite } from "../slow.ts";

const generate = await loadWitnessGenerator(new URL("../../circuits/artifacts/disclosure.wasm", import.meta.url));

/** Members 0 and 2 are unsigned, 1 and 3 signed. */
const asNumber = (of: number, word: bigint) => (of % 2 === 1 ? BigInt.asIntN(256, word) : word);
const holdsFor = (of: number, is: Bound["is"], word: bigint, bound: bigint) =>
  is === "atLeast" ? asNumber(of, word) >= asNumber(of, bound) : asNumber(of, word) <= asNumber(of, bound);

/** Bits 22 + 8i of a layout are slot i's value and quotient, bits 54 + 3i its mode. */
const MODES = { atLeast: [1n, 5n], atMost: [3n, 7n] } as const;

/** The input for a word and a bound, whether it holds or not. */
function inputOf(base: ReturnType<typeof disclosureWitness>, of: number, is: Bound["is"], bound: bigint) {
  const layout = base.input["layout"] as bigint;
  const slot = BigInt(of) + 32n * (bound / FIELD_ORDER);
  const mode = MODES[is][(of % 2) as 0 | 1];
  return {
    ...base.input,
    layout: (layout & ~(255n << 22n) & ~(7n << 54n)) | (slot << 22n) | (mode << 54n),
    value: [bound % FIELD_ORDER, 0n, 0n, 0n],
  };
}

function accepts(input: ReturnType<typeof inputOf>): boolean {
  try {
    generate(input);
    return true;
  } catch (error) {
    if (error instanceof AssertFailed) return false;
    throw error;
  }
}

/** Bits at the ends of limbs, and some within them. The default suite takes three. */
const SHIFTS = [0n, 17n, 252n, ...(isSlowSuite ? [16n, 127n, 200n, 237n, 238n] : [])];
/** The default suite takes 1, the field's order and the least negative number. */
const WORDS = EDGES.filter((_, i) => isSlowSuite || i % 4 === 1);

describe("bounds", () => {
  test.each(WORDS)("of a number at the edge %s, against every edge, hold exactly if they are true", (word) => {
    for (const of of [0, 1]) {
      const base = disclosureWitness(numbers([word, word, 0n, 0n], []));
      for (const bound of EDGES) {
        for (const is of ["atLeast", "atMost"] as const) {
          const truth = holdsFor(of, is, word, bound);
          expect(accepts(inputOf(base, of, is, bound)), `${of} ${is} ${bound}`).toBe(truth);
          const say = () => disclosureWitness(numbers([word, word, 0n, 0n], [{ of, is, word: bound }]));
          if (truth && bound === word) expect(say().signals.length).toBe(11);
          if (!truth && bound === EDGES[5]) {
            expect(say).toThrow(expect.objectContaining({ code: "out_of_bounds" }));
          }
        }
      }
    }
  });

  test("in every slot, of neighbours that differ in one bit", () => {
    for (let slot = 0; slot < 4; slot++) {
      for (const shift of SHIFTS) {
        const word = 2n ** 253n - 1n;
        const less = word ^ (1n << shift);
        const words = [0n, 0n, 0n, 0n].with(slot, word);
        const others: Bound[] = Array.from({ length: slot }, (_, of) => ({ of, is: "atMost", word: words[of]! }));
        const bound = (value: bigint): Bound => ({ of: slot, is: "atLeast", word: value });
        const [low, high] = less < word ? [less, word] : [word, less];
        const { input } = disclosureWitness(numbers(words.with(slot, high), [...others, bound(low)]));
        expect(() => generate(input)).not.toThrow();
        const { input: other } = disclosureWitness(numbers(words.with(slot, low), [...others, bound(low)]));
        const lie = { ...other, value: (other["value"] as bigint[]).with(slot, high) };
        expect(() => generate(lie)).toThrow(AssertFailed);
      }
    }
  });

  test("of the nonce, the time and the position", () => {
    const base = numbers([0n, 0n, 0n, 0n], []);
    const commitmentInput = { ...base.commitmentInput };
    const time = BigInt(commitmentInput.acceptedAt);
    for (const [of, value] of [
      ["nonce", commitmentInput.nonce],
      ["acceptedAt", time],
      ["position", 0n],
    ] as const) {
      const { input, signals } = disclosureWitness({ ...base, bounds: [{ of, is: "atMost", word: value }] });
      expect(generate(input).slice(1, 12)).toEqual(signals);
      const higher = disclosureWitness({ ...base, bounds: [{ of, is: "atMost", word: value + 1n }] });
      expect(() => generate(higher.input)).not.toThrow();
      const atLeast = (higher.input["layout"] as bigint) & ~(2n << 54n);
      expect(() => generate({ ...higher.input, layout: atLeast })).toThrow(AssertFailed);
    }
  });
});
