/** Makes `test/vectors/disclosure.json`: valid, invalid and malformed proofs. */
import { buildZkTree, commitment, zkTreePath } from "../../src/batch/zk.ts";
import { FIELD_ORDER } from "../../src/crypto/poseidon/index.ts";
import { packLayout, unpackLayout } from "../../src/proof/disclosure.ts";
import type { Prover } from "../../src/proof/prover.ts";
import type { DisclosureStatement } from "../../src/proof/witness.ts";
import { proveDisclosureStatementWithoutChain } from "../../src/proof/prover-statements.ts";
import { type Case, caseJson, malformed, rerandomized, wrong } from "./proof-vectors.ts";
import { batchOf, entries, entryJson, word } from "./zk-vectors.ts";

const BENEFICIARY = 0x3c44cdddb6a900fa2b585dd299e03d12fa4293bcn;

type Example = Pick<DisclosureStatement, "position" | "count" | "reveal" | "bounds" | "subject" | "scope"> & {
  entry: string;
};

const examples: Readonly<Record<string, Example>> = {
  "the actor and two members": {
    entry: "two members",
    position: 21,
    count: 37,
    reveal: [0, 1],
    subject: "actor",
    scope: 1n,
  },
  "an address member, and four words with all quotients": {
    entry: "four members, all with quotients but the address",
    position: 0,
    count: 1,
    reveal: [1, 3, 0, 2],
    subject: 2,
    scope: FIELD_ORDER - 1n,
  },
  "the last of sixteen members, nothing revealed": {
    entry: "sixteen members",
    position: 4,
    count: 5,
    reveal: [],
    subject: 15,
    scope: 0n,
  },
  "a negative number between two, one of them positive, and the time": {
    entry: "four members, all with quotients but the address",
    position: 65_535,
    count: 65_536,
    reveal: ["position"],
    bounds: [
      { of: 1, is: "atLeast", word: 2n ** 255n },
      { of: 1, is: "atMost", word: 3n },
      { of: "acceptedAt", is: "atMost", word: 1_790_000_000_001n },
    ],
    subject: "actor",
    scope: 2n,
  },
  "bounds by quotients alone, and the nonce": {
    entry: "sixteen members",
    position: 16,
    count: 17,
    reveal: ["nonce", "acceptedAt"],
    bounds: [
      { of: 3, is: "atLeast", word: FIELD_ORDER - 1n },
      { of: 14, is: "atMost", word: 2n ** 256n - 14n * 2n ** 252n - 1n },
    ],
    subject: 15,
    scope: 3n,
  },
};

export async function disclosureVectors(prover: Prover) {
  const valid = [];
  for (const [name, example] of Object.entries(examples)) {
    const statement = statementOf(example);
    const { proof, signals } = await proveDisclosureStatementWithoutChain(statement, { prover });
    valid.push({ name, statement, proof, signals });
  }
  const [first, second] = valid;
  if (first === undefined || second === undefined) throw new Error("there are no examples");
  return {
    about:
      "protocol/4-proofs §2, under the development key. valid: holds, as does the same proof in another form. wrong: " +
      "well-formed, does not hold. malformed: refused with this code by TypeScript, false in Solidity. claims: signals " +
      "that say what no disclosure can, refused with this code when read.",
    valid: valid.map(({ name, statement, ...rest }) => ({
      name,
      statement: statementJson(statement),
      ...caseJson(rest),
      rerandomized: caseJson(rerandomized(rest)).proof,
    })),
    wrong: Object.entries({ ...wrong("disclosure", first, second), ...otherLayouts(first) }).map(([name, one]) => ({
      name,
      ...caseJson(one),
    })),
    malformed: malformed("disclosure", first).map(([name, code, one]) => ({ name, code, ...caseJson(one) })),
    claims: claims(second.signals).map(([name, code, signals]) => ({
      name,
      code,
      payloadType: second.statement.commitmentInput.payloadType,
      signals: signals.map(word),
    })),
  };
}

