/** Results of commands as rows for people: times as dates, amounts in ether, no JSON. */
import { formatUnits } from "viem";
import { inEther } from "../daemon/config/amount.ts";

/** Members by their unit: Unix milliseconds, Unix seconds, wei, and wei per unit of gas. */
const MILLISECONDS = new Set(["at", "oldestPromise", "deadline", "until", "since", "dueSince"]);
const SECONDS = new Set(["time"]);
const WEI = new Set(["balance", "held", "required", "spent", "allowed"]);
const GAS_PRICES = new Set(["maxFeePerGas"]);

export type Row = readonly [name: string, value: string];

/**
 * Converts an object's members to rows, nested ones included. Each row has the member's path in words. Undefined
 * members are left out.
 */
export function rowsOf(value: object, path: readonly string[] = []): Row[] {
  return Object.entries(value).flatMap(([member, part]: [string, unknown]): Row[] => {
    // The member `operator` of an operator's identity is its address.
    const own = [...path, member === path.at(-1) ? "address" : member];
    const name = inWords(own);
    if (part === undefined || part === null) return [];
    if (Array.isArray(part)) return listRows(name, part);
    if (typeof part !== "object") return [[name, shownAs(member, part)]];
    // Objects that hold only counts take one row.
    if (Object.values(part).every((count) => typeof count === "number")) return [[name, countsOf(part)]];
    return rowsOf(part, own);
  });
}

/** Formats rows as lines. */
export function formatRows(rows: readonly Row[], indent = ""): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, value]) => `${indent}${name.padEnd(width)}${value}\n`).join("");
}

/** Converts `stake`, `oldestPromise` to "stake oldest promise". */
export const inWords = (path: readonly string[]): string =>
  path.map((name) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)).join(" ");

function listRows(name: string, items: readonly unknown[]): Row[] {
  if (items.length === 0) return [[name, "none"]];
  return items.map((item, i) => [i === 0 ? name : "", typeof item === "object" ? inline(item) : shownAs(name, item)]);
}

/** Formats the counts that are not 0. */
function countsOf(counts: object): string {
  const some = Object.entries(counts).filter(([, count]) => count !== 0);
  return some.length === 0 ? "none" : inline(Object.fromEntries(some));
}

/** Formats an object on one line. */
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
  const isAmount = typeof value === "bigint" || (typeof value === "string" && /^[0-9]+$/.test(value));
  if (isAmount && WEI.has(member)) return inEther(BigInt(value));
  if (isAmount && GAS_PRICES.has(member)) return `${formatUnits(BigInt(value), 9)} gwei`;
  return String(value);
}
