/**
 * Builds the page that verifies proofs: one file, which needs no other, with a policy that lets it run its own script
 * alone.
 *
 *     node scripts/page.ts    writes dist/page/verify.html
 */
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown, type Plugin } from "rolldown";

const page = new URL("../src/page/", import.meta.url);
export const BUILT = fileURLToPath(new URL("../dist/page/verify.html", import.meta.url));

/** Returns the page, the same from the same sources. @param external modules to leave out, to measure their size. */
export async function buildPage(external?: RegExp): Promise<string> {
  const [html, style, script] = await Promise.all([
    readFile(new URL("page.html", page), "utf8"),
    readFile(new URL("page.css", page), "utf8").then(packed),
    bundle(external),
  ]);
  return [
    ['http-equiv="content-security-policy" content="', policy(script, style)],
    ["<style>", style],
    ["<script>", script],
  ].reduce((text, [place, content]) => insert(text, place!, content!), html);
}

/** Removes the spaces of formatted CSS that mean nothing. */
const packed = (style: string): string =>
  style
    .replace(/\s*([{}:;,])\s+/g, "$1")
    .replaceAll(";}", "}")
    .trim();

function insert(text: string, place: string, content: string): string {
  const [before, after, ...more] = text.split(place);
  if (after === undefined || more.length > 0) throw new Error(`the page has not one ${place}`);
  return before + place + content + after;
}

async function bundle(external: RegExp | undefined): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(new URL("main.ts", page)),
    platform: "browser",
    tsconfig: false,
    // The page names disputes and does not judge them.
    external: [/\/disputes\//, ...(external === undefined ? [] : [external])],
    plugins: [withoutWebAssembly, withoutUnused],
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

/**
 * The page computes in JavaScript, and its policy forbids WebAssembly. The code around the modules is replaced by
 * functions that throw, upon which each primitive is computed in JavaScript.
 */
const withoutWebAssembly: Plugin = {
  name: "without WebAssembly",
  transform(code, file) {
    // Nobody reads the texts of the curves' errors.
    if (file.includes("/@noble/")) return code.replace(NOBLE_ERROR, "$1();");
    if (file.includes("/engines/modules/")) return code.replace(/(MODULE =\s*)"[^"]+"/, '$1""');
    if (!/\/src\/(action|crypto)\/.*(wasm\w*|Wasm|knownAnswers)\.ts$/.test(file)) return undefined;
    const names = [...code.matchAll(/^export (?:async function|function|const|class) (\w+)/gm)].map(([, name]) => name);
    return names
      .map((name) => `export function ${name}() { throw new Error("this page has no WebAssembly"); }\n`)
      .join("");
  },
};

const NOBLE_ERROR = /(new (?:Range|Type)?Error)\((?:'[^']*'|"[^"]*"|`[^`]*`)(?: \+[^;]*)?\);/g;

/** Leaves out what the page does not read of generated data: most of the registry's ABI, and other contracts. */
const withoutUnused: Plugin = {
  name: "without unused data",
  async transform(code, file) {
    if (file.endsWith("/generated/registries.ts")) return code.replace(/^    (?!registry)\w+: "0x\w+",\n/gm, "");
    if (!file.endsWith("/generated/AnchorRegistry.ts")) return undefined;
    const { anchorRegistryAbi } = (await import(file)) as { readonly anchorRegistryAbi: readonly Item[] };
    const reader = await readFile(new URL("../chain/reader.ts", page), "utf8");
    const used = anchorRegistryAbi.filter(({ name }) => reader.includes(`functionName: "${name}"`));
    const text = JSON.stringify(used, (key, value: unknown) => (key === "internalType" ? undefined : value));
    return `export const anchorRegistryAbi = ${text};`;
  },
};
type Item = { readonly name?: string };

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
