import { keccak_256 } from "@noble/hashes/sha3.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MODULE } from "@anchorlog/engines/keccak";
import { BYTES, HASH, hashBytes, MAX_DYNAMIC_BYTES, SIGNATURE, TEXT, WORDS } from "../../src/action/hasher.ts";
import { createNobleHasher } from "../../src/action/nobleHasher.ts";
import { wasmHasher } from "../../src/action/wasmHasher.ts";
import { runs } from "../seed.ts";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

it("is a module that every browser with vectors compiles synchronously: it is below 4 kB", () => {
  expect(Buffer.from(MODULE, "base64").length).toBeLessThan(4096);
});

describe.each([
  ["wasm", wasmHasher()],
  ["javascript", createNobleHasher()],
])("the %s hasher", (_, hasher) => {
  const { memory, keccak, writeHex } = hasher;

  it.each([
    // The empty hash of Ethereum's accounts (Yellow Paper, section 4.1), and ERC-20's and EIP-712's own.
    ["", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"],
    ["Transfer(address,address,uint256)", "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"],
    [
      "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)",
      "8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f",
    ],
  ])("hashes %j", (text, digest) => {
    expect(hex(hashBytes(hasher, utf8(text)))).toBe(digest);
  });

  it("hashes any length between any two addresses, and writes nowhere else", () => {
    const random = fc.uint8Array({ minLength: 600, maxLength: 600 });
    fc.assert(
      fc.property(random, fc.nat(7), fc.nat(7), (bytes, from, to) => {
        // All multiples of 8 bytes up to several blocks of 136 bytes, and the lengths around them.
        for (let length = 0; length <= 560; length += length % 8 === 0 ? 1 : length % 8 === 1 ? 6 : 1) {
          memory.fill(0xaa, HASH, HASH + 64);
          memory.set(bytes, WORDS + from);
          keccak(WORDS + from, length, HASH + to);
          expect(hex(memory.subarray(HASH + to, HASH + to + 32))).toBe(hex(keccak_256(bytes.subarray(0, length))));
          expect(memory.subarray(HASH, HASH + to).every((byte) => byte === 0xaa)).toBe(true);
          expect(memory.subarray(HASH + to + 32, HASH + 64).every((byte) => byte === 0xaa)).toBe(true);
          expect(hex(memory.subarray(WORDS + from, WORDS + from + 600))).toBe(hex(bytes));
        }
      }),
      { numRuns: 5 },
    );
  });

  it("hashes a member of the greatest length, and longer input", () => {
    for (const length of [MAX_DYNAMIC_BYTES - 1, MAX_DYNAMIC_BYTES, MAX_DYNAMIC_BYTES + 1, 200_000]) {
      const bytes = new Uint8Array(length).fill(length);
      expect(hex(hashBytes(hasher, bytes))).toBe(hex(keccak_256(bytes)));
    }
  });

  it("decodes canonical hex of any length", () => {
    const bytes = fc.oneof(fc.uint8Array({ maxLength: 100 }), fc.uint8Array({ minLength: 9_000, maxLength: 16_384 }));
    fc.assert(
      fc.property(bytes, fc.nat(7), (wanted, offset) => {
        const to = BYTES + offset;
        memory.fill(0xaa, BYTES - 8, to + wanted.length + 16);
        expect(writeHex(`0x${hex(wanted)}`, to)).toBe(true);
        expect(hex(memory.subarray(to, to + wanted.length))).toBe(hex(wanted));
        expect(memory.subarray(BYTES - 8, to).every((byte) => byte === 0xaa)).toBe(true);
        // Up to 7 bytes after the decoded ones may have become zeros.
        expect(hex(memory.subarray(to + wanted.length, to + wanted.length + 8))).toMatch(/^(?:00){0,8}(?:aa)*$/);
        expect(hex(memory.subarray(to + wanted.length + 8, to + wanted.length + 16))).toMatch(/^(?:aa)+$/);
      }),
      { numRuns: runs(300) },
    );
  });

  it("refuses text with one wrong character at any position", () => {
    const good = "0123456789abcdef".repeat(9);
    const odd = ["/", ":", "`", "g", "A", "F", " ", "\0", "\x7f", "\x80", "ā", "İ", "３", "\ud800", "\u{10400}"];
    for (let length = 2; length <= good.length; length += 2) {
      for (let at = 0; at < length; at++) {
        const char = odd[(at + length) % odd.length]!;
        const text = `0x${good.slice(0, at)}${char}${good.slice(at + char.length, length)}`;
        // The buffer still holds the value that was decoded before.
        writeHex(`0x${good}`, SIGNATURE);
        expect(writeHex(text, SIGNATURE), text).toBe(false);
      }
    }
    for (const text of ["", "0", "0x0", "0x012", "0X01", "x001", "1x01", "01", "００x"])
      expect(writeHex(text, SIGNATURE)).toBe(false);
    expect(writeHex("0x", SIGNATURE)).toBe(true);
  });

  it("has room for the longest hex, and for its text", () => {
    const longest = new Uint8Array(MAX_DYNAMIC_BYTES).fill(0x5a);
    expect(writeHex(`0x${hex(longest)}`, BYTES)).toBe(true);
    expect(hex(memory.subarray(BYTES, BYTES + longest.length))).toBe(hex(longest));
    expect(BYTES + MAX_DYNAMIC_BYTES + 8).toBeLessThanOrEqual(TEXT);
    expect(TEXT + 2 + 2 * MAX_DYNAMIC_BYTES + 16).toBeLessThanOrEqual(memory.length);
  });
});
