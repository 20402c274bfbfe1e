/** A key is taken as a whole or refused. */
import { describe, expect, test } from "vitest";
import { isTwin, KeyError, parseZkey } from "../../../src/crypto/bn254/zkey.ts";
import { P, R, writeWords } from "../../../src/crypto/bn254/numbers.ts";
import { ABSENCE_KEY } from "../../../src/proof/generated/absenceKey.ts";
import { ORDER_KEY } from "../../../src/proof/generated/orderKey.ts";
import { artifact } from "./fixtures.ts";

const bytes = new Uint8Array(await artifact("order.zkey"));
const view = new DataView(bytes.buffer);
const found = new Map<number, number>();
for (let at = 12; at < bytes.length; at += 12 + Number(view.getBigUint64(at + 4, true))) {
  found.set(view.getUint32(at, true), at + 12);
}
/** The offset of each section's content. */
const places = found;

/** The key with other bytes in a section. */
function changed(section: number, offset: number, value: number | bigint): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  const at = places.get(section)! + offset;
  if (typeof value === "number") view.setUint32(at, value, true);
  else {
    const words = new Uint32Array(8);
    writeWords(words, 0, value);
    words.forEach((word, i) => view.setUint32(at + 4 * i, word, true));
  }
  return copy;
}

test("reads our keys, and finds the verification key of each", () => {
  const key = parseZkey(bytes);
  expect({ ...key, verification: undefined }).toMatchObject({ wires: 6597, publics: 12, domain: 8192 });
  expect(isTwin(key, ORDER_KEY)).toBe(true);
  expect(isTwin(key, ABSENCE_KEY)).toBe(false);
  const { verification } = key;
  for (const name of ["gamma", "delta", "beta"] as const) {
    const { x, y } = ORDER_KEY[name];
    expect(isTwin(key, { ...ORDER_KEY, [name]: { x: y, y: x } })).toBe(false);
  }
  expect(isTwin(key, { ...ORDER_KEY, alpha: verification.ic[0]! })).toBe(false);
  expect(isTwin(key, { ...ORDER_KEY, ic: ORDER_KEY.ic.slice(1) })).toBe(false);
  // Bytes that start anywhere.
  const shifted = new Uint8Array(bytes.length + 1);
  shifted.set(bytes, 1);
  expect(isTwin(parseZkey(shifted.subarray(1)), ORDER_KEY)).toBe(true);
});

describe("refuses", () => {
  const cases: [string, () => Uint8Array, RegExp][] = [
    ["nothing", () => new Uint8Array(), /not a zkey/],
    ["another file", () => bytes.slice().fill(0, 0, 1), /not a zkey/],
    ["another version", () => changed(1, -20, 2), /version is 2/],
    ["another protocol", () => changed(1, 0, 2), /not for Groth16/],
    ["another size of numbers", () => changed(2, 0, 48), /not over BN254/],
    ["another field", () => changed(2, 4, P + 2n), /not over BN254/],
    ["another order", () => changed(2, 40, R - 2n), /not over BN254/],
    ["more public signals than wires", () => changed(2, 76, 6597), /public signals/],
    ["one wire more", () => changed(2, 72, 6598), /section 5 has/],
    ["one public signal more", () => changed(2, 76, 13), /section 3 has/],
    ["a domain of another size", () => changed(2, 80, 16_384), /section 9 has/],
    ["a domain that is no power of two", () => changed(2, 80, 8191), /domain/],
    ["a domain of two", () => changed(2, 80, 2), /domain/],
    ["alpha off the curve", () => changed(2, 84, 5n), /alpha is not a point/],
    ["beta off the curve", () => changed(2, 148, 5n), /beta is not a point/],
    ["beta in G2 off the curve", () => changed(2, 212, 5n), /beta is not a point/],
    ["gamma off the curve", () => changed(2, 340, 5n), /gamma is not a point/],
    ["delta off the curve", () => changed(2, 468, 5n), /delta is not a point/],
    ["delta in G2 off the curve", () => changed(2, 532, 5n), /delta is not a point/],
    ["delta that is not below p", () => changed(2, 532, P), /not below p/],
    ["IC off the curve", () => changed(3, 64, 5n), /IC_1 is not a point/],
    ["another number of coefficients", () => changed(4, 0, 45_221), /section 4/],
    ["a third matrix", () => changed(4, 4, 2), /does not exist/],
    ["a constraint beyond the domain", () => changed(4, 8, 8192), /does not exist/],
    ["a wire that is not there", () => changed(4, 12, 6597), /does not exist/],
    ["a coefficient that is not below r", () => changed(4, 16, R), /not below r/],
    ["a coordinate that is not below p", () => changed(7, 96, P), /section 7 has a coordinate/],
    ["the largest coordinate", () => changed(9, 32, 2n ** 256n - 1n), /section 9 has a coordinate/],
    ["a section twice", () => changed(6, -12, 5), /section 5 twice/],
    ["a section missing", () => changed(9, -12, 11), /no section 9/],
    ["its last byte missing", () => bytes.slice(0, -1), /section 10 ends after the end of the key/],
    ["a byte after it", () => Buffer.concat([bytes, Buffer.alloc(1)]), /bytes after its last section/],
    ["one section less than it says", () => changed(1, -16, 11), /ends early/],
    ["lengths beyond all", () => changed(5, -4, 0xffffffff), /section 5 ends after the end of the key/],
  ];
  test.each(cases)("%s", (_, make, message) => {
    const key = make();
    expect(() => parseZkey(key)).toThrow(KeyError);
    expect(() => parseZkey(key)).toThrow(message);
    // Points that differ from the trusted ones are checked.
    expect(() => parseZkey(key, ORDER_KEY)).toThrow(message);
  });
});
