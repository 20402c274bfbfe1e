import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCheckpoint } from "anchorlog/batch";
import {
  decodeBundle,
  encodeBundle,
  formatBundle,
  parseBundle,
  parseTrust,
  verifyBundle,
  type Bundle,
} from "anchorlog/verify/bundle";
import { AnchorlogError, toHex, type Hex } from "anchorlog";
import { readValue } from "../../../src/verify/bundle/compactValues.ts";
import { readFields, writeFields } from "../../../src/verify/bundle/fields.ts";
import { bundle as anyBundle } from "./arbitraries.ts";
import { GOLDEN_BUNDLES } from "./golden.ts";
import { isTried, runs } from "../../seed.ts";

const golden = (name: string): Uint8Array => readFileSync(new URL(`../../vectors/bundles/v1/${name}`, import.meta.url));
const text = (name: string): string => new TextDecoder().decode(golden(name));
const bundles = Object.fromEntries(GOLDEN_BUNDLES.map((name) => [name, parseBundle(text(`${name}.json`))]));
const { promised, included, wallet } = bundles as Record<string, Bundle> & { included: Bundle };

/** Replaces bytes at an offset by others. */
const splice = (bytes: Uint8Array, at: number, remove: number, insert: ArrayLike<number> = []): Uint8Array =>
  Uint8Array.from([...bytes.subarray(0, at), ...Array.from(insert), ...bytes.subarray(at + remove)]);
const positionOf = (bytes: Uint8Array, part: Uint8Array): number => Buffer.from(bytes).indexOf(part);
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("the compact form", () => {
  it("has no number below zero", () => {
    expect(() => writeFields().uint(-1n)).toThrow("-1 is below zero");
  });

  it.each([256, 257])("reads no array of more than 256 elements: %i", (count) => {
    const bytes = writeFields();
    bytes.uint(count);
    for (let i = 0; i < count; i++) bytes.uint(0);
    const read = () => readValue(readFields(bytes.finish()), "uint8[]", "x");
    if (count === 256) expect(read()).toHaveLength(256);
    else expect(read).toThrow("has more than 256 elements");
  });

  it("reads back every bundle unchanged, from its one encoding", () => {
    fc.assert(
      fc.property(anyBundle, (bundle) => {
        const bytes = encodeBundle(bundle);
        expect(decodeBundle(bytes)).toEqual(bundle);
        // Through JSON it stays the same bundle.
        expect(encodeBundle(parseBundle(formatBundle(bundle)))).toEqual(bytes);
        expect(bytes.length).toBeLessThan(formatBundle(bundle).length / 2);
      }),
      { numRuns: runs(300) },
    );
  });

  it("accepts members of a message in any order, as JSON does", () => {
    const { message } = included.action;
    const payload = Object.fromEntries(Object.entries(message.payload).toReversed());
    const { log, ...rest } = message;
    const reordered = { ...included, action: { ...included.action, message: { ...rest, payload, log } } };
    expect(encodeBundle(reordered)).toEqual(encodeBundle(included));
  });

  it("reads any bytes in one way, or refuses them", () => {
    const files = GOLDEN_BUNDLES.map((name) => golden(`${name}.bin`));
    const edit = fc.record({
      at: fc.nat(1_100),
      remove: fc.constantFrom(0, 1, 1, 1, 1, 1, 1, 2, 32),
      insert: fc.uint8Array({ maxLength: 2 }),
    });
    let read = 0;
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.array(edit, { minLength: 1, maxLength: 3 }), (bytes, edits) => {
        const changed = edits.reduce(
          (file, { at, remove, insert }) => splice(file, 5 + (at % (file.length - 5)), remove, insert),
          bytes,
        );
        let bundle: Bundle;
        try {
          bundle = decodeBundle(changed);
        } catch (error) {
          expect((error as Error).name, String(error)).toBe("FormatError");
          return;
        }
        read++;
        expect(encodeBundle(bundle)).toEqual(changed);
        expect(parseBundle(formatBundle(bundle))).toEqual(bundle);
      }),
      { numRuns: runs(2_000) },
    );
    expect(read).toBeGreaterThan(runs(200));
  });

  it("is refused if it ends early or has more bytes", () => {
    for (const name of GOLDEN_BUNDLES) {
      const bytes = golden(`${name}.bin`);
      for (let end = 0; end < bytes.length; end++) {
        expect(() => decodeBundle(bytes.subarray(0, end)), `${name} up to ${end}`).toThrow(/^document|^format|: needs/);
      }
      expect(() => decodeBundle(splice(bytes, bytes.length, 0, [0]))).toThrow("document: 1 bytes follow its end");
    }
  });

  it("is never valid with any one byte changed", async () => {
    const trust = { operator: parseTrust(text("trust.json")), checkpoint: parseCheckpoint(text("checkpoint")) };
    const bytes = golden("included.bin");
    expect((await verifyBundle(bytes, trust)).verdict).toBe("valid");
    for (const at of bytes.keys().filter(isTried)) {
      const changed = splice(bytes, at, 1, [bytes[at]! ^ (1 << (at % 8))]);
      expect((await verifyBundle(changed, trust)).verdict, `at ${at}`).not.toBe("valid");
    }
  });

  it("leaves out the roots of empty subtrees", () => {
    const { zkPath } = included.inclusion!;
    // A batch of three entries: everything above the commitments is empty but for the path itself.
    for (const level of zkPath.slice(1)) {
      expect(new Set(level).size).toBe(1);
      expect(toHex(encodeBundle(included))).not.toContain(level[0]!.slice(2));
    }
    const busy = { ...included, inclusion: { ...included.inclusion!, zkPath: zkPath.map(() => zkPath[0]!) } };
    expect(encodeBundle(busy).length - encodeBundle(included).length).toBeGreaterThan(14 * 32);
    expect(decodeBundle(encodeBundle(busy))).toEqual(busy);
  });

  it("holds the longest action that an operator accepts, and so does JSON", () => {
    const payloadType = `LongPayload(${Array.from({ length: 16 }, (_, i) => `string m${i}`).join(",")})`;
    const payload = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`m${i}`, "\u0000".repeat(16_384)]));
    const { message, signature } = wallet!.action;
    const long: Bundle = {
      ...wallet!,
      action: { primaryType: "Long", payloadType, message: { ...message, payload }, signature },
    };
    expect(parseBundle(formatBundle(long))).toEqual(long);
    // Its entry belongs to another action, which is noticed only after everything was read.
    expect(() => encodeBundle(long)).toThrow("its entry is not what the rest implies");
  });
});

