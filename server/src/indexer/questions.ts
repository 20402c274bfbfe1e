/** What is asked of the index, read from queries. */
import { badRequest } from "../http/errors.ts";
import { fieldOf, WORDS, wordsOf, type Condition, type Operator, type Value } from "./facts.ts";

/** Conditions that a question may have: each costs a look at the index. */
export const MOST_CONDITIONS = 8;

/**
 * Reads words that an object must have, all of them. One that ends with `*` is the beginning of a word.
 *
 * @throws ApiError 400 `no_words`, `too_many_words`.
 */
export function readWords(text: string): Condition[] {
  const found = new Map<string, Condition>();
  for (const part of text.split(/\s+/u)) {
    const words = [...wordsOf(part)];
    for (const [i, value] of words.entries()) {
      const is: Operator = part.endsWith("*") && i === words.length - 1 ? "^=" : "=";
      found.set(`${is}${value}`, { field: WORDS, is, value });
    }
  }
  if (found.size === 0) throw badRequest("q", "no_words", "q has no letter and no digit: give words to look for");
  if (found.size > MOST_CONDITIONS)
    throw badRequest("q", "too_many_words", `q has ${found.size} words: give ${MOST_CONDITIONS} at most`);
  return [...found.values()];
}

const NAME = /(?:"(?:[^"\\]|\\.)*"|[^.<>=^"]+)/.source;
const NAMES = new RegExp(NAME, "gsu");
const FILTER = new RegExp(`^(${NAME}(?:\\.${NAME})*)(\\^=|<=|>=|=|<|>)(.*)$`, "su");

/**
 * Reads a condition on properties: `seat.row>=4`. Names that have signs in them, and texts that look like something else,
 * are quoted as in JSON.
 *
 * @throws ApiError 400 `malformed`, `no_order`.
 */
export function readFilter(text: string): Condition {
  const [, path, is, said] = FILTER.exec(text) ?? [];
  if (path === undefined) throw malformed(text);
  const names = path.match(NAMES)!.map((name) => (name.startsWith('"') ? quoted(name, text) : name));
  const operator = is as Operator;
  const value = readValue(said!);
  // Numbers have no beginning.
  if (operator === "^=")
    return { field: fieldOf(names), is: operator, value: typeof value === "string" ? value : said! };
  if (operator !== "=" && typeof value !== "number" && typeof value !== "string")
    throw badRequest("filter", "no_order", `${text}: ${String(value)} is neither more nor less than anything: use =`);
  return { field: fieldOf(names), is: operator, value };
}

const malformed = (text: string) =>
  badRequest("filter", "malformed", `${text} is no condition: give a path, one of = < <= > >= ^= and a value`);

function quoted(name: string, text: string): string {
  try {
    return JSON.parse(name) as string;
  } catch {
    throw malformed(text);
  }
}

/** A value as in JSON; a text without quotes, where it is none. */
function readValue(said: string): Value {
  let value: unknown;
  try {
    value = JSON.parse(said);
  } catch {
    return said;
  }
  return typeof value === "object" && value !== null ? said : (value as Value);
}
