import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { FormatError, parseStrictJson, type Anchorlog, type AnchorlogOptions, type Submission } from "anchorlog";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { ORGANIZATIONS, PLATFORM, types } from "../examples/platform.ts";
import type { OperatorId } from "anchorlog/action";
import { releasedContracts } from "../src/chain/deployments.ts";
import type { Hex } from "../src/base/hex.ts";
import { developmentAccount, developmentPlatform, LOCAL_CHAIN_ID, ROLES } from "./development.ts";

const exampleFile = (name: string): URL => new URL(`../examples/${name}`, import.meta.url);

/** The operator that the examples are signed for. */
export const exampleOperator: OperatorId = {
  chainId: LOCAL_CHAIN_ID,
  registry: releasedContracts.local.registry,
  operator: developmentAccount(ROLES.operator, LOCAL_CHAIN_ID).address.toLowerCase() as Hex,
};

/** The time at which the examples' first action arrives, in Unix ms, and the delay from each action to the next. */
export function exampleClock(): { start: number; millisecondsPerAction: number } {
  const clock = JSON.parse(readFileSync(exampleFile("clock.json"), "utf8")) as {
    start: string;
    millisecondsPerAction: number;
  };
  return { start: Date.parse(clock.start), millisecondsPerAction: clock.millisecondsPerAction };
}

/** A clock that the caller sets, in Unix milliseconds. */
export type Clock = { now: number };

/** Returns the options of the examples' operator. Its clock starts at the time of the first example. */
export async function exampleOptions(
  storePath: string,
): Promise<AnchorlogOptions & { clock: () => number; hands: Clock }> {
  const hands = { now: exampleClock().start };
  return {
    store: await openSqliteStore(storePath),
    operator: { ...exampleOperator, name: PLATFORM.name, version: PLATFORM.version },
    logs: ORGANIZATIONS,
    types,
    keys: developmentPlatform().keys,
    clock: () => hands.now,
    hands,
  };
}

/** Number of waves in which the actions arrive. Each wave ends in a checkpoint. */
export const WAVES = 3;
/** Number of lines that are submitted together, as to an API's batch endpoint. */
const CHUNK = 50;

/** A part of the examples' lines. `firstLine` counts from 1, in the file. */
export type Wave = { readonly number: number; readonly firstLine: number; readonly lines: readonly string[] };

export async function exampleWaves(): Promise<Wave[]> {
  const lines = (await readFile(exampleFile("actions.jsonl"), "utf8")).trimEnd().split("\n");
  const size = Math.ceil(lines.length / WAVES);
  return Array.from({ length: WAVES }, (_, i) => ({
    number: i + 1,
    firstLine: i * size + 1,
    lines: lines.slice(i * size, (i + 1) * size),
  }));
}

/** Parses lines as strict JSON and submits them, as an API server does with request bodies. */
export async function submitWave(
  anchorlog: Anchorlog,
  hands: Clock,
  { lines, firstLine }: Wave,
): Promise<Submission[]> {
  const { start, millisecondsPerAction } = exampleClock();
  const answers: Submission[] = [];
  for (let at = 0; at < lines.length; at += CHUNK) {
    hands.now = start + (firstLine - 1 + at) * millisecondsPerAction;
    const chunk = lines.slice(at, at + CHUNK).map(parseLine);
    const submitted = await anchorlog.submitMany(chunk.filter((item) => "action" in item).map(({ action }) => action));
    const next = submitted.values();
    for (const item of chunk) answers.push("action" in item ? next.next().value! : item.refused);
  }
  return answers;
}

function parseLine(text: string): { action: unknown } | { refused: Submission } {
  try {
    return { action: parseStrictJson(text) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const code = error.code;
    return { refused: { status: "refused", code, message: error.message } };
  }
}
