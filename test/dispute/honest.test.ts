import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  checkpointEquivocation,
  findFaults,
  findReceiptFaults,
  signedStatement,
  storedStatement,
  type FaultProof,
} from "../../src/dispute/index.ts";
import { fromHex } from "../../src/encoding/hex.ts";
import { buildTree, inclusionProof } from "../../src/merkle/tree.ts";
import { logId } from "anchorlog/action";
import { toHex } from "anchorlog";
import { change } from "./changes.ts";
import { openFastCourt, type Court } from "./court.ts";
import { held, makeHistory, type Dishonest, type Lies, type Planned } from "./dishonest.ts";
import { everyProof } from "./everyProof.ts";

let court: Awaited<ReturnType<typeof openFastCourt>>;
let snapshot: Awaited<ReturnType<Court["networkHelpers"]["takeSnapshot"]>>;
beforeAll(async () => {
  court = await openFastCourt();
});
afterAll(() => court.close());
beforeEach(async () => {
  snapshot = await court.networkHelpers.takeSnapshot();
});
afterEach(() => snapshot.restore());

/** Random logs, batches and checkpoints. */
const histories = fc
  .array(
    fc.record({ log: fc.constantFrom("a.example", "b.example", "c.example"), count: fc.integer({ min: 1, max: 4 }) }),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .chain((batches) =>
    fc.record({
      batches: fc.constant(batches),
      sizes: fc
        .uniqueArray(fc.integer({ min: 1, max: batches.length }), { maxLength: 3 })
        .map((sizes) => [...new Set([...sizes, batches.length])].toSorted((a, b) => a - b)),
      seed: fc.integer(),
    }),
  );

type History = {
  readonly batches: readonly { log: string; count: number }[];
  readonly sizes: readonly number[];
  /** Whether its last batch is closed as late as it may be: an hour after the block of its checkpoint. */
  readonly isAhead?: boolean;
};

function liesOf({ batches, sizes }: History): Lies {
  let nonce = 0;
  const plan: Planned[] = batches.map(({ log, count }) => ({
    log,
    nonces: Array.from({ length: count }, () => nonce++),
  }));
  return { plan, sizes };
}

/** Where a change once was no calldata at all: a text in the place of bytes. */
const FOUND = [
  { seed: 911349929, path: "6:0:0:0" },
  { seed: -1374609331, path: "3:23:1" },
];

/** The numbers choose what is changed of the proofs. */
const property = fc.asyncProperty(histories, fc.infiniteStream(fc.nat()), isNeverConvicted);
/** Holds of nothing, and so shows what a seed and a path mean. */
const never = fc.asyncProperty(histories, fc.infiniteStream(fc.nat()), async () => false);

describe("an honest history, whatever it is", () => {
  it("is convicted by no proof, however its evidence is paired or changed", { timeout: 240_000 }, async () => {
    await fc.assert(property, { numRuns: 8 });
  });

  it("is convicted of nothing while its clock is an hour ahead of the chain's", async () => {
    const batches = [
      { log: "a.example", count: 2 },
      { log: "b.example", count: 1 },
      { log: "a.example", count: 1 },
    ];
    await isNeverConvicted({ batches, sizes: [3], isAhead: true }, fc.sample(fc.infiniteStream(fc.nat()), 1)[0]!);
  });

  it.each(FOUND)("is convicted by no change of seed $seed, each of which is one that the chain judges", async (at) => {
    const { counterexample } = await fc.check(never, { ...at, endOnFailure: true });
    await isNeverConvicted(...(counterexample as [History, fc.Stream<number>]));
  });
});

async function isNeverConvicted(random: History, numbers: fc.Stream<number>): Promise<void> {
  await snapshot.restore();
  const made = await makeHistory(court.operator, {
    ...liesOf(random),
    ...(random.isAhead && (await clockAhead(random))),
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

/** A clock an hour ahead of the next block; a batch is closed a second after its entries, and 10 ms after the last. */
async function clockAhead({ batches }: History): Promise<Pick<Lies, "now">> {
  const time = 1 + (await court.networkHelpers.time.latest());
  await court.networkHelpers.time.setNextBlockTimestamp(time);
  return { now: 1000 * time + 3_600_000 - 1000 - 10 * (batches.length - 1) };
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
