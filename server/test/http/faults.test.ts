import type { FastifySchemaValidationError } from "fastify";
import { Type } from "typebox";
import { expect, it, vi } from "vitest";
import { toldOf } from "../../src/http/envelope.ts";
import { compileValidator } from "../../src/http/validate.ts";

const Shape = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 3 }),
    kind: Type.Enum(["mint", "burn"]),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    list: Type.Optional(Type.Array(Type.Enum(["a", "b"]), { minItems: 1, maxItems: 2, uniqueItems: true })),
    format: Type.Optional(Type.Literal("v1")),
    email: Type.Optional(Type.String({ format: "email" })),
    address: Type.Optional(Type.String({ pattern: "^0x[0-9a-f]{2}$", examples: ["0x7e"] })),
    inner: Type.Optional(Type.Object({ deep: Type.Boolean() })),
  },
  { additionalProperties: false },
);
const good = { name: "abc", kind: "mint" };

function faultsOf(value: unknown, httpPart: string): FastifySchemaValidationError[] | undefined {
  const validate = compileValidator({ schema: Shape, method: "POST", url: "/", httpPart });
  return (validate(value) as { error?: FastifySchemaValidationError[] }).error;
}

/** The message of a fault in a body or a query. */
function said(value: unknown, httpPart = "body"): string {
  const error = faultsOf(value, httpPart);
  if (error === undefined) return "";
  return toldOf(Object.assign(new Error(), { validation: error, validationContext: httpPart })).message;
}

it.each([
  [{}, "name is missing"],
  [{ name: "a" }, "kind is missing"],
  [{ ...good, kind: "melt" }, "kind is not one of mint, burn"],
  [{ ...good, name: "" }, "name is empty"],
  [{ ...good, name: "abcd" }, "name has more than 3 characters"],
  [{ ...good, name: 1 }, "name is not a text"],
  [{ ...good, size: 0 }, "size is less than 1"],
  [{ ...good, size: 10 }, "size is more than 9"],
  [{ ...good, size: 1.5 }, "size is not a whole number"],
  [{ ...good, list: [] }, "list is empty"],
  [{ ...good, list: ["a", "b", "a"] }, "list has more than 2 items"],
  [{ ...good, list: ["a", "a"] }, "list has an item twice"],
  [{ ...good, list: ["c"] }, "list.0 is not one of a, b"],
  [{ ...good, format: "v2" }, "format is not v1"],
  [{ ...good, email: "x" }, "email is not an e-mail address"],
  [{ ...good, address: "x" }, "address does not have the required form (for example: 0x7e)"],
  [{ ...good, inner: {} }, "inner.deep is missing"],
  [{ ...good, inner: { deep: 1 } }, "inner.deep is not true or false"],
  [{ ...good, colour: 1 }, "colour is no member here"],
  [[], "the body is not an object"],
  [null, "the body is missing"],
  [good, undefined],
])("describes the fault of the body %j: %s", (value, words) => {
  expect(said(value)).toBe(words ?? "");
});

it("describes faults of a query, too", () => {
  expect(said({ ...good, size: "x" }, "querystring")).toBe("size is not a whole number");
  expect(said({ ...good, colour: 1 }, "querystring")).toBe("colour is no parameter here");
});

it("does not check the items of a list that is too long", () => {
  const faults = faultsOf({ ...good, list: Array.from({ length: 1_000 }, () => "a") }, "body")!;
  expect(faults.map(({ keyword }) => keyword)).toEqual(["maxItems"]);
});

it.each([
  ["a long text", { ...good, name: "a".repeat(1_000) }, "name has more than 3 characters"],
  [
    "unknown members",
    { ...good, ...Object.fromEntries(Array.from({ length: 10 }, (_, n) => [n, n])) },
    "0 is no member here",
  ],
])("does not enumerate %s to describe its fault", (_, value, words) => {
  const entries = vi.spyOn(Object, "entries");
  expect(said(value)).toBe(words);
  const most = Math.max(...entries.mock.results.map(({ value: parts }) => (parts as unknown[]).length));
  entries.mockRestore();
  expect(most).toBeLessThanOrEqual(Object.keys(Shape.properties).length);
});
