/** Parses search conditions from queries. */
import { badRequest } from "../http/errors.ts";
import { fieldOf, WORDS, type Condition, type Operator, type Value } from "./facts.ts";
import { wordsOf } from "./words.ts";

/** Conditions per search. Each costs reads of the index. */
export const MOST_CONDITIONS = 8;

/**
 * Parses words that an object must all have. A word that ends with `*` is a prefix.
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

/** Operators, the longest first. */
const OPERATORS = ["^=", "<=", ">=", "=", "<", ">"] as const satisfies readonly Operator[];
const LISTED = OPERATORS.join(" ");

const NAME = /(?:"(?:[^"\\]|\\.)*"|[^.<>=^"]+?)/.source;
/** Adjacent operator characters are read as one operator, even if it does not exist: `!=`, `==`, `=>`. */
const SIGNS = /[!~*$:|&^<>=]*[<>=^][<>=~]*/.source;
const FILTER = new RegExp(`^\\s*(${NAME}(?:\\.${NAME})*)\\s*(${SIGNS})\\s*(.*?)\\s*$`, "su");
const PATH = new RegExp(`${NAME}(?=\\.|$)`, "gsu");

/**
 * Parses a condition on properties, such as `seat.row>=4`. Names with operator characters, and texts that look like
 * other values, must be quoted as in JSON. Blanks around the operator are ignored.
 *
 * @throws ApiError 400 `malformed`, `unknown_operator`, `no_order`.
 */
export function readFilter(text: string): Condition {
  const [, path, signs, said] = FILTER.exec(text) ?? [];
  if (path === undefined)
    throw malformed(`${text} is not a condition: write a path, one of ${LISTED} and a value, for example seat.row>=4`);
  const is = OPERATORS.find((operator) => operator === signs);
  if (is === undefined) {
    const remedy = "If the signs belong to the name or the value, quote that as in JSON.";
    throw badRequest(
      "filter",
      "unknown_operator",
      `${text}: ${signs} is not an operator. Use one of ${LISTED}. ${remedy}`,
    );
  }
  const names = path.match(PATH)!.map((name) => (name.startsWith('"') ? quoted(name, text) : name.trim()));
  if (names.includes("")) throw malformed(`${text} has an empty name in its path`);
  const value = readValue(said!, text);
  // `^=` compares texts, so a number is read as text.
  if (is === "^=") return { field: fieldOf(names), is, value: typeof value === "string" ? value : said! };
  if (is !== "=" && typeof value !== "number" && typeof value !== "string")
    throw badRequest("filter", "no_order", `${text}: ${String(value)} has no order. Use =`);
  return { field: fieldOf(names), is, value };
}

const malformed = (message: string) => badRequest("filter", "malformed", message);

function quoted(name: string, text: string): string {
  try {
    return JSON.parse(name) as string;
  } catch {
    throw malformed(`${text}: ${name} is not a name in quotes as in JSON`);
  }
}

/** A second condition in an unquoted text, which would be compared as part of the value. */
const JOINED = /\s(?:and|or|&&|\|\|)\s.*[<>=]/isu;

function readValue(said: string, text: string): Value {
  let value: unknown;
  try {
    value = JSON.parse(said);
  } catch {
    if (/^"|^'.*'$/su.test(said)) throw malformed(`${text}: a quoted text is quoted as in JSON, with "`);
    if (JOINED.test(said))
      throw malformed(`${text}: a filter is one condition. Give filter several times, or quote the text`);
    return said;
  }
  if (typeof value === "object" && value !== null)
    throw malformed(`${text}: a value is a text, a number, true, false or null`);
  return value as Value;
}