describe("bytes that are not a compact bundle", () => {
  const bytes = golden("included.bin");
  const name = positionOf(bytes, utf8("Golden Platform"));
  const payloadType = positionOf(bytes, utf8("TransferPayload"));
  const log = positionOf(bytes, utf8("a.example"));
  const inclusion = positionOf(bytes, Buffer.from(included.receipt.signature.slice(2), "hex")) + 66;
  const everything = golden("promised.bin");
  const debt = positionOf(everything, new Uint8Array([0xde, 0xad, 0xbe, 0xef])) + 5;
  const walletBytes = golden("wallet.bin");
  const signature = positionOf(walletBytes, new Uint8Array(97).fill(0x7d));

  it("are not decoded if they are JSON", () => {
    expect(() => decodeBundle(golden("included.json"))).toThrow(/does not begin as a compact bundle does/);
  });

  it.each<[string, Uint8Array, string]>([
    ["of no version", splice(bytes, 4, 1, [0]), "format: expected version 1 of compact bundles, got 0"],
    ["that begin otherwise", splice(bytes, 0, 1, [0x8c]), "document: does not begin as a compact bundle does"],
    ["that are too many", new Uint8Array((1 << 19) + 1), "document: a compact bundle has at most 524288 bytes"],
    [
      "with an integer that has a leading zero",
      splice(bytes, 5, 1, [3, 0]),
      "operator.chainId: is an integer with a leading zero",
    ],
    [
      "with a chain over 2^53 - 1",
      splice(bytes, 5, 3, [7, 0x20, 0, 0, 0, 0, 0, 0]),
      "operator.chainId: is over 2^53 - 1",
    ],
    ["with an integer of 8 bytes", splice(bytes, 5, 1, [8]), "operator.chainId: is an integer of more than 7 bytes"],
    ["with a name in Latin-1", splice(bytes, name, 1, [0xfc]), "operator.name: is not UTF-8"],
    [
      "with a name that a registry refuses",
      splice(bytes, name, 1, [0x07]),
      "operator.name: expected 1 to 64 characters",
    ],
    ["with a name of 65 bytes", splice(bytes, name - 1, 1, [65]), "operator.name: is longer than 64 bytes"],
    [
      "with a name of 2^40 bytes",
      splice(bytes, name - 2, 2, [6, 1, 0, 0, 0, 0, 0]),
      "operator.name: is longer than 64 bytes",
    ],
    ["with a kind that cannot be", splice(bytes, payloadType, 1, [0x74]), "a kind's name matches"],
    [
      "with an int64 of 9 bytes",
      splice(everything, debt, 9, [9, 1, 0x80, 0, 0, 0, 0, 0, 0, 0]),
      "payload.debt: is an integer of more than 8 bytes",
    ],
    ["with a log name that cannot be", splice(bytes, log, 1, [0x41]), "a log's name matches"],
    ["with a contract wallet asked at no block", splice(walletBytes, signature - 35, 3, [0]), "got 0 for scheme 1"],
    ["with a second batch that starts at entry 0", secondBatch(bytes), "only a log's first batch"],
    [
      "with an entry beyond its batch",
      splice(bytes, inclusion + 2, 1, [1]),
      "inclusion.path: a tree of size 1 has no leaf 1",
    ],
    [
      "with a contract wallet's empty signature",
      splice(walletBytes, signature - 2, 99, [0]),
      "action.signature: is empty",
    ],
    [
      "with a flag of 2",
      splice(golden("promised.bin"), golden("promised.bin").length - 1, 1, [2]),
      "inclusion: expected the byte 0 or 1, got 2",
    ],
    [
      "with an empty subtree spelled out",
      spelledOut(bytes),
      "inclusion.zkPath[7][2]: spells out an empty subtree's root",
    ],
  ])("%s are refused", async (_, changed, message) => {
    expect(() => decodeBundle(changed)).toThrow(message);
    expect(await verifyBundle(changed, {})).toMatchObject({ verdict: "invalid", state: null });
  });

  it("get an error with the place or the fault", () => {
    const thrown = (changed: Uint8Array): unknown => {
      try {
        return decodeBundle(changed);
      } catch (error) {
        return error;
      }
    };
    const placed = { name: "FormatError", code: "non_canonical", path: "inclusion.zkPath[7][2]" };
    expect(thrown(spelledOut(bytes))).toMatchObject(placed);
    const payloadType = positionOf(bytes, utf8(included.action.payloadType));
    const unplaced = { name: "FormatError", code: "malformed", path: "" };
    const error = thrown(splice(bytes, payloadType, 1, utf8("1")));
    expect(error).toMatchObject(unplaced);
    expect((error as Error).message).toMatch(/^document: action type 1ransfer: /);
  });

  /** The bundle with its first batch marked as the second, including the fields of such a header. */
  function secondBatch(bytes: Uint8Array): Uint8Array {
    return splice(splice(bytes, inclusion, 1, [1, 1, 0]), inclusion + 5, 0, new Uint8Array(1 + 32 + 32));
  }

  /** The bundle with the last sibling written in full, although a single bit stands for it. */
  function spelledOut(bytes: Uint8Array): Uint8Array {
    const { path, zkPath } = included.inclusion!;
    // The last hash of the path is also the batch's head, which comes before it.
    const bits = Buffer.from(bytes).lastIndexOf(path.at(-1)!.slice(2), undefined, "hex") + 32;
    const own = zkPath.flat().filter((sibling) => toHex(bytes).includes(sibling.slice(2))).length;
    const siblings = bits + 3 + 32 * own;
    const filled = splice(bytes, siblings, 0, Buffer.from(zkPath[7]![2]!.slice(2), "hex"));
    return splice(filled, bits + 2, 1, [filled[bits + 2]! & 0xfe]);
  }
});

