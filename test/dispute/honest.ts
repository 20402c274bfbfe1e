/** Random honest histories. No evidence from them, in any pairing, convicts anybody. */
import fc from "fast-check";
import { expect } from "vitest";
import {
  checkpointEquivocation,
  findFaults,
  findReceiptFaults,
  signedStatement,
  storedStatement,
  type FaultProof,
} from "../../src/dispute/index.ts";
import { fromHex } from "../../src/base/hex.ts";
import { buildTree, inclusionProof } from "../../src/crypto/merkle/tree.ts";
import { FIELD_ORDER } from "../../src/crypto/poseidon/index.ts";
import { logId } from "anchorlog/action";
import { toHex } from "anchorlog";
import { change } from "./changes.ts";
import type { Court } from "./court.ts";
import { actors, held, makeHistory, type Dishonest, type Lies, type Planned } from "./dishonest.ts";
import { everyProof } from "./everyProof.ts";

const HOUR = 3_600_000;

/** Few nonces, so that actors and logs share them. Some are equal modulo the order of the circuits' field. */
const NONCES = [0n, 1n, FIELD_ORDER - 1n, FIELD_ORDER, FIELD_ORDER + 1n, 5n * FIELD_ORDER + 1n, 2n ** 256n - 1n];

const entries = fc.array(fc.record({ actor: fc.nat({ max: actors.length - 1 }), nonce: fc.constantFrom(...NONCES) }), {
  minLength: 1,
  maxLength: 4,
});

/** Random logs, batches and checkpoints. */
const histories = fc
  .array(fc.record({ log: fc.constantFrom("a.example", "b.example", "c.example"), entries }), {
    minLength: 1,
    maxLength: 6,
  })
  .chain((batches) =>
    fc.record({
      batches: fc.constant(batches),
      sizes: fc
        .uniqueArray(fc.integer({ min: 1, max: batches.length }), { maxLength: 3 })
        .map((sizes) => [...new Set([...sizes, batches.length])].toSorted((a, b) => a - b)),
      clock: fc.constantFrom("right" as const, "ahead" as const, "stands ahead" as const),
    }),
  );

type History = {
  readonly batches: readonly {
    readonly log: string;
    readonly entries: readonly { readonly actor: number; readonly nonce: bigint }[];
  }[];
  readonly sizes: readonly number[];
  /**
   * Ahead: the last batch of the first checkpoint is closed as late as allowed, an hour after the checkpoint's block.
   * If the clock stands, everything is accepted and closed at that time.
   */
  readonly clock: "right" | "ahead" | "stands ahead";
};

/** A history, and a stream that chooses the changes. */
type Case = [History, fc.Stream<number>];

/** Random honest histories, with numbers that choose the changes of their proofs. */
export const cases: fc.Arbitrary<Case> = fc.tuple(histories, fc.infiniteStream(fc.nat()));

/** No actor uses a nonce twice in a log: the second time it takes an unused nonce. */
function planOf({ batches }: History): Planned[] {
  const used = new Set<string>();
  let fresh = 1_000n;
  return batches.map(({ log, entries }) => ({
    log,
    actors: entries.map(({ actor }) => actor),
    nonces: entries.map(({ actor, nonce }) => {
      const key = `${log} ${actor} ${nonce}`;
      if (used.has(key)) return fresh++;
      used.add(key);
      return nonce;
    }),
  }));
}

/** Fails if an honest history is convicted by a proof, or by a changed proof. Leaves the chain as it was. */
export async function judgeHistory(court: Court, random: History, numbers: fc.Stream<number>): Promise<void> {
  const { restore } = await court.networkHelpers.takeSnapshot();
  try {
    await isNotConvicted(court, random, numbers);
  } finally {
    await restore();
  }
}

async function isNotConvicted(court: Court, random: History, numbers: fc.Stream<number>): Promise<void> {
  const { sizes, clock } = random;
  const made = await makeHistory(court.operator, {
    plan: planOf(random),
    sizes,
    ...(clock !== "right" && (await clockAhead(court, random))),
  });
  const stored = await court.anchor(made);
  const history = held(made, stored);
  const proofs = [...(await everyProof(made, history)), ...checkpointProofs(made, stored)];
  expect(await court.convictions(proofs)).toEqual([]);
  const next = () => numbers.next().value as number;
  const changes = Array.from({ length: 100 }, () => change(proofs[next() % proofs.length]!, proofs, next));
  const verdicts = await Promise.all(changes.map(court.judge));
  for (const [i, verdict] of verdicts.entries()) {
    expect(verdict, JSON.stringify(changes[i], bigints)).not.toMatch(/guilty|calldata/);
  }
  expect(await findFaults(made.read, stored)).toEqual({ faults: [], questions: [] });
  const names = new Map([...made.logs.keys()].map((name) => [logId(made.operator, name), name] as const));
  const receipts = [...made.logs.values()].flatMap(({ entries }) => entries.map(({ receipt }) => receipt));
  expect(findReceiptFaults(made.operator, receipts, names, history)).toEqual([]);
}

/** A clock an hour ahead of the next block. A batch is closed a second after its entries, and 10 ms after the last. */
async function clockAhead(court: Court, { sizes, clock }: History): Promise<Pick<Lies, "now" | "stands">> {
  const time = 1 + (await court.networkHelpers.time.latest());
  await court.networkHelpers.time.setNextBlockTimestamp(time);
  const latest = 1000 * time + HOUR;
  return clock === "ahead" ? { now: latest - 1000 - 10 * (sizes[0]! - 1) } : { now: latest, stands: true };
}

const bigints = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

/** Every pair of statements about sizes, roots and leaves. */
function checkpointProofs(made: Dishonest, stored: Awaited<ReturnType<Court["anchor"]>>): FaultProof[] {
  const { operator } = made.operator;
  const statements = [
    ...stored.map((checkpoint) => ({ size: checkpoint.size, statement: storedStatement(checkpoint) })),
    ...made.anchors.map(({ size, root, signature }) => ({
      size,
      statement: signedStatement({ size, root: fromHex(root) }, signature),
    })),
  ];
  return statements.flatMap((a) =>
    statements.flatMap((b): FaultProof[] => [
      checkpointEquivocation(made.operator, a.statement, b.statement),
      ...Array.from({ length: Math.min(a.size, b.size) }, (_, position): FaultProof => {
        const leaf = ({ size, statement }: typeof a) => ({
          ...statement,
          leafHash: toHex(made.leaves[position]!),
          proof: inclusionProof(buildTree(made.leaves.slice(0, size)), position).map(toHex),
        });
        return { fault: "CheckpointEquivocation", operator, args: [leaf(a), leaf(b), BigInt(position)] };
      }),
    ]),
  );
}
