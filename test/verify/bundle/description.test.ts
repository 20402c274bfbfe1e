import { describe, expect, it } from "vitest";
import { privateKeySigner, type Hex } from "anchorlog/action";
import type { ChainReader } from "anchorlog/chain";
import { formatTrust, judgeDescription, signDescription, type OperatorPin } from "anchorlog/verify/bundle";
import { trusted } from "../../operator.ts";

const NOW = Date.UTC(2026, 0, 5);
const key = privateKeySigner(`0x${"a1".repeat(32)}`);
const address = key.address.toLowerCase() as Hex;
const operator = { ...trusted, receiptKey: address };
const domain = {
  name: "API",
  version: "1",
  chainId: operator.chainId,
  verifyingContract: operator.registry,
};

/** The description that an API signs, with changed content. */
async function said(change: object = {}) {
  const content = {
    domain,
    operator: operator.operator,
    registry: operator.registry,
    authority: "api.example",
    receipt_key: address,
    trust: JSON.parse(formatTrust(operator)) as object,
    ...change,
  };
  return { ...content, signature: await signDescription(operator, content, key) };
}
const judge = (description: object, pin?: OperatorPin) =>
  judgeDescription(description, { host: "api.example", now: NOW, pin });
const fails = (fault: string) => expect.objectContaining({ fault }) as Error;

describe("an API's description of its operator", () => {
  it("counts if its receipt key signed it", async () => {
    expect((await judge(await said())).trusted).toEqual(operator);
    const other = { ...(await said()), signature: `0x${"11".repeat(65)}` };
    await expect(judge(other)).rejects.toThrow(fails("bad_description"));
    for (const member of ["name", "version"]) {
      const nameless = await said({ domain: { ...domain, [member]: 1 } });
      await expect(judge(nameless)).rejects.toThrow(fails("bad_description"));
    }
  });

  it("counts for the operator that was pinned", async () => {
    expect((await judge(await said(), { operator })).trusted).toMatchObject(operator);
    for (const change of [{ chainId: 1 }, { registry: address }, { operator: address }]) {
      const pinned = { ...operator, ...change };
      await expect(judge(await said(), { operator: pinned })).rejects.toThrow(fails("other_operator"));
    }
    const next = { ...operator, receiptKey: `0x${"b2".repeat(20)}` as const };
    await expect(judge(await said(), { operator: next })).rejects.toThrow(fails("unknown_receipt_key"));
    const ended = { ...next, earlier: [{ role: "receipt", key: address, until: NOW / 1000 - 3_600 }] } as const;
    await expect(judge(await said(), { operator: ended })).rejects.toThrow(fails("key_ended"));
  });

  it("counts if the registry knows its key", async () => {
    const pin = (period: object | undefined) => ({
      connect: async () =>
        ({
          chainId: operator.chainId,
          isKnownRegistry: () => true,
          readOperator: async () => domain,
          readKeyPeriod: async () => period,
        }) as unknown as ChainReader,
    });
    expect((await judge(await said(), pin({ from: 0 }))).named.name).toBe("API");
    await expect(judge(await said(), pin(undefined))).rejects.toThrow(fails("unconfirmed"));
    await expect(judge(await said(), pin({ from: 0, until: 1 }))).rejects.toThrow(fails("unconfirmed"));
  });
});
