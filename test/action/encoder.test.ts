import { TypedDataEncoder } from "ethers";
import fc from "fast-check";
import { hashStruct as viemHashStruct } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  compileStruct,
  defineActions,
  encodeMessage,
  hashDomain,
  hashStruct,
  recoverSigner,
  useEngine,
  type EncodedMessage,
  type EngineName,
  type Kind,
  type MemberType,
} from "anchorlog/action";
import { toHex } from "anchorlog";
import { hashTypedData } from "../../src/action/domain.ts";
import { concat, utf8 } from "../../src/base/bytes.ts";
import { FormatError } from "../../src/base/json.ts";
import { keccak256 } from "../../src/action/engine.ts";
import { envelope, struct } from "./arbitraries.ts";
import example from "../vectors/foreign/eip-712/mail.json" with { type: "json" };
import { encodeByReference } from "./reference.ts";
import { runs } from "../seed.ts";

const separator = new Uint8Array(32).fill(7);

/** Those that hash differently. */
const ENGINES = ["wasm", "javascript"] as const;

const use = (engine: EngineName): void => {
  beforeAll(async () => {
    expect(await useEngine(engine)).toBe(engine);
  });
  afterAll(() => useEngine("javascript"));
};

describe.each(ENGINES)("a flat struct's hash by the %s engine", (engine) => {
  use(engine);

  it("equals that of viem and ethers, over all member types", () => {
    fc.assert(
      fc.property(struct, ({ members, value }) => {
        const fields = Object.entries(members).map(([name, type]) => ({ name, type }));
        const types = { Flat_1: fields };
        const found = toHex(hashStruct("Flat_1", members, value));
        expect(found).toBe(viemHashStruct({ data: value, primaryType: "Flat_1", types }));
        expect(found).toBe(TypedDataEncoder.hashStruct("Flat_1", types, value));
      }),
      { numRuns: runs(500) },
    );
  });

  it("has the parts of EIP-712's own example", () => {
    const person = compileStruct("Person", { name: "string", wallet: "address" });
    expect(person.type).toBe(example.types.Person);
    const { from, to, contents } = example.message;
    // Mail is not flat: its members are hashed here, and put together as the EIP says.
    const mail = keccak256(
      concat(keccak256(utf8(example.types.Mail)), person.hash(from), person.hash(to), keccak256(utf8(contents))),
    );
    const domain = example.domain as Parameters<typeof hashDomain>[0];
    expect(toHex(person.hash(from))).toBe(example.hashes.from);
    expect(toHex(person.hash(to))).toBe(example.hashes.to);
    expect(toHex(mail)).toBe(example.hashes.message);
    expect(toHex(hashDomain(domain))).toBe(example.hashes.domain);
    expect(
      toHex(
        hashStruct(
          "EIP712Domain",
          { name: "string", version: "string", chainId: "uint256", verifyingContract: "address" },
          { ...domain, chainId: String(domain.chainId) },
        ),
      ),
    ).toBe(example.hashes.domain);
    const digest = hashTypedData(hashDomain(domain), mail);
    expect(toHex(digest)).toBe(example.hashes.digest);
    const { r, s, v } = example.signature;
    expect(recoverSigner(digest, `${r}${s.slice(2)}${v.toString(16)}`)).toEqual({ address: example.signer });
  });

  it.each<[string, string, Record<string, string>]>([
    ["a name with a space", "A B", { a: "bool" }],
    ["a member named with a comma", "A", { "a,b": "bool" }],
    ["an array of texts", "A", { a: "string[]" }],
    ["an array of arrays", "A", { a: "bool[][]" }],
    ["an array of one length", "A", { a: "bool[2]" }],
    ["a struct", "A", { a: "Person" }],
    ["uint264", "A", { a: "uint264" }],
    ["int12", "A", { a: "int12" }],
    ["uint08", "A", { a: "uint08" }],
    ["bytes33", "A", { a: "bytes33" }],
    ["a type alias", "A", { a: "uint" }],
  ])("refuses %s", (_, name, members) => {
    expect(() => compileStruct(name, members as Record<string, MemberType>)).toThrow(
      expect.objectContaining({ code: "bad_definition" }) as Error,
    );
  });

  it("has room for 1,023 members", () => {
    const members = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, "uint256" as const]));
    const most = members(1_023);
    const value = Object.fromEntries(Object.keys(most).map((name, i) => [name, String(2n ** 255n + BigInt(i))]));
    const types = { Large: Object.entries(most).map(([name, type]) => ({ name, type })) };
    expect(toHex(hashStruct("Large", most, value))).toBe(viemHashStruct({ data: value, primaryType: "Large", types }));
    expect(() => compileStruct("Large", members(1_024))).toThrow(/1024 members/);
  });

  it("says where a value is not canonical", () => {
    const { hash } = compileStruct("Person", { name: "string", wallet: "address" });
    expect(() => hash({ name: "Bob" })).toThrow("wallet: is missing");
    expect(() => hash({ name: "Bob", wallet: "0x", age: "3" })).toThrow("age: is not a member here");
    const amount = compileStruct("Amount", { value: "uint256" });
    for (const value of ["1x", `${"1".repeat(20)}x`, "007", "+1", ""]) {
      const why = `value: expected a decimal without sign or leading zeros, got ${JSON.stringify(value)}`;
      expect(() => amount.hash({ value })).toThrow(why);
    }
  });
});

type Encode = (kind: Kind, message: unknown, separator: Uint8Array) => Pick<EncodedMessage, "payloadWords" | "digest">;

/** An encoder's result for a message: words and digest, or where and why it refuses. */
const outcome = (encode: Encode, kind: Kind, message: unknown): unknown => {
  try {
    const { payloadWords, digest } = encode(kind, message, separator);
    return { words: payloadWords.map(toHex), digest: toHex(digest) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { kind: error.kind, path: error.path, message: error.message };
  }
};

/** Values that are canonical for some type, or for none. */
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
