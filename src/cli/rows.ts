import { inEther } from "../config/amount.ts";
import { toJson } from "../encoding/jsonable.ts";
import { print, printable } from "./print.ts";
import { formatRows, rowsOf } from "./table.ts";

/**
 * Prints what a command found out: a row for each, or all as one JSON object. What is undefined is left out. People read
 * ether where a name ends in Wei.
 */
export async function printRows(json: boolean, found: Readonly<Record<string, unknown>>): Promise<void> {
  if (json) return print(`${JSON.stringify(toJson(found))}\n`);
  const shown = Object.entries(found).map(([name, value]): [string, unknown] =>
    typeof value === "bigint" && name.endsWith("Wei")
      ? [name.slice(0, -"Wei".length), inEther(value)]
      : [name, typeof value === "object" ? toJson(value) : value],
  );
  await print(printable(formatRows(rowsOf(Object.fromEntries(shown)))));
}
