import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { createVitest, type Vitest } from "vitest/node";
import { isUnit } from "../../../test/units.ts";
import { copyProject } from "../copy.ts";
import type { Copy, Language } from "../language.ts";
import { draw, keysOf, switched, type Mutant } from "../mutants.ts";
import { filesIn } from "../notes.ts";
import { changesOf, forms, type Form } from "./operators.ts";

/** Each mutated folder or file and the folder of its tests. These tests must kill its mutants. */
export type Rooms = Readonly<Record<string, string>>;

export const ROOMS: Rooms = {
  "src/action": "test/action",
  "src/verify/bundle": "test/verify/bundle",
  "src/verify/trust.ts": "test/verify/bundle",
  "src/crypto/merkle": "test/crypto/merkle",
  "src/proof": "test/proof",
};

const TEST = /(?<!\.slow)\.test\.ts$/;

export function typescript(
  root: string,
  count: number,
  seed: string,
  rooms = ROOMS,
  isChosen: (file: string) => boolean = () => true,
): Language {
  const files = Object.keys(rooms).flatMap((place) =>
    globSync(place.endsWith(".ts") ? place : `${place}/**/*.ts`, {
      cwd: root,
      exclude: ["**/generated/**"],
    }).toSorted(),
  );
  const sources = files.filter(isChosen).map((file) => changesOf(file, readFileSync(join(root, file), "utf8")));
  const mutants = draw(sources, count, seed);
  const tests = filesIn(root, ...new Set(Object.values(rooms)));
  const [units, others] = [true, false].map((are) =>
    tests.filter((file) => TEST.test(file) && isUnit(join(root, file)) === are),
  ) as [string[], string[]];
  return {
    name: "typescript",
    mutants,
    keys: keysOf(sources),
    tests: [...units, ...others],
    shared: tests.filter((file) => !file.endsWith(".test.ts")),
    rank: (test, { file }) =>
      Object.entries(rooms).some(([of, by]) => (file === of || file.startsWith(`${of}/`)) && test.startsWith(`${by}/`))
        ? 0
        : undefined,
    open: (copy) => openCopy(root, copy, mutants, rooms),
  };
}

async function openCopy(root: string, copy: string, mutants: readonly Mutant<Form>[], rooms: Rooms): Promise<Copy> {
  copyProject(root, copy);
  for (const [file, own] of Map.groupBy(mutants, (mutant) => mutant.file)) {
    const path = join(copy, file);
    const importing = `import { on as __on } from "${relative(dirname(path), join(copy, "switch.mjs"))}"; `;
    writeFileSync(path, importing + switched(readFileSync(path, "utf8"), own, forms));
  }
  cpSync(new URL("switch.mjs", import.meta.url), join(copy, "switch.mjs"));
  // Vitest's configuration looks for tests in the working directory.
  process.chdir(copy);
  const vitest = await createVitest("test", {
    root: copy,
    watch: false,
    bail: 1,
    maxWorkers: 1,
    reporters: [{}],
    silent: true,
  });
  const found = await vitest.globTestSpecifications(Object.values(rooms).map((folder) => `${folder}/`));
  const specifications = found.filter(({ project }) => project.name !== "javascript");
  const byFile = new Map(specifications.map((one) => [relative(copy, one.moduleId), one]));
  const reached = join(copy, "reached.txt");

  const run: Copy["run"] = async (file, mutant, limit) => {
    const specification = byFile.get(file)!;
    process.env["MUTANT"] = String(mutant?.number ?? 0);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      void stop(vitest);
    }, limit * 1_000);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
    clearTimeout(timer);
    // The result contains the files of earlier runs too.
    const own = testModules.filter(({ moduleId }) => moduleId === specification.moduleId);
    const hasPassed = unhandledErrors.length === 0 && own.length > 0 && own.every((one) => one.state() === "passed");
    if (hasPassed) return "passes";
    return isLate ? "late" : "fails";
  };

  return {
    measure: async (file) => {
      rmSync(reached, { force: true });
      process.env["MUTANTS_REACHED"] = reached;
      const end = await run(file, undefined, 1_800);
      if (end !== "passes")
        throw new Error(`without a mutant ${file} ${end === "late" ? "does not end" : "fails"}: npm test -- ${file}`);
      delete process.env["MUTANTS_REACHED"];
      const lines = existsSync(reached) ? readFileSync(reached, "utf8").trim().split("\n") : [];
      return { reached: [...new Set(lines.map(Number))] };
    },
    run,
    close: () => vitest.close(),
  };
}

/** Cancels a run immediately. A test that never ends does not react to the first call. */
async function stop(vitest: Vitest): Promise<void> {
  void vitest.cancelCurrentRun("keyboard-input");
  await vitest.cancelCurrentRun("keyboard-input");
}
