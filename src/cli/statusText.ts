/** An operator's status for people: times as such, amounts in ether, a row for each thing. */
import { formatUnits } from "viem";
import { inEther } from "../config/amount.ts";

export type ShownStatus = {
  readonly concerns: readonly { readonly code: string; readonly message: string }[];
  /** As JSON has it. */
  readonly status?: object;
  /** Members that only a running process knows. */
  readonly unknown?: readonly string[];
};

/** By the names of members: Unix milliseconds, Unix seconds, wei, and wei for a unit of gas. */
const MILLISECONDS = new Set(["at", "oldestPromise", "deadline", "until", "since", "dueSince"]);
const SECONDS = new Set(["time", "from"]);
const WEI = new Set(["balance", "held", "required", "spent", "allowed"]);
const GAS_PRICES = new Set(["maxFeePerGas"]);

export function formatStatus({ concerns, status = {}, unknown = [] }: ShownStatus): string {
  const said =
    concerns.length === 0
      ? ["healthy"]
      : ["needs attention", ...concerns.map((one) => `  ${one.code}: ${one.message}`)];
  const rows = rowsOf(status, []);
  const width = Math.max(0, ...rows.map(([name]) => name.length)) + 2;
  const shown = rows.map(([name, value]) => `  ${name.padEnd(width)}${value}`);
  const rest = unknown.map((name) => inWords(name.split(".")));
  const hidden = rest.length === 0 ? [] : ["", `not known without the running process: ${rest.join(", ")}`];
  return `${[...said, "", ...shown, ...hidden].join("\n")}\n`;
}

type Row = readonly [name: string, value: string];

function rowsOf(value: object, path: readonly string[]): Row[] {
  return Object.entries(value).flatMap(([member, part]: [string, unknown]): Row[] => {
    // The operator of an operator's identity is its address.
    const own = [...path, member === path.at(-1) ? "address" : member];
    const name = inWords(own);
    if (part === undefined || part === null) return [];
    if (Array.isArray(part)) return listRows(name, part);
    if (typeof part !== "object") return [[name, shownAs(member, part)]];
    // Counts of one sort stand together.
    if (Object.values(part).every((count) => typeof count === "number")) return [[name, inline(part)]];
    return rowsOf(part, own);
  });
}

function listRows(name: string, items: readonly unknown[]): Row[] {
  if (items.length === 0) return [[name, "none"]];
  return items.map((item, i) => [i === 0 ? name : "", typeof item === "object" ? inline(item) : shownAs(name, item)]);
}

/** An object on one line. */
function inline(value: unknown): string {
  return Object.entries(Object(value) as object)
    .filter(([, part]) => part !== undefined && part !== null)
    .map(([member, part]: [string, unknown]) => {
      const shown = typeof part === "object" ? `(${inline(part)})` : shownAs(member, part);
      return `${inWords([member])} ${shown}`;
    })
    .join(", ");
}

function shownAs(member: string, value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" && MILLISECONDS.has(member)) return new Date(value).toISOString();
  if (typeof value === "number" && SECONDS.has(member)) return new Date(1000 * value).toISOString();
  const isAmount = typeof value === "string" && /^[0-9]+$/.test(value);
  if (isAmount && WEI.has(member)) return inEther(BigInt(value));
  if (isAmount && GAS_PRICES.has(member)) return `${formatUnits(BigInt(value), 9)} gwei`;
  return String(value);
}

/** `oldestPromise` of `stake` as "stake oldest promise". */
const inWords = (path: readonly string[]): string =>
  path.map((name) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)).join(" ");
