import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { auditExport, readExportFolder, writeExport, type ReadExport } from "anchorlog/verify/audit";
import { crossCheck, withCrossCheck } from "../../src/cli/crossCheck.ts";
import { loadOtherCode, type OtherCode } from "../../src/cli/otherCode.ts";
import { newFolder } from "../folder.ts";
import { isSlowSuite } from "../slow.ts";
import { openFilledOperator } from "../operator.ts";
import { BATCHES, dishonestExports, LOG, OTHER_LOG, type Files } from "../verify/audit/dishonest.ts";
import { runHere } from "./process.ts";

const folder = newFolder();
const at = (name: string): string => join(folder, name);
const readerOf =
  (files: Files): ReadExport =>
  async (name) =>
    files.get(name);
const test = await openFilledOperator();
await writeExport(at("export"), test.options);
await test.close();
const read = await readExportFolder(at("export"));
const files = new Map<string, string>();
for (const name of ["manifest.json", LOG, OTHER_LOG, BATCHES, "checkpoints/1", "checkpoints/3"]) {
  files.set(name, (await read(name))!);
}
const honest = files;
const other = await loadOtherCode(process.cwd());

async function disagreements(files: Files, by: OtherCode = other) {
  const read = readerOf(files);
  const audit = await auditExport(read, {});
  return { audit, checked: await crossCheck(read, audit, by) };
}

it("agrees with the audit of an honest export, and of dishonest exports", async () => {
  const { stdout, code } = await runHere([
    "audit",
    at("export"),
    "--checkpoint",
    at("export/checkpoints/3"),
    "--cross-check",
  ]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /cross-check with viem [\d.]+, merkletreejs [\d.]+, circomlibjs [\d.]+: 8 entries, 3 batches, 2 checkpoints: they agree/,
  );
  // The default suite takes some exports of the corpus. Each has one change.
  for (const { says, files } of dishonestExports(honest).filter((_, i) => isSlowSuite || i % 12 === 0)) {
    const { checked } = await disagreements(files);
    expect(checked.disagreements, says).toEqual([]);
  }
});

it.each<[string, Partial<OtherCode> | (() => Partial<OtherCode>), RegExp]>([
  [
    "hash of typed data",
    { hashTypedData: () => `0x${"11".repeat(32)}` },
    /logs\/a\.example\.jsonl:1: the other programs: the receipt/,
  ],
  ["recovery", { recoverAddress: async () => `0x${"11".repeat(20)}` }, /logs\/a\.example\.jsonl:1: .*not the actor's/],
  [
    "keccak",
    { keccak256: () => `0x${"11".repeat(32)}` },
    /logs\/a\.example\.jsonl:1: the other programs: the entry records another signature/,
  ],
  [
    "tree",
    { treeRoot: () => new Uint8Array(32) },
    /batches\.jsonl:1: the other programs: the entries give the root 0x0+/,
  ],
  [
    "Poseidon",
    () => ({ poseidon: (tag, inputs) => other.poseidon(tag, inputs) ^ 1n }),
    /batches\.jsonl:1: .*the zk root/,
  ],
])("gives no verdict if another implementation has another %s", async (_, wrong, message) => {
  const { audit, checked } = await disagreements(honest, {
    ...other,
    ...(typeof wrong === "function" ? wrong() : wrong),
  });
  expect(checked.disagreements.length).toBeGreaterThan(0);
  const judged = withCrossCheck({ ...audit, verdict: "valid" }, checked);
  expect(judged.verdict).toBe("indeterminate");
  expect(judged.reason).toMatch(/^two implementations disagree: this is a bug of a program, not of the operator/);
  expect(judged.reason).toMatch(message);
});

it("disagrees if the audit accuses and the other implementations do not", async () => {
  const read = readerOf(honest);
  const audit = await auditExport(read, {});
  const finding = { code: "bad_signature", where: `${LOG}:2`, message: "planted", meaning: "forged_action" } as const;
  const checked = await crossCheck(read, { ...audit, verdict: "invalid", findings: [finding] }, other);
  expect(checked.disagreements).toEqual([{ where: `${LOG}:2`, message: "the other programs find nothing wrong here" }]);
  expect(withCrossCheck({ ...audit, verdict: "invalid", findings: [finding] }, checked).verdict).toBe("indeterminate");
});

it("names the command that installs the missing packages", async () => {
  await mkdir(at("empty"));
  await expect(loadOtherCode(at("empty"))).rejects.toThrow("npm install viem merkletreejs circomlibjs");
});
