import fc from "fast-check";
import { concat, encodeAbiParameters, keccak256, toBytes, toHex, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import type { MemberType } from "../../src/action/kinds.ts";
import { wordOf } from "../../src/action/values.ts";
import arrays from "../vectors/arrays.json" with { type: "json" };

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((all): Hex => `0x${Buffer.from(all).toString("hex")}`);

describe("words", () => {
  test("are encoded as viem does", () => {
    const any = fc.oneof(
      fc.integer({ min: 1, max: 32 }).chain((n) => {
        const uint = fc.bigInt({ min: 0n, max: 2n ** BigInt(8 * n) - 1n });
        return uint.map((x) => [`uint${8 * n}`, `${x}`, x] as const);
      }),
      fc.integer({ min: 1, max: 32 }).chain((n) => {
        const half = 2n ** BigInt(8 * n - 1);
        return fc.bigInt({ min: -half, max: half - 1n }).map((x) => [`int${8 * n}`, `${x}`, x] as const);
      }),
      fc.integer({ min: 1, max: 32 }).chain((n) => hex(n).map((x) => [`bytes${n}`, x, x] as const)),
      hex(20).map((x) => ["address", x, x] as const),
      fc.boolean().map((x) => ["bool", x, x] as const),
    );
    fc.assert(
      fc.property(any, ([type, value, abi]) => {
        const word = wordOf(type as MemberType, value, "x");
        expect(word).toBe(BigInt(encodeAbiParameters([{ type }], [abi])));
      }),
    );
  });

  test.each(arrays.vectors)(
    "of an array are the hashes of its elements' words: $type",
    ({ type, value, word, struct }) => {
      const found = wordOf(type as MemberType, value, "x");
      expect(found).toBe(BigInt(word));
      expect(keccak256(concat([keccak256(toBytes(`Only(${type} x)`)), toHex(found, { size: 32 })]))).toBe(struct);
    },
  );

  test("of long numbers are refused unless they are digits only", () => {
    const message = "x: expected a decimal without sign or leading zeros";
    expect(() => wordOf("uint256", "12345678901234567f", "x")).toThrow(message);
  });

  test("of arrays have up to 256 elements", () => {
    const most = Array(256).fill(`0x${"11".repeat(32)}`);
    expect(wordOf("bytes32[]", most, "x")).toBe(BigInt(keccak256(`0x${"11".repeat(32 * 256)}`)));
    expect(() => wordOf("bytes32[]", [...most, most[0]], "x")).toThrow("x: has more than 256 elements");
    expect(() => wordOf("uint8[]", ["1", "256"], "x")).toThrow("x[1]: expected a uint8 in range");
  });

  test("of texts and bytes are their hashes", () => {
    expect(wordOf("string", "ž", "x")).toBe(BigInt(keccak256(toBytes("ž"))));
    expect(wordOf("bytes", "0x", "x")).toBe(BigInt(keccak256("0x")));
    const longest = "a".repeat(16_384);
    expect(wordOf("string", longest, "x")).toBe(BigInt(keccak256(toBytes(longest))));
  });

  test.each<[MemberType, unknown]>([
    ["bool", 1],
    ["bool", "true"],
    ["uint8", "256"],
    ["uint8", "-1"],
    ["uint8", "01"],
    ["uint8", "+1"],
    ["uint8", ""],
    ["uint8", "0x1"],
    ["uint8", 1],
    ["uint256", "1".repeat(79)],
    ["uint256", `${2n ** 256n}`],
    ["int8", "128"],
    ["int8", "-129"],
    ["int8", "-0"],
    ["address", "0xAAaAaAaaAaAaAaaAaAAAAAAAAaaaAaAaAaaAaaAa"],
    ["address", "0x00"],
    ["bytes4", "0x000000"],
    ["bytes", "0x0"],
    ["string", "\ud800"],
    ["string", "a".repeat(16_385)],
    ["string", `${"ž".repeat(8_192)}a`],
    ["bytes", `0x${"00".repeat(16_385)}`],
    ["uint8[]", "1"],
    ["uint8[]", { length: 1, 0: "1" }],
    ["uint8[]", ["256"]],
    ["uint8[]", [["1"]]],
    ["uint8[]", Array(1)],
    ["uint8[]", Array(257).fill("1")],
    ["address[]", ["0x00"]],
  ])("%s has no value %j", (type, value) => {
    expect(() => wordOf(type, value, "x")).toThrow(expect.objectContaining({ name: "FormatError" }));
  });
});
