import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { instrument } from "./instrument.ts";
import { HIT_FOLDER, isMeasured, root } from "./paths.ts";
import type { Condition } from "./source.ts";

type Lines = ReadonlyMap<number, boolean>;
type Branch = { readonly condition: Condition; readonly way: boolean; readonly taken: boolean };
type FileCoverage = { readonly path: string; readonly lines: Lines; readonly branches: readonly Branch[] };

const files = sources("contracts").filter(isMeasured).toSorted();
const hits = readHits();
const measured = files.map(measure).filter(({ lines }) => lines.size > 0);
writeFileSync(`${root}coverage/lcov.info`, measured.map(lcov).join(""));
print(measured);

function sources(folder: string): string[] {
  return readdirSync(`${root}${folder}`, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(root.length));
}

function readHits(): ReadonlySet<string> {
  if (!existsSync(HIT_FOLDER)) throw new Error("Nothing was measured: run this by npm run coverage");
  const all = readdirSync(HIT_FOLDER, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(json|txt)$/.test(file))
    .map((file) => readFileSync(`${HIT_FOLDER}${file}`, "utf8"));
  return new Set(all.flatMap((text) => text.match(/[0-9a-f]{64}/g) ?? []));
}

function measure(path: string): FileCoverage {
  const { statements, conditions } = instrument(readFileSync(`${root}${path}`, "utf8"), path);
  const lines = new Map<number, boolean>();
  for (const { line, tag } of statements) lines.set(line, (lines.get(line) ?? true) && hits.has(tag));
  const branches = conditions.flatMap((condition) =>
    condition.tags.map((tag, i) => ({ condition, way: i === 0, taken: hits.has(tag) })),
  );
  return { path, lines, branches };
}

/** Writes the coverage in LCOV's format (see `geninfo`), for editors and services. */
function lcov({ path, lines, branches }: FileCoverage): string {
  const records = [
    `SF:${path}`,
    ...[...lines].map(([line, hit]) => `DA:${line},${Number(hit)}`),
    ...branches.map(({ condition, taken }, i) => `BRDA:${condition.line},${i >> 1},${i & 1},${taken ? 1 : "-"}`),
    "end_of_record",
  ];
  return `${records.join("\n")}\n`;
}

function print(all: readonly FileCoverage[]): void {
  const share = (some: readonly boolean[]) => {
    const covered = some.filter(Boolean).length;
    const percent = some.length === 0 ? "" : `${((100 * covered) / some.length).toFixed(1)} %`;
    return `${covered}/${some.length}`.padStart(11) + percent.padStart(9);
  };
  const row = (name: string, of: readonly FileCoverage[]) => {
    const lines = of.flatMap((file) => [...file.lines.values()]);
    const branches = of.flatMap((file) => file.branches.map(({ taken }) => taken));
    console.log(`${name.padEnd(42)}${share(lines)}${share(branches)}`);
  };
  console.log(`${"".padEnd(42)}${"lines".padStart(20)}${"branches".padStart(20)}`);
  for (const file of all) row(file.path, [file]);
  row("all", all);
  console.log();
  for (const { path, lines, branches } of all) {
    for (const [line, hit] of lines) if (!hit) console.log(`${path}:${line}: not reached`);
    for (const { condition, way, taken } of branches) {
      if (!taken) console.log(`${path}:${condition.line}: never ${way}: ${condition.text}`);
    }
  }
}