/** Returns the first example with changed layouts. */
function otherLayouts({ proof, signals }: Case): Record<string, Case> {
  const layout = unpackLayout(signals[3] as bigint);
  const withSlot = (slot: NonNullable<(typeof layout.slots)[number]>): Case => ({
    proof,
    signals: signals.with(3, packLayout({ ...layout, slots: layout.slots.with(1, slot) })),
  });
  return {
    "another count": { proof, signals: signals.with(3, packLayout({ ...layout, count: 65_536 })) },
    "a quotient": withSlot({ value: 1, quotient: 1, mode: "equal" }),
    "a bound for a value": withSlot({ value: 1, quotient: 0, mode: "atMost" }),
    "the nonce for a member": withSlot({ value: 17, quotient: 0, mode: "equal" }),
  };
}

function statementOf({ entry, position, count, reveal, bounds = [], subject, scope }: Example): DisclosureStatement {
  const commitmentInput = entries[entry];
  if (commitmentInput === undefined) throw new Error(`there is no entry ${entry}`);
  const tree = buildZkTree(batchOf(count, new Map([[position, commitment(commitmentInput)]])));
  const path = zkTreePath(tree, position);
  return {
    commitmentInput,
    position,
    path,
    count,
    zkRoot: tree.root,
    reveal,
    bounds,
    subject,
    scope,
    beneficiary: BENEFICIARY,
  };
}

const statementJson = ({
  commitmentInput,
  position,
  path,
  count,
  zkRoot,
  reveal,
  bounds = [],
  subject,
  scope,
  beneficiary,
}: DisclosureStatement) => ({
  entry: entryJson(commitmentInput),
  position,
  count,
  path: path.map((level) => level.map(word)),
  zkRoot: word(zkRoot),
  reveal,
  bounds: bounds.map(({ of, is, word: bound }) => ({ of, is, word: word(bound) })),
  subject,
  scope: word(scope),
  beneficiary: word(beneficiary),
});

/** Returns public signals whose values are out of range. Only the first few of them could have a valid proof. */
function claims(signals: readonly bigint[]): [string, string, readonly bigint[]][] {
  const [layout, subject, beneficiary, value] = [3, 4, 6, 8];
  const at = (i: number) => signals[i] as bigint;
  const bits = (from: number, length: number, to: number) => {
    const mask = (2n ** BigInt(length) - 1n) << BigInt(from);
    return signals.with(layout, (at(layout) & ~mask) | (BigInt(to) << BigInt(from)));
  };
  return [
    ["count 0", "claim_range", bits(0, 17, 0)],
    ["count 65,537", "claim_range", bits(0, 17, 65_537)],
    ["subject 17", "claim_range", bits(17, 5, 17)],
    ["a subject that is no member", "claim_range", bits(17, 5, 4)],
    ["a subject that is no address", "claim_range", bits(17, 5, 0)],
    ["value 20", "claim_range", bits(22, 5, 20)],
    ["mode 2", "claim_range", bits(54, 3, 2)],
    ["mode 4", "claim_range", bits(57, 3, 4)],
    ["mode 6", "claim_range", bits(60, 3, 6)],
    [
      "an unused slot with a bound",
      "claim_range",
      bits(30, 8, 16)
        .with(value, 0n)
        .with(layout, bits(30, 8, 16)[layout]! | (1n << 57n)),
    ],
    ["an address with a bound", "claim_range", bits(63, 3, 1)],
    ["an unsigned order for a signed number", "claim_range", bits(54, 3, 3)],
    ["a signed order for bytes", "claim_range", bits(57, 3, 7)],
    ["a revealed member that the type lacks", "claim_range", bits(22, 5, 4)],
    ["quotient 6", "claim_range", bits(27, 3, 6)],
    ["an unused slot with a quotient", "claim_range", bits(30, 8, 16 + 32)],
    ["an unused slot with a value", "claim_range", bits(30, 8, 16)],
    ["a word of 2^256", "claim_range", bits(35, 3, 5).with(value, 2n ** 256n - 5n * FIELD_ORDER)],
    ["a layout of 67 bits", "claim_range", signals.with(layout, at(layout) + 2n ** 66n)],
    ["a subject of 161 bits", "claim_range", signals.with(subject, at(subject) + 2n ** 160n)],
    ["a beneficiary of 161 bits", "claim_range", signals.with(beneficiary, at(beneficiary) + 2n ** 160n)],
    ["another payload type", "claim_type", signals.with(2, at(2) + 1n)],
    ["ten signals", "signal_count", signals.slice(0, -1)],
    ["a scope of r", "signal_range", signals.with(5, FIELD_ORDER)],
  ];
}
