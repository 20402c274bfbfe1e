import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  defineActions,
  encodeMessage,
  hashDomain,
  recoverSigner,
  useEngine,
  type EncodedMessage,
  type EngineName,
  type Kind,
  type MemberType,
} from "anchorlog/action";
import { fromHex, toHex } from "anchorlog";
import { hashTypedData } from "../../src/action/domain.ts";
import { FormatError } from "../../src/base/json.ts";
import { envelope, struct } from "./arbitraries.ts";
import example from "../vectors/foreign/eip-712/mail.json" with { type: "json" };
import { encodeByReference } from "./reference.ts";
import { runs } from "../seed.ts";

const separator = new Uint8Array(32).fill(7);

/** The engines that hash differently. */
const ENGINES = ["wasm", "javascript"] as const;

const use = (engine: EngineName): void => {
  beforeAll(async () => {
    expect(await useEngine(engine)).toBe(engine);
  });
  afterAll(() => useEngine("javascript"));
};

it("has the digest and the signer of EIP-712's own example", () => {
  const { domain, hashes, signature, signer } = example;
  const separator = hashDomain(domain as Parameters<typeof hashDomain>[0]);
  expect(toHex(separator)).toBe(hashes.domain);
  const digest = hashTypedData(separator, fromHex(hashes.message, 32));
  expect(toHex(digest)).toBe(hashes.digest);
  const { r, s, v } = signature;
  expect(recoverSigner(digest, `${r}${s.slice(2)}${v.toString(16)}`)).toEqual({ address: signer });
});

type Encode = (kind: Kind, message: unknown, separator: Uint8Array) => Pick<EncodedMessage, "payloadWords" | "digest">;

