import { inEther } from "../config/amount.ts";
import { toJson } from "../encoding/jsonable.ts";
import { print, printable } from "./print.ts";

/**
 * Prints what a command found out: a line for each, or all as one JSON object. What is undefined is left out. People
 * read ether where a name ends in Wei.
 */
export async function printRows(json: boolean, found: Readonly<Record<string, unknown>>): Promise<void> {
  if (json) return print(`${JSON.stringify(toJson(found))}\n`);
  const rows = Object.entries(found).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (typeof value === "bigint" && name.endsWith("Wei")) return [[name.slice(0, -"Wei".length), inEther(value)]];
    return [[name, shown(value)]];
  });
  const width = Math.max(0, ...rows.map(([name]) => name!.length)) + 2;
  await print(printable(rows.map(([name, value]) => `${name!.padEnd(width)}${value}\n`).join("")));
}

const shown = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(toJson(value)).replace(/^"([0-9]+)"$/, "$1");
