import { readFileSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { writeExport } from "anchorlog/verify/audit";
import { formatTrust } from "anchorlog/verify/bundle";
import { listen } from "../listening.ts";
import { buildAuditPage, buildPage } from "../../scripts/page.ts";
import { browse, chromium, type Page } from "../../server/test/browser.ts";
import { canReadPaper, missingOnPaper, violationsOf } from "../../server/test/looks.ts";
import { textOf } from "../../server/test/proofs/visitor.ts";
import { newFolder } from "../folder.ts";
import { openFilledOperator, trusted } from "../operator.ts";

const folder = newFolder();
let html: string;
const at = (name: string): string => join(folder, name);
beforeAll(async () => {
  const test = await openFilledOperator();
  await writeExport(at("export"), test.options);
  await test.close();
  await cp(at("export"), at("tampered"), { recursive: true });
  const log = at("tampered/logs/a.example.jsonl");
  await writeFile(log, (await readFile(log, "utf8")).replace("object 0", "object 9"));
  await writeFile(at("trust.json"), formatTrust(trusted));
  html = await buildAuditPage();
  await writeFile(at("audit.html"), html);
  await writeFile(at("verify.html"), await buildPage());
});

/** Chooses files, or a folder, in a field of the page. */
async function choose(page: Page, id: string, ...paths: readonly string[]): Promise<void> {
  const { root } = await page.command<{ root: { nodeId: number } }>("DOM.getDocument");
  const query = { nodeId: root.nodeId, selector: `#${id}` };
  const { nodeId } = await page.command<{ nodeId: number }>("DOM.querySelector", query);
  await page.command("DOM.setFileInputFiles", { nodeId, files: paths });
}

/** Drops files, or folders, on the page. */
async function drop(page: Page, ...files: readonly string[]): Promise<void> {
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) {
    await page.command("Input.dispatchDragEvent", { type, x: 50, y: 50, data });
  }
}

const report = (page: Page): Promise<string> => textOf(page, "#report");

describe.skipIf(chromium === undefined)("the page that audits exports", () => {
  it("has at most 200 kB when compressed", () => {
    expect(gzipSync(html, { level: 9 }).length).toBeLessThan(200_000);
  });

  it("audits a folder from disk, shows the trusted keys, and names the changed line", async () => {
    const address = pathToFileURL(at("audit.html")).href;
    await browse(address, 390, async (page) => {
      expect(await violationsOf(page)).toEqual([]);
      await page.evaluate(`(() => {
        const create = URL.createObjectURL;
        globalThis.saved = [];
        URL.createObjectURL = (blob) => (globalThis.saved.push(blob), create.call(URL, blob));
      })()`);
      await choose(page, "folder", at("export"));
      await expect.poll(() => report(page)).toMatch(/^Verdict: indeterminate No verdict: the files agree/);
      await choose(page, "trusted", at("trust.json"));
      await expect.poll(() => report(page)).toMatch(/^Verdict: valid Consistent with the trusted keys/);
      expect(await violationsOf(page)).toEqual([]);
      await drop(page, at("export/checkpoints/3"));
      await expect.poll(() => report(page)).toMatch(/^Verdict: valid .* the checkpoint of size 3 and the trusted keys/);
      await drop(page, at("tampered"));
      await expect
        .poll(() => report(page))
        .toMatch(/^Verdict: invalid .* This action was changed after it was signed\. It is in logs\/a\.example\.jsonl/);
      expect(await violationsOf(page)).toEqual([]);
      if (canReadPaper) expect(await missingOnPaper(page, "#report")).toEqual([]);
      // The saved report is the displayed one, and works without scripts.
      const kept = await page.evaluate<string>("globalThis.saved.at(-3).text()");
      expect(kept).toMatch(/Does not check out/);
      expect(kept).not.toMatch(/<script/);
      await choose(page, "trusted", at("verify.html"));
      await expect
        .poll(() => textOf(page, "#state"))
        .toMatch(/verify\.html is not a trust file or a checkpoint.*Unpack an archive first/);
      expect(page.errors).toEqual([]);
      expect(page.requests.filter((url) => !url.startsWith("blob:"))).toEqual([address]);
    });
  });

  it("is linked from the verifying page, works from a server, and works without WebAssembly", async () => {
    const strict = html.replace(" 'wasm-unsafe-eval'", "");
    const files: Readonly<Record<string, string>> = {
      "/verify.html": readFileSync(at("verify.html"), "utf8"),
      "/audit.html": strict,
    };
    const server = await listen(({ url }, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end(files[url!]);
    });
    await browse(`${server.url}/verify.html`, 1_280, async (page) => {
      await drop(page, at("export"));
      await expect.poll(() => textOf(page, "#result")).toMatch(/This cannot be used .*the folder of an export/);
      await page.evaluate(`document.querySelector('a[href="audit.html"]').click()`);
      await expect.poll(() => textOf(page, "h1")).toBe("Audit of an export");
      // A browser without the File System API.
      await page.evaluate("delete DataTransferItem.prototype.getAsFileSystemHandle");
      await drop(page, at("export"), at("trust.json"));
      await expect.poll(() => report(page)).toMatch(/^Verdict: valid/);
      expect(page.errors).toEqual([]);
    });
  });
});
