// The exports in test/vectors/refused/exports.json are for auditors in other languages: protocol/2-audit §9 names them.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { auditExport, type FindingCode } from "anchorlog/verify/audit";
import { parseTrust } from "anchorlog/verify/bundle";
import { chainOf } from "../bundle/chain.ts";
import { exportVectors, type ExportCase } from "./refused.ts";

const text = readFileSync(new URL("../../vectors/refused/exports.json", import.meta.url), "utf8");
const { keys, cases } = JSON.parse(text) as { readonly keys: string; readonly cases: readonly ExportCase[] };

/** Every code of a finding. */
const CODES: Readonly<Record<FindingCode, true>> = {
  missing_file: true,
  malformed: true,
  unknown_kind: true,
  bad_action: true,
  bad_signature: true,
  entry_mismatch: true,
  object_mismatch: true,
  wrong_prior: true,
  wrong_carry: true,
  deadline_passed: true,
  broken_chain: true,
  replay: true,
  bad_receipt: true,
  batch_mismatch: true,
  checkpoint_mismatch: true,
  chain_mismatch: true,
  key_mismatch: true,
  timestamp_mismatch: true,
};

describe("the exports that must be refused", () => {
  it("have a case for each code, and no others", () => {
    const codes = cases.flatMap(({ findings }) => findings.map((finding) => finding.split(" ")[0]!));
    expect([...new Set(codes)].toSorted()).toEqual(Object.keys(CODES).toSorted());
  });

  it("have each code in the table of protocol/2-audit §4, and no others", () => {
    const page = readFileSync(new URL("../../../docs/protocol/2-audit.md", import.meta.url), "utf8");
    const section = /^## 4\b.*?(?=^## )/ms.exec(page)![0];
    const listed = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code!);
    expect([...new Set(listed)].toSorted()).toEqual(Object.keys(CODES).toSorted());
  });

  it.each(cases)("$says", async ({ files, checkpoint, chain, verdict, findings }) => {
    const audit = await auditExport(async (name) => files[name], {
      operator: parseTrust(keys),
      ...(checkpoint !== undefined && { checkpoint }),
      ...(chain !== undefined && { chain: chainOf(chain) }),
    });
    expect(audit.findings.map(({ code, where }) => `${code} ${where}`)).toEqual(findings);
    expect(audit.verdict).toBe(verdict);
  });

  it("equal their generator's output", async () => {
    const made = `${JSON.stringify(await exportVectors(), undefined, 2)}\n`;
    expect(made, "run: npx tsx test/verify/bundle/write-refused.ts").toBe(text);
  });
});
