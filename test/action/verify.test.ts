import { secp256k1 } from "@noble/curves/secp256k1.js";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  defineActions,
  hashDomain,
  hashSignature,
  judgeDeadline,
  toTypedData,
  useEngine,
  verifyAction,
  type Message,
} from "anchorlog/action";
import { fromHex, toHex, type Hex } from "anchorlog";

const actor = privateKeyToAccount(`0x${"11".repeat(32)}`);
const log: Hex = `0x${"ab".repeat(32)}`;
const domain = { name: "Test", version: "1", chainId: 31_337, verifyingContract: `0x${"cd".repeat(20)}` } as const;
const { kinds } = defineActions({
  Note: { text: "string", amount: "uint8", delta: "int16", tag: "bytes4", data: "bytes", ok: "bool", to: "address" },
});
const kind = kinds.get("Note")!;
const rules = { kinds, domainSeparator: hashDomain(domain), hasLog: (id: Hex) => id === log };

const message = {
  log,
  actor: actor.address.toLowerCase() as Hex,
  nonce: "1",
  deadline: "1000",
  payload: {
    text: "héllo",
    amount: "255",
    delta: "-7",
    tag: "0x01020304",
    data: "0x",
    ok: true,
    to: `0x${"0f".repeat(20)}`,
  },
} as Message;
const signature = await actor.signTypedData(toTypedData(kind, message, domain));
const good = { primaryType: "Note", message, signature };

