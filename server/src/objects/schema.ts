/** JSON Schemas of templates: the form that an object's properties must have. */
import { Check, Errors } from "typebox/schema";
import { ApiError, badRequest, clip } from "../http/errors.ts";
import { wordsOf } from "../http/faults.ts";
import { costOf, type PatternCost } from "./pattern.ts";
import type { Json, Properties } from "./properties.ts";

/** Subschemas, and members of `enum` and `const`, in a schema. */
const MOST_NODES = 256;
/** Checks of an object's properties against its schema. Each one takes the library about 0.2 µs. */
const MOST_CHECKS = 2_000;
/** Characters of a text whose form takes as long as a check, and branches that take as long for each branch. */
const CHARACTERS_A_CHECK = 64;
const BRANCHES_A_CHECK = 128;
/** The most steps that all patterns of a schema may take on one string: a fixed number, and more for each character. */
const MOST_STEPS = { fixed: 10_000, perCharacter: 100 } as const;

const DIALECT = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;
const TYPES: readonly unknown[] = ["null", "boolean", "object", "array", "number", "integer", "string"];
/** Formats that are checked. Their checks take time in proportion to the text. */
const FORMATS: readonly unknown[] = ["date", "date-time", "time", "email", "uuid"];

/** The total cost of a schema's nodes and patterns. */
type Budget = { nodes: number } & PatternCost;
/** Reads the value of a keyword. @throws ApiError 400 `bad_schema` */
type KeywordReader = (value: Json, path: string, budget: Budget) => void;

const oneOf =
  (isGood: (value: Json) => boolean, what: string): KeywordReader =>
  (value, path) => {
    if (!isGood(value)) throw bad(path, `is not ${what}`);
  };
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isObject = (value: Json): value is Properties => typeof value === "object" && value !== null && !isList(value);
const isSet = (value: Json): value is readonly string[] =>
  isList(value) && value.every((one) => typeof one === "string") && new Set(value).size === value.length;

const text = oneOf((value) => typeof value === "string", "a text");
const flag = oneOf((value) => typeof value === "boolean", "true or false");
const number = oneOf((value) => typeof value === "number", "a number");
const count = oneOf((value) => Number.isSafeInteger(value) && (value as number) >= 0, "a whole number from 0");
const anything: KeywordReader = () => {};
const schemas: KeywordReader = (value, path, budget) => {
  if (!isList(value) || value.length === 0) throw bad(path, "is not a list of schemas");
  for (const [i, one] of value.entries()) schema(one, `${path}.${i}`, budget);
};
const named: KeywordReader = (value, path, budget) => {
  if (!isObject(value)) throw bad(path, "is not an object of schemas");
  for (const [name, one] of Object.entries(value)) schema(one, `${path}.${name}`, budget);
};
const pattern: KeywordReader = (value, path, budget) => {
  const cost = costOf(value);
  if (typeof cost === "string") throw bad(path, cost);
  budget.fixed += cost.fixed;
  budget.perCharacter += cost.perCharacter;
  if (budget.fixed > MOST_STEPS.fixed || budget.perCharacter > MOST_STEPS.perCharacter)
    throw bad(path, "may take too long on some texts, with the patterns before it: give it smaller counts");
};

/** The keywords of draft 2020-12 that are checked, and annotations. */
const KEYWORDS: Readonly<Record<string, KeywordReader>> = {
  $schema: oneOf((value) => typeof value === "string" && DIALECT.test(value), "draft 2020-12"),
  ...Object.fromEntries(["$comment", "title", "description"].map((name) => [name, text])),
  ...Object.fromEntries(["deprecated", "readOnly", "writeOnly"].map((name) => [name, flag])),
  default: anything,
  examples: oneOf(isList, "a list"),
  type: oneOf(
    (value) => TYPES.includes(value) || (isSet(value) && value.length > 0 && value.every((one) => TYPES.includes(one))),
    `one of ${TYPES.join(", ")}, or a list of them`,
  ),
  const: (value, _path, budget) => void (budget.nodes += countValues(value)),
  enum: (value, path, budget) => {
    if (!isList(value) || value.length === 0) throw bad(path, "is not a list of values");
    budget.nodes += countValues(value);
  },
  properties: named,
  required: oneOf(isSet, "a list of names, each once"),
  additionalProperties: (value, path, budget) => schema(value, path, budget),
  items: (value, path, budget) => schema(value, path, budget),
  not: (value, path, budget) => schema(value, path, budget),
  ...Object.fromEntries(["prefixItems", "allOf", "anyOf", "oneOf"].map((name) => [name, schemas])),
  ...Object.fromEntries(
    ["minProperties", "maxProperties", "minItems", "maxItems", "minLength", "maxLength"].map((name) => [name, count]),
  ),
  uniqueItems: flag,
  ...Object.fromEntries(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map((name) => [name, number])),
  multipleOf: oneOf((value) => typeof value === "number" && value > 0, "a number above 0"),
  format: oneOf((value) => FORMATS.includes(value), `one of ${FORMATS.join(", ")}`),
  pattern,
};

