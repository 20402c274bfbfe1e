import type { FastifySchemaCompiler, FastifySchemaValidationError } from "fastify";
import type { TObject, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { Value } from "typebox/value";

/** Has schemas judge what requests say. Of numbers and truths in a query, there is one form each. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const compiled = Compile(schema);
  if (httpPart === "body") {
    return (value) => (compiled.Check(value) ? { value } : { error: faultsOf(schema, value) });
  }
  const validate = (value: unknown) => (compiled.Check(value) ? { value } : { error: compiled.Errors(value) });
  if (httpPart !== "querystring") return validate;
  const { properties = {} } = schema as Partial<TObject>;
  return (value) =>
    validate(
      Object.fromEntries(
        Object.entries(value as object).map(([name, text]) => [
          name,
          readAs((properties[name] as { type?: string })?.type, text),
        ]),
      ),
    );
};

type Shape = { readonly anyOf?: TSchema[]; readonly items?: TSchema; readonly maxItems?: number } & Partial<TObject>;

/** What is wrong with a value, innermost first; where it is none of several shapes, as the nearest of them. */
function faultsOf(schema: TSchema, value: unknown, path = ""): FastifySchemaValidationError[] {
  if (Value.Check(schema, value)) return [];
  const { anyOf, items, properties, maxItems } = schema as Shape;
  // Of the items, nothing is asked then: to name those that are there twice takes TypeBox the square of their number.
  if (Array.isArray(value) && maxItems !== undefined && (value as unknown[]).length > maxItems)
    return [{ keyword: "maxItems", instancePath: path, schemaPath: "#/maxItems", params: { limit: maxItems } }];
  if (anyOf !== undefined) return faultsOf(nearest(anyOf, value), value, path);
  const parts =
    Array.isArray(value) && items !== undefined
      ? (value as unknown[]).map((part, i) => [String(i), items, part] as const)
      : Object.entries(properties ?? {}).flatMap(([name, shape]) =>
          isRecord(value) && Object.hasOwn(value, name) ? [[name, shape, value[name]] as const] : [],
        );
  for (const [name, shape, part] of parts) {
    const faults = faultsOf(shape, part, `${path}/${name}`);
    if (faults.length > 0) return faults;
  }
  return Value.Errors(schema, value).map((fault) => ({ ...fault, instancePath: path + fault.instancePath }));
}

/** A text has members as well to JavaScript: as many as characters. */
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Of shapes the one with most of a value's members, and fewest that it has not. */
function nearest(shapes: readonly TSchema[], value: unknown): TSchema {
  const names = isRecord(value) ? Object.keys(value) : [];
  const score = (shape: TSchema): number => {
    const { properties = {} } = shape as Partial<TObject>;
    return names.filter((name) => Object.hasOwn(properties, name)).length * 2 - names.length;
  };
  return shapes.reduce((best, next) => (score(next) > score(best) ? next : best));
}

function readAs(type: string | undefined, text: unknown): unknown {
  // What may be given several times.
  if (type === "array" && !Array.isArray(text)) return [text];
  if (typeof text !== "string") return text;
  if (type === "integer" && /^(0|[1-9][0-9]{0,14})$/.test(text)) return Number(text);
  if (type === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  return text;
}
