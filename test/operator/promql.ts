/**
 * Evaluates the part of PromQL that our alarms use: selectors, numbers, arithmetic and comparisons between vectors of the
 * same labels, `sum`, `absent`, and `increase` over a range (without Prometheus' extrapolation).
 */
export type Sample = { readonly labels: Readonly<Record<string, string>>; readonly value: number };
type Named = Sample & { readonly name: string };
/** What was scraped, oldest first. `at` in seconds. */
export type Scrape = { readonly at: number; readonly text: string };
type Value = number | readonly Sample[];

const LINE = /^([a-z_:][a-z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const PAIR = /([a-z_]+)="((?:[^"\\]|\\.)*)"/g;

/** @throws Error where a line is none of the text format. */
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

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Whether an alarm's condition holds at the last of these scrapes. */
export function holds(expr: string, scrapes: readonly Scrape[]): boolean {
  const value = evaluate(expr, scrapes);
  return typeof value === "number" ? value !== 0 : value.length > 0;
}

export function evaluate(expr: string, scrapes: readonly Scrape[]): Value {
  const tokens = [...expr.matchAll(/\s*([a-z_][a-z0-9_]*|[0-9.]+[smhd]?|"[^"]*"|[<>=!]=|[-+*/<>(){},=[\]])/gy)].map(
    ([, token]) => token!,
  );
  if (tokens.join("") !== expr.replaceAll(/\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/g, ""))
    throw new Error(`cannot read ${expr}`);
  const reader = new Reader(tokens, scrapes);
  const value = reader.comparison();
  if (reader.rest.length > 0) throw new Error(`what is ${reader.rest.join(" ")} in ${expr}?`);
  return value;
}

class Reader {
  readonly rest: string[];
  readonly #scrapes: readonly Scrape[];

  constructor(tokens: readonly string[], scrapes: readonly Scrape[]) {
    this.rest = [...tokens];
    this.#scrapes = scrapes;
  }

  comparison(): Value {
    const left = this.#chain(["+", "-"], () => this.#chain(["*", "/"], () => this.#unary()));
    const compare = COMPARISONS[this.rest[0] ?? ""];
    if (compare === undefined) return left;
    this.rest.shift();
    const right = this.#chain(["+", "-"], () => this.#chain(["*", "/"], () => this.#unary()));
    return combine(left, right, (a, b) => (compare(a, b) ? a : undefined));
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
    if (token === "(") return this.#closed(this.comparison());
    if (/^[0-9.]+$/.test(token)) return Number(token);
    if (this.rest[0] !== "(") return this.#select(token, this.#scrapes.at(-1));
    this.rest.shift();
    return this.#closed(this.#call(token));
  }

  #call(name: string): Value {
    if (name === "increase") return this.#increase();
    const vector = this.comparison();
    if (typeof vector === "number") throw new Error(`${name} takes a vector`);
    if (name === "absent") return vector.length > 0 ? [] : [{ labels: {}, value: 1 }];
    if (name !== "sum") throw new Error(`what is ${name}?`);
    return vector.length === 0 ? [] : [{ labels: {}, value: vector.reduce((sum, { value }) => sum + value, 0) }];
  }

  #increase(): Value {
    const before = this.rest.length;
    const name = this.#take();
    const selected = [...this.rest];
    const last = this.#select(name, this.#scrapes.at(-1));
    this.#expect("[");
    const [, amount, unit] = /^([0-9]+)([smhd])$/.exec(this.#take()) ?? [];
    this.#expect("]");
    const left = this.rest.length;
    const from = (this.#scrapes.at(-1)?.at ?? 0) - Number(amount) * UNITS[unit!]!;
    const first = this.#scrapes.find(({ at }) => at >= from);
    this.rest.splice(0, left, ...selected);
    const then = this.#select(name, first);
    this.rest.splice(0, this.rest.length, ...selected.slice(before - 1 - left));
    return combine(last, then, (a, b) => (a < b ? a : a - b));
  }

  #select(name: string, scrape: Scrape | undefined): readonly Sample[] {
    const matchers: (readonly [string, string])[] = [];
    if (this.rest[0] === "{") {
      this.rest.shift();
      // One matcher is all that our alarms have.
      const label = this.#take();
      this.#expect("=");
      matchers.push([label, this.#take().slice(1, -1)]);
      this.#expect("}");
    }
    return parseMetrics(scrape?.text ?? "")
      .filter((sample) => sample.name === name && matchers.every(([label, text]) => sample.labels[label] === text))
      .map(({ labels, value }) => ({ labels, value }));
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

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  ">": (a, b) => a > b,
  "<": (a, b) => a < b,
  ">=": (a, b) => a >= b,
  "<=": (a, b) => a <= b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
};
const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
};

/** Samples of the same labels, or each with a number; what comes to undefined is left out. */
function combine(left: Value, right: Value, operate: (a: number, b: number) => number | undefined): Value {
  if (typeof left === "number" && typeof right === "number") return operate(left, right) ?? 0;
  const pairs: (readonly [Sample, number, number])[] = [];
  if (typeof left === "number") for (const one of right as readonly Sample[]) pairs.push([one, left, one.value]);
  else if (typeof right === "number") for (const one of left) pairs.push([one, one.value, right]);
  else {
    const keyOf = ({ labels }: Sample) =>
      JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const others = new Map(right.map((one) => [keyOf(one), one.value]));
    for (const one of left) if (others.has(keyOf(one))) pairs.push([one, one.value, others.get(keyOf(one))!]);
  }
  return pairs.flatMap(([{ labels }, a, b]) => {
    const value = operate(a, b);
    return value === undefined ? [] : [{ labels, value }];
  });
}