describe("a bundle that does not agree with itself", () => {
  const flip = (hex: Hex): Hex => `${hex.slice(0, -1)}${hex.endsWith("0") ? "1" : "0"}` as Hex;
  const { action } = included;
  const inclusion = included.inclusion!;
  const { checkpoint } = inclusion;
  it.each<[string, Partial<Bundle>, string]>([
    ["another log", { log: "b.example" }, "its action.message.log is not"],
    ["an entry of another action", { entry: promised!.entry }, "its entry is not"],
    ["another entry", { entry: flip(included.entry) }, "its entry is not|its inclusion.header is not"],
    ["a nonsense entry", { entry: `0x${"00".repeat(267)}` }, "an entry begins with tag 1"],
    ["another kind", { action: { ...action, primaryType: "Transfer2" } }, "payload type must read"],
    ["another signature", { action: { ...action, signature: flip(action.signature) } }, "its entry is not"],
    ["a short signature", { action: { ...action, signature: "0x00" } }, "65 bytes"],
    [
      "a value that is not canonical",
      { action: { ...action, message: { ...action.message, nonce: "01" as "1" } } },
      "nonce",
    ],
    [
      "a further member",
      { receipt: { ...included.receipt, note: "x" } as Bundle["receipt"] },
      "its receipt.note is not",
    ],
    [
      "another header",
      { inclusion: { ...inclusion, header: flip(inclusion.header) } },
      "its inclusion.checkpoint.root is not",
    ],
    ["another path", { inclusion: { ...inclusion, path: inclusion.path.map(flip) } }, "its inclusion.header is not"],
    [
      "a longer path",
      { inclusion: { ...inclusion, path: [...inclusion.path, ...inclusion.path] } },
      "inclusion.path: has 4 hashes, but 2 are needed",
    ],
    [
      "another root",
      { inclusion: { ...inclusion, checkpoint: { ...checkpoint, root: flip(checkpoint.root) } } },
      "its inclusion.checkpoint.root is not",
    ],
    [
      "an impossible position",
      { inclusion: { ...inclusion, checkpoint: { ...checkpoint, position: "9" as const } } },
      "has no leaf 9",
    ],
    ["a name that no registry takes", { operator: { ...included.operator, name: "Zürich" } }, "operator.name"],
  ])("has no compact form: %s", (_, parts, message) => {
    expect(() => encodeBundle({ ...included, ...parts })).toThrow(AnchorlogError);
    expect(() => encodeBundle({ ...included, ...parts })).toThrow(new RegExp(`no compact form: .*(?:${message})`));
  });
});
