import { describe, expect, test } from "vitest";
import { absenceStatement } from "../../scripts/circuits/absence-vectors.ts";
import { entries } from "../../scripts/circuits/zk-vectors.ts";
import { commitment, EMPTY } from "../../src/batch/zk.ts";
import { FIELD_ORDER, poseidonP4, TAGS } from "../../src/crypto/poseidon/index.ts";
import { absenceWitness } from "../../src/proof/absenceWitness.ts";
import type { CircuitInput } from "../../src/proof/witness.ts";
import { absences } from "../proof/fixtures.ts";
import { sparseTree } from "./trees.ts";
import { AssertFailed, loadWitnessGenerator } from "./witness.ts";

const generate = await loadWitnessGenerator(new URL("../../circuits/artifacts/absence.wasm", import.meta.url));

type Input = Record<string, bigint | bigint[] | bigint[][]>;
const accepts = (input: CircuitInput) => {
  try {
    generate(input);
    return true;
  } catch (error) {
    if (error instanceof AssertFailed) return false;
    throw error;
  }
};

const { payloadType, words } = entries["two members"]!;
const [first, second] = words as [bigint, bigint];
const other = { payloadType, words: [first + 1n] };
const inputOf = (count: number, segment: number) =>
  absenceWitness(absenceStatement(count, segment, other)).input as Input;

describe("a true statement has a witness", () => {
  test.each(absences.valid)("$name", ({ statement, signals }) => {
    expect(generate(absenceWitness(statement).input).slice(0, 6)).toEqual([1n, ...signals]);
  });

  test("for each count of a segment, and each segment of a batch", () => {
    for (const [count, segment] of [
      ...Array.from({ length: 17 }, (_, i) => [i + 1, 0] as const),
      [64, 3],
      [70, 4],
    ] as const) {
      expect(accepts(inputOf(count, segment)), `${count}, ${segment}`).toBe(true);
    }
  });

  test("at the end of a full batch", () => {
    const statement = absenceStatement(16, 0, other);
    const leaves = statement.entries.map(commitment);
    const quarters = [0, 4, 8, 12].map((from) => poseidonP4(TAGS.node, leaves.slice(from, from + 4)));
    const tree = sparseTree(poseidonP4(TAGS.node, quarters), 4095, 6);
    const { input, signals } = absenceWitness({ ...statement, count: 65_536, segment: 4095, ...tree });
    expect(generate(input).slice(1, 6)).toEqual(signals);
    const layout = input["layout"] as bigint;
    // With one entry less, the last position would have to be EMPTY; with one more, the count would not exist.
    expect(accepts({ ...input, layout: layout - 1n })).toBe(false);
    expect(accepts({ ...input, layout: layout + 1n })).toBe(false);
  });
});

describe("a false statement has no witness", () => {
  const input = inputOf(37, 2);
  const layout = input["layout"] as bigint;
  const element = input["element"] as bigint[][];
  const bit = (at: number) => 1n << BigInt(at);
  const value = (a: bigint, b: bigint, used: bigint) => ({
    value: [a, b],
    layout: (layout & ~(3n << 29n)) | (used << 29n),
  });
  const e = (word: bigint) => word % FIELD_ORDER;

  const lies: Record<string, Input> = {
    "an entry with this first member": value(e(first), 0n, 1n),
    "an entry with this second member": value(0n, e(second), 2n),
    "an entry with both": value(e(first), e(second), 3n),
    "an entry of the type": value(0n, 0n, 0n),
    "a value that is not used": value(e(first) + 1n, 1n, 1n),
    "an entry as another": { element: element.with(0, [1n, 1n]) },
    "an entry of another type": { ownType: (input["ownType"] as bigint[]).with(0, 1n) },
    "another context": { context: (input["context"] as bigint[]).with(4, 1n) },
    "another rest": { rest: (input["rest"] as bigint[]).with(1, 1n) },
    "a count that makes an entry EMPTY": { layout: layout - 1n },
    "a count that makes an EMPTY position an entry": { layout: layout + 1n },
    "a count that leaves the segment out": { layout: layout - 5n },
    "a count of 0": { layout: layout - 37n },
    "a count of 65,537": { layout: layout + 65_500n },
    "another segment": { layout: layout - bit(17) },
    "a layout of 32 bits": { layout: layout + bit(31) },
    "a negative layout": { layout: FIELD_ORDER - layout },
    "another root": { zkRoot: (input["zkRoot"] as bigint) + 1n },
    "another child": { children: (input["children"] as bigint[][]).with(2, [1n, 2n, 3n, 4n]) },
  };

  test("the unchanged statement has a witness", () => expect(accepts(input)).toBe(true));

  test.each(Object.entries(lies))("%s", (_, lie) => {
    expect(accepts({ ...input, ...lie })).toBe(false);
  });

  test("EMPTY at a position that is an entry's", () => {
    // If an operator leaves an entry out of its zk tree, it cannot prove that the entry is absent, with any opening
    // there.
    const statement = absenceStatement(16, 0, other);
    const leaves = [EMPTY, ...statement.entries.slice(1).map(commitment)];
    const quarters = [0, 4, 8, 12].map((from) => poseidonP4(TAGS.node, leaves.slice(from, from + 4)));
    const { path, zkRoot } = sparseTree(poseidonP4(TAGS.node, quarters), 0, 6);
    const honest = absenceWitness(statement).input;
    let own = poseidonP4(TAGS.node, quarters);
    const children = path.map((siblings) => {
      const node = [own, ...siblings];
      own = poseidonP4(TAGS.node, node);
      return node;
    });
    expect(own).toBe(zkRoot);
    expect(accepts({ ...honest, zkRoot, children })).toBe(false);
  });
});
