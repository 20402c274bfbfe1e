/** Measures several subjects in turns, so that other load on the machine affects all of them. */

/** One figure of several subjects: a time, or a value in another unit (gas, bytes). */
export type BenchCase = { readonly name: string } & (TimedCase | MeasuredCase);

type TimedCase = {
  /** Unit of the medians, for each item. */
  readonly unit: TimeUnit;
  readonly subjects: readonly TimedSubject[];
  /** Samples of each subject, for cases in which one run takes seconds. */
  readonly rounds?: number;
};

/** A subject whose time is measured. */
export type TimedSubject = {
  readonly name: string;
  readonly run: () => unknown;
  /** Prepares a sample. Its time does not count. */
  readonly prepare?: () => unknown;
  /** Items that one call handles; 1 by default. */
  readonly itemsPerRun?: number;
};

type MeasuredCase = {
  /** Any unit in which a lower value is better. */
  readonly unit: string;
  readonly subjects: readonly { readonly name: string; readonly measure: () => Promise<number> }[];
};

type TimeUnit = keyof typeof nanosecondsPer;

/** One line of output. `ratio` is this median over ours: ours is 1, a slower peer is above it. */
export type BenchResult = {
  readonly area: string;
  readonly case: string;
  readonly subject: string;
  readonly median: number;
  readonly unit: string;
  readonly ratio: number;
};

type BenchOptions = {
  /** Samples of each subject if the case does not set them. */
  readonly rounds?: number;
  /** Least time of a sample, in ms, so that the clock's resolution and garbage collection matter little. */
  readonly sampleMs?: number;
  /** A clock in nanoseconds. */
  readonly now?: () => number;
};

/** Name of the subject that all others are compared with. */
export const OURS = "anchorlog";

const nanosecondsPer = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 };

export async function runCase(area: string, benchCase: BenchCase, options: BenchOptions = {}): Promise<BenchResult[]> {
  const { name, unit } = benchCase;
  const medians = isTimed(benchCase) ? await time(benchCase, options) : await measure(benchCase);
  const ours = medians.find(({ subject }) => subject === OURS)?.median;
  if (ours === undefined) throw new Error(`bench case "${name}" has no subject named ${OURS}`);
  return medians.map(({ subject, median }) => ({
    area,
    case: name,
    subject,
    median,
    unit,
    ratio: median === ours ? 1 : median / ours,
  }));
}

type Median = { readonly subject: string; readonly median: number };

async function measure({ subjects }: MeasuredCase): Promise<Median[]> {
  const medians: Median[] = [];
  for (const { name, measure: take } of subjects) medians.push({ subject: name, median: await take() });
  return medians;
}

async function time(timed: TimedCase, options: BenchOptions): Promise<Median[]> {
  const { unit, subjects } = timed;
  const { sampleMs = 20, now = nanoseconds } = options;
  const rounds = timed.rounds ?? options.rounds ?? 25;
  const runners: { name: string; perItem: number[]; sample: () => Promise<number> }[] = [];
  for (const { name, run, prepare, itemsPerRun = 1 } of subjects) {
    const target = sampleMs * nanosecondsPer.ms;
    await prepare?.();
    // The first calibration warms the code up; the second one counts.
    await calibrate(run, target, now);
    const calls = await calibrate(run, target, now);
    const sample = async () => {
      await prepare?.();
      return (await elapsed(run, calls, now)) / (calls * itemsPerRun * nanosecondsPer[unit]);
    };
    runners.push({ name, perItem: [], sample });
  }
  for (let round = 0; round < rounds; round++) {
    // Each round starts with another subject, so that the place in the order favours none.
    for (const runner of rotate(runners, round)) runner.perItem.push(await runner.sample());
  }
  return runners.map(({ name, perItem }) => ({ subject: name, median: medianOf(perItem) }));
}

/** Returns the number of calls that make a sample of at least `target` nanoseconds. */
export async function calibrate(run: () => unknown, target: number, now: () => number): Promise<number> {
  for (let calls = 1; ;) {
    const taken = await elapsed(run, calls, now);
    if (taken >= target) return calls;
    // Aim 20 % beyond the target, because warm code is faster, but multiply the calls by ten at most.
    const factor = taken > 0 ? (target / taken) * 1.2 : 10;
    calls = Math.max(calls + 1, Math.ceil(calls * Math.min(factor, 10)));
  }
}

async function elapsed(run: () => unknown, calls: number, now: () => number): Promise<number> {
  const start = now();
  for (let i = 0; i < calls; i++) {
    const result = run();
    // Await promises only: an unneeded await would take longer than many subjects.
    if (result instanceof Promise) await result;
  }
  return now() - start;
}

export function medianOf(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError("the median of nothing");
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle]!;
  return sorted.length % 2 === 1 ? upper : (sorted[middle - 1]! + upper) / 2;
}

export function rotate<T>(items: readonly T[], by: number): T[] {
  const start = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

export function same(found: unknown, wanted: unknown, what: string): void {
  const text = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString("hex") : String(value));
  if (text(found) !== text(wanted)) throw new Error(`${what} differs: ${text(found)}, not ${text(wanted)}`);
}

function isTimed(benchCase: BenchCase): benchCase is BenchCase & TimedCase {
  return benchCase.subjects.every((subject) => "run" in subject);
}

const nanoseconds = () => Number(process.hrtime.bigint());
