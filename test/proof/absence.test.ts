import { describe, expect, test } from "vitest";
import { absenceStatement } from "../../scripts/circuits/absence-vectors.ts";
import { entries } from "../../scripts/circuits/zk-vectors.ts";
import { buildZkTree, commitment, zkTreePath } from "../../src/batch/zk.ts";
import { elementsToBytes, FIELD_ORDER } from "../../src/crypto/poseidon/index.ts";
import { absenceWitness } from "../../src/proof/absenceWitness.ts";
import { readAbsence, verifyAbsenceProofWithoutChain } from "../../src/proof/index.ts";
import { absenceSignals } from "../../src/proof/absence.ts";
import { absences } from "./fixtures.ts";

describe("absences", () => {
  test.each(absences.valid)("$name: signals give the statement back", ({ statement, signals, payloadType, proof }) => {
    const read = readAbsence(signals, payloadType);
    expect(read).toMatchObject({ zkRoot: statement.zkRoot, count: statement.count, segment: statement.segment });
    expect(absenceSignals(read)).toEqual(signals);
    expect(verifyAbsenceProofWithoutChain(proof, signals)).toBe(true);
  });

  test.each(absences.claims)("$name: $code", ({ signals, payloadType, code }) => {
    expect(() => readAbsence(signals, payloadType)).toThrow(expect.objectContaining({ code }));
  });
});

describe("names a false statement", () => {
  const { payloadType, words } = entries["two members"]!;
  const statement = absenceStatement(20, 1, { payloadType, words: [words[0]! + 1n] });

  test.each([
    ["an entry that matches", "not_absent", { predicate: { payloadType, words: [words[0]] } }],
    ["any entry of the kind", "not_absent", { predicate: { payloadType, words: [] } }],
    ["an entry too few", "statement_malformed", { entries: statement.entries.slice(1) }],
    ["an entry too many", "statement_malformed", { count: 19 }],
    ["a segment that is not there", "statement_malformed", { segment: 2 }],
    ["entries in another order", "zk_root_mismatch", { entries: statement.entries.toReversed() }],
    ["a path of five levels", "statement_malformed", { path: statement.path.slice(1) }],
    ["another path", "zk_root_mismatch", { path: statement.path.with(3, [1n, 2n, 3n]) }],
    ["a third member", "statement_malformed", { predicate: { payloadType, words: [1n, 1n, 1n] } }],
  ])("%s", (_, code, change) => {
    expect(() => absenceWitness({ ...statement, ...change })).toThrow(expect.objectContaining({ code }));
  });

  test("an entry that differs by the field's order only", () => {
    const entry = { ...entries["two members"]!, payloadType: "AnyPayload(uint256 a)", words: [5n + FIELD_ORDER] };
    const tree = buildZkTree(elementsToBytes([commitment(entry)]));
    const make = (word: bigint) =>
      absenceWitness({
        predicate: { payloadType: entry.payloadType, words: [word] },
        count: 1,
        zkRoot: tree.root,
        segment: 0,
        entries: [entry],
        path: zkTreePath(tree, 0).slice(2),
      });
    expect(() => make(5n)).toThrow(/multiple of the field's order/);
    expect(make(6n).signals.length).toBe(5);
  });
});
