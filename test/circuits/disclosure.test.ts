import { describe, expect, test } from "vitest";
import { buildZkTree, commitment, zkTreePath } from "../../src/batch/zk.ts";
import { elementsToBytes, FIELD_ORDER } from "../../src/crypto/poseidon/index.ts";
import { disclosureSignals, packLayout, readDisclosure, unpackLayout } from "../../src/proof/disclosure.ts";
import { type DisclosureStatement, disclosureWitness } from "../../src/proof/witness.ts";
import { valid } from "../proof/fixtures.ts";
import { sparseTree } from "./trees.ts";
import { AssertFailed, loadWitnessGenerator } from "./witness.ts";

const generate = await loadWitnessGenerator(new URL("../../circuits/artifacts/disclosure.wasm", import.meta.url));

type Input = Record<string, bigint | bigint[] | bigint[][]>;
const inputOf = (statement: DisclosureStatement) => disclosureWitness(statement).input as Input;

// Member 2 is an address without a quotient, members 0, 1 and 3 have quotients 1, 5 and 2.
const { statement } = valid[1]!;
const input = inputOf(statement);
const layout = input.layout as bigint;
const value = input.value as bigint[];
const element = input.element as bigint[];
const quotient = input.quotient as bigint[];
const children = input.children as bigint[][];

describe("a true statement has a witness", () => {
  test.each(valid)("$name", ({ statement: true_, signals }) => {
    expect(generate(inputOf(true_)).slice(0, 12)).toEqual([1n, ...signals]);
  });

  test("at every kind of position", () => {
    const own = commitment(statement.commitmentInput);
    for (const [position, count] of [
      [0, 65_536],
      [1, 2],
      [27, 28],
      [255, 256],
      [16_383, 16_384],
    ] as const) {
      const tree = sparseTree(own, position);
      const witness = generate(inputOf({ ...statement, position, count, ...tree }));
      expect(witness[2]).toBe(tree.zkRoot);
    }
    const last = sparseTree(own, 65_535);
    expect(generate(inputOf({ ...statement, position: 65_535, count: 65_536, ...last }))[2]).toBe(last.zkRoot);
  });

  test("with any member in any slot", () => {
    const wide = valid[2]!.statement;
    for (let member = 0; member < 16; member++) {
      const reveal = [member, 15 - member, (member + 5) % 16, member].slice(0, 1 + (member % 4));
      const { input: one, signals } = disclosureWitness({ ...wide, reveal, subject: member % 2 === 0 ? "actor" : 15 });
      expect(generate(one).slice(1, 12)).toEqual(signals);
    }
  });

  test("with slots in any order, unused ones first: other signals for one claim", () => {
    const { payloadType } = statement.commitmentInput;
    const slot = { value: 2, quotient: 0, mode: "equal" as const };
    const slots = [undefined, slot, undefined, slot];
    const gaps = packLayout({ ...unpackLayout(layout), slots });
    const shown = [0n, element[2]!, 0n, element[2]!];
    const signals = generate({ ...input, layout: gaps, value: shown }).slice(1, 12);
    const claim = readDisclosure(signals, payloadType);
    const revealed = { of: 2, word: element[2]! };
    expect(claim.revealed).toEqual([revealed, revealed]);
    expect(disclosureSignals(claim)).not.toEqual(signals);
  });

  test("for any beneficiary, which the proof binds", () => {
    expect(generate({ ...input, beneficiary: 5n })[7]).toBe(5n);
  });
});

