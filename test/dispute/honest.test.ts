import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
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

function liesOf({ batches, sizes }: { batches: { log: string; count: number }[]; sizes: number[] }): Lies {
  let nonce = 0;
  const plan: Planned[] = batches.map(({ log, count }) => ({
    log,
    nonces: Array.from({ length: count }, () => nonce++),
  }));
  return { plan, sizes };
}

describe("an honest history, whatever it is", () => {
  it("is convicted by no proof, however its evidence is paired or changed", { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.infiniteStream(fc.nat()), async (random, numbers) => {
        await snapshot.restore();
        const made = await makeHistory(court.operator, liesOf(random));
        const stored = await court.anchor(made);
        const history = held(made, stored);
        const proofs = [...(await everyProof(made, history)), ...checkpointProofs(made, stored)];
        for (const proof of proofs) expect(await court.judge(proof), proof.fault).not.toBe("guilty");
        const next = () => numbers.next().value as number;
        for (let i = 0; i < 100; i++) {
          const changed = change(proofs[next() % proofs.length]!, proofs, next);
          expect(await court.judge(changed), JSON.stringify(changed, bigints)).not.toBe("guilty");
        }
        expect(await findFaults(made.read, stored)).toEqual({ faults: [], questions: [] });
        const names = new Map([...made.logs.keys()].map((name) => [logId(made.operator, name), name] as const));
        const receipts = [...made.logs.values()].flatMap(({ entries }) => entries.map(({ receipt }) => receipt));
        expect(findReceiptFaults(made.operator, receipts, names, history)).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });
});

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
      { fault: "CheckpointEquivocation", operator, args: [a.statement, b.statement] },
      ...Array.from({ length: Math.min(a.size, b.size) }, (_, position): FaultProof => {
        const leaf = ({ size, statement }: typeof a) => ({
          under: statement,
          leafHash: toHex(made.leaves[position]!),
          proof: inclusionProof(buildTree(made.leaves.slice(0, size)), position).map(toHex),
        });
        return { fault: "LeafEquivocation", operator, args: [BigInt(position), leaf(a), leaf(b)] };
      }),
    ]),
  );
}

/** Changes one value of a proof, or puts one of another proof in its place. */
function change(proof: FaultProof, proofs: readonly FaultProof[], next: () => number): FaultProof {
  const other = proofs[next() % proofs.length]!;
  const args = structuredClone(proof.args) as unknown as Branch;
  const [holder, key] = pick(args, next);
  const value = holder[key]!;
  const [otherHolder, otherKey] = pick(structuredClone(other.args) as unknown as Branch, next);
  const replacement = otherHolder[otherKey]!;
  if (next() % 2 === 0 && typeof replacement === typeof value && !(typeof value === "object"))
    holder[key] = replacement;
  else if (typeof value === "bigint") holder[key] = value === 0n ? 1n : value + (next() % 2 === 0 ? 1n : -1n);
  else if (typeof value === "number") holder[key] = value === 0 ? 1 : value + (next() % 2 === 0 ? 1 : -1);
  else if (typeof value === "string" && value.length > 2) {
    const at = 2 + (next() % (value.length - 2));
    holder[key] = `${value.slice(0, at)}${value[at] === "0" ? "1" : "0"}${value.slice(at + 1)}`;
  }
  return { ...proof, args } as unknown as FaultProof;
}

type Branch = { [key: string | number]: Node };
type Node = string | number | bigint | Branch;

/** Goes down a random way to a value that is no object. */
function pick(node: Branch, next: () => number): [Branch, string] {
  const keys = Object.keys(node).filter((key) => typeof node[key] !== "object" || Object.keys(node[key]).length > 0);
  const key = keys[next() % keys.length]!;
  const child = node[key]!;
  return typeof child === "object" ? pick(child, next) : [node, key];
}
