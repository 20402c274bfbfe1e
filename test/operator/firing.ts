/** Computes which of the shipped alarms are on. */
import { expect } from "vitest";
import { ALARMS, WATCH_ALARMS } from "../../scripts/generate/alarms.ts";
import { holds, parseMetrics, type Scrape } from "./promql.ts";
import { assertJson } from "../cli/schemas.ts";
import { until } from "../until.ts";

const namesOf = (alarms: typeof ALARMS, scrapes: readonly Scrape[]): string[] =>
  alarms.filter(({ expr }) => holds(expr, scrapes)).map(({ name }) => name.replace("Anchorlog", ""));

/** The alarms of an operator, and of a watchtower. */
export const firing = (scrapes: readonly Scrape[]): string[] => namesOf(ALARMS, scrapes);
export const firingOfWatch = (scrapes: readonly Scrape[]): string[] => namesOf(WATCH_ALARMS, scrapes);

type Served = { readonly url: string };

export async function scrape({ url }: Served, at = 0): Promise<Scrape> {
  return { at, text: await (await fetch(`${url}/metrics`)).text() };
}

type Body = { readonly healthy: boolean; readonly concerns: readonly { code: string; message: string }[] };

/** The answer at a path, and its status. The type of the body is the one of /status. */
export async function ask({ url }: Served, path: string): Promise<{ status: number; body: Body }> {
  const response = await fetch(`${url}${path}`);
  return { status: response.status, body: (await response.json()) as Body };
}

/** The codes of an operator's alarms in its status. */
export async function concernsAt(operator: Served): Promise<string[]> {
  const { body } = await ask(operator, "/status");
  await assertJson("commands-1.json#/$defs/status", body);
  expect(body.healthy).toBe(body.concerns.length === 0);
  return body.concerns.map(({ code }) => code);
}

/** The value of a metric with these labels. */
export function valueOf({ text }: Scrape, name: string, labels: Readonly<Record<string, string>> = {}): number {
  const found = parseMetrics(text).filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  expect(found, name).toHaveLength(1);
  return found[0]!.value;
}

/** Scrapes until exactly these alarms fire. The operator's data about store and chain may be a second old. */
export async function untilFiring(
  operator: Served,
  expected: readonly string[],
  before: readonly Scrape[] = [],
): Promise<void> {
  await until(async () => expect(firing([...before, await scrape(operator, 60 * before.length)])).toEqual(expected));
}
