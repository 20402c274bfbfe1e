import { describe, expect, test } from "vitest";
import { buildZkTree, commitment, type CommitmentInput, zkTreePath } from "../../src/batch/zk.ts";
import { commitmentElements, hashCommitment } from "../../src/batch/zk.ts";
import { elementsToBytes, FIELD_ORDER, poseidonP4, poseidonP5, TAGS } from "../../src/crypto/poseidon/index.ts";
import { type DisclosureStatement, disclosureWitness } from "../../src/proof/witness.ts";
import { nullifierByTheBook } from "../batch/by-the-book.ts";
import { valid } from "./fixtures.ts";

// A batch of three real entries.
const inputs: readonly CommitmentInput[] = valid.slice(0, 3).map(({ statement }) => statement.commitmentInput);
const commitments = inputs.map(commitment);
const tree = buildZkTree(elementsToBytes(commitments));

const statementOf = (position: number, change: Partial<DisclosureStatement> = {}): DisclosureStatement => ({
  commitmentInput: inputs[position]!,
  position,
  path: zkTreePath(tree, position),
  count: tree.count,
  zkRoot: tree.root,
  reveal: [0, 1],
  subject: "actor",
  scope: 7n,
  beneficiary: 1n,
  ...change,
});
const nullifierOf = (statement: DisclosureStatement) => disclosureWitness(statement).claim.nullifier;

describe("the nullifier", () => {
  test.each(valid)("$name: equals the protocol's", ({ statement, signals }) => {
    expect(signals[0]).toBe(nullifierByTheBook(statement.scope, statement.commitmentInput));
    for (const scope of [0n, 1n, 2n ** 253n, FIELD_ORDER - 1n]) {
      expect(nullifierOf({ ...statement, scope })).toBe(nullifierByTheBook(scope, statement.commitmentInput));
    }
  });

  test("depends on entry and scope, and not on the disclosed members", () => {
    const others: Partial<DisclosureStatement>[] = [
      { reveal: [] },
      { reveal: [1] },
      { subject: 1 },
      { beneficiary: 2n },
    ];
    for (const other of others) expect(nullifierOf(statementOf(0, other))).toBe(nullifierOf(statementOf(0)));
  });

  test("differs for each entry and scope, and the differences do not repeat", () => {
    const scopes = Array.from({ length: 40 }, (_, i) => BigInt(i));
    const all = inputs.map((_, position) => scopes.map((scope) => nullifierOf(statementOf(position, { scope }))));
    expect(new Set(all.flat()).size).toBe(inputs.length * scopes.length);
    // The differences between nullifiers of successive scopes do not repeat either, for one entry or between entries.
    const ways = all.flatMap((row) => row.slice(1).map((one, i) => (one - row[i]! + FIELD_ORDER) % FIELD_ORDER));
    expect(new Set(ways).size).toBe(ways.length);
  });

  test("differs if only a later member does", () => {
    const words = [1n, 2n, 3n, 4n];
    const of = (changed: readonly bigint[]) => {
      const commitmentInput = {
        ...inputs[0]!,
        payloadType: "APayload(uint256 a,bool b,bool c,bool d)",
        words: changed,
      };
      const alone = buildZkTree(elementsToBytes([commitment(commitmentInput)]));
      const place = { position: 0, count: 1, path: zkTreePath(alone, 0), zkRoot: alone.root };
      return nullifierOf(statementOf(0, { commitmentInput, ...place }));
    };
    expect(new Set([words, ...words.map((word, i) => words.with(i, word + 1n))].map(of)).size).toBe(5);
  });

  test("cannot be computed from a neighbour's bundle", () => {
    const statement = statementOf(1, { reveal: [0, 1, 2, 3] });
    const { signals } = disclosureWitness(statement);
    // 1. The neighbour has the commitment as a sibling in its path, and sees all public signals.
    const siblings = zkTreePath(tree, 0)[0]!;
    expect(siblings).toContain(commitments[1]);
    const { scope } = statement;
    const [e0, e1] = signals.slice(7) as [bigint, bigint];
    const known = [...new Set([0n, ...siblings, ...signals.slice(1)])];
    // 2. No hash of the scope, a sibling and other known values is the nullifier.
    const guesses = siblings.flatMap((sibling) =>
      known.flatMap((x) =>
        known.flatMap((y) => [
          poseidonP4(TAGS.nullifier, [scope, sibling, x, y]),
          poseidonP4(TAGS.nullifier, [sibling, scope, x, y]),
          poseidonP5(TAGS.nullifier, [scope, sibling, x, y, 0n]),
          poseidonP5(TAGS.nullifier, [scope, x, e0, e1, y]),
        ]),
      ),
    );
    expect(guesses).not.toContain(signals[0]);
    // 3. If a nullifier were a hash of the commitment, it would have been found. The real one needs the commitment's
    // opening.
    expect(guesses).toContain(poseidonP4(TAGS.nullifier, [scope, commitments[1]!, 0n, 0n]));
    const { context, rest } = hashCommitment(commitmentElements(statement.commitmentInput));
    expect(poseidonP5(TAGS.nullifier, [scope, context, e0, e1, rest])).toBe(signals[0]);
    for (const secret of [context, rest]) expect(known).not.toContain(secret);
  });
});