const code = (input: unknown): string => {
  const verdict = verifyAction(input, rules);
  return verdict.verdict === "valid" ? "valid" : verdict.code;
};
const withMessage = (change: object) => ({ ...good, message: { ...message, ...change } });
const withPayload = (change: object) => withMessage({ payload: { ...message.payload, ...change } });
const without = (object: object, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

describe.each(["wasm", "javascript"] as const)("verifyAction with the %s engine", (engine) => {
  beforeAll(async () => {
    expect(await useEngine(engine)).toBe(engine);
  });
  afterAll(() => useEngine("javascript"));

  it("accepts an action that its actor signed", () => {
    expect(code(good)).toBe("valid");
  });

  it("returns a result that later calls do not change", async () => {
    const first = verifyAction(good, rules);
    const before = structuredClone(first);
    const changed = { ...message, nonce: "2", payload: { ...message.payload, text: "other" } } as Message;
    const second = {
      ...good,
      message: changed,
      signature: await actor.signTypedData(toTypedData(kind, changed, domain)),
    };
    expect(code(second)).toBe("valid");
    expect(code(withMessage({ nonce: "x" }))).toBe("non_canonical");
    expect(first).toEqual(before);
    expect(first).toMatchObject({ verdict: "valid", action: { signatureHash: hashSignature(signature) } });
  });

  it.each<[string, unknown, string]>([
    ["null", null, "malformed"],
    ["an array", [good], "malformed"],
    ["a string", JSON.stringify(good), "malformed"],
    ["an unknown top-level member", { ...good, types: {} }, "unknown_member"],
    ["a missing signature", without(good, "signature"), "missing_member"],
    ["an unknown kind", { ...good, primaryType: "Burn" }, "unknown_kind"],
    ["a kind named like an object's own", { ...good, primaryType: "__proto__" }, "unknown_kind"],
    ["a kind that is no string", { ...good, primaryType: ["Note"] }, "unknown_kind"],
    ["an unknown member of the message", withMessage({ extra: "1" }), "unknown_member"],
    ["an unknown member of the payload", withPayload({ extra: "1" }), "unknown_member"],
    ["a missing member of the message", { ...good, message: without(message, "deadline") }, "missing_member"],
    ["a missing member of the payload", withMessage({ payload: without(message.payload, "ok") }), "missing_member"],
    ["a number for a uint", withMessage({ nonce: 1 }), "malformed"],
    ["hex for a uint", withMessage({ nonce: "0x1" }), "non_canonical"],
    ["a leading zero", withMessage({ nonce: "01" }), "non_canonical"],
    ["a plus sign", withMessage({ nonce: "+1" }), "non_canonical"],
    ["a space", withMessage({ nonce: " 1" }), "non_canonical"],
    ["an empty uint", withMessage({ nonce: "" }), "non_canonical"],
    ["a negative uint", withPayload({ amount: "-1" }), "non_canonical"],
    ["minus zero", withPayload({ delta: "-0" }), "non_canonical"],
    ["a uint8 of 256", withPayload({ amount: "256" }), "non_canonical"],
    ["an int16 of 32768", withPayload({ delta: "32768" }), "non_canonical"],
    ["an int16 of -32769", withPayload({ delta: "-32769" }), "non_canonical"],
    ["a uint256 of 2^256", withMessage({ nonce: (2n ** 256n).toString() }), "non_canonical"],
    ["a deadline over a uint64", withMessage({ deadline: (2n ** 64n).toString() }), "non_canonical"],
    ["bytes4 of 5 bytes", withPayload({ tag: "0x0102030405" }), "non_canonical"],
    ["bytes4 of 3 bytes", withPayload({ tag: "0x010203" }), "non_canonical"],
    ["half a byte", withPayload({ data: "0x0" }), "non_canonical"],
    ["bytes in capitals", withPayload({ data: "0xAB" }), "non_canonical"],
    ["an address with a checksum", withMessage({ actor: actor.address }), "non_canonical"],
    ["an address of 19 bytes", withPayload({ to: `0x${"0f".repeat(19)}` }), "non_canonical"],
    ["1 for true", withPayload({ ok: 1 }), "malformed"],
    ['"true" for true', withPayload({ ok: "true" }), "malformed"],
    ["a lone surrogate", withPayload({ text: "\ud800" }), "non_canonical"],
    ["a string of 16,385 bytes", withPayload({ text: "a".repeat(16_385) }), "malformed"],
    ["a string of 16,385 bytes in fewer characters", withPayload({ text: "é".repeat(8_193) }), "malformed"],
    // A caller that cannot sign does not learn whether the log exists.
    ["another log", withMessage({ log: `0x${"ac".repeat(32)}` }), "signature_mismatch"],
    ["a signature of 64 bytes", { ...good, signature: signature.slice(0, -2) }, "signature_malformed"],
    ["a signature of 66 bytes", { ...good, signature: `${signature}00` }, "signature_malformed"],
    ["no signature", { ...good, signature: null }, "signature_malformed"],
    ["a changed message", withPayload({ text: "hello" }), "signature_mismatch"],
    ["another actor", withMessage({ actor: `0x${"0e".repeat(20)}` }), "signature_mismatch"],
  ])("refuses %s", (_, input, expected) => {
    expect(code(input)).toBe(expected);
  });

  it("refuses every signature but the one canonical form", () => {
    const bytes = fromHex(signature, 65);
    const n = secp256k1.Point.CURVE().n;
    const word = (value: bigint): string => value.toString(16).padStart(64, "0");
    const [r, s, v] = [BigInt(toHex(bytes.slice(0, 32))), BigInt(toHex(bytes.slice(32, 64))), bytes[64]!];
    const make = (r: bigint, s: bigint, v: number): string =>
      `0x${word(r)}${word(s)}${v.toString(16).padStart(2, "0")}`;
    expect(make(r, s, v)).toBe(signature);
    for (const [what, changed] of [
      ["high s", make(r, n - s, 55 - v)],
      ["v 0", make(r, s, 0)],
      ["v 1", make(r, s, 1)],
      ["v 29", make(r, s, 29)],
      ["r 0", make(0n, s, v)],
      ["s 0", make(r, 0n, v)],
      ["r n", make(n, s, v)],
      ["s n", make(r, n, v)],
      ["s n + 1", make(r, n + 1n, v)],
    ] as const) {
      expect(code({ ...good, signature: changed }), what).toBe("signature_non_canonical");
    }
    expect(code({ ...good, signature: signature.toUpperCase().replace("0X", "0x") })).toBe("signature_malformed");
    expect(code({ ...good, signature: make(r, s, 55 - v) })).toBe("signature_mismatch");
  });

  it("never accepts a message, domain or signature with one bit changed", () => {
    const flip = (hex: Hex, bit: number): Hex =>
      toHex(fromHex(hex).map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)));
    for (let bit = 0; bit < 520; bit += 7) expect(code({ ...good, signature: flip(signature, bit) })).not.toBe("valid");
    for (let bit = 0; bit < 160; bit += 13)
      expect(code(withMessage({ actor: flip(message.actor, bit) }))).not.toBe("valid");
    for (const other of [
      { name: "test" },
      { version: "2" },
      { chainId: 1 },
      { verifyingContract: flip(domain.verifyingContract, 3) },
    ]) {
      const verdict = verifyAction(good, { ...rules, domainSeparator: hashDomain({ ...domain, ...other }) });
      expect(verdict).toMatchObject({ verdict: "invalid", code: "signature_mismatch" });
    }
  });

  it("names the fault and its place", () => {
    expect(verifyAction(withPayload({ amount: "256" }), rules)).toMatchObject({
      message: 'message.payload.amount: expected a uint8 in range, got "256"',
    });
  });
});

describe("judgeDeadline", () => {
  it.each([
    ["999", 1_000_000, "deadline_passed"],
    ["1000", 1_000_000, undefined],
    ["1000", 1_000_999, undefined],
    ["1000", 1_001_000, "deadline_passed"],
    ["1060", 1_000_000, undefined],
    ["1061", 1_000_000, "deadline_too_far"],
    ["18446744073709551615", 1_000_000, "deadline_too_far"],
    ["0", 0, undefined],
  ] as const)("deadline %s at %d ms: %s", (deadline, now, expected) => {
    expect(judgeDeadline(deadline, now, 60)?.code).toBe(expected);
  });
});
