/** `test/vectors/disclosure.json`: proofs that hold, that do not, and that are malformed. */
import { bn254 } from "@noble/curves/bn254.js";
import { buildZkTree, commitment, zkTreePath } from "../../src/batch/zk.ts";
import { toHex } from "../../src/encoding/hex.ts";
import { FIELD_ORDER } from "../../src/poseidon/index.ts";
import { packLayout, unpackLayout } from "../../src/proof/disclosure.ts";
import { decodeProof, encodeProof, type G1Point, type Groth16Proof } from "../../src/proof/groth16.ts";
import { type DisclosureStatement, proveDisclosure } from "../../src/proof/prover.ts";
import { batchOf, entries, entryJson, word } from "./zk-vectors.ts";

const BENEFICIARY = 0x3c44cdddb6a900fa2b585dd299e03d12fa4293bcn;
const P = bn254.fields.Fp.ORDER;

type Example = Pick<DisclosureStatement, "position" | "count" | "reveal" | "subject" | "scope"> & { entry: string };

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
};

type Case = { readonly proof: Uint8Array; readonly signals: readonly bigint[] };

export async function disclosureVectors() {
  const valid = [];
  for (const [name, example] of Object.entries(examples)) {
    const statement = statementOf(example);
    const { proof, signals } = await proveDisclosure(statement);
    valid.push({ name, statement, proof, signals });
  }
  const [first, second] = valid;
  if (first === undefined || second === undefined) throw new Error("there are no examples");
  return {
    about:
      "PROTOCOL, section 7, under the development key. valid: holds. wrong: well-formed, does not hold. " +
      "malformed: refused with this code by TypeScript, false in Solidity. claims: signals that say what no " +
      "disclosure can, refused with this code when read.",
    valid: valid.map(({ name, statement, ...rest }) => ({ name, statement: statementJson(statement), ...json(rest) })),
    wrong: Object.entries(wrong(first, second)).map(([name, one]) => ({ name, ...json(one) })),
    malformed: malformed(first).map(([name, code, one]) => ({ name, code, ...json(one) })),
    claims: claims(second.signals).map(([name, code, signals]) => ({
      name,
      code,
      payloadType: second.statement.commitmentInput.payloadType,
      signals: signals.map(word),
    })),
  };
}

function statementOf({ entry, position, count, reveal, subject, scope }: Example): DisclosureStatement {
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
    subject,
    scope,
    beneficiary: BENEFICIARY,
  };
}

const json = ({ proof, signals }: Case) => ({ proof: toHex(proof), signals: signals.map(word) });

const statementJson = ({
  commitmentInput,
  position,
  path,
  count,
  zkRoot,
  reveal,
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
  subject,
  scope: word(scope),
  beneficiary: word(beneficiary),
});

const SIGNALS = [
  "nullifier",
  "zkRoot",
  "payloadType",
  "layout",
  "subject",
  "scope",
  "beneficiary",
  "value 0",
  "value 1",
  "value 2",
  "value 3",
];

/** What a thief, a liar or a bug would try. */
function wrong({ proof, signals }: Case, other: Case): Record<string, Case> {
  const { a, b, c } = decodeProof(proof);
  const theirs = decodeProof(other.proof);
  const points = (changed: Partial<Groth16Proof>): Case => ({ proof: encodeProof({ a, b, c, ...changed }), signals });
  const layout = unpackLayout(signals[3] as bigint);
  return {
    ...Object.fromEntries(
      SIGNALS.map((name, i) => [
        `another ${name}`,
        { proof, signals: signals.with(i, ((signals[i] as bigint) + 1n) % FIELD_ORDER) },
      ]),
    ),
    "another count": { proof, signals: signals.with(3, packLayout({ ...layout, count: 65_536 })) },
    "a quotient": {
      proof,
      signals: signals.with(3, packLayout({ ...layout, slots: layout.slots.with(1, { member: 1, quotient: 1 }) })),
    },
    "all signals zero": { proof, signals: signals.map(() => 0n) },
    "the signals of another proof": { proof, signals: other.signals },
    "two signals exchanged": { proof, signals: signals.with(7, signals[8] as bigint).with(8, signals[7] as bigint) },
    "A and C exchanged": points({ a: c, c: a }),
    "A of another proof": points({ a: theirs.a }),
    "B of another proof": points({ b: theirs.b }),
    "C of another proof": points({ c: theirs.c }),
    "A negated": points({ a: negated(a) }),
    "C negated": points({ c: negated(c) }),
    generators: points({
      a: bn254.G1.Point.BASE.toAffine(),
      b: bn254.G2.Point.BASE.toAffine(),
      c: bn254.G1.Point.BASE.toAffine(),
    }),
  };
}

