import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { hashManyInBigints } from "../../../src/crypto/poseidon/bigintEngine.ts";
import type { Arity, HashMany } from "../../../src/crypto/poseidon/engine.ts";
import { reduceWord } from "../../../src/crypto/poseidon/field.ts";
import { DATA, MODULE, ROOM, TAG } from "@anchorlog/engines/poseidon";
import {
  bytesToElements,
  elementsToBytes,
  FIELD_ORDER,
  poseidonMany,
  TAGS,
} from "../../../src/crypto/poseidon/index.ts";
import { instantiateHashMany } from "../../../src/crypto/poseidon/wasmEngine.ts";
import { uintToBytes } from "../../../src/base/bytes.ts";
import zk from "../../vectors/zk.json" with { type: "json" };
import { circomlibPoseidon } from "./second-opinion.ts";

const wasm = instantiateHashMany();
const engines: readonly (readonly [string, HashMany])[] = [
  ["WebAssembly", wasm],
  ["bigints", hashManyInBigints],
];
const ARITIES: readonly Arity[] = [4, 5];

const element = fc.oneof(
  fc.constantFrom(
    0n,
    1n,
    FIELD_ORDER - 1n,
    FIELD_ORDER - 2n,
    2n ** 51n - 1n,
    2n ** 253n,
    2n ** 204n,
    2n ** 255n % FIELD_ORDER,
  ),
  fc.bigInt({ min: 0n, max: FIELD_ORDER - 1n }),
);
const list = (length: number) => fc.array(element, { minLength: length, maxLength: length });
/** Different elements, many of them large. */
const many = (length: number): bigint[] => {
  let x = 7n;
  return Array.from({ length }, () => (x = (x * x + 5n) % FIELD_ORDER));
};

describe.each(engines)("the engine in %s", (_, hashMany) => {
  test("has the vectors' hashes", () => {
    for (const { tag, inputs, hash } of zk.poseidon) {
      const found = hashMany(
        inputs.length as Arity,
        elementsToBytes([BigInt(tag)]),
        elementsToBytes(inputs.map(BigInt)),
      );
      expect(bytesToElements(found)).toEqual([BigInt(hash)]);
    }
  });

  test.each(ARITIES)("of %s inputs, equals circomlib's", (arity) => {
    fc.assert(
      fc.property(fc.oneof(fc.constant(0n), element), list(arity), list(arity), (tag, first, second) => {
        const found = hashMany(arity, elementsToBytes([tag]), elementsToBytes([...first, ...second]));
        expect(bytesToElements(found)).toEqual([circomlibPoseidon(tag, first), circomlibPoseidon(tag, second)]);
      }),
      { numRuns: 100 },
    );
  });

  test.each(ARITIES)("of %s inputs, takes any number of hashes", (arity) => {
    const tag = elementsToBytes([TAGS.group]);
    const inputs = elementsToBytes(many(5 * arity));
    const each = Array.from({ length: 5 }, (_, i) => inputs.slice(i * arity * 32, (i + 1) * arity * 32));
    const expected = each.map((one) => circomlibPoseidon(TAGS.group, bytesToElements(one)));
    for (let count = 0; count <= 5; count++) {
      const found = hashMany(arity, tag, inputs.slice(0, count * arity * 32));
      expect(bytesToElements(found)).toEqual(expected.slice(0, count));
    }
  });

  test("reads bytes at any offset, and keeps no reference to them", () => {
    const [tag, inputs] = [elementsToBytes([TAGS.node]), elementsToBytes(many(8))];
    const shifted = new Uint8Array(inputs.length + 3);
    shifted.set(inputs, 3);
    const found = hashMany(4, tag, shifted.subarray(3));
    const copy = found.slice();
    hashMany(4, elementsToBytes([0n]), inputs);
    expect(found).toEqual(copy);
    expect(found).toEqual(hashMany(4, tag, inputs));
  });
});

describe("the WebAssembly module", () => {
  test.each(ARITIES)("hashes more than fit its memory, %s inputs each", (arity) => {
    const tag = elementsToBytes([TAGS.rest]);
    const one = elementsToBytes(many(arity));
    const hash = wasm(arity, tag, one);
    for (const count of [ROOM[arity] - 1, ROOM[arity], ROOM[arity] + 1, 2 * ROOM[arity] + 1]) {
      const inputs = new Uint8Array(count * one.length);
      for (let i = 0; i < count; i++) inputs.set(one, i * one.length);
      // Only the last input differs. It may share a vector with unused lanes.
      inputs[inputs.length - 1]! ^= 1;
      const found = wasm(arity, tag, inputs);
      const alone = wasm(arity, tag, inputs.slice(-one.length));
      expect(found.length).toBe(count * 32);
      for (let i = 0; i < count - 1; i++) {
        if (Buffer.compare(found.subarray(32 * i, 32 * i + 32), hash) !== 0) expect.fail(`hash ${i} of ${count}`);
      }
      expect(found.slice(-32)).toEqual(alone);
      expect(alone).not.toEqual(hash);
    }
  });

  test("has its inputs in its memory, which never grows", () => {
    const { Instance, Module } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;
    const { memory, p4 } = new Instance(new Module(Buffer.from(MODULE, "base64"))).exports;
    expect(TAG + 32).toBeLessThanOrEqual(DATA);
    for (const arity of ARITIES) {
      expect(ROOM[arity] % 4).toBe(0);
      expect(DATA + ROOM[arity] * arity * 32).toBeLessThanOrEqual(memory.buffer.byteLength);
    }
    const size = memory.buffer.byteLength;
    p4(ROOM[4]);
    expect(memory.buffer.byteLength).toBe(size);
    expect(() => memory.grow(1)).toThrow(RangeError);
  });
});

