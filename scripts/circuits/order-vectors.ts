/** Makes `test/vectors/order.json`: valid, invalid and malformed proofs. */
import { buildZkTree, commitment, zkTreePath } from "../../src/batch/zk.ts";
import type { Prover } from "../../src/proof/prover.ts";
import type { OrderedEntry, OrderStatement } from "../../src/proof/orderWitness.ts";
import { proveOrderStatementWithoutChain } from "../../src/proof/prover-statements.ts";
import { type Case, caseJson, malformed, rerandomized, wrong } from "./proof-vectors.ts";
import { batchOf, entries, word } from "./zk-vectors.ts";

const BENEFICIARY = 0x3c44cdddb6a900fa2b585dd299e03d12fa4293bcn;

/** Positions of the entries in two batches of one log. The second batch is much later. */
const places = {
  "two members": { position: 21, count: 37, start: 100 },
  "four members, all with quotients but the address": { position: 36, count: 37, start: 100 },
  "sixteen members": { position: 0, count: 1, start: 2 ** 53 - 2 },
} as const;

/** Returns an entry with a predicate that matches the selected members. */
export function orderedEntry(entry: keyof typeof places, members: readonly boolean[]): OrderedEntry {
  const commitmentInput = entries[entry];
  if (commitmentInput === undefined) throw new Error(`there is no entry ${entry}`);
  const { position, count, start } = places[entry];
  const inBatch = Object.entries(places).filter(([, place]) => place.start === start);
  const tree = buildZkTree(
    batchOf(count, new Map(inBatch.map(([name, place]) => [place.position, commitment(entries[name]!)]))),
  );
  const words = members.map((used, i) => (used ? commitmentInput.words[i] : undefined));
  return {
    predicate: { payloadType: commitmentInput.payloadType, words },
    zkRoot: tree.root,
    start,
    count,
    commitmentInput,
    position,
    path: zkTreePath(tree, position),
  };
}

export const orderExamples: Readonly<Record<string, OrderStatement>> = {
  "two entries of one batch, the index shown": {
    first: orderedEntry("two members", [true, true]),
    second: orderedEntry("four members, all with quotients but the address", [true, true]),
    showIndex: true,
    beneficiary: BENEFICIARY,
  },
  "two batches, the index hidden": {
    first: orderedEntry("four members, all with quotients but the address", [false, true]),
    second: orderedEntry("sixteen members", []),
    showIndex: false,
    beneficiary: 0n,
  },
  "one entry, the last that there can be": {
    first: orderedEntry("sixteen members", [true]),
    showIndex: true,
    beneficiary: BENEFICIARY,
  },
};

export async function orderVectors(prover: Prover, foreign: Case) {
  const valid = [];
  for (const [name, statement] of Object.entries(orderExamples)) {
    const { proof, signals } = await proveOrderStatementWithoutChain(statement, { prover });
    const types = [statement.first, statement.second].flatMap((entry) => entry?.predicate.payloadType ?? []);
    valid.push({ name, types, proof, signals });
  }
  const [first, second] = valid;
  if (first === undefined || second === undefined) throw new Error("there are no examples");
  return {
    about:
      "protocol/4-proofs §3, under the development key. valid: holds, as does the same proof in another form. wrong: " +
      "well-formed, does not hold. malformed: refused with this code by TypeScript, false in Solidity. claims: signals " +
      "that say what no order can, refused with this code when read.",
    valid: valid.map(({ name, types, ...rest }) => ({
      name,
      payloadTypes: types,
      ...caseJson(rest),
      rerandomized: caseJson(rerandomized(rest)).proof,
    })),
    wrong: Object.entries(wrong("order", first, second, foreign)).map(([name, one]) => ({ name, ...caseJson(one) })),
    malformed: malformed("order", first).map(([name, code, one]) => ({ name, code, ...caseJson(one) })),
    claims: claims(first.signals).map(([name, code, signals]) => ({
      name,
      code,
      payloadTypes: first.types,
      signals: signals.map(word),
    })),
  };
}

/** Returns public signals whose values are out of range. */
function claims(signals: readonly bigint[]): [string, string, readonly bigint[]][] {
  const [batch, layout, beneficiary] = [2, 10, 11];
  const at = (i: number) => signals[i] as bigint;
  const bits = (of: number, from: number, length: number, to: bigint) => {
    const mask = (2n ** BigInt(length) - 1n) << BigInt(from);
    return signals.with(of, (at(of) & ~mask) | (to << BigInt(from)));
  };
  return [
    ["count 0", "claim_range", bits(batch, 0, 17, 0n)],
    ["count 65,537", "claim_range", bits(batch, 0, 17, 65_537n)],
    ["a batch of 71 bits", "claim_range", signals.with(batch, at(batch) + 2n ** 70n)],
    ["a last index over 2^53 - 1", "claim_range", bits(batch, 17, 53, 2n ** 53n - 1n)],
    ["a layout of 72 bits", "claim_range", signals.with(layout, at(layout) + 2n ** 71n)],
    ["an index before the batch", "claim_range", bits(layout, 18, 53, 99n)],
    ["an index behind the batch", "claim_range", bits(layout, 18, 53, 137n)],
    ["a hidden index that is not 0", "claim_range", bits(layout, 1, 1, 0n)],
    ["quotient 6", "claim_range", bits(layout, 3, 3, 6n)],
    ["a member that is not used and has a value", "claim_range", bits(layout, 2, 1, 0n)],
    ["no second entry, of which something is said", "claim_type", bits(layout, 0, 1, 0n)],
    ["a beneficiary of 161 bits", "claim_range", signals.with(beneficiary, at(beneficiary) + 2n ** 160n)],
    ["another payload type", "claim_type", signals.with(4, at(4) + 1n)],
    ["another second payload type", "claim_type", signals.with(5, at(5) + 1n)],
    ["eleven signals", "signal_count", signals.slice(0, -1)],
  ];
}
