import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeEntry, encodeEntry, ENTRY_BYTES, hashEntry, type Entry } from "anchorlog/log";
import { nonceKeyOf, nonceKeyOfEntry } from "../../src/log/entry.ts";

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const entry: fc.Arbitrary<Entry> = fc.record({
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

describe("entries", () => {
  it("are read back as they were written", () => {
    fc.assert(
      fc.property(entry, (e) => {
        expect(decodeEntry(encodeEntry(e))).toEqual(e);
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
    };
    const hex = Buffer.from(encodeEntry(e)).toString("hex");
    const fill = (digit: number, length: number) => `0${digit}`.repeat(length);
    expect(hex).toBe(
      `01${fill(1, 32)}0000000000000203${fill(4, 32)}${fill(5, 20)}${fill(6, 32)}${fill(7, 32)}${fill(8, 32)}00${fill(0, 8)}0000000000000a0b`,
    );
    expect(hex.length).toBe(2 * ENTRY_BYTES);
    expect(Buffer.from(hashEntry(encodeEntry(e)))).toEqual(
      createHash("sha256").update(`\0`).update(hex, "hex").digest(),
    );
  });

  it("are refused in any other form", () => {
    const good = encodeEntry(fc.sample(entry, 1)[0]!);
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
    ]) {
      expect(() => decodeEntry(bad)).toThrow(RangeError);
    }
    expect(() => encodeEntry({ ...decodeEntry(good), index: 2 ** 53 })).toThrow(RangeError);
    expect(() => encodeEntry({ ...decodeEntry(good), actor: new Uint8Array(21) })).toThrow(RangeError);
  });
});

describe("a nonce's key", () => {
  it("is of the actor and the nonce, and of nothing else", () => {
    fc.assert(
      fc.property(entry, entry, ({ actor, nonce }, other) => {
        const hash = createHash("sha256").update(Uint8Array.of(0)).update(actor).update(nonce);
        const key = new Uint8Array(hash.digest().subarray(0, 16));
        expect(nonceKeyOfEntry(encodeEntry({ ...other, actor, nonce }))).toEqual(key);
        expect(nonceKeyOf(actor, nonce)).toEqual(key);
      }),
    );
  });

  it("is of nothing that is shorter or longer", () => {
    const zeros = (length: number) => new Uint8Array(length);
    expect(() => nonceKeyOf(zeros(21), zeros(31))).toThrow(RangeError);
    expect(() => nonceKeyOf(zeros(20), zeros(0))).toThrow(RangeError);
  });
});
