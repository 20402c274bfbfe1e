/**
 * Builds the documentation as a static site.
 *
 *     npm run site    writes site/dist/, and fails if a link leads nowhere
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { REPOSITORY } from "../scripts/release/packages.ts";
import { markdownOf, ROOT } from "./documents.ts";
import { brokenLinksOf } from "./links.ts";
import { PAGES } from "./map.ts";
import { finishReference, prepareReference } from "./reference.ts";

const SITE = join(ROOT, "site");
const WRITTEN = join(SITE, "cache/pages");
const BUILT = join(SITE, "dist");

const run = (program: string, ...args: string[]): void => {
  execFileSync(process.execPath, [join(SITE, "node_modules", program), ...args], { cwd: SITE, stdio: "inherit" });
};

rmSync(WRITTEN, { recursive: true, force: true });
for (const page of PAGES) {
  const file = join(WRITTEN, `${page.route}.md`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, markdownOf(page, REPOSITORY));
}
const reference = join(WRITTEN, "reference");
const options = join(SITE, "cache/typedoc.json");
writeFileSync(options, JSON.stringify(prepareReference(reference)));
run("typedoc/bin/typedoc", "--options", options);
finishReference(reference);
run("vitepress/bin/vitepress.js", "build", ".");
const broken = brokenLinksOf(BUILT);
if (broken.length > 0) {
  process.stderr.write(`Links that lead nowhere:\n${broken.map((line) => `  ${line}\n`).join("")}`);
  process.exitCode = 1;
}
