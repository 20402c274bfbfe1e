/** Metrics in Prometheus' text format, version 0.0.4. */

/** A value with its labels. */
export type Sample = { readonly labels?: Readonly<Record<string, string>>; readonly value: number };

/** A metric whose value is read from a status of type `S`. */
export type Metric<S> = {
  readonly name: string;
  readonly type: "gauge" | "counter";
  readonly help: string;
  /** Returns NaN for a value that could not be read, and no sample for a part that is not configured. */
  readonly read: (status: S) => readonly Sample[];
};

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export const one = (value: number): readonly Sample[] => [{ value }];
export const known = (value: number | undefined): readonly Sample[] => one(value ?? NaN);
export const flag = (is: boolean): readonly Sample[] => one(is ? 1 : 0);
export const ether = (wei: bigint | undefined): readonly Sample[] => one(wei === undefined ? NaN : Number(wei) / 1e18);
/** Counts by a label. */
export const by = (label: string, counts: Readonly<Record<string, number>>): readonly Sample[] =>
  Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }));

export const gauge = <S>(name: string, help: string, read: Metric<S>["read"]): Metric<S> => ({
  name,
  type: "gauge",
  help,
  read,
});
export const counter = <S>(name: string, help: string, read: Metric<S>["read"]): Metric<S> => ({
  name,
  type: "counter",
  help,
  read,
});

/** A metric's lines; none without a sample. */
export function formatMetric({ name, type, help }: Omit<Metric<never>, "read">, samples: readonly Sample[]): string {
  if (samples.length === 0) return "";
  const lines = samples.map(({ labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escape(text)}"`);
    return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${formatValue(value)}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function formatValue(value: number): string {
  if (value === Infinity) return "+Inf";
  return value === -Infinity ? "-Inf" : String(value);
}

function escape(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
