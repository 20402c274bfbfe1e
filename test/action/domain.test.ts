import { describe, expect, it } from "vitest";
import { encodeAbiParameters, getAddress, keccak256, toBytes } from "viem";
import { checkpointOrigin, hashDomain, logId } from "anchorlog/action";
import type { Hex } from "anchorlog";
import { readAddress, readOperatorId } from "../../src/action/address.ts";
import { isLogName, readOrigin } from "../../src/action/domain.ts";
import { isAddress } from "../../src/action/signature.ts";
import { formatTime, isAhead, isDatedAsReceived, isInTime, judgeDeadline } from "../../src/action/time.ts";

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
    const wrong = { ...id, registry: "0x12" as const };
    expect(() => logId(wrong, "acme")).toThrow(expect.objectContaining({ code: "bad_address" }));
    for (const chainId of [-1, 1.5, 2 ** 53])
      expect(() => logId({ ...id, chainId }, "acme")).toThrow(expect.objectContaining({ code: "bad_chain_id" }));
    // A document may have chain id 0, so `logId` must accept it: the verifier gives a verdict.
    expect(logId({ ...id, chainId: 0 }, "acme")).toMatch(/^0x[0-9a-f]{64}$/);
    expect(() => logId(id, "Acme")).toThrow('a log\'s name matches ^[a-z0-9.-]{1,64}$, got "Acme"');
  });
});

it("a domain separator depends on each member, and each call returns a new array", () => {
  const domain = { name: "a", version: "1", chainId: 1, verifyingContract: id.registry };
  const others = [{ name: "b" }, { version: "2" }, { chainId: 2 }, { verifyingContract: id.operator }];
  const all = [domain, ...others.map((other) => ({ ...domain, ...other }))];
  const separators = () => all.map((one) => hashDomain(one).join());
  const before = separators();
  expect(new Set(before).size).toBe(all.length);
  hashDomain(domain).fill(0);
  expect(separators()).toEqual(before);
});

it("an origin reads back as the operator that it names", () => {
  expect(readOrigin(checkpointOrigin(id))).toEqual(id);
  expect(readOrigin(checkpointOrigin({ ...id, chainId: 2 ** 53 }))).toBeUndefined();
  expect(readOrigin(`${checkpointOrigin(id)}0`)).toBeUndefined();
});

it("an operator's chain id is from 1 to 2^53 - 1", () => {
  for (const chainId of [0, 1.5, 2 ** 53])
    expect(() => readOperatorId({ ...id, chainId })).toThrow(expect.objectContaining({ code: "bad_chain_id" }));
});

describe("an address", () => {
  const lower = `0x${"ab".repeat(20)}`;

  it("may be in one case, or with the checksum of EIP-55", () => {
    for (const form of [lower, `0x${"AB".repeat(20)}`, getAddress(lower)]) expect(readAddress(form, "it")).toBe(lower);
  });

  it("is refused if it is malformed or its checksum is wrong, and the error says which", () => {
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

  it("is compared with 20 bytes, and equals them in lower case alone", () => {
    const bytes = new Uint8Array(20).fill(0xab);
    expect(isAddress(lower, bytes)).toBe(true);
    for (const other of [`${lower}00`, lower.slice(0, -2), `0x${"AB".repeat(20)}`, `0x${"ab".repeat(19)}ac`, bytes]) {
      expect(isAddress(other, bytes)).toBe(false);
    }
  });
});

describe("a time", () => {
  it("is taken as the time of arrival if it is within five minutes of it", () => {
    for (const skew of [-300_000, 0, 300_000]) expect(isDatedAsReceived(1_000_000 + skew, 1_000_000)).toBe(true);
    for (const skew of [-300_001, 300_001]) expect(isDatedAsReceived(1_000_000 + skew, 1_000_000)).toBe(false);
  });

  it("is ahead of a block if it is more than an hour after it", () => {
    expect([4_599_999, 4_600_000, 4_600_001].map((ms) => isAhead(ms, 1_000))).toEqual([false, false, true]);
  });

  it("is in time up to the end of the deadline's second, and not too far ahead of it", () => {
    expect([9_999, 10_000, 10_999, 11_000].map((ms) => isInTime(ms, 10n))).toEqual([true, true, true, false]);
    expect(judgeDeadline("10", 12_999, 5)).toMatchObject({
      code: "deadline_passed",
      message: "the deadline 10 passed 2 s ago",
    });
    expect(judgeDeadline("15", 10_999, 5)).toBeUndefined();
    expect(judgeDeadline("16", 10_999, 5)).toMatchObject({ code: "deadline_too_far" });
  });

  it("is written by ISO 8601 if that can express it", () => {
    expect(formatTime(8.64e15)).toBe("+275760-09-13T00:00:00.000Z");
    expect(formatTime(8.64e15 + 1)).toBe("8640000000000001 ms after 1970");
  });
});
