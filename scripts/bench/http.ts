/**
 * Measures an action's way over HTTP to its receipt at a steady rate, through a bare Fastify server in its own process.
 * Batches are closed meanwhile. The figures are compared with a peer: the same server without anchorlog, which only
 * writes a database row for each action.
 */
import { type BenchCase, OURS } from "./frame.ts";
import { measureBare, type BareFigures } from "./http/bare.ts";
import type { ServerOptions } from "./http/server.ts";
import { once } from "./shared.ts";

/** Seconds for which each load is measured (`BENCH_SECONDS` sets others), and unmeasured seconds before them. */
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 12);
const WARM_UP = 3;

/** A load: `rate` actions a second, `batch` actions in a request, `waiting` entries to close in a batch. */
type Load = { readonly name: string; readonly rate: number; readonly batch: number; readonly waiting: number };

const count = (value: number) => value.toLocaleString("en");
const single = (rate: number): Load => ({ name: `${count(rate)} actions a second`, rate, batch: 1, waiting: 0 });
const LOADS: readonly Load[] = [
  ...[1_000, 2_000, 3_000].map(single),
  { name: `${count(2_000)} actions a second, in batches of 100`, rate: 2_000, batch: 100, waiting: 0 },
  { ...single(500), name: "500 actions a second, while a batch of 65,536 entries is closed", waiting: 65_536 },
];

type Subject = Pick<ServerOptions, "subject" | "threads"> & { readonly name: string };
const SUBJECTS: readonly Subject[] = [
  { name: OURS, subject: "anchorlog", threads: 1 },
  { name: `${OURS}, no threads`, subject: "anchorlog", threads: 0 },
  { name: "fastify 5, the action's row alone", subject: "row", threads: 0 },
];

const FIGURES: readonly (readonly [name: string, unit: string, of: (figures: BareFigures) => number])[] = [
  ["p50", "ms", ({ p50 }) => p50],
  ["p99", "ms", ({ p99 }) => p99],
  ["longest answer", "ms", ({ max }) => max],
  ["longest stall of the event loop", "ms", ({ stallMs }) => stallMs],
  ["longest stall that the server's thread computed in", "ms", ({ computedMs }) => computedMs],
  ["CPU time an action, all threads", "microseconds", ({ cpuMs, actions }) => (1000 * cpuMs) / actions],
  ["peak memory of the server", "MB", ({ peakMB }) => peakMB],
];

export function cases(): BenchCase[] {
  return LOADS.flatMap(({ rate, batch, waiting, ...load }) => {
    const runs = SUBJECTS.map(({ name, ...subject }) => ({
      name,
      run: once(() => measureBare({ ...subject, waiting }, { rate, batch, seconds: SECONDS, warmUp: WARM_UP })),
    }));
    return FIGURES.map(([figure, unit, of]): BenchCase => ({
      name: `${load.name}: ${figure}`,
      unit,
      subjects: runs.map(({ name, run: figures }) => ({ name, measure: async () => of(await figures()) })),
    }));
  });
}
