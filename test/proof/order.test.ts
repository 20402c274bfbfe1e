import { describe, expect, test } from "vitest";
import { type OrderClaim, readOrder, verifyOrderProofWithoutChain } from "../../src/proof/index.ts";
import { areDisjoint, matches } from "../../src/proof/predicate.ts";
import { orderSignals } from "../../src/proof/order.ts";
import { orders } from "./fixtures.ts";

const first = orders.valid[0]!;
const claim = readOrder(first.signals, first.payloadTypes);

describe("orders", () => {
  test.each(orders.valid)("$name: signals give the statement back", ({ statement, signals, payloadTypes, proof }) => {
    const read = readOrder(signals, payloadTypes);
    expect(read.first).toMatchObject({ zkRoot: statement.first.zkRoot, start: statement.first.start });
    expect(read.second?.count).toBe(statement.second?.count);
    expect(read.index).toBe(statement.showIndex ? statement.first.start + statement.first.position : undefined);
    for (const side of ["first", "second"] as const) {
      const [stated, found] = [statement[side], read[side]];
      if (stated !== undefined) expect(matches(found!.predicate, stated.commitmentInput)).toBe(true);
    }
    expect(orderSignals(read)).toEqual(signals);
    expect(verifyOrderProofWithoutChain(proof, signals)).toBe(true);
    expect(verifyOrderProofWithoutChain(proof, orderSignals({ ...read, beneficiary: read.beneficiary + 1n }))).toBe(
      false,
    );
  });

  test.each(orders.claims)("$name: $code", ({ signals, payloadTypes, code }) => {
    expect(() => readOrder(signals, payloadTypes)).toThrow(expect.objectContaining({ code }));
  });

  test("that are impossible are refused before they become signals", () => {
    const predicate = (words: readonly bigint[]) => ({
      ...claim.first,
      predicate: { ...claim.first.predicate, words },
    });
    const wrong: Partial<OrderClaim>[] = [
      { beneficiary: 2n ** 160n },
      { index: claim.first.start - 1 },
      { index: claim.first.start + claim.first.count },
      { first: { ...claim.first, count: 0 } },
      { first: { ...claim.first, count: 65_537 } },
      { first: { ...claim.first, start: 2 ** 53 - 1 } },
      { first: { ...claim.first, start: -1 } },
      // The index of its last entry would be 2^53, above the limit.
      { first: { ...claim.first, start: 2 ** 53 - 1, count: 2 }, index: undefined },
      { first: predicate([1n, 2n, 3n]) },
      { first: predicate([2n ** 256n]) },
      { first: { ...claim.first, predicate: { payloadType: "Offer", words: [] } } },
    ];
    for (const change of wrong) {
      expect(() => orderSignals({ ...claim, ...change })).toThrow(expect.objectContaining({ name: "ProofError" }));
    }
  });
});

test("predicates are disjoint if no entry can match both", () => {
  const [a, b] = ["APayload(uint256 a,address b)", "BPayload(uint256 a,address b)"];
  const of = (payloadType: string, ...words: (bigint | undefined)[]) => ({ payloadType, words });
  expect(areDisjoint(of(a), of(b))).toBe(true);
  expect(areDisjoint(of(a, 1n), of(a, 2n))).toBe(true);
  expect(areDisjoint(of(a, 1n, 5n), of(a, 1n, 6n))).toBe(true);
  expect(areDisjoint(of(a, 1n), of(a, undefined, 6n))).toBe(false);
  expect(areDisjoint(of(a, 1n), of(a, 1n, 6n))).toBe(false);
  expect(areDisjoint(of(a), of(a))).toBe(false);
});
