/** Lets the contracts judge histories of the object model, with all pairs of evidence. */
import { expect } from "vitest";
import { hashCheckpoint } from "anchorlog/batch";
import { toHex } from "anchorlog";
import {
  entryEvidence,
  openAction,
  openHistory,
  type EntryEvidence,
  type FaultProof,
  type StoredCheckpoint,
} from "../../src/dispute/index.ts";
import { fromHex } from "../../src/base/hex.ts";
import { below, randomCalls } from "../log/objects/histories.ts";
import { LIES, lieIn } from "../log/objects/lies.ts";
import { convictions, entriesOf, write, type Entry, type Written } from "../log/objects/model.ts";
import { keys } from "../operator.ts";
import type { Court } from "./court.ts";
import { createRecorder, type Records, type Row } from "./object-records.ts";

/**
 * Fails if the contracts convict of other faults than the model. For an honest history there are none; for a lie, there
 * are its fault and the faults that follow from it. Counts the judged proofs.
 */
export async function judgeObjects(court: Court, histories: number): Promise<number> {
  let judged = 0;
  for (let i = 0; i < histories; i++) {
    const calls = randomCalls();
    const record = createRecorder(court.operator);
    const lies = Object.values(LIES).map((kind) => lieIn(calls, kind, below(2) === 0));
    for (const lie of [undefined, ...lies.filter((found) => found !== undefined)]) {
      const written = write(calls, lie);
      if (entriesOf(written).length === 0) continue;
      const proofs = await judgeAll(court, await record(written));
      const guilty = proofs.filter(({ verdict }) => verdict === "guilty");
      const told = JSON.stringify({ lie, lied: written.lied, calls });
      expect(new Set(guilty.map(({ from, proof }) => say(proof.fault, from))), told).toEqual(known(written));
      judged += proofs.length;
    }
  }
  return judged;
}

const say = (fault: string, { log, index }: Pick<Entry, "log" | "index">): string => `${fault} ${log} ${index}`;
const known = (written: Written): Set<string> =>
  new Set(convictions(entriesOf(written)).map(({ fault, log, from }) => say(fault, { log, index: from })));

type Judged = { readonly proof: FaultProof; readonly from: Entry; readonly verdict: string };
type Proven = { readonly row: Row; readonly evidence: EntryEvidence };

/** Every proof of an object's faults, judged on a chain that is left as it was. */
async function judgeAll(court: Court, records: Records): Promise<Judged[]> {
  const { restore } = await court.networkHelpers.takeSnapshot();
  try {
    const entries = provenEntries(records, await anchor(court, records));
    const { operator } = records.operator;
    const opening = ({ row: { encoded } }: Proven) => openAction(records.operator, encoded.kind, encoded.message);
    const alone = entries.flatMap((one): { proof: FaultProof; from: Entry }[] => [
      { from: one.row.entry, proof: { fault: "MalformedLeaf", operator, args: [one.evidence] } },
      { from: one.row.entry, proof: { fault: "WrongObject", operator, args: [one.evidence, opening(one)] } },
    ]);
    const paired = entries.flatMap((earlier) =>
      entries.flatMap((later): { proof: FaultProof; from: Entry }[] => {
        const pair = [earlier.evidence, later.evidence] as const;
        return [
          { from: later.row.entry, proof: { fault: "WrongPrior", operator, args: pair } },
          { from: later.row.entry, proof: { fault: "WrongCarry", operator, args: [...pair, opening(later)] } },
        ];
      }),
    );
    return await Promise.all(
      [...alone, ...paired].map(async (made) => ({ ...made, verdict: await court.judge(made.proof) })),
    );
  } finally {
    await restore();
  }
}

async function anchor(court: Court, { operator, size, root }: Records): Promise<StoredCheckpoint[]> {
  const digest = hashCheckpoint(operator, { size, root: fromHex(root) });
  const signature = await keys.anchorKey.sign({ hash: toHex(digest) });
  return court.anchor({ operator, anchors: [{ size, root, proof: [], signature }] });
}

function provenEntries({ operator, batches }: Records, checkpoints: readonly StoredCheckpoint[]): Proven[] {
  const history = openHistory({
    operator,
    headers: batches.map(({ header }) => header),
    checkpoints,
    entries: (position) => batches[position]!.rows.map(({ bytes }) => bytes),
  });
  return batches.flatMap(({ rows }, batch) =>
    rows.map((row, position) => ({ row, evidence: entryEvidence(history, batch, position) })),
  );
}
