/**
 * Measures areas beside their peers.
 *
 *     npm run bench -- AREA [--json]       prints a table, or one object a line
 *     npm run bench -- --write [AREA...]   writes docs/BENCHMARKS.md, or its sections about some areas
 *     npm run bench -- --check [AREA...]   measures what docs/BENCHMARKS.md has, and fails if we got slower
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, loadavg, totalmem, type, release } from "node:os";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { AREAS, COMPARED, isArea, loadArea, type AreaName } from "./areas.ts";
import { type BenchResult, OURS, runCase } from "./frame.ts";
import { figure, formatReport, parseReport, regressions, sectionOf } from "./report.ts";

const REPORT = fileURLToPath(new URL("../../docs/BENCHMARKS.md", import.meta.url));

/** Measures an area in this process, and prints each case when it is done. */
async function measure(area: AreaName, print: (results: readonly BenchResult[]) => string): Promise<void> {
  const module = await loadArea(area);
  try {
    for (const benchCase of await module.cases({ fetch: true }))
      process.stdout.write(print(await runCase(area, benchCase)));
  } finally {
    await module.close?.();
  }
}

const lines = (results: readonly BenchResult[]): string =>
  results.map((result) => `${JSON.stringify(result)}\n`).join("");

/** Measures an area in a process of its own, so that no area inherits another's memory. */
async function measureApart(area: AreaName): Promise<ReturnType<typeof sectionOf>> {
  const here = machine();
  process.stderr.write(`${area}: ${here}\n`);
  const args = [...process.execArgv, process.argv[1]!, area, "--json"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  if (code !== 0) throw new Error(`${area} ended with exit code ${code}`);
  const results = output.split("\n").filter(Boolean);
  return sectionOf(
    here,
    results.map((line) => JSON.parse(line) as BenchResult),
  );
}

/** Writes each area's section when it is measured. An area that fails keeps its old one. */
async function write(areas: readonly AreaName[]): Promise<string[]> {
  const failures: string[] = [];
  for (const area of areas) {
    try {
      const measured = await measureApart(area);
      const sections = parseReport(await readFile(REPORT, "utf8")).set(area, measured);
      const sorted = COMPARED.flatMap((name) => (sections.has(name) ? [[name, sections.get(name)!] as const] : []));
      await writeFile(REPORT, formatReport(new Map(sorted)));
    } catch (error) {
      failures.push(`${area}: ${(error as Error).message}`);
    }
  }
  return failures;
}

/** Returns what got worse. An area that did is measured twice: each figure's better run counts. */
async function check(named: readonly AreaName[]): Promise<string[]> {
  const sections = parseReport(await readFile(REPORT, "utf8"));
  const areas = named.length > 0 ? named : COMPARED.filter((area) => sections.has(area));
  const failures: string[] = [];
  for (const area of areas) {
    const before = sections.get(area);
    if (!before) {
      failures.push(`${area}: docs/BENCHMARKS.md has no figures of it: run npm run bench -- --write ${area}`);
      continue;
    }
    const first = await measureApart(area);
    if (regressions(before, first).length === 0) continue;
    failures.push(...regressions(before, first, await measureApart(area)).map((line) => `${area}: ${line}`));
  }
  return failures;
}

/** Describes the machine, and how busy it is: figures of a busy machine compare only within one run. */
function machine(): string {
  const load = loadavg()[0]!.toFixed(1);
  const memory = `${figure(totalmem() / 1e9)} GB`;
  const cores = `${availableParallelism()} × ${cpus()[0]?.model ?? "unknown processor"}`;
  return `${cores}, ${memory}, ${type()} ${release()}, Node ${process.version}, load of the last minute ${load}`;
}

function table(results: readonly BenchResult[]): string {
  const [first] = results;
  if (!first) return "";
  const width = Math.max(...results.map(({ subject }) => subject.length));
  const rows = results.map(({ subject, median, unit, ratio }) => {
    const compared = subject === OURS ? "" : `  ${figure(ratio)} ×`;
    return `  ${subject.padEnd(width)}  ${figure(median).padStart(9)} ${unit}${compared}`;
  });
  return `${first.case}\n${rows.join("\n")}\n\n`;
}

function usage(): never {
  const list = `where AREA is one of ${AREAS.join(", ")}`;
  process.stderr.write(`usage: npm run bench -- AREA [--json] | --write [AREA...] | --check [AREA...], ${list}\n`);
  process.exit(3);
}

async function main(args: readonly string[]): Promise<number> {
  const [flag, ...others] = args.filter((arg) => arg.startsWith("--"));
  const areas = args.filter((arg) => !arg.startsWith("--")).filter(isArea);
  if (others.length > 0 || areas.length + (flag === undefined ? 0 : 1) !== args.length) usage();
  if (flag === "--write" || flag === "--check") {
    const failures = await (flag === "--write" ? write(areas.length > 0 ? areas : COMPARED) : check(areas));
    for (const failure of failures) process.stderr.write(`${failure}\n`);
    return failures.length === 0 ? 0 : 1;
  }
  if (areas.length !== 1 || (flag !== undefined && flag !== "--json")) usage();
  if (flag === undefined) process.stderr.write(`${machine()}\n`);
  await measure(areas[0]!, flag === undefined ? table : lines);
  return 0;
}

const code = await main(process.argv.slice(2));
// Wait for the output, but not for workers that a peer leaves running.
process.stdout.write("", () => process.exit(code));
