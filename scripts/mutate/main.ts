/** `npm run mutate` makes small mistakes in the sources, one at a time, and checks that a test fails for each. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readOptions } from "../arguments.ts";
import { judgeExplanations, type Explanations } from "./explanations.ts";
import { judge, nameOf } from "./language.ts";
import type { Mutant } from "./mutants.ts";
import { solidity } from "./solidity/language.ts";
import { typescript } from "./typescript/language.ts";

const SEED = "1";
const COUNTS = { solidity: 270, typescript: 320 };
const ALL = "a draw from all";
const root = fileURLToPath(new URL("../../", import.meta.url));
const explained = join(root, "scripts/mutate/explained.json");

const { only, file, tests, mutant, seed } = readOptions({
  command: "npm run mutate --",
  about:
    "Draws mutants of the contracts and of src/, and runs tests until one notices. What was found out is kept in\n" +
    "cache/mutate and not tried again while the file and the tests are the same. Fails if a mutant survives that\n" +
    "scripts/mutate/explained.json does not explain.",
  options: {
    only: {
      value: "LANGUAGE",
      about: "solidity or typescript",
      byDefault: "both",
      form: /^(solidity|typescript|both)$/,
    },
    file: {
      value: "PATHS",
      about: "all mutants of these files or folders, separated by commas, and no others",
      byDefault: ALL,
      form: /^(a draw from all|(contracts|src)\/.+)$/,
    },
    tests: {
      value: "PATHS",
      about: "runs only these test files or folders",
      byDefault: "all",
      form: /^(all|test\/.+)$/,
    },
    mutant: {
      value: "NAME",
      about: "only this one, say S7 or T12, and again",
      byDefault: "all",
      form: /^(all|[ST]\d+)$/,
    },
    seed: { value: "SEED", about: "draws others", byDefault: SEED },
  },
});

const tell = (line: string) => void process.stdout.write(`${line}\n`);
const start = performance.now();
const wanted = {
  solidity: file === ALL || /(^|,)contracts\//.test(file),
  typescript: file === ALL || /(^|,)src\//.test(file),
};
/** Returns a function that reports whether a file is among `paths` or in a folder among them. */
const within = (paths: string) => (path: string) =>
  paths.split(",").some((one) => path === one || path.startsWith(`${one.replace(/\/$/, "")}/`));
const isChosen = file === ALL ? undefined : within(file);
const asked = (["solidity", "typescript"] as const)
  .filter((name) => only === "both" || only === name)
  .filter((name) => wanted[name] && (mutant === "all" || mutant[0] === name[0]!.toUpperCase()));
const languages = asked
  .map((name) => {
    const count = file === ALL ? COUNTS[name] : Infinity;
    return name === "solidity"
      ? solidity(root, count, seed, isChosen)
      : typescript(root, count, seed, undefined, isChosen);
  })
  .map((language) => (tests === "all" ? language : { ...language, tests: language.tests.filter(within(tests)) }));

const chosen = languages.map((language) => ({
  language,
  mutants: language.mutants.filter((one) => mutant === "all" || nameOf(language, one) === mutant),
}));
if (chosen.every(({ mutants }) => mutants.length === 0)) {
  const place = [file === ALL ? "" : ` of ${file}`, only === "both" ? "" : ` in ${only}`].join("");
  process.stderr.write(
    `there is no mutant${mutant === "all" ? "" : ` ${mutant}`}${place} (npm run mutate -- --help)\n`,
  );
  process.exit(3);
}

if (chosen.some(({ language, mutants }) => mutants.length > 0 && language.tests.length === 0)) {
  process.stderr.write(`there is no test file in ${tests} for these mutants (npm run mutate -- --help)\n`);
  process.exit(3);
}

const explanations = (existsSync(explained) ? JSON.parse(readFileSync(explained, "utf8")) : {}) as Explanations;
const isExplained = ({ key }: Mutant) => Number(Object.hasOwn(explanations, key));

const verdicts = new Map<Mutant, string | null>();
for (const { language, mutants } of chosen) {
  const places = { root, cache: join(root, "cache/mutate"), tell, again: mutant !== "all" };
  // Mutants that are expected to survive come last: they take longest.
  const found = await judge(
    language,
    mutants.toSorted((a, b) => isExplained(a) - isExplained(b)),
    places,
  );
  for (const one of mutants) verdicts.set(one, found.get(one) ?? null);
}
process.chdir(root);

const keys = new Set(languages.flatMap((language) => [...language.keys]));
const { survivors, unexplained, stale } = judgeExplanations(verdicts, explanations, keys, asked);
const isWhole = seed === SEED && file === ALL && tests === "all" && mutant === "all";
for (const one of unexplained) tell(`no test notices ${one.file}:${one.line}, and no explanation says why: ${one.key}`);
if (isWhole) {
  for (const key of stale) tell(`explained, but a test kills it, or there is no such mutant: ${key}`);
}
const seconds = (performance.now() - start) / 1_000;
tell(
  `${verdicts.size} mutants: ${verdicts.size - survivors.length} killed, ${survivors.length} survive, ` +
    `${unexplained.length} of them unexplained; ${seconds.toFixed(0)} s`,
);
process.exit(unexplained.length > 0 || (isWhole && stale.length > 0) ? 1 : 0);
