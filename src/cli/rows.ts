import { toJson } from "../encoding/jsonable.ts";
import { print, printable } from "./print.ts";

/** Prints what a command found out: a line for each, or all as one JSON object. What is undefined is left out. */
export async function printRows(json: boolean, found: Readonly<Record<string, unknown>>): Promise<void> {
  if (json) return print(`${JSON.stringify(toJson(found))}\n`);
  const rows = Object.entries(found).filter(([, value]) => value !== undefined);
  const width = Math.max(0, ...rows.map(([name]) => name.length)) + 2;
  const shown = (value: unknown) =>
    typeof value === "string" ? value : JSON.stringify(toJson(value)).replace(/^"([0-9]+)"$/, "$1");
  await print(printable(rows.map(([name, value]) => `${name.padEnd(width)}${shown(value)}\n`).join("")));
}
