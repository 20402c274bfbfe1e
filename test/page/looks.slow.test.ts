import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { parseCheckpoint } from "anchorlog/batch";
import { auditExport, buildReport, readExportFolder, renderHtml, writeExport } from "anchorlog/verify/audit";
import { buildPage } from "../../scripts/page.ts";
import { browse, chromium, type Page } from "../../server/test/browser.ts";
import { canReadPaper, missingOnPaper, violationsOf } from "../../server/test/looks.ts";
import { chooseFile, verdictOf } from "../../server/test/proofs/visitor.ts";
import { newFolder } from "../folder.ts";
import { NOW, openFilledOperator } from "../operator.ts";

const folder = newFolder();

const vector = (name: string): Promise<string> =>
  readFile(new URL(`../vectors/bundles/v1/${name}`, import.meta.url), "utf8");

async function save(name: string, html: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, html);
  return pathToFileURL(file).href;
}

async function assertPrinted(page: Page, ...parts: readonly string[]): Promise<void> {
  if (!canReadPaper) return;
  for (const part of parts) expect(await missingOnPaper(page, part)).toEqual([]);
}

describe.skipIf(chromium === undefined)("a page from disk, wide and narrow, light and dark", () => {
  it("shows each verdict accessibly, also on paper", async () => {
    const address = await save("verify.html", await buildPage());
    await browse(address, 1_280, async (page) => {
      expect(await violationsOf(page)).toEqual([]);
      const show = async (verdict: RegExp, ...documents: readonly string[]): Promise<void> => {
        for (const document of documents) await chooseFile(page, document);
        await expect.poll(() => verdictOf(page)).toMatch(verdict);
        expect(await violationsOf(page), String(verdict)).toEqual([]);
      };
      const included = await vector("included.json");
      await show(/^not known Nobody was asked/i, included);
      await show(/^valid Promised/i, await vector("trust.json"));
      await show(/^valid Included/i, await vector("checkpoint"));
      await assertPrinted(page, "#result", "#details");
      await show(/^valid Included/i, await vector("held.json"));
      await show(/^valid Included/i, await vector("wallet.json"));
      await show(
        /^invalid Not a proof The action was changed after it was signed.* It does not show who changed the file/i,
        included.replace("golden/1", "golden/2"),
      );
      await show(/^no verdict This cannot be used/i, "");
      expect(page.errors).toEqual([]);
      expect(page.requests).toEqual([address]);
    });
  });

  it("shows the report of an audit accessibly, with and without findings", async () => {
    const test = await openFilledOperator();
    const kept = join(folder, "export");
    const checkpoint = parseCheckpoint((await test.anchorlog.checkpoint()).note);
    await writeExport(kept, test.options);
    await test.close();
    const report = async (name: string): Promise<string> => {
      const read = await readExportFolder(kept);
      return save(name, renderHtml(await buildReport(await auditExport(read, { checkpoint }), read, { madeAt: NOW })));
    };
    const clean = await report("clean.html");
    const log = join(kept, "logs/a.example.jsonl");
    await writeFile(log, (await readFile(log, "utf8")).replace("object 0", "object 9"));
    const tampered = await report("tampered.html");
    for (const address of [clean, tampered]) {
      await browse(address, 1_280, async (page) => {
        expect(await violationsOf(page)).toEqual([]);
        await assertPrinted(page, "body");
        expect(page.errors).toEqual([]);
      });
    }
  });
});
