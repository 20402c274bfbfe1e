/** Describes validation errors in words. */
import type { FastifySchemaValidationError } from "fastify";
import { NAME_FORM } from "./names.ts";

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  null: "null",
};
export const FORMATS: Readonly<Record<string, string>> = {
  email: "an e-mail address",
  name: `a name: ${NAME_FORM}`,
  address: "an address with a valid checksum in its capitals (EIP-55): copy it again, or write it in lower case",
};

type Params = {
  readonly limit: number;
  readonly allowedValues: readonly unknown[];
  readonly allowedValue: unknown;
  readonly type: string | readonly string[];
  readonly example?: string;
  readonly format: string;
};

/** The words that follow the value's name, by JSON Schema keyword. */
const WORDS: Readonly<Record<string, (params: Params) => string>> = {
  required: () => "is missing",
  absent: () => "is missing",
  enum: ({ allowedValues }) => `is not one of ${allowedValues.map(String).join(", ")}`,
  const: ({ allowedValue }) => `is not ${String(allowedValue)}`,
  type: ({ type }) => `is not ${[type].flat().map(nameOf).join(" or ")}`,
  format: ({ format }) => `is not ${FORMATS[format] ?? `a ${format}`}`,
  pattern: ({ example }) =>
    `does not have the required form${example === undefined ? "" : ` (for example: ${example})`}`,
  minLength: ({ limit }) => (limit === 1 ? "is empty" : `has fewer than ${limit} characters`),
  maxLength: ({ limit }) => `has more than ${limit} characters`,
  minimum: ({ limit }) => `is less than ${limit}`,
  maximum: ({ limit }) => `is more than ${limit}`,
  minItems: ({ limit }) => (limit === 1 ? "is empty" : `has fewer than ${limit} items`),
  maxItems: ({ limit }) => `has more than ${limit} items`,
  uniqueItems: () => "has an item twice",
};

const nameOf = (type: string): string => TYPES[type] ?? type;

/** @param where the value is: the body or the query. */
export function wordsOf({ keyword, params }: FastifySchemaValidationError, where: string): string {
  // In a closed schema, unknown members have the schema `false`, which the validator reports as `boolean`.
  if (keyword === "boolean") return `is no ${where === "query" ? "parameter" : "member"} here`;
  return WORDS[keyword]?.(params as Params) ?? "is not allowed";
}
