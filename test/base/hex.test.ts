import { bytesToHex } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { fromHex, isHex, toHex } from "../../src/base/hex.ts";
import { runs } from "../seed.ts";

it("writes and reads as noble does", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), (bytes) => {
      const hex = toHex(bytes);
      expect(hex).toBe(`0x${bytesToHex(bytes)}`);
      expect(fromHex(hex)).toEqual(bytes);
      expect(fromHex(hex, bytes.length)).toEqual(bytes);
    }),
    {
      examples: [
        [new Uint8Array()],
        ...[1_022, 1_023, 1_024, 1_025].map((length): [Uint8Array] => [new Uint8Array(length).fill(7)]),
      ],
    },
  );
  const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  expect(toHex(every)).toBe(`0x${Buffer.from(every).toString("hex")}`);
  // A view of a part of a buffer gives only that part.
  expect(toHex(every.subarray(16, 18))).toBe("0x1011");
});

it("keeps what it wrote when it writes again", () => {
  const first = toHex(Uint8Array.of(1, 2, 3));
  toHex(Uint8Array.of(4, 5, 6));
  expect(first).toBe("0x010203");
});

it("reads canonical hex only", () => {
  const characters = fc.constantFrom(...Array.from("0123456789abcdefABCDEFxgG/:@`"), " ", "\n", "é", "Ā", "İ", "0");
  const text = fc.oneof(
    fc.array(characters, { maxLength: 8 }).map((each) => `0x${each.join("")}`),
    fc.array(characters, { maxLength: 8 }).map((each) => each.join("")),
    fc.string({ unit: "binary", maxLength: 8 }),
  );
  fc.assert(
    fc.property(text, (hex) => {
      if (isHex(hex)) expect(toHex(fromHex(hex))).toBe(hex);
      else expect(() => fromHex(hex)).toThrow(RangeError);
    }),
    { numRuns: runs(2_000) },
  );
  for (const hex of ["0x0", "0x", "0x000", "0X00"]) expect(() => fromHex(hex, 1)).toThrow("hex of 1 bytes");
  expect(() => fromHex("0x00", 2)).toThrow('expected 0x and lower-case hex of 2 bytes, got "0x00"');
  for (const value of [undefined, null, 7, ["0x00"]])
    expect(() => fromHex(value as unknown as string)).toThrow(RangeError);
});