function schema(value: Json, path: string, budget: Budget): void {
  budget.nodes++;
  if (typeof value === "boolean") return;
  if (!isObject(value)) throw bad(path, "is not a schema: an object, true or false");
  for (const [keyword, given] of Object.entries(value)) {
    const read = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword]! : undefined;
    const field = `${path}.${keyword}`;
    if (read === undefined) {
      const why = keyword.endsWith("ef") || keyword.endsWith("efs") ? "write out what it refers to" : "remove it";
      throw bad(field, `is not a keyword that is checked here: ${why}`);
    }
    read(given, field, budget);
    if (budget.nodes > MOST_NODES) throw bad(field, `brings the schema to more than ${MOST_NODES} parts`);
  }
}

/**
 * Checks that a schema can be checked against in bounded time. Keywords that this server does not check are refused, so
 * that no rule is ignored.
 *
 * @throws ApiError 400 `bad_schema`
 */
export function assertSchema(value: Properties): void {
  schema(value, "schema", { nodes: 0, fixed: 0, perCharacter: 0 });
}

/**
 * Checks properties against a template's schema. Replays do not call it: accepted actions stay valid, also if a later
 * release checks a keyword differently.
 *
 * @param by a schema that `assertSchema` accepted.
 * @throws ApiError 422 `against_schema`
 */
export function assertFits(properties: Properties, by: Properties): void {
  const budget = { left: MOST_CHECKS };
  if (!countChecks(by, properties, budget) || budget.left < 0) {
    throw against("properties", `properties need more than ${MOST_CHECKS} checks against the template's schema`);
  }
  const value = withoutPrototypes(properties);
  if (Check(by, value)) return;
  const [, [fault]] = Errors(by, value);
  const path = (fault?.instancePath ?? "").split("/").slice(1).map(unescaped);
  const missing = (fault?.params as { requiredProperties?: readonly string[] } | undefined)?.requiredProperties ?? [];
  const field = clip(["properties", ...path, ...missing.slice(0, 1)].join("."));
  if (fault === undefined || field === "properties")
    throw against(field, "properties do not match the template's schema");
  throw against(field, `${field} ${wordsOf(fault, "body")}, by the template's schema`);
}

const bad = (path: string, why: string): ApiError => badRequest(clip(path), "bad_schema", `${clip(path)} ${why}`);
const against = (field: string, message: string): ApiError => new ApiError(422, "against_schema", message, { field });
const unescaped = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");

/** Counts the checks of a value against a schema. @returns false if it stopped because too few are left. */
function countChecks(by: Json, value: Json, budget: { left: number }): boolean {
  budget.left--;
  if (!isObject(by)) return budget.left >= 0;
  const all = (branches: Json | undefined): boolean => {
    if (branches === undefined || !isList(branches)) return true;
    // The library copies the list of branches that match for each of them.
    budget.left -= Math.floor(branches.length ** 2 / BRANCHES_A_CHECK);
    return branches.every((one) => countChecks(one, value, budget));
  };
  const { properties = {}, additionalProperties = true, prefixItems = [], items = true } = by;
  const { required, not, enum: members, const: only, uniqueItems } = by;
  budget.left -= Object.keys(by).length + Object.keys(properties as Properties).length;
  for (const list of [required, members, only]) if (list !== undefined) budget.left -= countValues(list);
  if (typeof value === "string" && ("format" in by || "pattern" in by)) {
    budget.left -= Math.ceil(value.length / CHARACTERS_A_CHECK);
  }
  if (uniqueItems === true && isList(value)) budget.left -= countValues(value);
  if (![by["allOf"], by["anyOf"], by["oneOf"]].every(all)) return false;
  if (not !== undefined && !countChecks(not, value, budget)) return false;
  if (isList(value)) {
    const first = prefixItems as readonly Json[];
    return value.every((item, i) => countChecks(i < first.length ? first[i]! : items, item, budget));
  }
  if (!isObject(value)) return budget.left >= 0;
  const known = properties as Properties;
  return Object.entries(value).every(([name, inner]) =>
    countChecks(Object.hasOwn(known, name) ? known[name]! : additionalProperties, inner, budget),
  );
}

function countValues(value: Json): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value as Properties).reduce((count: number, inner) => count + countValues(inner), 1);
}

/** A copy without inherited members, since the library looks names up with `in`. */
function withoutPrototypes(value: Json): Json {
  if (isList(value)) return value.map(withoutPrototypes);
  if (!isObject(value)) return value;
  const bare = Object.create(null) as Record<string, Json>;
  for (const [name, inner] of Object.entries(value)) bare[name] = withoutPrototypes(inner);
  return bare;
}
