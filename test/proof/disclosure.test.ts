import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DisclosureClaim, readDisclosure, verifyDisclosureProofWithoutChain } from "../../src/proof/index.ts";
import {
  type DisclosureLayout,
  disclosureSignals,
  packLayout,
  SLOT_MODES,
  type SlotMode,
  unpackLayout,
} from "../../src/proof/disclosure.ts";
import type { DisclosedValue } from "../../src/proof/disclosure.ts";
import type { DisclosureStatement } from "../../src/proof/witness.ts";
import { claims, valid } from "./fixtures.ts";
import { runs } from "../seed.ts";

const slot = fc.option(
  fc.record({
    value: fc.nat(19).filter((value) => value !== 16),
    quotient: fc.nat(5),
    mode: fc.constantFrom(...(Object.keys(SLOT_MODES) as SlotMode[])),
  }),
  { nil: undefined },
);
const anyLayout: fc.Arbitrary<DisclosureLayout> = fc.record({
  count: fc.integer({ min: 1, max: 65_536 }),
  subject: fc.oneof(fc.nat(15), fc.constant("actor" as const)),
  slots: fc.array(slot, { minLength: 4, maxLength: 4 }),
});

test("a layout is packed and unpacked", () => {
  fc.assert(
    fc.property(anyLayout, (layout) => {
      const packed = packLayout(layout);
      expect(packed < 2n ** 66n).toBe(true);
      expect(unpackLayout(packed)).toEqual(layout);
    }),
  );
});

test("a layout is the sum of protocol/4-proofs §2", () => {
  const slots = [
    { value: 3, quotient: 5, mode: "atMostSigned" as const },
    undefined,
    { value: 19, quotient: 0, mode: "atLeast" as const },
    undefined,
  ];
  expect(packLayout({ count: 65_536, subject: "actor", slots })).toBe(
    65_536n +
      2n ** 17n * 16n +
      (3n + 32n * 5n) * 2n ** 22n +
      16n * 2n ** 30n +
      19n * 2n ** 38n +
      16n * 2n ** 46n +
      7n * 2n ** 54n +
      1n * 2n ** 60n,
  );
});

test("unpacking refuses a number, or packing gives it back", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 67n }), (packed) => {
      let layout: DisclosureLayout;
      try {
        layout = unpackLayout(packed);
      } catch {
        return;
      }
      expect(packLayout(layout)).toBe(packed);
    }),
    { numRuns: runs(2000) },
  );
});

const wordOf = ({ commitmentInput, position }: DisclosureStatement, of: DisclosedValue) =>
  typeof of === "number"
    ? commitmentInput.words[of]
    : { nonce: commitmentInput.nonce, acceptedAt: BigInt(commitmentInput.acceptedAt), position: BigInt(position) }[of];

describe("claims", () => {
  test.each(valid)("$name: signals read back as the statement", ({ statement, signals, proof }) => {
    const { commitmentInput, reveal, bounds, subject } = statement;
    const claim = readDisclosure(signals, commitmentInput.payloadType);
    expect(claim).toEqual({
      nullifier: signals[0],
      zkRoot: statement.zkRoot,
      count: statement.count,
      payloadType: commitmentInput.payloadType,
      subject: { at: subject, address: subject === "actor" ? commitmentInput.actor : commitmentInput.words[subject] },
      scope: statement.scope,
      beneficiary: statement.beneficiary,
      revealed: reveal.map((of) => ({ of, word: wordOf(statement, of) })),
      bounds,
    });
    expect(disclosureSignals(claim)).toEqual(signals);
    expect(verifyDisclosureProofWithoutChain(proof, signals)).toBe(true);
    const other = disclosureSignals({ ...claim, beneficiary: claim.beneficiary + 1n });
    expect(verifyDisclosureProofWithoutChain(proof, other)).toBe(false);
  });

  test.each(claims)("$name: $code", ({ signals, payloadType, code }) => {
    expect(() => readDisclosure(signals, payloadType)).toThrow(expect.objectContaining({ code }));
  });

  test("that are impossible are refused before they become signals", () => {
    const { signals, statement } = valid[1]!;
    const claim = readDisclosure(signals, statement.commitmentInput.payloadType);
    const wrong: Partial<DisclosureClaim>[] = [
      { count: 0 },
      { count: 65_537 },
      { subject: { at: 17, address: 1n } },
      { subject: { at: 0, address: 1n } },
      { subject: { at: "actor", address: 2n ** 160n } },
      { beneficiary: 2n ** 160n },
      { revealed: [{ of: 4, word: 0n }] },
      { revealed: [{ of: 0, word: 2n ** 256n }] },
      { revealed: [...claim.revealed, { of: 0, word: 0n }] },
      { bounds: [{ of: 1, is: "atLeast", word: 0n }] },
      { revealed: [], bounds: [{ of: 0, is: "atLeast", word: 0n }] },
      { revealed: [], bounds: [{ of: 2, is: "atMost", word: 0n }] },
      { revealed: [], bounds: [{ of: 1, is: "atMost", word: -1n }] },
      { payloadType: "OfferPayload(bytes32 object" },
      { payloadType: "OfferPayload(bytes32 object,bytes32 object)" },
    ];
    for (const change of wrong)
      expect(() => disclosureSignals({ ...claim, ...change })).toThrow(expect.objectContaining({ name: "ProofError" }));
  });
});
