import { expect, it } from "vitest";
import { ANYBODY, NOBODY, PART_ACT, PART_ASK, PART_NONE } from "anchorlog/action";
import { isWrongPrior } from "../../src/dispute/index.ts";
import type { Entry } from "../../src/log/entry.ts";
import { mayAct } from "../../src/log/link.ts";

const bytes = (length: number, fill: number) => new Uint8Array(length).fill(fill);
const [ALICE, BOB] = [bytes(20, 0xa1), bytes(20, 0xb0)];
const OBJECTS = [bytes(32, 1), bytes(32, 2)];
/** An act without a holder leaves the object to the account that held it. */
type Step = Pick<Entry, "part" | "objectKey" | "actor"> & { readonly holder: Uint8Array | undefined };

const STEPS: readonly Step[] = [
  { part: PART_NONE, objectKey: bytes(32, 0), actor: ALICE, holder: NOBODY },
  ...OBJECTS.flatMap((objectKey): Step[] => [
    { part: PART_ASK, objectKey, actor: BOB, holder: undefined },
    ...[ALICE, BOB].flatMap((actor) =>
      [ALICE, BOB, NOBODY, ANYBODY, undefined].map((holder): Step => ({ part: PART_ACT, objectKey, actor, holder })),
    ),
  ]),
];

/** The entry that an honest operator writes, or `undefined` if it refuses the step. */
function nextEntry(log: readonly Entry[], { part, objectKey, actor, holder }: Step): Entry | undefined {
  const before = part === PART_NONE ? undefined : log.findLast((e) => e.part === PART_ACT && e.objectKey === objectKey);
  const found = before?.holder ?? ANYBODY;
  const entry: Entry = {
    log: bytes(32, 9),
    index: log.length,
    prev: bytes(32, 0),
    actor,
    nonce: bytes(32, log.length),
    digest: bytes(32, 0),
    signatureHash: bytes(32, 0),
    scheme: 0,
    verifiedBlock: 0,
    acceptedAt: 1,
    part,
    objectKey,
    prior: before?.index,
    holder: holder ?? found,
  };
  return part === PART_ACT && !mayAct(found, entry) ? undefined : entry;
}

/** Calls `look` with each honest log of up to so many entries. Returns their number. */
function everyLog(length: number, look: (log: readonly Entry[]) => void, log: readonly Entry[] = []): number {
  if (log.length > 0) look(log);
  if (log.length === length) return 1;
  const next = STEPS.flatMap((step) => nextEntry(log, step) ?? []);
  return 1 + next.reduce((count, entry) => count + everyLog(length, look, [...log, entry]), 0);
}

it("isWrongPrior accepts every pair in every honest log of up to four entries", () => {
  const convicted: (readonly Entry[])[] = [];
  const logs = everyLog(4, (log) => {
    // The pairs without the newest entry were tested with the shorter log.
    const newest = log.at(-1)!;
    if (log.some((other) => isWrongPrior(other, newest) || isWrongPrior(newest, other))) convicted.push(log);
  });
  expect(convicted).toEqual([]);
  expect(logs).toBeGreaterThan(50_000);
});

it("an ask that follows an ask convicts it of each false prior and each false holder", () => {
  let lies = 0;
  everyLog(3, (log) => {
    const [asked] = log.slice(-1) as [Entry];
    if (asked.part !== PART_ASK) return;
    const honest = { ...asked, index: log.length };
    const priors = [undefined, ...log.keys()].filter((prior) => prior !== asked.prior);
    for (const prior of priors) {
      expect(isWrongPrior(asked, { ...honest, prior, holder: ANYBODY })).toBe(true);
      lies++;
    }
    if (asked.prior !== undefined) expect(isWrongPrior(asked, { ...honest, holder: bytes(20, 7) })).toBe(true);
  });
  expect(lies).toBeGreaterThan(100);
});