describe("a false statement has no witness", () => {
  const slot = (i: number, member: bigint, itsQuotient: bigint) => {
    const at = BigInt(22 + 8 * i);
    return (layout & ~(255n << at)) | ((member + 32n * itsQuotient) << at);
  };
  const withSubject = (s: bigint) => (layout & ~(31n << 17n)) | (s << 17n);
  const withCount = (count: bigint) => (layout & ~(2n ** 17n - 1n)) | count;

  const lies: Record<string, Input> = {
    // What is public.
    "another revealed value": { value: value.with(0, value[0]! + 1n) },
    "a revealed value of zero": { value: value.with(3, 0n) },
    "another revealed quotient": { layout: layout ^ (1n << 27n) },
    "another member in a slot": { layout: slot(0, 2n, 5n) },
    "another member and its quotient in a slot": { layout: slot(0, 0n, 1n) },
    "a value of 20": { layout: slot(0, 20n, 5n) },
    "a value of 24": { layout: slot(0, 24n, 5n) },
    "the nonce as a member": { layout: slot(0, 17n, 5n) },
    "the time as a member": { layout: slot(0, 18n, 5n) },
    "the position as a member": { layout: slot(0, 19n, 5n) },
    "the position's quotient": { layout: slot(0, 19n, 1n), value: value.with(0, input.position as bigint) },
    "member 31": { layout: slot(0, 31n, 5n) },
    "an unused slot with a value": { layout: slot(0, 16n, 0n) },
    "an unused slot with a quotient": { layout: slot(0, 16n, 5n), value: value.with(0, 0n) },
    "another subject": { subject: (input.subject as bigint) + 1n },
    "the actor as a member": { subject: input.actor! },
    "a member as the actor": { layout: withSubject(16n) },
    "a subject with a quotient": { layout: withSubject(0n), subject: element[0]! },
    "subject 17": { layout: withSubject(17n), subject: element[1]! },
    "subject 18 as member 2": { layout: withSubject(18n) },
    "subject 18 as the actor": { layout: withSubject(18n), subject: input.actor! },
    "another zkRoot": { zkRoot: (input.zkRoot as bigint) + 1n },
    "another payload type": { payloadType: (input.payloadType as bigint) + 1n },
    "a layout of 67 bits": { layout: layout + 2n ** 66n },
    "mode 2": { layout: layout + 2n * 2n ** 54n },
    "mode 4": { layout: layout + 4n * 2n ** 54n },
    "mode 6": { layout: layout + 6n * 2n ** 54n },
    "an unused slot with a bound": { layout: slot(0, 16n, 0n) + 2n ** 54n, value: value.with(0, 0n) },
    "a negative layout": { layout: FIELD_ORDER - layout },
    "a count of zero": { layout: withCount(0n) },
    "a count of 65,537": { layout: withCount(65_537n) },
    "a count of 131,071": { layout: withCount(131_071n) },
    // What is private.
    "another actor": { actor: (input.actor as bigint) + 1n },
    "another time": { acceptedAt: (input.acceptedAt as bigint) + 1n },
    "another entry": { entryHash: (input.entryHash as bigint) + 1n },
    "another nonce": { nonce: (input.nonce as bigint) + 1n },
    "another nonce by r": { nonceQuotient: (input.nonceQuotient as bigint) - 1n },
    "another number of members": { members: 5n },
    "another hidden member": { element: element.with(7, 1n) },
    "another quotient of a hidden member": { quotient: quotient.with(7, 1n) },
    "a quotient of 8 carried into the next": {
      quotient: quotient.with(0, quotient[0]! + 8n).with(1, quotient[1]! - 1n),
    },
    "a quotient of -1 borrowed from the next": { quotient: quotient.with(4, FIELD_ORDER - 8n).with(5, 1n) },
    "members of 32 carried into the nonce": { members: 36n, nonceQuotient: (input.nonceQuotient as bigint) - 1n },
    "a nonce quotient of 8 carried into a member": { nonceQuotient: 13n, quotient: quotient.with(0, 0n) },
    "another position": { position: 1n },
    "position 65,536": { position: 65_536n },
    "position -1": { position: FIELD_ORDER - 1n },
    "another place among the children": { position: 1n, layout: withCount(2n) },
    "another child": { children: children.with(3, children[3]!.with(2, 1n)) },
    "an own child that is not the hash below": { children: children.with(5, children[5]!.with(0, 1n)) },
  };

  test.each(Object.entries(lies))("%s", (_, lie) => {
    expect(() => generate({ ...input, ...lie })).toThrow(AssertFailed);
  });

  test("a count over 65,536, at the last position too", () => {
    const last = inputOf({
      ...statement,
      position: 65_535,
      count: 65_536,
      ...sparseTree(commitment(statement.commitmentInput), 65_535),
    });
    for (const more of [1n, 2n, 1024n, 65_535n]) {
      expect(() => generate({ ...last, layout: (last.layout as bigint) + more })).toThrow(AssertFailed);
    }
  });

  test("a position beyond the count that holds a leaf", () => {
    const tree = buildZkTree(elementsToBytes([...Array<bigint>(37).fill(1n), commitment(statement.commitmentInput)]));
    const within = inputOf({ ...statement, position: 37, count: 38, path: zkTreePath(tree, 37), zkRoot: tree.root });
    expect(generate(within)[2]).toBe(tree.root);
    expect(() => generate({ ...within, layout: (within.layout as bigint) - 1n })).toThrow(AssertFailed);
    expect(() => generate({ ...within, layout: (within.layout as bigint) - 38n })).toThrow(AssertFailed);
  });
});
