import { describe, expect, test } from "vitest";
import { entries } from "../../scripts/circuits/zk-vectors.ts";
import { commitment } from "../../src/batch/zk.ts";
import { FIELD_ORDER } from "../../src/crypto/poseidon/index.ts";
import { type OrderedEntry, orderWitness } from "../../src/proof/orderWitness.ts";
import type { CircuitInput } from "../../src/proof/witness.ts";
import { orders } from "../proof/fixtures.ts";
import { sparseTree } from "./trees.ts";
import { AssertFailed, loadWitnessGenerator } from "./witness.ts";

const generate = await loadWitnessGenerator(new URL("../../circuits/artifacts/order.wasm", import.meta.url));

type Pair = [bigint, bigint];
type Input = Record<string, bigint | bigint[] | bigint[][] | bigint[][][]>;
const inputOf = (at: number) => orderWitness(orders.valid[at]!.statement).input as Input;
const accepts = (input: CircuitInput) => {
  try {
    generate(input);
    return true;
  } catch (error) {
    if (error instanceof AssertFailed) return false;
    throw error;
  }
};

/** An entry anywhere: two members, both used. */
function entryAt(position: number, count: number, start: number): OrderedEntry {
  const commitmentInput = entries["two members"]!;
  const place = sparseTree(commitment(commitmentInput), position);
  const predicate = { payloadType: commitmentInput.payloadType, words: commitmentInput.words };
  return { predicate, start, count, commitmentInput, position, ...place };
}

describe("a true statement has a witness", () => {
  test.each(orders.valid)("$name", ({ statement, signals }) => {
    expect(generate(orderWitness(statement).input).slice(0, 13)).toEqual([1n, ...signals]);
  });

  test("at every kind of position, of one batch or two", () => {
    for (const [first, second] of [
      [entryAt(0, 1, 0), entryAt(0, 1, 1)],
      [entryAt(0, 65_536, 0), entryAt(65_535, 65_536, 0)],
      [entryAt(65_534, 65_536, 7), entryAt(65_535, 65_536, 7)],
      [entryAt(65_535, 65_536, 0), entryAt(0, 1, 65_536)],
      [entryAt(0, 1, 0), entryAt(0, 1, 2 ** 53 - 2)],
    ] as const) {
      const { input, signals } = orderWitness({ first, second, showIndex: true, beneficiary: 1n });
      expect(generate(input).slice(1, 13)).toEqual(signals);
    }
  });
});

describe("a false statement has no witness", () => {
  const input = inputOf(0);
  const pair = (name: string) => input[name] as Pair;
  const layout = input["layout"] as bigint;
  const value = input["value"] as bigint[][];
  const swapped: Input = Object.fromEntries(
    Object.entries(input).map(([name, both]) => [name, Array.isArray(both) ? both.toReversed() : both]),
  );
  const bit = (at: number) => 1n << BigInt(at);
  const quotients = input["quotient"] as bigint[][];

  const lies: Record<string, Input> = {
    "the other order": { ...swapped, layout: layout & ~(bit(71) - bit(18)) & ~2n },
    "another first root": { zkRoot: [pair("zkRoot")[0] + 1n, pair("zkRoot")[1]] },
    "another second root": { zkRoot: [pair("zkRoot")[0], pair("zkRoot")[1] + 1n] },
    "another first type": { payloadType: [pair("payloadType")[0] + 1n, pair("payloadType")[1]] },
    "another second type": { payloadType: [pair("payloadType")[0], pair("payloadType")[1] + 1n] },
    "another own type": { ownType: [pair("ownType")[0] + 1n, pair("ownType")[1]] },
    "another value of the first": { value: [[value[0]![0]! + 1n, value[0]![1]!], value[1]!] },
    "another value of the second": { value: [value[0]!, [value[1]![0]!, value[1]![1]! + 1n]] },
    "a word that is another by r": { layout: layout ^ bit(11) },
    "a member that is not used and has a value": { layout: layout ^ bit(2) },
    "a member that is not used and has a quotient": {
      layout: layout ^ bit(10),
      value: [value[0]!, [0n, value[1]![1]!]],
    },
    "another index": { layout: layout + bit(18) },
    "an index that is hidden, and not 0": { layout: layout ^ 2n },
    "no second, and its root": { layout: layout ^ 1n },
    "a layout of 72 bits": { layout: layout + bit(71) },
    "a batch of 71 bits": { batch: [pair("batch")[0] + bit(70), pair("batch")[1]] },
    "a lower start of the first": { batch: [pair("batch")[0] - bit(17), pair("batch")[1]] },
    "a start of the second that puts it before": { batch: [pair("batch")[0], pair("batch")[1] - 100n * bit(17)] },
    "a start of the second that makes both one": { batch: [pair("batch")[0], pair("batch")[1] - 15n * bit(17)] },
    "a count that leaves the first out": { batch: [pair("batch")[0] - 16n, pair("batch")[1]] },
    "a count of 0": { batch: [pair("batch")[0], pair("batch")[1] - 37n] },
    "a count of 65,537": { batch: [pair("batch")[0], pair("batch")[1] + 65_500n] },
    "a position of 2^64": { position: [bit(64), pair("position")[1]] },
    "another position": { position: [pair("position")[0] - 1n, pair("position")[1]] },
    "another actor": { actor: [pair("actor")[0] + 1n, pair("actor")[1]] },
    "another rest": { rest: [pair("rest")[0], pair("rest")[1] + 1n] },
    "a quotient of 8 carried into the next": {
      quotient: [quotients[0]!, quotients[1]!.with(0, quotients[1]![0]! + 8n).with(1, quotients[1]![1]! - 1n)],
    },
    "a negative layout": { layout: FIELD_ORDER - layout },
  };

  test("the unchanged statement has a witness", () => expect(accepts(input)).toBe(true));

  test.each(Object.entries(lies))("%s", (_, lie) => {
    expect(accepts({ ...input, ...lie })).toBe(false);
  });

  test("the same entry twice", () => {
    const entry = entryAt(3, 4, 10);
    const { input: honest } = orderWitness({
      first: entry,
      second: entryAt(3, 4, 11),
      showIndex: false,
      beneficiary: 1n,
    });
    const batch = honest["batch"] as Pair;
    expect(accepts(honest)).toBe(true);
    expect(accepts({ ...honest, batch: [batch[0], batch[0]] })).toBe(false);
  });

  const alone = inputOf(2);
  const aloneLies: Record<string, Input> = {
    "a root of nothing": { zkRoot: [(alone["zkRoot"] as Pair)[0], 1n] },
    "a batch of nothing": { batch: [(alone["batch"] as Pair)[0], 1n] },
    "a type of nothing": { payloadType: [(alone["payloadType"] as Pair)[0], 1n] },
    "a value of nothing": { value: [(alone["value"] as bigint[][])[0]!, [1n, 0n]] },
    "a used member of nothing": {
      layout: (alone["layout"] as bigint) + bit(10),
      element: [
        [0n, 0n],
        [0n, 0n],
      ],
    },
    "a root of its own that is not there": { zkRoot: [1n, 0n] },
    "an index before its own": { layout: (alone["layout"] as bigint) - bit(18) },
  };
  test.each(Object.entries(aloneLies))("without a second, %s", (_, lie) => {
    expect(accepts(alone)).toBe(true);
    expect(accepts({ ...alone, ...lie })).toBe(false);
  });
});
