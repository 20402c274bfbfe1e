import { describe, expect, it } from "vitest";
import { logId } from "anchorlog/action";
import { findEntryFaults, findFaults, freezeOf } from "../../src/dispute/index.ts";
import { fromHex } from "anchorlog";
import { NOW, operator, type Fields } from "../operator.ts";
import { held, makeHistory, type Lies } from "./dishonest.ts";
import { withholding } from "./exported.ts";
import { about, ask, objectPlan, seat, W0, W1, W2 } from "./object-plan.ts";

const OTHER = new Uint8Array(20).fill(0xe8);
const log = logId(operator, "a.example");

async function found(lies: Lies) {
  const made = await makeHistory(operator, lies);
  const stored = made.anchors.map((anchor, sequence) => ({ ...anchor, sequence, time: NOW / 1000 + 60 }));
  const brief = ({ proof }: { proof: Parameters<typeof freezeOf>[0] }) => ({ fault: proof.fault, ...freezeOf(proof) });
  return {
    byEntries: findEntryFaults(held(made, stored)).map(brief),
    byExport: (await findFaults(made.read, stored)).faults.map(brief),
    byExportWithheld: (await findFaults(withholding(made.read), stored)).faults.map(brief),
  };
}

describe("a scan of entries without payloads, missing or withheld by an export", () => {
  it("finds nothing in an honest history", async () => {
    expect(await found({ plan: objectPlan() })).toEqual({ byEntries: [], byExport: [], byExportWithheld: [] });
  });

  it.each<[string, Lies, number]>([
    ["a thief's act", { plan: objectPlan({ 3: { by: 0 } }) }, 3],
    ["a second sale, of which the first is skipped", about(3, { prior: 0 }, objectPlan({ 3: { by: 0 } })), 3],
    ["an ask that says another holder", about(2, { holder: OTHER }), 2],
    ["a prior about another object", about(4, { prior: 2 }), 4],
  ])("finds %s, and freezes the log from there", async (_, lies, from) => {
    const fault = { fault: "WrongPrior", log, from };
    expect(await found(lies)).toEqual({ byEntries: [fault], byExport: [fault], byExportWithheld: [fault] });
  });

  it.each<[string, Lies, string, number]>([
    ["a holder that is not carried over", about(4, { holder: OTHER }), "WrongCarry", 4],
    ["a transfer that is buried under another object", junk(), "WrongObject", 4],
  ])("cannot find %s, which a scan with the payload finds", async (_, lies, fault, from) => {
    expect(await found(lies)).toEqual({ byEntries: [], byExport: [{ fault, log, from }], byExportWithheld: [] });
  });
});

it("finds an act that follows a hidden sale, by the ask of the account that held the object", async () => {
  const batch = (nonces: number[], by: number, fields: Fields[]) => {
    return { log: "a.example", nonces, actors: nonces.map(() => by), fields };
  };
  const plan = [batch([0, 1], 0, [seat(W0), seat(W1)]), batch([2], 0, [ask]), batch([3], 1, [seat(W2)])];
  const made = await makeHistory(operator, about(2, { prior: 0, holder: fromHex(W0) }, plan));
  const stored = made.anchors.map((anchor, sequence) => ({ ...anchor, sequence, time: NOW / 1000 + 60 }));
  const history = held(made, stored);
  const hiding = { ...history, entries: (at: number) => (at === 0 ? undefined : history.entries(at)) };
  const faults = findEntryFaults(hiding).map(({ proof }) => ({ fault: proof.fault, ...freezeOf(proof) }));
  expect(faults).toEqual([{ fault: "WrongPrior", log, from: 3 }]);
});

function junk(): Lies {
  return about(4, { objectKey: new Uint8Array(32).fill(7), prior: undefined });
}
