import fc from "fast-check";
import { expect, it } from "vitest";
import { encodeProof } from "../../src/dispute/index.ts";
import { NOW } from "../operator.ts";
import { random } from "../seed.ts";
import { isSlowSuite } from "../slow.ts";
import { change } from "./changes.ts";
import { openFastCourt } from "./court.ts";
import { held, makeHistory } from "./dishonest.ts";
import { everyProof } from "./everyProof.ts";
import { cases, judgeHistory } from "./honest.ts";

const court = await openFastCourt();

it("an honest history is convicted by no proof, however its evidence is paired or changed", async () => {
  const property = fc.asyncProperty(cases, ([history, numbers]) => judgeHistory(court, history, numbers));
  await fc.assert(property, { numRuns: isSlowSuite ? 8 : 3 });
});

it("a changed proof still has the types that the contract judges", async () => {
  const made = await makeHistory(court.operator);
  const stored = made.anchors.map((anchor, sequence) => ({ ...anchor, sequence, time: NOW / 1000 + 60 }));
  const proofs = await everyProof(made, held(made, stored));
  const next = () => Math.floor(random() * 2 ** 31);
  for (let i = 0; i < 1_000; i++) {
    const changed = change(proofs[next() % proofs.length]!, proofs, next);
    expect(() => encodeProof(changed)).not.toThrow();
  }
});
