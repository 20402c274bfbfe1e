// The scripts that auditors read and run: scripts/verify-*.ts, on the built package.
import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { formatProof } from "anchorlog/proof";
import { writeExport } from "anchorlog/verify/audit";
import { formatTrust } from "anchorlog/verify/bundle";
import { newFolder } from "./folder.ts";
import { openFilledOperator, operator, trusted } from "./operator.ts";
import { forgedPurchase } from "./proof/forge.ts";

const script = (name: string): string => fileURLToPath(new URL(`../scripts/verify-${name}.ts`, import.meta.url));
const golden = (name: string): string => fileURLToPath(new URL(`vectors/bundles/v1/${name}`, import.meta.url));
const NODE = ["--experimental-strip-types", "--disable-warning=ExperimentalWarning"];

const folder = newFolder();
const at = (name: string): string => join(folder, name);
const test = await openFilledOperator();
await writeExport(at("export"), test.options);
await test.close();
await writeFile(at("trust.json"), formatTrust(trusted));

function run(name: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...NODE, script(name), ...args], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return `${String(status)} ${stdout}`;
}

it("each script has under 80 lines", async () => {
  for (const name of ["bundle", "checkpoint", "proof", "export"]) {
    expect((await readFile(script(name), "utf8")).split("\n").length, name).toBeLessThan(80);
  }
});

it.each([
  ["bundle", "call it as: node scripts/verify-bundle.ts BUNDLE"],
  ["bundle nothing.json", "ENOENT"],
  ["proof nothing.json trust.json", "call it as: node scripts/verify-proof.ts PROOF"],
  ["checkpoint nothing", "call it as: node scripts/verify-checkpoint.ts CHECKPOINT"],
  ["export nothing", "does not exist"],
  ["export package.json", "is not a folder\nTo fix it: name the folder of an export; unpack an archive first"],
])("exits with 3 and without a verdict if it is called as %s", (call, why) => {
  const [name, ...args] = call.split(" ") as [string, ...string[]];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...NODE, script(name), ...args], {
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([3, ""]);
  expect(stderr).toContain("no verdict: ");
  expect(stderr).toContain(why);
});

it("verifies a bundle", async () => {
  const trust = ["--trust", golden("trust.json"), "--checkpoint", golden("checkpoint")];
  expect(run("bundle", golden("included.bin"), ...trust)).toMatch(/^0 valid, included \(ok\).*\nentry 1 of a\.example/);
  const forged = (await readFile(golden("included.json"), "utf8")).replace("golden/1", "golden/2");
  await writeFile(at("forged.json"), forged);
  expect(run("bundle", at("forged.json"), ...trust)).toMatch(/^1 invalid \(signature_mismatch\)/);
});

it("verifies a checkpoint", () => {
  expect(run("checkpoint", at("export/checkpoints/3"), "--trust", at("trust.json"))).toMatch(/^0 signed: 3 batches/);
  expect(run("checkpoint", golden("checkpoint"), "--trust", at("trust.json"))).toMatch(/^1 invalid: .*not signed/);
});

it("verifies a proof", async () => {
  await writeFile(at("proof.json"), formatProof(forgedPurchase(operator, `0x${"b5".repeat(20)}`)));
  expect(run("proof", at("proof.json"), "--trust", at("trust.json"))).toMatch(
    /^[12] (?:invalid|indeterminate)[^]*circuit key: /,
  );
});

it("audits an export", async () => {
  const trust = ["--trust", at("trust.json"), "--checkpoint", at("export/checkpoints/3")];
  expect(run("export", at("export"), ...trust)).toMatch(/^0 valid: /);
  const file = at("export/logs/a.example.jsonl");
  await writeFile(file, (await readFile(file, "utf8")).replace("object 2", "object 9"));
  expect(run("export", at("export"), ...trust)).toMatch(/^1 invalid: [^]*\n {2}logs\/a\.example\.jsonl:3 \(/);
});
