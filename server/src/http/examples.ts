import type { TSchema } from "typebox";

type ExampleSchema = TSchema & {
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly TSchema[];
  readonly type?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly maxProperties?: number;
  readonly items?: TSchema;
  readonly minimum?: number;
};

/** An example value of a schema: its own example, or one built from examples of its parts. */
export function exampleOf(schema: TSchema): unknown {
  const { examples, default: given, enum: values, anyOf, type, items, minimum = 1 } = schema as ExampleSchema;
  const { properties = {}, maxProperties } = schema as ExampleSchema;
  if (examples !== undefined) return examples[0];
  if (given !== undefined) return given;
  if ("const" in schema) return schema.const;
  if (values !== undefined) return values[0];
  if (anyOf !== undefined) return exampleOf(anyOf[0]!);
  if (type === "object") {
    const all = Object.entries(properties).slice(0, maxProperties);
    return Object.fromEntries(all.map(([name, part]) => [name, exampleOf(part)]));
  }
  if (type === "array") return items === undefined ? [] : [exampleOf(items)];
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return minimum;
  return type === "null" ? null : "text";
}
