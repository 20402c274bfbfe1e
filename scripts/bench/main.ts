/** `npm run bench -- AREA [--json]`: measures one area beside its peers. */
import { availableParallelism, cpus, loadavg, totalmem, type, release } from "node:os";
import { AREAS, isArea, loadArea } from "./areas.ts";
import { type BenchResult, OURS, runCase } from "./frame.ts";

const args = process.argv.slice(2);
const json = args.includes("--json");
const [area, ...rest] = args.filter((arg) => arg !== "--json");

if (!isArea(area) || rest.length > 0) {
  usage(`usage: npm run bench -- AREA [--json], where AREA is one of ${AREAS.join(", ")}`);
}

process.stderr.write(`${machine()}\n`);
const module = await loadArea(area);
try {
  for (const benchCase of await module.cases({ fetch: true })) {
    const results = await runCase(area, benchCase);
    process.stdout.write(json ? results.map((result) => `${JSON.stringify(result)}\n`).join("") : table(results));
  }
} finally {
  await module.close?.();
}
// Wait for the output, but not for workers that a peer leaves running.
process.stdout.write("", () => process.exit(0));

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

/** Formats a number with three significant digits and no exponent. Values from 100 on are rounded to integers. */
function figure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en");
  return Number(value.toPrecision(3)).toString();
}

function usage(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(3);
}
