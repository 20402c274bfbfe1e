/**
 * Evaluates the part of PromQL that our alarms use: selectors, numbers, arithmetic and comparisons between vectors of the
 * same labels, `and`, `or`, `unless`, `sum`, `max`, `absent`, and over a range `last_over_time` and `increase` (without
 * Prometheus' extrapolation).
 */
export type Sample = { readonly labels: Readonly<Record<string, string>>; readonly value: number };
type Named = Sample & { readonly name: string };
/**
 * The metrics that were scraped of one process. `at` is in seconds; the samples of the latest time are the current
 * ones.
 */
export type Scrape = {
  readonly at: number;
  readonly text: string;
  readonly job?: string;
  readonly instance?: string;
};
type Value = number | readonly Sample[];
type Point = { readonly at: number; readonly value: number };
type Series = { readonly labels: Sample["labels"]; readonly points: readonly Point[] };

const LINE = /^([a-z_:][a-z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const PAIR = /([a-z_]+)="((?:[^"\\]|\\.)*)"/g;

/** @throws Error if a line is not in the text format. */
export function parseMetrics(text: string): Named[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name, pairs = "", value] = LINE.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new Error(`no sample: ${line}`);
      const labels = Object.fromEntries([...pairs.matchAll(PAIR)].map(([, label, text]) => [label!, text!]));
      return {
        name,
        labels,
        value: value.endsWith("Inf") ? (value.startsWith("-") ? -Infinity : Infinity) : Number(value),
      };
    });
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** Whether an alarm's condition holds at the last of these scrapes. */
export function holds(expr: string, scrapes: readonly Scrape[]): boolean {
  const value = evaluate(expr, scrapes);
  return typeof value === "number" ? value !== 0 : value.length > 0;
}

export function evaluate(expr: string, scrapes: readonly Scrape[]): Value {
  const tokens = [
    ...expr.matchAll(/\s*([A-Za-z_][A-Za-z0-9_]*|[0-9.]+[smhdw]?|"[^"]*"|=~|[<>=!]=|[-+*/<>(){},=[\]])/gy),
  ].map(([, token]) => token!);
  if (tokens.join("") !== expr.replaceAll(/\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/g, ""))
    throw new Error(`cannot read ${expr}`);
  const reader = new Reader(tokens, scrapes);
  const value = reader.whole();
  if (reader.rest.length > 0) throw new Error(`what is ${reader.rest.join(" ")} in ${expr}?`);
  return value;
}

class Reader {
  readonly rest: string[];
  readonly #scrapes: readonly Scrape[];
  readonly #now: number;

  constructor(tokens: readonly string[], scrapes: readonly Scrape[]) {
    this.rest = [...tokens];
    this.#scrapes = scrapes;
    this.#now = Math.max(...scrapes.map(({ at }) => at));
  }

  whole(): Value {
    return this.#sets(["or"], () => this.#sets(["and", "unless"], () => this.#comparison()));
  }

  #sets(operators: readonly string[], next: () => Value): Value {
    let left = next();
    while (operators.includes(this.rest[0] ?? "")) {
      const operator = this.rest.shift()!;
      const on = this.rest[0] === "on" ? (this.rest.shift(), this.#labels()) : undefined;
      const [a, b] = [vector(left), vector(next())];
      const keys = (samples: readonly Sample[]) => new Set(samples.map(({ labels }) => keyOf(labels, on)));
      const [here, there] = [keys(a), keys(b)];
      if (operator === "or") left = [...a, ...b.filter(({ labels }) => !here.has(keyOf(labels, on)))];
      else left = a.filter(({ labels }) => there.has(keyOf(labels, on)) === (operator === "and"));
    }
    return left;
  }

  #comparison(): Value {
    const left = this.#sum();
    const compare = COMPARISONS[this.rest[0] ?? ""];
    if (compare === undefined) return left;
    this.rest.shift();
    return combine(left, this.#sum(), (a, b) => (compare(a, b) ? a : undefined));
  }

  #sum(): Value {
    return this.#chain(["+", "-"], () => this.#chain(["*", "/"], () => this.#unary()));
  }

  #chain(operators: readonly string[], next: () => Value): Value {
    let left = next();
    while (operators.includes(this.rest[0] ?? "")) {
      const operate = ARITHMETIC[this.rest.shift()!]!;
      left = combine(left, next(), operate);
    }
    return left;
  }

  #unary(): Value {
    const token = this.#take();
    if (token === "(") return this.#closed(this.whole());
    if (token === "Inf") return Infinity;
    if (/^[0-9.]+$/.test(token)) return Number(token);
    const by = token === "sum" && this.rest[0] === "by" ? (this.rest.shift(), this.#labels()) : [];
    if (this.rest[0] !== "(") return this.#instant(token);
    this.rest.shift();
    return this.#closed(this.#call(token, by));
  }

  #call(name: string, by: readonly string[]): Value {
    if (name === "increase") return this.#over(increaseOf);
    if (name === "last_over_time") return this.#over((points) => points.at(-1)?.value);
    const given = vector(this.whole());
    if (name === "absent") return given.length > 0 ? [] : [{ labels: {}, value: 1 }];
    const aggregate = AGGREGATES[name];
    if (aggregate === undefined) throw new Error(`what is ${name}?`);
    const found = new Map<string, Sample>();
    for (const { labels, value } of given) {
      const key = keyOf(labels, by);
      const kept = Object.fromEntries(by.flatMap((name) => (name in labels ? [[name, labels[name]!]] : [])));
      const before = found.get(key);
      found.set(key, { labels: kept, value: before === undefined ? value : aggregate(before.value, value) });
    }
    return [...found.values()];
  }

  #over(value: (points: readonly Point[]) => number | undefined): readonly Sample[] {
    const series = this.#select(this.#take());
    this.#expect("[");
    const [, amount, unit] = /^([0-9]+)([smhdw])$/.exec(this.#take()) ?? [];
    this.#expect("]");
    const from = this.#now - Number(amount) * UNITS[unit!]!;
    return series.flatMap(({ labels, points }) => {
      const found = value(points.filter(({ at }) => at >= from));
      return found === undefined ? [] : [{ labels, value: found }];
    });
  }

  #instant(name: string): readonly Sample[] {
    return this.#select(name).flatMap(({ labels, points }) => {
      const last = points.at(-1)!;
      return last.at === this.#now ? [{ labels, value: last.value }] : [];
    });
  }

  #select(name: string): readonly Series[] {
    const matches = this.rest[0] === "{" ? this.#matcher() : () => true;
    const series = new Map<string, { labels: Sample["labels"]; points: Point[] }>();
    for (const { at, text, job = "anchorlog", instance = "a" } of this.#scrapes) {
      for (const sample of parseMetrics(text)) {
        if (sample.name !== name || !matches(sample.labels)) continue;
        const labels = { ...sample.labels, job, instance };
        const key = keyOf(labels, undefined);
        if (!series.has(key)) series.set(key, { labels, points: [] });
        series.get(key)!.points.push({ at, value: sample.value });
      }
    }
    return [...series.values()];
  }

  /** Our alarms use at most one matcher. */
  #matcher(): (labels: Sample["labels"]) => boolean {
    this.#expect("{");
    const label = this.#take();
    const operator = this.#take();
    const text = this.#take().slice(1, -1);
    this.#expect("}");
    if (operator === "=") return (labels) => labels[label] === text;
    if (operator !== "=~") throw new Error(`what is ${operator}?`);
    return (labels) => new RegExp(`^(?:${text})$`).test(labels[label] ?? "");
  }

  #labels(): string[] {
    this.#expect("(");
    const labels: string[] = [];
    for (let token = this.#take(); token !== ")"; token = this.#take()) if (token !== ",") labels.push(token);
    return labels;
  }

  #closed(value: Value): Value {
    this.#expect(")");
    return value;
  }

  #take(): string {
    const token = this.rest.shift();
    if (token === undefined) throw new Error("it ends too early");
    return token;
  }

  #expect(token: string): void {
    const found = this.#take();
    if (found !== token) throw new Error(`${token} is expected, not ${found}`);
  }
}

