/** `npm run prove` proves invariants of the contracts with the SMTChecker of solc, and finds planted mistakes. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readOptions } from "../arguments.ts";
import { check, parse, type Verdict } from "./checker.ts";
import { PROOFS, type Proof, type Replacement } from "./proofs.ts";
import { only, slice } from "./slice.ts";

const Z3 = "z3-solver@5.2.0";
const root = fileURLToPath(new URL("../../", import.meta.url));
const require = createRequire(import.meta.url);

const { proof: wanted, of } = readOptions({
  command: "npm run prove --",
  about:
    "Proves invariants of the contracts with the SMTChecker of solc, and shows that each proof finds planted mistakes.\n" +
    "The first run installs the prover z3 (35 MB, from npm) in cache/prove. Fails if an assertion is not proven.",
  options: {
    proof: {
      value: "NAME",
      about: `one of ${PROOFS.map(({ name }) => name).join(", ")}`,
      byDefault: "all",
      form: new RegExp(`^(all|${PROOFS.map(({ name }) => name).join("|")})$`),
    },
    of: { value: "FUNCTION", about: "only this function prove…, such as proveDeposit", byDefault: "all" },
  },
});

/** Installs the prover if it is not there. Returns a path from which it can be imported. */
function install(): string {
  const folder = join(root, "cache/prove");
  const from = join(folder, "package.json");
  if (existsSync(join(folder, "node_modules/z3-solver"))) return from;
  mkdirSync(folder, { recursive: true });
  const npm = ["install", "--prefix", folder, "--no-save", "--no-package-lock", "--no-audit", "--no-fund", Z3];
  const { status, stderr } = spawnSync("npm", npm, { encoding: "utf8" });
  if (status !== 0) throw new Error(`The prover ${Z3} cannot be installed from npm:\n${stderr}`);
  return from;
}

const load = (file: string) => readFileSync(file.startsWith("@") ? require.resolve(file) : join(root, file), "utf8");

function replaced(file: string, content: string, { text, by, times = 1 }: Replacement): string {
  const parts = content.split(text);
  if (parts.length !== times + 1) throw new Error(`${file} has this ${parts.length - 1} times, not ${times}: ${text}`);
  return parts.join(by);
}

/** Returns the sources of a proof with one of its functions, with a mistake in the real code or without. */
function sourcesOf(proof: Proof, prove: string, mistake?: Replacement): Map<string, string> {
  const real = new Map<string, string>();
  if (mistake) real.set(proof.file, replaced(proof.file, load(proof.file), mistake));
  const reading = { get: (file: string) => real.get(file) ?? load(file) } as Map<string, string>;
  const sources = new Map<string, string>();
  for (const [file, tree] of parse(proof.file, reading)) {
    let text = slice(reading.get(file)!, tree, proof.kept[file]);
    for (const replacement of proof.replaced[file] ?? []) text = replaced(file, text, replacement);
    sources.set(file, text);
  }
  const target = sources.get(proof.file)!;
  const named = /^abstract contract (\w+)( is [^{]+?)? \{/m.exec(target)!;
  const parents = named[2] === undefined ? " is Arbitrary" : named[2].replace(" is ", " is Arbitrary, ");
  const head = `abstract contract Arbitrary { ${proof.arbitrary ?? ""} }\nabstract contract ${named[1]}${parents} {`;
  sources.set(proof.file, replaced(proof.file, target, { text: named[0], by: head }));
  const entry = entryOf(proof);
  const harness = load(entry);
  sources.set(entry, harness);
  sources.set(entry, only(harness, parse(entry, sources).get(entry)!, prove));
  return sources;
}

const entryOf = ({ name }: Proof) => `test/symbolic/${name}.sol`;

/** The last assertion of a proof is `assert(false)`. It fails, so the assertions before it were reached. */
const isReached = ({ line }: Verdict) => line === "assert(false)";

function judge(proof: Proof, prove: string, prover: string, mistake?: Replacement): { text: string; good: boolean } {
  const verdicts = check(entryOf(proof), proof.name, sourcesOf(proof, prove, mistake), proof.loops ?? 1, prover);
  const claims = verdicts.filter((one) => !isReached(one));
  const violated = claims.filter(({ verdict }) => verdict === "violated");
  if (mistake) {
    const text = violated.length > 0 ? "found" : `NOT FOUND (${claims.map(({ verdict }) => verdict).join(", ")})`;
    return { text, good: violated.length > 0 };
  }
  if (verdicts.filter(isReached).every(({ verdict }) => verdict !== "violated")) {
    return { text: "NOT REACHED", good: false };
  }
  if (claims.length === 0) return { text: "NO ASSERTION", good: false };
  const bad = claims.filter(({ verdict }) => verdict !== "proven");
  if (bad.length > 0) return { text: bad.map(({ line, verdict }) => `${verdict}: ${line}`).join("; "), good: false };
  return { text: `${claims.length} assertions proven`, good: true };
}

const prover = install();
let failures = 0;
for (const proof of PROOFS.filter(({ name }) => wanted === "all" || wanted === name)) {
  const harness = load(entryOf(proof));
  const names = [...harness.matchAll(/function (prove\w+)/g)].map(([, name]) => name!);
  const runs = [
    ...names.map((name) => ({ name, mistake: undefined })),
    ...proof.mistakes.map(({ foundBy, ...mistake }) => ({ name: foundBy, mistake })),
  ];
  for (const { name, mistake } of runs.filter((run) => of === "all" || run.name === of)) {
    const start = performance.now();
    const { text, good } = judge(proof, name, prover, mistake);
    if (!good) failures++;
    const planted = mistake ? ` without ${mistake.text.replaceAll(/\s+/g, " ")}:` : "";
    const seconds = ((performance.now() - start) / 1_000).toFixed(0);
    process.stdout.write(`${proof.rule} ${proof.name}.${name}:${planted} ${text} (${seconds} s)\n`);
  }
}
process.exit(failures > 0 ? 1 : 0);