type WebAssemblyApi = {
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object) => {
    exports: { memory: { buffer: ArrayBuffer; grow(pages: number): void }; p4(count: number): void };
  };
};

describe("without a working module", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.resetModules();
  });

  function refuse(): never {
    throw new Error("unsafe-eval");
  }
  function empty(): void {}
  function wrong() {
    const memory = { buffer: new ArrayBuffer(DATA + ROOM[4] * 4 * 32) };
    return { exports: { memory, p4: empty, p5: empty, p4Pairs: empty, p5Pairs: empty } };
  }
  const broken: [string, unknown][] = [
    ["there is no WebAssembly", undefined],
    ["a policy forbids it", { Module: vi.fn(refuse) }],
    ["multiply-adds round twice, so that hashes are wrong", { Module: vi.fn(empty), Instance: vi.fn(wrong) }],
  ];
  test.each(broken)("if %s, bigints compute the same hashes", async (_, api) => {
    vi.stubGlobal("WebAssembly", api);
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    expect(() => instantiateHashMany()).toThrow(/WebAssembly|wrong answer/);
    vi.resetModules();
    const fresh = await import("../../../src/crypto/poseidon/index.ts");
    const inputs = many(5);
    expect(warn).not.toHaveBeenCalled();
    expect(fresh.poseidonP5(TAGS.context, inputs)).toBe(circomlibPoseidon(TAGS.context, inputs));
    const found = fresh.poseidonMany(TAGS.context, 5, elementsToBytes(inputs));
    expect(bytesToElements(found)).toEqual([circomlibPoseidon(TAGS.context, inputs)]);
    expect(warn).toHaveBeenCalledOnce();
  });
});

test("on a machine without fused multiply-adds, hashes are the same", () => {
  // V8 then rounds twice, as the "relaxed" instructions may.
  const script = `
    const { instantiateHashMany } = await import("./src/crypto/poseidon/wasmEngine.ts");
    const { poseidonP4 } = await import("./src/crypto/poseidon/index.ts");
    let isRefused = false;
    try { instantiateHashMany(); } catch { isRefused = true; }
    console.log(isRefused, poseidonP4(0n, [1n, 2n, 3n, 4n]));`;
  const flags = ["--no-enable-fma3", "--experimental-strip-types", "--no-warnings", "--input-type=module"];
  const printed = execFileSync(process.execPath, [...flags, "-e", script], { encoding: "utf8" });
  const [without, hash] = printed.trim().split(" ");
  expect(BigInt(hash!.slice(0, -1))).toBe(circomlibPoseidon(0n, [1n, 2n, 3n, 4n]));
  // Other machines have no such switch, and always fuse.
  if (process.arch === "x64") expect(without).toBe("true");
});

describe("many hashes together", () => {
  test("refuse a number outside the field, and name its place", () => {
    for (const bad of [FIELD_ORDER, FIELD_ORDER + 1n, 2n ** 254n, 2n ** 256n - 1n]) {
      const inputs = new Uint8Array(8 * 32);
      inputs.set(uintToBytes(bad, 32), 6 * 32);
      expect(() => poseidonMany(TAGS.node, 4, inputs)).toThrow("element 6 of the inputs");
      expect(() => poseidonMany(bad, 4, new Uint8Array(128))).toThrow("the tag");
      expect(() => bytesToElements(inputs)).toThrow(RangeError);
    }
    const largest = elementsToBytes(Array<bigint>(4).fill(FIELD_ORDER - 1n));
    expect(poseidonMany(TAGS.node, 4, largest).length).toBe(32);
  });

  test("refuse half an input", () => {
    for (const length of [1, 32, 127, 129, 160]) {
      expect(() => poseidonMany(TAGS.node, 4, new Uint8Array(length))).toThrow("4 elements of 32 bytes");
    }
    expect(() => bytesToElements(new Uint8Array(33))).toThrow(RangeError);
    expect(() => elementsToBytes([1n, FIELD_ORDER])).toThrow("element 1");
  });
});

describe("elements in bytes", () => {
  test("are read back unchanged", () => {
    fc.assert(
      fc.property(fc.array(element), (xs) => {
        expect(bytesToElements(elementsToBytes(xs))).toEqual(xs);
      }),
    );
    expect(elementsToBytes([258n])).toEqual(uintToBytes(258n, 32));
  });

  test("a word is reduced in place, and the bytes around it stay", () => {
    const word = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.tuple(fc.bigInt({ min: 1n, max: 5n }), fc.bigInt({ min: -2n, max: 2n })).map(([q, d]) => q * FIELD_ORDER + d),
      fc.constantFrom(0n, 2n ** 256n - 1n, 0x30n << 248n),
    );
    fc.assert(
      fc.property(word, fc.integer({ min: 0, max: 5 }), (value, at) => {
        const bytes = new Uint8Array(48).fill(0xff);
        bytes.set(uintToBytes(value, 32), at);
        const expected = new Uint8Array(48).fill(0xff);
        expected.set(uintToBytes(value % FIELD_ORDER, 32), at);
        expect(reduceWord(bytes, at)).toBe(Number(value / FIELD_ORDER));
        expect(bytes).toEqual(expected);
      }),
    );
  });
});
