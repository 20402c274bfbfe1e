import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { auditExport, buildReport, renderHtml, writeExport } from "anchorlog/verify/audit";
import { parseCheckpoint, type CheckpointNote } from "anchorlog/batch";
import { newFolder } from "../../folder.ts";
import { mutationsOf } from "../bundle/mutations.ts";
import { isSlowSuite } from "../../slow.ts";
import {
  NOW,
  openFilledOperator,
  openTestOperator,
  signAction,
  trusted,
  wallets,
  type TestOperator,
} from "../../operator.ts";
import { BATCHES, dishonestExports, LOG, OTHER_LOG, type Files } from "./dishonest.ts";

/** An export of an operator, in memory, and its newest checkpoint. */
async function exportOf(test: TestOperator): Promise<{ files: Files; checkpoint: CheckpointNote }> {
  const checkpoint = parseCheckpoint((await test.anchorlog.checkpoint()).note);
  const folder = newFolder();
  await writeExport(folder, test.options);
  const found = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  const paths = found.map(({ parentPath, name }) => join(parentPath, name));
  const texts = paths.map(async (path) => [relative(folder, path), await readFile(path, "utf8")] as const);
  const files = new Map(await Promise.all(texts));
  await test.close();
  return { files, checkpoint };
}

/** Audits files in memory, and makes their report. */
async function audit(files: Files, checkpoint: CheckpointNote) {
  const read = async (name: string) => files.get(name);
  const found = await auditExport(read, { checkpoint, operator: trusted });
  const report = await buildReport(found, read, { madeAt: NOW });
  renderHtml(report);
  return { ...found, report };
}

it("finds exactly the fault of each dishonest export", async () => {
  const { files: honest, checkpoint } = await exportOf(await openFilledOperator());
  const found: Record<string, readonly string[]> = {};
  const expected: Record<string, readonly string[]> = {};
  for (const { says, files, findings } of dishonestExports(honest)) {
    const { findings: list } = await audit(files, checkpoint);
    found[says] = list.map(({ code, where }) => `${code} ${where}`);
    expected[says] = findings;
  }
  expect(found).toEqual(expected);
});

it("finds a changed line in each case, does not crash, and accuses no other", async () => {
  // A small export, since every mutant is audited completely.
  const small = await openTestOperator();
  for (const [nonce, log] of ["a.example", "a.example", "b.example"].entries()) {
    await small.anchorlog.submit(await signAction(wallets[nonce]!, log, nonce));
  }
  await small.anchorlog.closeBatches();
  const { files: honest, checkpoint } = await exportOf(small);
  const places = [LOG, OTHER_LOG, BATCHES].flatMap((file) => {
    const lines = honest.get(file)!.trimEnd().split("\n");
    return lines.map((line, i) => ({ file, number: i + 1, line }));
  });
  const known = [...honest.values()].join("\n");
  await fc.assert(
    fc.asyncProperty(fc.nat(places.length - 1), fc.gen(), async (which, gen) => {
      const { file, number, line } = places[which]!;
      const changed = gen(() => mutationsOf([line]));
      if (changed === JSON.stringify(JSON.parse(line))) return;
      const lines = honest
        .get(file)!
        .trimEnd()
        .split("\n")
        .with(number - 1, changed);
      const { verdict, findings, report } = await audit(new Map(honest).set(file, `${lines.join("\n")}\n`), checkpoint);
      expect(verdict, changed).toBe("invalid");
      // Each cause is the changed line, or a root of it.
      const isRoot = (name: string) => file === BATCHES && /^(checkpoints\/|batches\.jsonl$)/.test(name);
      for (const cause of report.findings) {
        const place = `${cause.file}:${cause.line ?? ""}`;
        expect(
          place === `${file}:${number}` || (cause.line === undefined && isRoot(cause.file)),
          `${place}: ${changed}`,
        ).toBe(true);
      }
      // No finding names an address that is not in the export, such as one recovered from a changed signature.
      for (const { message } of findings) {
        for (const [address] of message.matchAll(/\b0x[0-9a-f]{40}\b/g)) {
          expect(`${known}${changed}`, message).toContain(address.slice(2));
        }
      }
    }),
    { numRuns: isSlowSuite ? 100_000 : 100 },
  );
});
