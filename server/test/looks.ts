/** Checks that a page is readable: contrast, accessible names, room on a phone, and complete on paper. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "./browser.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The widths of a desktop's window and of a phone's. */
const WIDTHS = [1_280, 390];

/** Returns the violations that axe finds, each with its element; wide and narrow, light and dark. */
export async function violationsOf(page: Page): Promise<string[]> {
  const found = new Set<string>();
  await page.evaluate(`${AXE};undefined`);
  for (const width of WIDTHS) {
    await page.resize(width);
    for (const scheme of ["light", "dark"]) {
      const features = [{ name: "prefers-color-scheme", value: scheme }];
      await page.command("Emulation.setEmulatedMedia", { features });
      const wide = await page.evaluate<number>(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      if (wide !== 0) found.add(`${width} ${scheme}: ${wide} pixels are beside the window`);
      const violations = await page.evaluate<
        readonly { id: string; nodes: { html: string; failureSummary: string }[] }[]
      >("axe.run().then(({ violations }) => violations)");
      for (const { id, nodes } of violations) {
        for (const { html, failureSummary } of nodes)
          found.add(`${width} ${scheme}: ${id}: ${html}: ${failureSummary}`);
      }
    }
  }
  return [...found];
}

/** Whether pages can be read back from paper. */
export const canReadPaper = ((): boolean => {
  try {
    execFileSync("pdftotext", ["-v"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

/** Returns the words of a part of the page that its print, as PDF, lacks. */
export async function missingOnPaper(page: Page, part: string): Promise<string[]> {
  const { data } = await page.command<{ data: string }>("Page.printToPDF");
  const printed = execFileSync("pdftotext", ["-raw", "-", "-"], { input: Buffer.from(data, "base64") }).toString();
  // Text only for screen readers is drawn as marks on paper.
  const shown = await page.evaluate<string>(`(() => {
    const unseen = [...document.querySelectorAll(".unseen")];
    for (const one of unseen) one.hidden = true;
    const text = document.querySelector(${JSON.stringify(part)}).innerText;
    for (const one of unseen) one.hidden = false;
    return text;
  })()`);
  // A long hash is printed over several lines.
  const text = printed.replaceAll(/\s|\f/g, "").toLowerCase();
  return shown.split(/\s+/).filter((word) => !text.includes(word.toLowerCase()));
}
