import { describe, expect, it } from "vitest";
import { encodeAbiParameters, getAddress, keccak256, toBytes } from "viem";
import { checkpointOrigin, hashDomain, logId } from "anchorlog/action";
import type { Hex } from "anchorlog";
import { readAddress, readOperatorId } from "../../src/action/address.ts";
import { isLogName, readOrigin } from "../../src/action/domain.ts";

const id = {
  chainId: 31_337,
  registry: `0x${"a1".repeat(20)}`,
  operator: `0x${"b2".repeat(20)}`,
} as const;

describe("a log's identifier", () => {
  it("is the hash of chain, registry, operator and the name's hash, in this order", () => {
    const parts = [{ type: "uint256" }, { type: "address" }, { type: "address" }, { type: "bytes32" }] as const;
    const words = encodeAbiParameters(parts, [31_337n, id.registry, id.operator, keccak256(toBytes("acme"))]);
    expect(logId(id, "acme")).toBe(keccak256(words));
  });

  it("has a name of 1 to 64 characters, a-z, digits, dots and hyphens", () => {
    for (const name of ["a", "acme-2.games", "x".repeat(64)]) expect(isLogName(name)).toBe(true);
    for (const name of ["", "x".repeat(65), "Acme", "a b", "a/b", "a\n", 7, undefined])
      expect(isLogName(name)).toBe(false);
    expect(() => logId(id, "Acme")).toThrow('a log\'s name matches ^[a-z0-9.-]{1,64}$, got "Acme"');
  });
});

it("a domain separator differs by each member, and is the caller's own", () => {
  const domain = { name: "a", version: "1", chainId: 1, verifyingContract: id.registry };
  const others = [{ name: "b" }, { version: "2" }, { chainId: 2 }, { verifyingContract: id.operator }];
  const all = [domain, ...others.map((other) => ({ ...domain, ...other }))];
  const separators = () => all.map((one) => hashDomain(one).join());
  const before = separators();
  expect(new Set(before).size).toBe(all.length);
  hashDomain(domain).fill(0);
  expect(separators()).toEqual(before);
});

it("an origin reads back as the operator that it was written of", () => {
  expect(readOrigin(checkpointOrigin(id))).toEqual(id);
  expect(readOrigin(checkpointOrigin({ ...id, chainId: 2 ** 53 }))).toBeUndefined();
  expect(readOrigin(`${checkpointOrigin(id)}0`)).toBeUndefined();
});

describe("an address", () => {
  const lower = `0x${"ab".repeat(20)}` as Hex;

  it("may be in one case, or with the checksum of EIP-55", () => {
    for (const form of [lower, `0x${"AB".repeat(20)}`, getAddress(lower)]) expect(readAddress(form, "it")).toBe(lower);
  });

  it("is refused where the checksum does not hold, or it is none, and the error says which it is", () => {
    const wrong = `0xAb${"ab".repeat(19)}`;
    expect(() => readAddress(wrong, "the account")).toThrow(`the account is ${wrong}, whose checksum does not hold`);
    for (const none of [`0x${"ab".repeat(19)}`, `${lower}00`, `0x${"ag".repeat(20)}`, 7]) {
      expect(() => readOperatorId({ ...id, registry: none as Hex })).toThrow(
        "operator.registry is 0x and 40 hex digits",
      );
      expect(() => readOperatorId({ ...id, operator: none as Hex })).toThrow(
        "operator.operator is 0x and 40 hex digits",
      );
    }
  });
});
