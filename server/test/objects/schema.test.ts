import { beforeAll, describe, expect, it } from "vitest";
import { createPerform, performOne } from "../../src/actions/perform.ts";
import { commandOf } from "../../src/objects/kinds.ts";
import { costOf } from "../../src/objects/pattern.ts";
import { assertFits, assertSchema } from "../../src/objects/schema.ts";
import { View } from "../../src/objects/view.ts";
import { audit } from "../../src/main/replay/commands.ts";
import { permissionsOf } from "../../src/foundation/roles.ts";
import { logId } from "anchorlog/action";
import { call, owner, sign, startServer, type Client, type Refused, type TestServer } from "../harness.ts";
import { reasonOf } from "../people.ts";
import { typedAction } from "./typed.ts";

const said = (run: () => void): string => {
  try {
    run();
  } catch (error) {
    const { details, message } = error as { details: { field: string; reason: string }[]; message: string };
    return `${details[0]!.reason} ${message}`;
  }
  return "";
};

describe("a schema", () => {
  it.each([
    [
      { $ref: "https://example.com/a" },
      "schema.$ref is not a keyword that is checked here: write out what it refers to",
    ],
    [{ $defs: {} }, "schema.$defs is not a keyword that is checked here: write out what it refers to"],
    [{ $schema: "http://json-schema.org/draft-07/schema#" }, "schema.$schema is not draft 2020-12"],
    [{ properties: { a: { patern: "^x" } } }, "schema.properties.a.patern is not a keyword that is checked here"],
    [{ constructor: {} }, "schema.constructor is not a keyword that is checked here"],
    [{ items: [{}] }, "schema.items is not a schema"],
    [{ anyOf: [] }, "schema.anyOf is not a list of schemas"],
    [{ not: { type: "text" } }, "schema.not.type is not one of null, boolean"],
    [{ allOf: [{ required: ["a", "a"] }] }, "schema.allOf.0.required is not a list of names, each once"],
    [{ additionalProperties: { minLength: -1 } }, "schema.additionalProperties.minLength is not a whole number from 0"],
    [{ minLength: 1.5 }, "schema.minLength is not a whole number from 0"],
    [{ multipleOf: 0 }, "schema.multipleOf is not a number above 0"],
    [{ enum: [] }, "schema.enum is not a list of values"],
    [{ format: "uri" }, "schema.format is not one of date"],
    [{ uniqueItems: "yes" }, "schema.uniqueItems is not true or false"],
    [{ enum: Array.from({ length: 256 }, (_, i) => i) }, "schema.enum brings the schema to more than 256 parts"],
    [{ anyOf: Array.from({ length: 256 }, () => ({})) }, "schema.anyOf brings the schema to more than 256 parts"],
    [{ pattern: "a" }, "schema.pattern does not begin with ^"],
    [
      { allOf: [{ pattern: "^a{0,60}a{0,60}$" }, { pattern: "^a{0,60}b{0,60}$" }] },
      "schema.allOf.1.pattern may take too long",
    ],
  ] as const)("%j is refused: %s", (schema, why) => {
    expect(said(() => assertSchema(schema as never))).toContain(`bad_schema ${why}`);
  });

  it.each([
    "^(a+)+$",
    "^(a|a)*$",
    "^a*a*$",
    "^a+b{2,}$",
    "^(?=a)",
    "^\\1",
    "^a|b",
    "^a*?$",
    "^\\ba",
    "^a$b",
    "^[z-a]",
    "^a{2,1}",
  ])("may not have the pattern %s", (pattern) => {
    expect(costOf(pattern)).toBeTypeOf("string");
  });

  it.each([
    ["^[A-Z]{2}-[0-9]{4}$", { fixed: 8, perCharacter: 0 }],
    ["^[a-z0-9-]+$", { fixed: 1, perCharacter: 2 }],
    ["^[^\\]@]{1,64}@example\\.com$", { fixed: 896, perCharacter: 0 }],
    ["^\\p{Lu}.?", { fixed: 4, perCharacter: 0 }],
  ])("may have the pattern %s, whose cost is bounded", (pattern, cost) => {
    expect(costOf(pattern)).toEqual(cost);
  });

  it.each([
    [{ seat: 1 }, ""],
    [{}, "properties.seat is missing"],
    [{ seat: "1" }, "properties.seat is not a whole number"],
    [{ seat: 0 }, "properties.seat is less than 1"],
    [{ seat: 1, colour: "green" }, "properties.colour is not one of red, blue"],
    [{ seat: 1, code: "A1" }, "properties.code does not have the required form"],
    [{ seat: 1, tags: ["a", 1] }, "properties.tags.1 is not a text"],
    [{ seat: 1, more: {} }, "properties.more is no member here"],
    [{ seat: 1, toString: "x" }, "properties.toString is no member here"],
    // No property is inherited.
    [{ seat: 1, tags: ["valueOf"] }, ""],
  ])("accepts or refuses the properties %j: %s", (properties, why) => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      required: ["seat"],
      properties: {
        seat: { type: "integer", minimum: 1 },
        colour: { enum: ["red", "blue"] },
        code: { type: "string", pattern: "^[A-Z]{2}$" },
        tags: { type: "array", items: { type: "string" }, uniqueItems: true },
      },
      additionalProperties: false,
    };
    assertSchema(schema);
    const expected = why === "" ? "" : `against_schema ${why}, by the template's schema`;
    expect(said(() => assertFits(properties as never, schema))).toBe(expected);
  });

  it("ignores what objects inherit in JavaScript", () => {
    expect(said(() => assertFits({}, { required: ["toString"] }))).toContain("properties.toString is missing");
    expect(said(() => assertFits({}, { properties: { valueOf: false } }))).toBe("");
  });

  const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
  const one = { type: "integer" };
  it.each([
    ["items", { items: one }, (count: number) => times(count, 1), 997],
    ["branches", { items: { allOf: times(128, one) } }, (count: number) => times(count, 1), 5],
    ["texts with a format", { allOf: times(20, { format: "email" }) }, (count: number) => "a".repeat(count), 6_208],
    ["unique items", { uniqueItems: true }, (count: number) => [...Array(count).keys()], 997],
  ])("needs a bounded number of checks, counted by its %s", (_name, of, valueOf, most) => {
    const schema = { properties: { a: of } };
    const fit = (count: number) => said(() => assertFits({ a: valueOf(count) }, schema));
    const why = "against_schema properties need more than 2000 checks against the template's schema";
    expect(fit(most)).not.toBe(why);
    expect(fit(most + 1)).toBe(why);
  });

  it("may describe an object with many members, each with its own schema", () => {
    const names = Array.from({ length: 120 }, (_, i) => `m${i}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: "integer" }]));
    const schema = { type: "object", properties, required: names, additionalProperties: false };
    assertSchema(schema);
    expect(said(() => assertFits(Object.fromEntries(names.map((name) => [name, 1])), schema))).toBe("");
  });
});

describe("a template with a schema", () => {
  let server: TestServer;
  let ada: Client;
  beforeAll(async () => {
    server = await startServer();
    ada = await owner(server, "ada@example.com");
  });

  const write = <T = { id: string; version: number; schema: object | null }>(
    method: string,
    path: string,
    body: object,
  ) => sign<T & Refused>(server, ada, method, path, { body });
  const first = { type: "object", required: ["seat"], properties: { seat: { type: "integer", maximum: 9 } } };

  it("checks each change of properties; objects keep the version that they were minted with", async () => {
    const made = await write("POST", "/templates", { name: "seat", properties: { row: 1 }, schema: first });
    expect(made.body.schema).toEqual(first);
    const { id: template_id } = made.body;
    expect(reasonOf(await write("POST", "/objects", { id: "s1", template_id }))).toBe("422 against_schema");
    expect((await write("POST", "/objects", { id: "s1", template_id, properties: { seat: 1 } })).status).toBe(201);
    const change = async (name: string, properties: object) =>
      reasonOf(await write("POST", "/ebus/execute", { action: { [name]: { id: "s1", properties } } }));
    expect(await change("update", { row: 2 })).toBe("422 against_schema");
    expect(await change("set_attributes", { seat: null })).toBe("422 against_schema");
    expect(await change("set_attributes", { seat: 9 })).toBe("200");
    const prepared = await typedAction(server, ada, "SetAttributes", { objectId: "s1", properties: '{"seat":10}' });
    expect(reasonOf(await call(server, "POST", "/ebus/execute", { headers: ada.headers, body: prepared }))).toBe(
      "422 against_schema",
    );
    // The next version has another schema, and the one after that has none.
    const text = { type: "object", properties: { seat: { type: "string" } } };
    const next = await write("POST", "/templates", { name: "seat", schema: text });
    expect(next.body).toMatchObject({ id: template_id, version: 2, schema: text });
    expect(await change("set_attributes", { seat: "9" })).toBe("422 against_schema");
    expect(await change("set_attributes", { seat: 8 })).toBe("200");
    expect((await write("POST", "/objects", { id: "s2", template_id, properties: { seat: "9" } })).status).toBe(201);
    const last = await write("POST", "/templates", { name: "seat" });
    expect(last.body).toMatchObject({ id: template_id, version: 3, schema: null });
    expect((await write("POST", "/objects", { id: "s3", template_id, properties: { seat: [] } })).status).toBe(201);
    expect((await write("POST", "/ebus/execute", { action: { burn: { id: "s1" } } })).status).toBe(200);
  });

  it("is refused if its schema cannot be checked", async () => {
    const refused = await write("POST", "/templates", {
      name: "bad",
      schema: { properties: { a: { pattern: "^(a+)+$" } } },
    });
    expect(refused.body.error.details).toEqual([{ field: "schema.properties.a.pattern", reason: "bad_schema" }]);
    const deep = (levels: number): object => (levels === 0 ? {} : { not: deep(levels - 1) });
    expect(reasonOf(await write("POST", "/templates", { name: "bad", schema: deep(16) }))).toBe("400 malformed");
    const long = { description: "a".repeat(16_384) };
    expect(reasonOf(await write("POST", "/templates", { name: "bad", schema: long }))).toBe("400 properties_too_long");
  });

  it("does not check an accepted action again in a replay", async () => {
    const { id: templateId } = (await write("POST", "/templates", { name: "old", schema: first })).body;
    const { parts } = server;
    // As an earlier release with fewer checks accepted it.
    const perform = createPerform(parts, new View(parts.database), { isReplay: true });
    const org = parts.database.across.accounts.selectFrom("organization").selectAll().where("log", "=", ada.log);
    const { id, log } = await org.executeTakeFirstOrThrow();
    const caller = {
      organization: { id, log, logId: logId(parts.operator, log), limits: undefined },
      account: undefined,
      apiKey: { id: "key" },
      permissions: permissionsOf("owner"),
    };
    const payload = { objectId: "o1", to: ada.wallet.address.toLowerCase(), templateId, properties: '{"seat":10}' };
    const action = await typedAction(server, ada, "Issue", payload);
    expect(await performOne(perform, caller, { action, ...commandOf(action) })).toMatchObject({ object: { id: "o1" } });
    const found = await audit({ config: parts.config, secrets: parts.secrets });
    expect(found).toMatchObject({ differences: [] });
    // From now on, the object's changes are checked.
    const change = { action: { set_attributes: { id: "o1", properties: { row: 2 } } } };
    expect(reasonOf(await write("POST", "/ebus/execute", change))).toBe("422 against_schema");
  });
});
