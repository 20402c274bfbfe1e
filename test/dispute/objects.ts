import { expect } from "vitest";
import { toHex } from "anchorlog";
import { findFaults, type FaultProof, type StoredCheckpoint } from "../../src/dispute/index.ts";
import { below, randomCalls } from "../log/objects/histories.ts";
import { LIES, lieIn } from "../log/objects/lies.ts";
import { convictions, entriesOf, write, type Entry, type Written } from "../log/objects/model.ts";
import { createRecorder, type Records } from "./object-records.ts";

/** Fails if a fault is found in an honest export. Counts the entries. */
export async function searchHonest(histories: number): Promise<number> {
  let entries = 0;
  for (let i = 0; i < histories; i++) {
    const calls = randomCalls();
    const written = write(calls);
    const records = await createRecorder()(written);
    expect(await findFaults(records.read, storedOf(records)), JSON.stringify(calls)).toEqual({
      faults: [],
      questions: [],
    });
    entries += entriesOf(written).length;
  }
  return entries;
}

/** Fails if a lie is not found as its fault, or if a fault is found that the model does not have. Counts the lies, by kind. */
export async function searchLies(histories: number): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  for (let i = 0; i < histories; i++) {
    const calls = randomCalls();
    const record = createRecorder();
    for (const [name, kind] of Object.entries(LIES)) {
      const lie = lieIn(calls, kind, below(2) === 0);
      const written = write(calls, lie);
      if (written.lied === undefined) continue;
      const told = JSON.stringify({ name, lie, lied: written.lied, calls });
      const records = await record(written);
      const { faults } = await findFaults(records.read, storedOf(records));
      const proofs = faults.map(({ proof }) => proof).filter(({ fault }) => OBJECT_FAULTS.has(fault));
      const own = `${kind.fault} ${toHex(records.bytes.get(written.lied)!)}`;
      expect(proofs.map(convicted), told).toContain(own);
      expect(known(written, records), told).toEqual(expect.arrayContaining(proofs.map(convicted)));
      found[name] = (found[name] ?? 0) + 1;
    }
  }
  return found;
}

/** The checkpoints that the registry would store. */
const storedOf = ({ size, root, time }: Records): StoredCheckpoint[] =>
  size === 0 ? [] : [{ sequence: 0, size, root, time }];

const OBJECT_FAULTS: ReadonlySet<string> = new Set(["MalformedLeaf", "WrongPrior", "WrongObject", "WrongCarry"]);

/** The convictions in the model, in the form of {@link convicted}. */
function known(written: Written, { bytes }: Records): string[] {
  const entries = entriesOf(written);
  const at = (log: string, index: number): Entry => entries.find((e) => e.log === log && e.index === index)!;
  return convictions(entries).map(({ fault, log, from }) => `${fault} ${toHex(bytes.get(at(log, from))!)}`);
}

/** A proof's fault and the bytes of the entry from which it freezes. For a pair this is the later entry. */
function convicted({ fault, args }: FaultProof): string {
  const evidence = args as readonly { readonly entry: string }[];
  return `${fault} ${evidence[fault === "WrongPrior" || fault === "WrongCarry" ? 1 : 0]!.entry}`;
}
