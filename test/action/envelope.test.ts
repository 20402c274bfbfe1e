import { TypedDataEncoder } from "ethers";
import fc from "fast-check";
import { hashTypedData } from "viem";
import { describe, expect, it } from "vitest";
import { defineActions, encodeMessage, hashDomain, toTypedData, type MemberType, type Message } from "anchorlog/action";
import { toHex } from "anchorlog";

const hexOf = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(toHex);
const decimal = (bits: number, signed: boolean) =>
  fc
    .bigInt(
      signed
        ? { min: -(2n ** BigInt(bits - 1)), max: 2n ** BigInt(bits - 1) - 1n }
        : { min: 0n, max: 2n ** BigInt(bits) - 1n },
    )
    .map(String);

/** Every type that a member may have, with its values. */
const member: fc.Arbitrary<{ type: MemberType; value: fc.Arbitrary<unknown> }> = fc.oneof(
  fc.constant({ type: "bool" as const, value: fc.boolean() }),
  fc.constant({ type: "address" as const, value: hexOf(20) }),
  fc.constant({ type: "string" as const, value: fc.string({ unit: "grapheme" }) }),
  fc.constant({ type: "bytes" as const, value: fc.uint8Array().map(toHex) }),
  fc.integer({ min: 1, max: 32 }).map((n) => ({ type: `bytes${n}` as MemberType, value: hexOf(n) })),
  fc.integer({ min: 1, max: 32 }).map((n) => ({ type: `uint${8 * n}` as MemberType, value: decimal(8 * n, false) })),
  fc.integer({ min: 1, max: 32 }).map((n) => ({ type: `int${8 * n}` as MemberType, value: decimal(8 * n, true) })),
);

const action = fc.array(member, { minLength: 1, maxLength: 16 }).chain((members) => {
  const names = members.map((_, i) => `m${i}`);
  return fc.record({
    definition: fc.constant(Object.fromEntries(members.map(({ type }, i) => [names[i]!, type]))),
    payload: fc.record(Object.fromEntries(members.map(({ value }, i) => [names[i]!, value]))),
    log: hexOf(32),
    actor: hexOf(20),
    nonce: decimal(256, false),
    deadline: decimal(64, false),
  });
});

const domain = fc.record({
  name: fc.string({ unit: "grapheme", minLength: 1 }),
  version: fc.string({ minLength: 1 }),
  chainId: fc.nat(),
  verifyingContract: hexOf(20),
});

describe("the EIP-712 digest", () => {
  it("equals that of viem and ethers, over all member types", () => {
    fc.assert(
      fc.property(action, domain, ({ definition, payload, ...envelope }, domain) => {
        const kind = defineActions({ Kind: definition }).kinds.get("Kind")!;
        const message = { ...envelope, payload } as Message;
        const digest = toHex(encodeMessage(kind, message, hashDomain(domain)).digest);
        const data = toTypedData(kind, message, domain);
        expect(digest).toBe(hashTypedData(data as never));
        const { EIP712Domain: _, ...types } = data.types;
        expect(digest).toBe(TypedDataEncoder.hash(data.domain, types, data.message));
      }),
      { numRuns: 150 },
    );
  });
});
