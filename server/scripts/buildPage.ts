/**
 * Builds the page at /verify/:id: one file, which needs no other, with a policy that lets it run that alone.
 *
 *     node server/scripts/buildPage.ts    writes server/dist/verify.html
 */
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const page = new URL("../src/proofs/page/", import.meta.url);
export const BUILT = fileURLToPath(new URL("../dist/verify.html", import.meta.url));

/** The page, the same from the same sources. */
export async function buildPage(): Promise<string> {
  const [html, style, script] = await Promise.all([
    readFile(new URL("page.html", page), "utf8"),
    readFile(new URL("page.css", page), "utf8"),
    bundle(),
  ]);
  return [
    ['http-equiv="content-security-policy" content="', policy(script, style)],
    ["<style>", style],
    ["<script>", script],
  ].reduce((text, [place, content]) => insert(text, place!, content!), html);
}

function insert(text: string, place: string, content: string): string {
  const [before, after, ...more] = text.split(place);
  if (after === undefined || more.length > 0) throw new Error(`the page has not one ${place}`);
  return before + place + content + after;
}

async function bundle(): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(new URL("main.ts", page)),
    platform: "browser",
    // The package as everybody has it, not its sources.
    tsconfig: false,
    // The page chooses the engine in JavaScript: the other one is never asked for.
    external: [/engine-wasm/],
  });
  try {
    const { output } = await build.generate({ format: "iife", minify: true, codeSplitting: false });
    const [{ code }, ...others] = output;
    if (others.length > 0 || /<\/script|<!--/i.test(code))
      throw new Error("the script is not one that a page can hold");
    return code;
  } finally {
    await build.close();
  }
}

function policy(script: string, style: string): string {
  const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    // The node is the visitor's choice.
    "connect-src http: https:",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    // Nothing that a proof says is ever read as anything but text.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await mkdir(dirname(BUILT), { recursive: true });
  await writeFile(BUILT, await buildPage());
}
