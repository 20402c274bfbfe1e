import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeEntry, encodeEntry, ENTRY_BYTES, hashEntry, type Entry } from "anchorlog/log";
import { acceptedAtOf, indexOf, nonceKeyOf, nonceKeyOfEntry, nonceOf } from "../../src/log/entry.ts";

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const placed = fc.record({
  log: bytes(32),
  index: fc.maxSafeNat(),
  prev: bytes(32),
  actor: bytes(20),
  nonce: bytes(32),
  digest: bytes(32),
  signatureHash: bytes(32),
  scheme: fc.constant(0),
  verifiedBlock: fc.constant(0),
  acceptedAt: fc.maxSafeNat(),
});
const NOBODY = { part: 0, objectKey: new Uint8Array(32), prior: undefined, holder: new Uint8Array(20) };
const ANYBODY = new Uint8Array(20).fill(0xff);
/** Well-formed entries of all three parts, with and without a prior. */
const entry: fc.Arbitrary<Entry> = fc
  .record({
    placed,
    part: fc.nat(2),
    objectKey: bytes(32),
    prior: fc.option(fc.maxSafeNat(), { nil: undefined }),
    holder: bytes(20),
  })
  .map(({ placed: at, part, objectKey, prior, holder }) => {
    if (part === 0) return { ...at, ...NOBODY };
    const before = prior === undefined || at.index === 0 ? undefined : prior % at.index;
    return { ...at, part, objectKey, prior: before, holder: part === 2 && before === undefined ? ANYBODY : holder };
  });

describe("entries", () => {
  it("are decoded to what was encoded", () => {
    fc.assert(
      fc.property(entry, (e) => {
        const encoded = encodeEntry(e);
        expect(decodeEntry(encoded)).toEqual(e);
        expect([indexOf(encoded), acceptedAtOf(encoded)]).toEqual([e.index, e.acceptedAt]);
      }),
    );
  });

  it("have the layout of the protocol", () => {
    const e: Entry = {
      log: new Uint8Array(32).fill(1),
      index: 0x0203,
      prev: new Uint8Array(32).fill(4),
      actor: new Uint8Array(20).fill(5),
      nonce: new Uint8Array(32).fill(6),
      digest: new Uint8Array(32).fill(7),
      signatureHash: new Uint8Array(32).fill(8),
      scheme: 0,
      verifiedBlock: 0,
      acceptedAt: 0x0a0b,
      part: 1,
      objectKey: new Uint8Array(32).fill(9),
      prior: 0x0102,
      holder: new Uint8Array(20).fill(3),
    };
    const hex = Buffer.from(encodeEntry(e)).toString("hex");
    const fill = (digit: number, length: number) => `0${digit}`.repeat(length);
    expect(hex).toBe(
      `01${fill(1, 32)}0000000000000203${fill(4, 32)}${fill(5, 20)}${fill(6, 32)}${fill(7, 32)}${fill(8, 32)}00${fill(0, 8)}0000000000000a0b01${fill(9, 32)}0000000000000102${fill(3, 20)}`,
    );
    const first = Buffer.from(encodeEntry({ ...e, prior: undefined })).toString("hex");
    expect(first.slice(2 * 239, 2 * 247)).toBe("ff".repeat(8));
    expect(hex.length).toBe(2 * ENTRY_BYTES);
    expect(Buffer.from(hashEntry(encodeEntry(e)))).toEqual(
      createHash("sha256").update(`\0`).update(hex, "hex").digest(),
    );
  });

  it("are refused if they are not well-formed", () => {
    const good = encodeEntry({ ...fc.sample(placed, 1)[0]!, ...NOBODY });
    const set = (offset: number, value: number) => Uint8Array.from(good, (byte, i) => (i === offset ? value : byte));
    for (const bad of [
      good.slice(1),
      Uint8Array.from([...good, 0]),
      new Uint8Array(),
      set(0, 2),
      set(33, 0x20),
      set(189, 1),
      set(197, 1),
      set(198, 0xff),
      set(206, 3),
      // An entry about no object with a value in its object part.
      set(207, 1),
      set(246, 1),
      set(247, 1),
    ]) {
      expect(() => decodeEntry(bad)).toThrow(RangeError);
    }
    const about = { ...decodeEntry(good), index: 7, part: 2, prior: 6, holder: new Uint8Array(20) };
    expect(decodeEntry(encodeEntry(about))).toEqual(about);
    for (const wrong of [
      { ...about, prior: 7 },
      { ...about, prior: 2 ** 53 - 1 },
      { ...about, prior: undefined },
      { ...about, part: 1, prior: 8 },
      { ...about, part: 3 },
      { ...about, scheme: 2, verifiedBlock: 1 },
    ]) {
      expect(() => decodeEntry(encodeEntry(wrong))).toThrow(RangeError);
    }
    expect(() => encodeEntry({ ...decodeEntry(good), index: 2 ** 53 })).toThrow(RangeError);
    expect(() => encodeEntry({ ...decodeEntry(good), actor: new Uint8Array(21) })).toThrow(RangeError);
  });
});

describe("a nonce's key", () => {
  it("depends only on the actor and the nonce", () => {
    fc.assert(
      fc.property(entry, entry, ({ actor, nonce }, other) => {
        const hash = createHash("sha256").update(Uint8Array.of(0)).update(actor).update(nonce);
        const key = new Uint8Array(hash.digest().subarray(0, 16));
        const encoded = encodeEntry({ ...other, actor, nonce });
        expect(nonceKeyOfEntry(encoded)).toEqual(key);
        expect(nonceOf(encoded)).toEqual({ actor, nonce });
        expect(nonceKeyOf(actor, nonce)).toEqual(key);
      }),
    );
  });

  it("is refused for an actor or nonce of the wrong length", () => {
    const zeros = (length: number) => new Uint8Array(length);
    expect(() => nonceKeyOf(zeros(21), zeros(32))).toThrow(RangeError);
    expect(() => nonceKeyOf(zeros(20), zeros(0))).toThrow(RangeError);
  });
});
