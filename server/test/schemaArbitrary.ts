/** Values that a JSON Schema allows or nearly allows, for fast-check. */
import { isName } from "../src/http/names.ts";
import fc, { type Arbitrary } from "fast-check";

export type Schema = {
  readonly $ref?: string;
  readonly examples?: readonly unknown[];
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly uniqueItems?: boolean;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
};
type Resolve = (schema: Schema) => Schema;

/** Texts that have caused bugs elsewhere. */
const TROUBLE = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udfffx",
  "\u202Eevil",
  "'; DROP TABLE wallet; --",
  "${7*7}",
  "../../etc/passwd",
  "__proto__",
  "constructor",
  "👩‍👩‍👧‍👦",
  "İ@EXAMPLE.COM",
  "a@b",
  "ada@example.com\nbcc: eve@example.com",
  '"a b"@example.com',
  `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.example`,
  "0x",
  `0x${"F".repeat(40)}`,
  "-0",
  "1e400",
  "x".repeat(100_000),
];
export const text: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...TROUBLE),
  fc.string({ unit: "binary", maxLength: 300 }),
);

/** Any JSON value, and texts that are allowed but unwise. */
const anything: Arbitrary<unknown> = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(
    null,
    true,
    0,
    -1,
    1.5,
    2 ** 53,
    -(2 ** 63),
    1e308,
    [],
    {},
    [[]],
    { "": "" },
    JSON.parse('{"__proto__":{"a":1}}'),
  ),
);

/** Values that a schema allows: its examples as often as others. */
export function valid(schema: Schema, resolve: Resolve): Arbitrary<unknown> {
  const known = resolve(schema);
  const made = allowed(known, resolve);
  return known.examples === undefined ? made : fc.oneof(fc.constantFrom(...known.examples), made);
}

function allowed(known: Schema, resolve: Resolve): Arbitrary<unknown> {
  const { type, minLength = 0, maxLength = 200, minItems = 0, maxItems = 4 } = known;
  if ("const" in known) return fc.constant(known.const);
  if (known.enum !== undefined) return fc.constantFrom(...known.enum);
  if (known.anyOf !== undefined) return fc.oneof(...known.anyOf.map((one) => valid(one, resolve)));
  if (type === "object") {
    const members = Object.entries(known.properties ?? {}).map(([name, part]) => [name, valid(part, resolve)] as const);
    return fc.record(Object.fromEntries(members), { requiredKeys: [...(known.required ?? [])] });
  }
  if (type === "array") {
    const item = known.items === undefined ? fc.jsonValue() : valid(known.items, resolve);
    const lengths = { minLength: minItems, maxLength: maxItems };
    return known.uniqueItems === true
      ? fc.uniqueArray(item, { ...lengths, selector: (value) => JSON.stringify(value) })
      : fc.array(item, lengths);
  }
  if (type === "integer" || type === "number") {
    return fc.integer({ min: known.minimum ?? -(2 ** 31), max: Math.min(known.maximum ?? 2 ** 31 - 1, 2 ** 31 - 1) });
  }
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  if (known.format === "address") return fc.stringMatching(/^[0-9a-f]{40}$/).map((digits) => `0x${digits}`);
  if (known.format === "email") return fc.oneof(fc.constant("ada@example.com"), fc.emailAddress());
  if (known.format === "date-time") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (known.format === "name")
    return fc.string({ unit: "grapheme-composite", minLength, maxLength: Math.min(maxLength, 200) }).filter(isName);
  const pattern = known.pattern === undefined ? undefined : new RegExp(known.pattern, "u");
  const text = fc.string({ unit: "grapheme-composite", minLength, maxLength: Math.min(maxLength, 200) });
  if (pattern === undefined) return text;
  // Values for a lookahead are searched, not generated.
  return /\(\?[=!]/.test(pattern.source)
    ? text.filter((value) => pattern.test(value))
    : fc.stringMatching(pattern, { maxLength });
}

/** An object with a missing, an extra or a wrong member. */
function changed(value: object): Arbitrary<unknown> {
  const names = Object.keys(value);
  const more = fc.tuple(text, anything).map(([name, other]) => ({ ...value, [name]: other }));
  if (names.length === 0) return more;
  const name = fc.constantFrom(...names);
  return fc.oneof(
    more,
    fc.tuple(name, anything).map(([one, other]) => ({ ...value, [one]: other })),
    name.map((one) => Object.fromEntries(Object.entries(value).filter(([other]) => other !== one))),
  );
}

/**
 * JSON texts that a schema allows, nearly allows or does not describe, and bytes that are not JSON or are ambiguous.
 */
export function content(schema: Schema, resolve: Resolve): Arbitrary<Uint8Array<ArrayBuffer>> {
  const right = valid(schema, resolve);
  const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
  const near = right.chain((value) => (isObject(value) ? changed(value) : anything));
  const json = fc
    .oneof({ weight: 3, arbitrary: right }, { weight: 4, arbitrary: near }, anything)
    .map((value) => JSON.stringify(value));
  const twice = right.map((value) => {
    const [first] = Object.entries(isObject(value) ? value : {});
    return first === undefined ? "" : JSON.stringify(value).replace("{", `{${JSON.stringify(first[0])}:null,`);
  });
  const odd = fc.constantFrom(
    "",
    "{",
    "null",
    "\ufeff{}",
    "{} {}",
    '{"a":1,"\\u0061":2}',
    "[".repeat(100_000),
    `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
    `${'{"a":'.repeat(40)}1${"}".repeat(40)}`,
    `{"name":"${"x".repeat(1_100_000)}"}`,
    "NaN",
    "{'a':1}",
  );
  const bytes = (said: string) => new Uint8Array(Buffer.from(said));
  return fc.oneof(
    { weight: 8, arbitrary: json.map(bytes) },
    { weight: 1, arbitrary: twice.map(bytes) },
    { weight: 1, arbitrary: odd.map(bytes) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((raw) => new Uint8Array(raw)) },
  );
}
