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
    ["a member twice, written in two ways", '{"ab":1,"\\u0061b":2}', "ab duplicate_member"],
    ["a member twice further in", '[{"a":{"b":1,"c":[{"b":0}],"b":2}}]', "b duplicate_member"],
    ["more depth than anything has", `${"[".repeat(33)}${"]".repeat(33)}`, "body too_deep"],
    ["depth without an end", "[".repeat(100_000), "body too_deep"],
    ["2,049 members in one object", JSON.stringify([membersOf(2_049)]), "body too_many_values"],
    ["NUL in a text", '{"name":"a\\u0000b"}', "name bad_text"],
    ["NUL in a name", '{"a":{"\\u0000":1}}', "a.\0 bad_text"],
    ["half of a surrogate pair", '{"names":["x","\\ud83d"]}', "names.1 bad_text"],
    ["half of a pair in a text that is all", '"\\udc00"', "body bad_text"],
    ["a number that is read as infinite", '{"a":{"b":[1,-1e400]}}', "a.b.1 malformed"],
    ["__proto__", '{"a":{"__proto__":{"isAdmin":true}}}', "a.__proto__ bad_member"],
    ["bytes that are no UTF-8", Buffer.from([0x22, 0xff, 0x22]), "body malformed"],
    ["nothing", "", "body malformed"],
  ])("is refused with %s", (_name, said, told) => {
    expect(refusal(said)).toEqual([400, told]);
  });

  it("has 2,048 members in each of its objects at most", () => {
    const value = [membersOf(2_048), { ...membersOf(2_047), b: membersOf(2_048, "b") }, { ":": "::{" }];
    expect(read(JSON.stringify(value))).toEqual(value);
  });

  it("is read as what it says", () => {
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

  it("is read or refused, whatever it is", () => {
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
