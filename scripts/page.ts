/**
 * Builds the pages that verify proofs, audit exports and make disclosures, and the element `<anchorlog-proof>`. Each
 * page is one file, with a policy that lets it run its own scripts alone.
 *
 *     node scripts/page.ts    writes verify.html, audit.html and proofElement.js to dist/page/, and prove.html with
 *                             its keys to circuits/dist/
 */
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown, type InputOptions, type Plugin } from "rolldown";
import { parseSync, Visitor } from "rolldown/utils";
import { REPORT_STYLE } from "../src/verify/audit/html.ts";
import { packCircuit, PACKED_NAME } from "../src/page/circuitFiles.ts";

const page = new URL("../src/page/", import.meta.url);
const built = new URL("../dist/page/", import.meta.url);
/** The page that makes disclosures is published beside its keys, with the circuits: verifiers need neither. */
const builtProver = new URL("../circuits/dist/", import.meta.url);
export const BUILT = fileURLToPath(new URL("verify.html", built));

/**
 * Returns the page that verifies proofs, the same from the same sources.
 *
 * @param external modules to leave out, to measure their size.
 */
export async function buildPage(external?: RegExp): Promise<string> {
  // The page names disputes and does not judge them. It takes no rows.
  const left = [/\/disputes\//, /bundle\/row\b/, ...(external === undefined ? [] : [external])];
  const script = await bundle("main.ts", {
    external: left,
    plugins: [withoutUncalled, withoutWebAssembly, withoutUnused],
  });
  return assemble("page.html", script, [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    // The node is the visitor's choice.
    "connect-src http: https:",
    "trusted-types 'none'",
  ]);
}

/** Returns the page that makes disclosures. */
export async function buildProvePage(): Promise<string> {
  const { circuits } = JSON.parse(await readFile(new URL("manifest.json", artifacts), "utf8")) as Manifest;
  const define = { CIRCUIT: JSON.stringify(circuits.disclosure.sha256) };
  const [script, thread] = await Promise.all([
    // Browsers have other threads, and one signature is recovered in JavaScript.
    bundle("prove.ts", { external: [/prover-threads/, /engine-wasm/], transform: { define } }),
    bundle("proverThread.ts", {}),
  ]);
  const html = await assemble("prove.html", script, [
    "default-src 'none'",
    // The keys, from beside the page.
    "connect-src 'self'",
    `script-src ${hashOf(script)} 'wasm-unsafe-eval'`,
    "worker-src blob:",
    "trusted-types thread",
  ]);
  return insert(html, '<script id="thread" type="text/plain">', thread);
}

export async function buildAuditPage(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8")) as {
    readonly version: string;
  };
  const define = { VERSION: JSON.stringify(version) };
  const [script, thread, own] = await Promise.all([
    bundle("audit.ts", { plugins: [withoutUnused], external: [/engine-wasm/] }),
    // The page includes one of the two modules of the curve. A browser that cannot run it uses JavaScript.
    bundle("auditThread.ts", {
      plugins: [withoutUncalled, withoutUnused],
      external: [/^ox\/wasm/, /secp256k1\/fused/],
      transform: { define },
    }),
    readFile(new URL("audit.css", page), "utf8"),
  ]);
  const rules = [
    "default-src 'none'",
    "connect-src http: https:",
    `script-src ${hashOf(script)} 'wasm-unsafe-eval'`,
    "worker-src blob:",
    "trusted-types thread report",
  ];
  const html = await assemble("audit.html", script, rules, REPORT_STYLE + own);
  return insert(html, '<script id="thread" type="text/plain">', thread);
}

/** Returns the file of keys that the page which makes disclosures fetches. */
export async function buildKeys(): Promise<Uint8Array> {
  const [wasm, zkey] = await Promise.all(
    ["disclosure.wasm", "disclosure.zkey"].map((name) => readFile(new URL(name, artifacts))),
  );
  return gzipSync(packCircuit({ wasm: wasm!, zkey: zkey! }), { level: 9 });
}

/** Returns the module of the element `<anchorlog-proof>`. */
export const buildElement = (): Promise<string> =>
  bundle("proofElement.ts", { plugins: [withoutUncalled, withoutWebAssembly, withoutUnused] }, "es");