/** An encoder's result for a message: words and digest, or where and why it refuses. */
const outcome = (encode: Encode, kind: Kind, message: unknown): unknown => {
  try {
    const { payloadWords, digest } = encode(kind, message, separator);
    return { words: payloadWords.map(toHex), digest: toHex(digest) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { code: error.code, path: error.path, message: error.message };
  }
};

/** Values that are canonical for some type, and values that no type accepts. */
const oddValue = fc.oneof(
  fc.constantFrom<unknown>(
    "",
    "-",
    "-0",
    "+1",
    "00",
    "01",
    "-01",
    "1e3",
    " 1",
    "1 ",
    "１",
    "0x",
    "0X00",
    "0xAB",
    "0x0",
    "0xg0",
    "0x0g",
    "0xé0",
    "0x0\u0100",
    "\ud800",
    "a\udc00",
    "256",
    "-129",
    "-128",
    "128",
    "127",
    "-1",
    "9".repeat(78),
    "9".repeat(79),
    ...[7, 8, 15, 16, 47, 48, 52, 53, 54, 63, 64, 127, 128, 255, 256].flatMap((bits) =>
      [-1n, 0n, 1n].flatMap((d) => [String(2n ** BigInt(bits) + d), String(-(2n ** BigInt(bits)) + d)]),
    ),
    `0x${"ab".repeat(20)}`,
    `0x${"ab".repeat(32)}`,
    `0x${"AB".repeat(20)}`,
    `0x${"00".repeat(33)}`,
    "a".repeat(64),
    "a".repeat(65),
    `${"a".repeat(63)}é`,
    "a".repeat(16_384),
    "a".repeat(16_385),
    "é".repeat(8_192),
    "é".repeat(8_193),
    "😀".repeat(4_096),
    `${"😀".repeat(4_096)}a`,
    `${"a".repeat(16_383)}😀`,
    `0x${"00".repeat(16_384)}`,
    `0x${"00".repeat(16_385)}`,
    null,
    undefined,
    1,
    0,
    1n,
    true,
    false,
    [],
    {},
    { toString: 1 },
    ["1"],
    [`0x${"ab".repeat(20)}`, "1"],
    Array(256).fill("1"),
    Array(257).fill("1"),
    Object.defineProperty(["1"], 0, { get: () => "1" }),
    new String("1"),
  ),
  fc.string({ unit: "binary" }),
  fc.bigInt({ min: -(2n ** 260n), max: 2n ** 260n }).map(String),
  fc.anything({ withNullPrototype: true }),
);

type Change = {
  path: "message" | "payload";
  member: number;
  action: "set" | "delete" | "add" | "reorder";
  value: unknown;
};

const change: fc.Arbitrary<Change> = fc.record({
  path: fc.constantFrom("message", "payload"),
  member: fc.nat(15),
  action: fc.constantFrom("set", "set", "set", "delete", "add", "reorder"),
  value: oddValue,
});

const applied = (object: Record<string, unknown>, { member, action, value }: Change): Record<string, unknown> => {
  const entries = Object.entries(object);
  const at = member % entries.length;
  if (action === "set") entries[at] = [entries[at]![0], value];
  else if (action === "delete") entries.splice(at, 1);
  else if (action === "add") entries.splice(at, 0, [`extra${member}`, value]);
  else entries.reverse();
  return Object.fromEntries(entries);
};

describe.each(ENGINES)("the compiled encoder with the %s engine", (engine) => {
  use(engine);

  it("agrees with the plain one on every message, refused ones included", () => {
    let refused = 0;
    fc.assert(
      fc.property(struct, envelope, fc.array(change, { maxLength: 2 }), ({ members, value }, envelope, changes) => {
        const kind = defineActions({ Kind: members }).kinds.get("Kind")!;
        let message: Record<string, unknown> = { ...envelope, payload: value };
        for (const each of changes) {
          const { payload } = message;
          if (each.path === "message") message = applied(message, each);
          else if (
            typeof payload === "object" &&
            payload !== null &&
            !Array.isArray(payload) &&
            Object.keys(payload).length > 0
          )
            message = { ...message, payload: applied(payload as Record<string, unknown>, each) };
        }
        const wanted = outcome(encodeByReference, kind, message);
        if ("path" in (wanted as object)) refused++;
        expect(outcome(encodeMessage, kind, message)).toEqual(wanted);
      }),
      { numRuns: runs(3_000) },
    );
    expect(refused).toBeGreaterThan(runs(500));
  });

  it("agrees with the plain one on every type and odd value", () => {
    const types: MemberType[] = ["bool", "address", "string", "bytes"];
    for (let n = 1; n <= 32; n++) {
      types.push(`bytes${n}` as MemberType, `uint${8 * n}` as MemberType, `int${8 * n}` as MemberType);
    }
    const kinds = types.map((type) => defineActions({ Kind: { m: type } }).kinds.get("Kind")!);
    const message = {
      log: `0x${"01".repeat(32)}`,
      actor: `0x${"02".repeat(20)}`,
      nonce: "0",
      deadline: "18446744073709551615",
    };
    fc.assert(
      fc.property(fc.constantFrom(...kinds), oddValue, (kind, value) => {
        const changed = { ...message, payload: { m: value } };
        expect(outcome(encodeMessage, kind, changed)).toEqual(outcome(encodeByReference, kind, changed));
      }),
      { numRuns: runs(20_000) },
    );
  });

  it("is not confused by a member that encodes another message when it is read", () => {
    const kind = defineActions({ Kind: { a: "string", b: "uint8" } }).kinds.get("Kind")!;
    const plain = {
      log: `0x${"01".repeat(32)}`,
      actor: `0x${"02".repeat(20)}`,
      nonce: "1",
      deadline: "2",
      payload: { a: "x", b: "3" },
    };
    const wanted = outcome(encodeMessage, kind, plain);
    const sly = {
      ...plain,
      payload: {
        a: "x",
        get b() {
          encodeMessage(kind, { ...plain, nonce: "77", payload: { a: "y", b: "9" } }, separator);
          return "3";
        },
      },
    };
    expect(outcome(encodeMessage, kind, sly)).toEqual(wanted);
  });
});
