import { inEther } from "../daemon/config/amount.ts";
import { toJson } from "../base/jsonable.ts";
import { print, printable } from "./print.ts";
import { formatRows, rowsOf } from "./table.ts";

/**
 * Prints a command's result: one row per member, or one JSON object. Undefined members are left out. In rows, members
 * whose names end in Wei are shown in ether.
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