const artifacts = new URL("../circuits/artifacts/", import.meta.url);
type Manifest = { readonly circuits: { readonly disclosure: { readonly sha256: Record<"wasm" | "zkey", string> } } };

/** Puts a page together. @param rules of its policy, beside those that all pages have. */
async function assemble(name: string, script: string, rules: readonly string[], css?: string): Promise<string> {
  const html = await readFile(new URL(name, page), "utf8");
  const style = packed(css ?? (await readFile(new URL("page.css", page), "utf8")));
  const policy = [
    ...rules,
    `style-src ${hashOf(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    // The browser shows a proof's contents as text only, and never as HTML.
    "require-trusted-types-for 'script'",
  ].join("; ");
  return [
    ['http-equiv="content-security-policy" content="', policy],
    ["<style>", style],
    ["<script>", script],
  ].reduce((text, [place, content]) => insert(text, place!, content!), html);
}

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Removes the spaces of formatted CSS that mean nothing. */
const packed = (style: string): string =>
  style
    .replace(/\s*([{}:;,])\s+/g, "$1")
    .replaceAll(";}", "}")
    .trim();

function insert(text: string, place: string, content: string): string {
  const [before, after, ...more] = text.split(place);
  if (after === undefined || more.length > 0) throw new Error(`the page does not have ${place} exactly once`);
  return before + place + content + after;
}

async function bundle(entry: string, options: InputOptions, format: "iife" | "es" = "iife"): Promise<string> {
  const input = fileURLToPath(new URL(entry, page));
  // Left out modules need no names.
  const build = await rolldown({ input, platform: "browser", tsconfig: false, logLevel: "silent", ...options });
  try {
    const { output } = await build.generate({ format, minify: true, codeSplitting: false });
    const [{ code }, ...others] = output;
    if (others.length > 0 || /<\/script|<!--/i.test(code))
      throw new Error("the script has several files, or a text that would end its element in the page");
    return code;
  } finally {
    await build.close();
  }
}

/** Leaves out what no verification calls of the libraries of curves and hashes. */
const withoutUncalled: Plugin = {
  name: "without uncalled functions",
  transform: (code, file) =>
    // Nobody reads the texts of the curves' errors.
    file.includes("/@noble/") ? withoutBodies(file, code).replace(NOBLE_ERROR, "$1();") : undefined,
};

/**
 * The page computes in JavaScript, and its policy forbids WebAssembly. Functions that throw replace the code around the
 * modules, and the choice of engines takes JavaScript for each primitive.
 */
const withoutWebAssembly: Plugin = {
  name: "without WebAssembly",
  transform(code, file) {
    if (file.includes("/engines/modules/")) return code.replace(/(MODULE =\s*)"[^"]+"/, '$1""');
    if (!/\/src\/(action|crypto)\/.*(wasm\w*|Wasm|knownAnswers)\.ts$|\/crypto\/engine\.ts$/.test(file))
      return undefined;
    // The page does not test the library of curves with known answers, because these take 7 kB.
    const body = file.endsWith("/bn254/knownAnswers.ts") ? "" : ' throw new Error("this page has no WebAssembly"); ';
    const names = [...code.matchAll(/^export (?:async function|function|const|class) (\w+)/gm)].map(([, name]) => name);
    return names.map((name) => (name === "createChooser" ? CHOOSER : `export function ${name}() {${body}}\n`)).join("");
  },
};

/** Replaces the choice of engines. */
const CHOOSER = `export function createChooser(name, wasm, javascript) {
  let value;
  return { get: () => (value ??= javascript()) };
}
`;

const NOBLE_ERROR = /(new (?:Range|Type)?Error)\((?:'[^']*'|"[^"]*"|`[^`]*`)(?: \+[^;]*)?\);/g;

/**
 * The functions of the libraries of curves and hashes that no verification calls: copies of a hash's state, signing,
 * key generation, hashing to curves, other encodings, and work in constant time, which only secrets need.
 */
const UNCALLED: Readonly<Record<string, string>> = {
  "hashes/_md.js": "_cloneIntoMeta clone",
  "hashes/sha2.js": "_cloneInto",
  "hashes/sha3.js": "clone _cloneInto xofInto xof",
  "curves/utils.js": "createHmacDrbg bitSet equalBytes numberToHexUnpadded",
  "curves/ed25519.js": "adjustScalarBytes",
  "curves/abstract/curve.js": "mulCTBlinded fixedWindowCT shouldBlind runCT mulSecret mulCT",
  "curves/abstract/modular.js": "tonelliShanks sqrt9mod16 sqrt3mod4 mapHashToField invertCt",
  "curves/abstract/der.js": "decode encode toSig hexFromSig",
  "curves/abstract/weierstrass.js":
    "prepSig verify validateSigOpts isValidPublicKey isProbPub getSharedSecret multiply clearCofactor sign subtract isValidSecretKey validateMsgAndHash randomSecretKey getPublicKey toHex fromHex isSmallOrder",
  "curves/abstract/edwards.js":
    "sign getPrivateScalar multiply isValidPublicKey getExtendedPublicKey toMontgomerySecret toMontgomery randomSecretKey isValidSecretKey fromHex toHex",
  "curves/abstract/bls.js": "createBlsSig mul014ByLine pairingBatch blsHashers aNonEmpty pairing",
  "curves/abstract/tower.js":
    "sqrt fromBytes toBytes cmov mul01 mul1 _cyclotomicExp fromBigSix fromBigTwelve mulByFp2 invertBatch",
};

/** Replaces the bodies of {@link UNCALLED} by a throw: if one is called after all, there is no verdict. */
function withoutBodies(file: string, code: string): string {
  const names = new Set(UNCALLED[file.split("/@noble/")[1]!]?.split(" "));
  if (names.size === 0) return code;
  const bodies = new Map<string, Body[]>();
  const take = (name: unknown, value: unknown): void => {
    const [{ name: text }, { body }] = [Object(name) as { name?: string }, Object(value) as { body?: Body }];
    if (text === undefined || !names.has(text) || body?.type !== "BlockStatement") return;
    bodies.set(text, [...(bodies.get(text) ?? []), body]);
  };
  new Visitor({
    FunctionDeclaration: (node) => take(node.id, node),
    MethodDefinition: (node) => take(node.key, node.value),
    Property: (node) => take(node.key, node.value),
    VariableDeclarator: (node) => take(node.id, node.init),
  }).visit(parseSync(file, code).program);
  for (const name of names) if (!bodies.has(name)) throw new Error(`${file} has no function ${name}`);
  let text = code;
  let before = code.length;
  // From the end, so that positions stay right. A body inside of a removed one goes with it.
  const outer = [...bodies.values()].flat().sort((a, b) => b.end - a.end || a.start - b.start);
  for (const { start, end } of outer) {
    if (end > before) continue;
    text = `${text.slice(0, start)}{ throw Error() }${text.slice(end)}`;
    before = start;
  }
  return text;
}
type Body = { readonly type: string; readonly start: number; readonly end: number };

/** Leaves out what the page does not read of generated data: most of the registry's ABI, and other contracts. */
const withoutUnused: Plugin = {
  name: "without unused data",
  async transform(code, file) {
    if (/\/generated\/\w+Key\.ts$/.test(file)) return withShortPoints(code);
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

/** Writes the points of a key's IC by x and the parity of y. `../src/page/point.ts` computes y. */
const withShortPoints = (code: string): string =>
  `import { pointAt } from ${JSON.stringify(fileURLToPath(new URL("point.ts", page)))};\n` +
  code.replaceAll(/\{\s*x: (\d+)n,\s*y: (\d+)n,?\s*\}/g, (_, x, y) => `pointAt(${x}n, ${BigInt(y) & 1n}n)`);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const folder of [built, builtProver]) await mkdir(folder, { recursive: true });
  await writeFile(BUILT, await buildPage());
  await writeFile(new URL("audit.html", built), await buildAuditPage());
  await writeFile(new URL("prove.html", builtProver), await buildProvePage());
  await writeFile(new URL(PACKED_NAME, builtProver), await buildKeys());
  await writeFile(new URL("proofElement.js", built), await buildElement());
}
