import { expect, it } from "vitest";
import { readMediaType } from "../../src/http/mediaType.ts";
import { call, startServer } from "../harness.ts";
import { reasonOf } from "../people.ts";

const server = await startServer();

const asking = (type: string) =>
  call(server, "POST", "/auth/otp", {
    headers: { "content-type": type },
    content: JSON.stringify({ email: "ada@example.com" }),
  });

it.each([
  "application/json",
  "Application/JSON;charset=UTF-8",
  'application/json ; charset="utf-8"; profile="https://a.example/;charset=latin1"',
  "application/json; version=3;",
])("accepts a body of the type %s: unknown parameters have no meaning", async (type) => {
  expect((await asking(type)).status).toBe(202);
});

it.each([
  ["application/json; charset=latin1", "has another charset than utf-8: send the content in UTF-8"],
  ["application/json; charset=utf-8; Charset=utf-8", "has the parameter charset twice"],
  ["application/json; charset", "is not a media type with parameters"],
  ['application/json; a="b', "is not a media type with parameters"],
])("refuses the type %s: different readers would read it differently", async (type, why) => {
  const answer = await asking(type);
  expect(reasonOf(answer)).toBe("415 unsupported_media_type");
  expect(answer.body).toMatchObject({
    error: { message: `Content-Type ${why}`, details: [{ field: "Content-Type" }] },
  });
});

it("reads long types in linear time", () => {
  for (const text of [" ;".repeat(8_000), "; a".repeat(5_000), ";a=b".repeat(4_000), " ".repeat(16_000)])
    expect(() => readMediaType(`application/json${text}x=`)).toThrow("is not a media type");
});
