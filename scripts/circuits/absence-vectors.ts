/** Makes `test/vectors/absence.json`: valid, invalid and malformed proofs. */
import { buildZkTree, commitment, zkTreePath } from "../../src/batch/zk.ts";
import { elementsToBytes } from "../../src/crypto/poseidon/index.ts";
import type { Predicate } from "../../src/proof/predicate.ts";
import type { Prover } from "../../src/proof/prover.ts";
import type { AbsenceStatement } from "../../src/proof/absenceWitness.ts";
import { proveAbsenceStatementWithoutChain } from "../../src/proof/prover-statements.ts";
import { type Case, caseJson, malformed, rerandomized, wrong } from "./proof-vectors.ts";
import { entries, word } from "./zk-vectors.ts";

/** Returns the statement about one segment of a batch, which consists of ordinary entries of two kinds. */
export function absenceStatement(count: number, segment: number, predicate: Predicate): AbsenceStatement {
  const kinds = [entries["two members"]!, entries["four members, all with quotients but the address"]!];
  const batch = Array.from({ length: count }, (_, i) => ({ ...kinds[i % 2]!, nonce: BigInt(i) }));
  const tree = buildZkTree(elementsToBytes(batch.map(commitment)));
  return {
    predicate,
    count,
    zkRoot: tree.root,
    segment,
    entries: batch.slice(16 * segment, 16 * (segment + 1)),
    path: zkTreePath(tree, 16 * segment).slice(2),
  };
}

const { payloadType, words } = entries["two members"]!;
const [first, second] = words as [bigint, bigint];

export const absenceExamples: Readonly<Record<string, AbsenceStatement>> = {
  "another value of the first member, in a full segment": absenceStatement(37, 1, { payloadType, words: [first + 1n] }),
  "another value of the second, in one of five": absenceStatement(37, 2, { payloadType, words: [first, second - 1n] }),
  "no entry of a kind, in a batch of one": absenceStatement(1, 0, { payloadType: "OtherPayload(bool b)", words: [] }),
};

export async function absenceVectors(prover: Prover, foreign: Case) {
  const valid = [];
  for (const [name, statement] of Object.entries(absenceExamples)) {
    const { proof, signals } = await proveAbsenceStatementWithoutChain(statement, { prover });
    valid.push({ name, payloadType: statement.predicate.payloadType, proof, signals });
  }
  const [one, other] = valid;
  if (one === undefined || other === undefined) throw new Error("there are no examples");
  return {
    about:
      "protocol/4-proofs §4, under the development key. valid: holds, as does the same proof in another form. wrong: " +
      "well-formed, does not hold. malformed: refused with this code by TypeScript, false in Solidity. claims: signals " +
      "that say what no absence can, refused with this code when read.",
    valid: valid.map(({ name, payloadType: type, ...rest }) => ({
      name,
      payloadType: type,
      ...caseJson(rest),
      rerandomized: caseJson(rerandomized(rest)).proof,
    })),
    wrong: Object.entries(wrong("absence", one, other, foreign)).map(([name, wrongOne]) => ({
      name,
      ...caseJson(wrongOne),
    })),
    malformed: malformed("absence", one).map(([name, code, bad]) => ({ name, code, ...caseJson(bad) })),
    claims: claims(other.signals).map(([name, code, signals]) => ({
      name,
      code,
      payloadType: other.payloadType,
      signals: signals.map(word),
    })),
  };
}

/** Returns public signals whose values are out of range. The batch has 37 entries, and so three segments. */
function claims(signals: readonly bigint[]): [string, string, readonly bigint[]][] {
  const layout = signals[4] as bigint;
  const bits = (from: number, length: number, to: number) => {
    const mask = (2n ** BigInt(length) - 1n) << BigInt(from);
    return signals.with(4, (layout & ~mask) | (BigInt(to) << BigInt(from)));
  };
  return [
    ["count 0", "claim_range", bits(0, 17, 0)],
    ["count 65,537", "claim_range", bits(0, 17, 65_537)],
    ["a segment behind the count", "claim_range", bits(17, 12, 3)],
    ["a layout of 32 bits", "claim_range", signals.with(4, layout + 2n ** 31n)],
    ["a member that is not used and has a value", "claim_range", bits(29, 1, 0)],
    ["another payload type", "claim_type", signals.with(1, (signals[1] as bigint) + 1n)],
    ["four signals", "signal_count", signals.slice(0, -1)],
  ];
}
