/** True statements of each circuit: the vectors', and some at the edges. */
import type { Circuit } from "../../scripts/circuits/files.ts";
import { batchOf, entries } from "../../scripts/circuits/zk-vectors.ts";
import { buildZkTree, commitment, zkTreePath } from "../../src/batch/zk.ts";
import { FIELD_ORDER } from "../../src/crypto/poseidon/index.ts";
import { absenceWitness } from "../../src/proof/absenceWitness.ts";
import { orderWitness } from "../../src/proof/orderWitness.ts";
import { type CircuitInput, type DisclosureStatement, disclosureWitness } from "../../src/proof/witness.ts";
import { absences, orders, valid } from "../proof/fixtures.ts";

const R = FIELD_ORDER;

/** Words at which something changes: the field's order and its multiples, the sign, both ends. */
export const EDGES: readonly bigint[] = [
  0n,
  1n,
  2n ** 17n - 1n,
  2n ** 128n,
  R - 1n,
  R,
  R + 1n,
  2n ** 254n,
  2n ** 255n - 1n,
  2n ** 255n,
  3n * R - 1n,
  5n * R,
  2n ** 256n - 1n,
];

const NUMBERS = "NumbersPayload(uint256 a,int256 b,uint256 c,int256 d,address e)";

/** An entry with four numbers, alone in its batch. */
export function numbers(
  words: readonly bigint[],
  bounds: NonNullable<DisclosureStatement["bounds"]>,
): DisclosureStatement {
  const commitmentInput = { ...entries["two members"]!, payloadType: NUMBERS, words: [...words, 1n] };
  const tree = buildZkTree(batchOf(1, new Map([[0, commitment(commitmentInput)]])));
  const place = { position: 0, path: zkTreePath(tree, 0), count: 1, zkRoot: tree.root };
  return { commitmentInput, ...place, reveal: [], bounds, subject: 4, scope: 1n, beneficiary: 2n };
}

/** Every member at least itself. */
const atLeastItself = (words: readonly bigint[]) =>
  numbers(
    words,
    words.map((word, of) => ({ of, is: "atLeast" as const, word })),
  );

export type Named = { readonly name: string; readonly input: CircuitInput; readonly signals: readonly bigint[] };

export const statements: Readonly<Record<Circuit, readonly Named[]>> = {
  disclosure: [
    ...valid.map(({ name, statement }) => ({ name, ...disclosureWitness(statement) })),
    { name: "numbers of r - 1", ...disclosureWitness(atLeastItself([R - 1n, R - 1n, R - 1n, R - 1n])) },
    { name: "the least negative numbers", ...disclosureWitness(atLeastItself(Array<bigint>(4).fill(2n ** 255n))) },
  ],
  order: orders.valid.map(({ name, statement }) => ({ name, ...orderWitness(statement) })),
  absence: absences.valid.map(({ name, statement }) => ({ name, ...absenceWitness(statement) })),
};