const negated = ({ x, y }: G1Point) => ({ x, y: P - y });

/** What is not even a proof or a list of signals. */
function malformed({ proof, signals }: Case): [string, string, Case][] {
  const withWord = (i: number, value: bigint) => {
    const bytes = Uint8Array.from(proof);
    bytes.set(Buffer.from(word(value).slice(2), "hex"), 32 * i);
    return { proof: bytes, signals };
  };
  const wordAt = (i: number) => BigInt(toHex(proof.subarray(32 * i, 32 * i + 32)));
  const zeros = (from: number, length: number) => ({
    proof: Uint8Array.from(proof).fill(0, from, from + length),
    signals,
  });
  const swapped = Uint8Array.from(proof);
  swapped.copyWithin(64, 96, 128);
  swapped.set(proof.subarray(64, 96), 96);
  return [
    ["a byte short", "proof_malformed", { proof: proof.subarray(0, 255), signals }],
    ["a byte long", "proof_malformed", { proof: Uint8Array.of(...proof, 0), signals }],
    ["empty", "proof_malformed", { proof: new Uint8Array(), signals }],
    ...["A.x", "A.y", "B.x1", "B.x0", "B.y1", "B.y0", "C.x", "C.y"].map((name, i): [string, string, Case] => [
      `${name} plus p`,
      "coordinate_range",
      withWord(i, wordAt(i) + P),
    ]),
    ["A.x of 2^256 - 1", "coordinate_range", withWord(0, 2n ** 256n - 1n)],
    ["A off the curve", "not_on_curve", withWord(1, wordAt(1) ^ 1n)],
    ["B off the curve", "not_on_curve", withWord(5, wordAt(5) ^ 1n)],
    ["C off the curve", "not_on_curve", withWord(7, wordAt(7) ^ 1n)],
    ["A at infinity", "not_on_curve", zeros(0, 64)],
    ["B at infinity", "not_on_curve", zeros(64, 128)],
    ["C at infinity", "not_on_curve", zeros(192, 64)],
    ["all at infinity", "not_on_curve", zeros(0, 256)],
    ["B with the parts of x exchanged", "not_on_curve", { proof: swapped, signals }],
    [
      "B outside of the group",
      "not_in_subgroup",
      { proof: encodeProof({ ...decodeProof(proof), b: outsider() }), signals },
    ],
    ["no signals", "signal_count", { proof, signals: [] }],
    ["the last signal left out", "signal_count", { proof, signals: signals.slice(0, -1) }],
    ["a zero more", "signal_count", { proof, signals: [...signals, 0n] }],
    ...SIGNALS.map((name, i): [string, string, Case] => [
      `${name} plus r`,
      "signal_range",
      { proof, signals: signals.with(i, (signals[i] as bigint) + FIELD_ORDER) },
    ]),
  ];
}

/** A point on the twist that is not in the group of order r: nearly all are. */
function outsider() {
  const { Fp2 } = bn254.fields;
  const { b } = bn254.G2.Point.CURVE();
  for (let i = 1n; ; i++) {
    const x = Fp2.fromBigTuple([i, 0n]);
    const square = Fp2.add(Fp2.mul(Fp2.sqr(x), x), b);
    try {
      const point = { x, y: Fp2.sqrt(square) };
      if (!bn254.G2.Point.fromAffine(point).isTorsionFree()) return point;
    } catch {
      // Not a square.
    }
  }
}

/** Signals whose meaning is out of range: a proof could hold for none but the first few of these. */
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
    ["member 17", "claim_range", bits(22, 5, 17)],
    ["a revealed member that the type lacks", "claim_range", bits(22, 5, 4)],
    ["quotient 6", "claim_range", bits(27, 3, 6)],
    ["an unused slot with a quotient", "claim_range", bits(30, 8, 16 + 32)],
    ["an unused slot with a value", "claim_range", bits(30, 8, 16)],
    ["a word of 2^256", "claim_range", bits(35, 3, 5).with(value, 2n ** 256n - 5n * FIELD_ORDER)],
    ["a layout of 55 bits", "claim_range", signals.with(layout, at(layout) + 2n ** 54n)],
    ["a subject of 161 bits", "claim_range", signals.with(subject, at(subject) + 2n ** 160n)],
    ["a beneficiary of 161 bits", "claim_range", signals.with(beneficiary, at(beneficiary) + 2n ** 160n)],
    ["another payload type", "claim_type", signals.with(2, at(2) + 1n)],
    ["ten signals", "signal_count", signals.slice(0, -1)],
    ["a scope of r", "signal_range", signals.with(5, FIELD_ORDER)],
  ];
}
