import { TypedDataEncoder } from "ethers";
import fc from "fast-check";
import { hashTypedData } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineActions, encodeMessage, hashDomain, toTypedData, useEngine, type Message } from "anchorlog/action";
import { toHex } from "anchorlog";
import { domain, envelope, struct } from "./arbitraries.ts";
import { runs } from "../seed.ts";

describe.each(["wasm", "javascript"] as const)("the EIP-712 digest, hashed by the %s engine", (engine) => {
  beforeAll(() => useEngine(engine));
  afterAll(() => useEngine("javascript"));

  it("equals that of viem and ethers, over all member types", () => {
    fc.assert(
      fc.property(struct, envelope, domain, ({ members, value }, envelope, domain) => {
        const kind = defineActions({ Kind: members }).kinds.get("Kind")!;
        const message = { ...envelope, payload: value } as Message;
        const digest = toHex(encodeMessage(kind, message, hashDomain(domain)).digest);
        const data = toTypedData(kind, message, domain);
        expect(digest).toBe(hashTypedData(data as never));
        const { EIP712Domain: _, ...types } = data.types;
        expect(digest).toBe(TypedDataEncoder.hash(data.domain, types, data.message));
      }),
      { numRuns: runs(500) },
    );
  });
});
