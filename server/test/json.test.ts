import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "../src/http/errors.ts";
import { parseBody } from "../src/http/json.ts";

const read = (said: string | Uint8Array): unknown => parseBody(typeof said === "string" ? Buffer.from(said) : said);
const refusal = (said: string | Uint8Array): unknown => {
  try {
    return read(said);
  } catch (error) {
    if (error instanceof ApiError)
      return [error.status, ...error.details.map(({ field, reason }) => `${field} ${reason}`)];
    throw error;
  }
};

const membersOf = (count: number, name = "a") =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}${i}`, 0]));

describe("a JSON body", () => {
  it.each([
    ["a member twice", '{"a":1,"a":2}', "a duplicate_member"],
    ["a member twice, once with an escape", '{"ab":1,"\\u0061b":2}', "ab duplicate_member"],
    ["a member twice in a nested object", '[{"a":{"b":1,"c":[{"b":0}],"b":2}}]', "b duplicate_member"],
    ["33 levels", `${"[".repeat(33)}${"]".repeat(33)}`, "body too_deep"],
    ["100,000 levels", "[".repeat(100_000), "body too_deep"],
    ["2,049 members in one object", JSON.stringify([membersOf(2_049)]), "body too_many_values"],
    ["NUL in a text", '{"name":"a\\u0000b"}', "name bad_text"],
    ["NUL in a member's name", '{"a":{"\\u0000":1}}', "a.\0 bad_text"],
    ["a lone surrogate", '{"names":["x","\\ud83d"]}', "names.1 bad_text"],
    ["a lone surrogate as the whole body", '"\\udc00"', "body bad_text"],
    ["a number that is read as infinite", '{"a":{"b":[1,-1e400]}}', "a.b.1 malformed"],
    ["__proto__", '{"a":{"__proto__":{"isAdmin":true}}}', "a.__proto__ bad_member"],
    ["bytes that are not UTF-8", Buffer.from([0x22, 0xff, 0x22]), "body malformed"],
    ["no content", "", "body malformed"],
  ])("is refused with %s", (_name, said, told) => {
    expect(refusal(said)).toEqual([400, told]);
  });

  it("has at most 2,048 members in each object", () => {
    const value = [membersOf(2_048), { ...membersOf(2_047), b: membersOf(2_048, "b") }, { ":": "::{" }];
    expect(read(JSON.stringify(value))).toEqual(value);
  });

  it("is parsed to the value that it encodes", () => {
    expect(read(`${"[".repeat(32)}${"]".repeat(32)}`)).toBeInstanceOf(Array);
    expect(read('{"a":{"a":{"a":"👩‍👩‍👧‍👦"}},"b":[{"a":1},{"a":2}]}')).toEqual({
      a: { a: { a: "👩‍👩‍👧‍👦" } },
      b: [{ a: 1 }, { a: 2 }],
    });
    const isText = (value: unknown): boolean => !JSON.stringify(value).includes("\\u0000");
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: "grapheme" }).filter(isText), (value) => {
        fc.pre(!JSON.stringify(value).includes("__proto__"));
        expect(JSON.stringify(read(JSON.stringify(value)))).toBe(JSON.stringify(value));
      }),
    );
  });

  it("is parsed or refused without a crash, for any bytes", () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 64 }), fc.json({ stringUnit: "binary" })), (said) => {
        expect(() => refusal(said)).not.toThrow();
      }),
    );
    const pieces = fc.constantFrom("{", "}", "[", "]", ",", ":", '"', '\\"', '"a"', "1", "null", " ", "\\u0061", "\\");
    fc.assert(
      fc.property(fc.array(pieces), (all) => {
        expect(() => refusal(all.join(""))).not.toThrow();
      }),
    );
  });
});