/** A counter below its last value was reset. */
function increaseOf(points: readonly Point[]): number | undefined {
  if (points.length < 2) return undefined;
  return points
    .slice(1)
    .reduce((sum, { value }, i) => sum + value - (value < points[i]!.value ? 0 : points[i]!.value), 0);
}

function vector(value: Value): readonly Sample[] {
  if (typeof value === "number") throw new Error("it takes a vector");
  return value;
}

/** The key that samples are matched by: these labels, or all of them. */
function keyOf(labels: Sample["labels"], on: readonly string[] | undefined): string {
  const names = on ?? Object.keys(labels).toSorted();
  return JSON.stringify(names.map((name) => [name, labels[name] ?? ""]));
}

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  ">": (a, b) => a > b,
  "<": (a, b) => a < b,
  ">=": (a, b) => a >= b,
  "<=": (a, b) => a <= b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
};
const AGGREGATES: Readonly<Record<string, (a: number, b: number) => number>> = {
  sum: (a, b) => a + b,
  max: Math.max,
};
const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
};

/** Combines samples with equal labels, or each sample with a number. Undefined results are left out. */
function combine(left: Value, right: Value, operate: (a: number, b: number) => number | undefined): Value {
  if (typeof left === "number" && typeof right === "number") return operate(left, right) ?? 0;
  const pairs: (readonly [Sample, number, number])[] = [];
  if (typeof left === "number") for (const one of right as readonly Sample[]) pairs.push([one, left, one.value]);
  else if (typeof right === "number") for (const one of left) pairs.push([one, one.value, right]);
  else {
    const others = new Map(right.map(({ labels, value }) => [keyOf(labels, undefined), value]));
    for (const one of left) {
      const other = others.get(keyOf(one.labels, undefined));
      if (other !== undefined) pairs.push([one, one.value, other]);
    }
  }
  return pairs.flatMap(([{ labels }, a, b]) => {
    const value = operate(a, b);
    return value === undefined ? [] : [{ labels, value }];
  });
}
