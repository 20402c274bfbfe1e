import type { FastifySchemaCompiler, FastifySchemaValidationError } from "fastify";
import type { TObject, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { Value } from "typebox/value";

/**
 * Validates requests against schemas. In a query, numbers and booleans have one form each, and an optional parameter
 * with an empty value counts as missing.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validate = (value: unknown) => (checkOf(schema)(value) ? { value } : { error: [faultOf(schema, value)] });
  if (httpPart !== "querystring") return validate;
  const { properties = {}, required = [] } = schema as Partial<Pick<TObject, "properties">> & { required?: string[] };
  // Generated clients send `next=` for the first page.
  const isLeftOut = ([name, text]: [string, unknown]): boolean =>
    text === "" && Object.hasOwn(properties, name) && !required.includes(name);
  return (value) =>
    validate(
      Object.fromEntries(
        Object.entries(value as object)
          .filter((entry) => !isLeftOut(entry))
          .map(([name, text]) => [name, readAs((properties[name] as { type?: string })?.type, text)]),
      ),
    );
};

/** Schemas are compiled on first use: an interpreted one is fifty times slower. */
const checks = new WeakMap<TSchema, (value: unknown) => boolean>();

function checkOf(schema: TSchema): (value: unknown) => boolean {
  let check = checks.get(schema);
  if (check === undefined) {
    const compiled = Compile(schema);
    checks.set(schema, (check = (value) => compiled.Check(value)));
  }
  return check;
}

type Shape = {
  readonly anyOf?: TSchema[];
  readonly items?: TSchema;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly examples?: readonly unknown[];
} & Partial<Pick<TObject, "properties">>;
type Fault = FastifySchemaValidationError;

/**
 * The first error of an invalid value. For a union, the most similar schema is used. The cost is bounded by the schema:
 * unknown members are not visited one by one.
 */
function faultOf(schema: TSchema, value: unknown, path = ""): Fault {
  const { anyOf, items, properties = {}, maxItems, required = [], additionalProperties, examples } = schema as Shape;
  const fault = (keyword: string, instancePath: string, params: Fault["params"] = {}): Fault => ({
    keyword,
    instancePath,
    schemaPath: `#/${keyword}`,
    params,
  });
  // Fastify passes null for a missing body.
  if (value === null && path === "") return fault("absent", path);
  if (Array.isArray(value)) {
    // TypeBox needs quadratic time to find duplicate items.
    if (maxItems !== undefined && value.length > maxItems) return fault("maxItems", path, { limit: maxItems });
    const wrong = items === undefined ? -1 : (value as unknown[]).findIndex((item) => !checkOf(items)(item));
    if (wrong >= 0) return faultOf(items!, value[wrong], `${path}/${wrong}`);
  }
  if (anyOf !== undefined) return faultOf(nearest(anyOf, value), value, path);
  if (isRecord(value) && !Array.isArray(value)) {
    const unknown = additionalProperties === false && firstBesides(properties, value);
    if (typeof unknown === "string") return fault("boolean", `${path}/${unknown}`);
    const missing = required.find((name) => !Object.hasOwn(value, name));
    if (missing !== undefined) return fault("required", path, { missingProperty: missing });
    for (const [name, shape] of Object.entries(properties)) {
      if (!Object.hasOwn(value, name) || checkOf(shape)(value[name])) continue;
      return faultOf(shape, value[name], `${path}/${name}`);
    }
  }
  const [first] = Value.Errors(schema, value);
  if (first === undefined) return fault("unknown", path);
  return { ...first, params: { ...first.params, example: examples?.[0] }, instancePath: path + first.instancePath };
}

function firstBesides(properties: object, value: object): string | undefined {
  // Object.keys would build a list of all members.
  for (const name in value) if (!Object.hasOwn(properties, name)) return name;
  return undefined;
}

/** JavaScript strings have members too, one per character. */
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Members compared to find the most similar schema. No schema has more. */
const COMPARED = 16;

/** The schema that shares the most members with the value. */
function nearest(shapes: readonly TSchema[], value: unknown): TSchema {
  const names = isRecord(value) ? Object.keys(value).slice(0, COMPARED) : [];
  const score = (shape: TSchema): number => {
    const { properties = {} } = shape as Partial<TObject>;
    return names.filter((name) => Object.hasOwn(properties, name)).length * 2 - names.length;
  };
  return shapes.reduce((best, next) => (score(next) > score(best) ? next : best));
}

function readAs(type: string | undefined, text: unknown): unknown {
  // A parameter that may be repeated.
  if (type === "array" && !Array.isArray(text)) return [text];
  if (typeof text !== "string") return text;
  if (type === "integer" && /^(0|[1-9][0-9]{0,14})$/.test(text)) return Number(text);
  if (type === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  return text;
}
