import fc from "fast-check";
import { toHex } from "anchorlog";
import type { MemberType } from "anchorlog/action";

export const hexOf = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(toHex);

/** Decimals of all lengths, and the smallest and largest values. */
export const decimal = (bits: number, signed: boolean) => {
  const min = signed ? -(2n ** BigInt(bits - 1)) : 0n;
  const max = 2n ** BigInt(signed ? bits - 1 : bits) - 1n;
  const short = fc.nat(bits).map((width) => max >> BigInt(width));
  const within = (value: bigint) => (value < min ? min : value > max ? max : value);
  return fc
    .oneof(
      fc.bigInt({ min, max }),
      fc.constantFrom(min, max, 0n, within(1n), within(-1n)),
      short,
      short.map((value) => within(-value)),
    )
    .map(String);
};

type Member = { type: MemberType; value: fc.Arbitrary<unknown> };

/** Every type whose values have one word. */
const word: fc.Arbitrary<Member> = fc.oneof(
  fc.constant({ type: "bool" as const, value: fc.boolean() }),
  fc.constant({ type: "address" as const, value: hexOf(20) }),
  fc.integer({ min: 1, max: 32 }).map((n) => ({ type: `bytes${n}` as MemberType, value: hexOf(n) })),
  fc.integer({ min: 1, max: 32 }).map((n) => ({ type: `uint${8 * n}` as MemberType, value: decimal(8 * n, false) })),
  fc.integer({ min: 1, max: 32 }).map((n) => ({ type: `int${8 * n}` as MemberType, value: decimal(8 * n, true) })),
);

/** Every type that a member may have, with its values in canonical form. */
export const member: fc.Arbitrary<Member> = fc.oneof(
  { arbitrary: word, weight: 3 },
  fc.constant({
    type: "string" as const,
    value: fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ maxLength: 200 })),
  }),
  fc.constant({ type: "bytes" as const, value: fc.uint8Array({ maxLength: 300 }).map(toHex) }),
  word.map(({ type, value }) => ({ type: `${type}[]` as MemberType, value: fc.array(value, { maxLength: 9 }) })),
);

/** 1 to 16 members with a value of each, by their names. */
export const struct = fc.array(member, { minLength: 1, maxLength: 16 }).chain((members) => {
  const names = members.map((_, i) => `m${i}`);
  return fc.record({
    members: fc.constant(Object.fromEntries(members.map(({ type }, i) => [names[i]!, type]))),
    value: fc.record(Object.fromEntries(members.map(({ value }, i) => [names[i]!, value]))) as fc.Arbitrary<
      Record<string, unknown>
    >,
  });
});

export const envelope = fc.record({
  log: hexOf(32),
  actor: hexOf(20),
  nonce: decimal(256, false),
  deadline: decimal(64, false),
});

export const domain = fc.record({
  name: fc.string({ unit: "grapheme", minLength: 1 }),
  version: fc.string({ minLength: 1 }),
  chainId: fc.nat(),
  verifyingContract: hexOf(20),
});
