import { TypedDataEncoder } from "ethers";
import fc from "fast-check";
import { hashTypedData } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineActions, encodeMessage, hashDomain, toTypedData, useEngine, type Message } from "anchorlog/action";
import { fromHex, toHex } from "anchorlog";
import { uintToBytes } from "../../src/base/bytes.ts";
import { hashSignedForm, signedFormOf } from "../../src/action/signedForm.ts";
import { domain, envelope, struct } from "./arbitraries.ts";
import { runs } from "../seed.ts";

describe.each(["wasm", "javascript"] as const)("the EIP-712 digest, hashed by the %s engine", (engine) => {
  beforeAll(() => useEngine(engine));
  afterAll(() => useEngine("javascript"));

  it("equals viem's and ethers', over all member types, also from the payload's hash", () => {
    fc.assert(
      fc.property(struct, envelope, domain, ({ members, value }, envelope, domain) => {
        const kind = defineActions({ Kind: members }).kinds.get("Kind")!;
        const message = { ...envelope, payload: value } as Message;
        const encoded = encodeMessage(kind, message, hashDomain(domain));
        const digest = toHex(encoded.digest);
        const data = toTypedData(kind, message, domain);
        expect(digest).toBe(hashTypedData(data as never));
        const { EIP712Domain: _, ...types } = data.types;
        expect(digest).toBe(TypedDataEncoder.hash(data.domain, types, data.message));
        const { log, actor, nonce } = message;
        const entry = { log: fromHex(log), actor: fromHex(actor), nonce: uintToBytes(BigInt(nonce), 32) };
        expect(toHex(hashSignedForm(kind, entry, signedFormOf(encoded, "0x"), hashDomain(domain)))).toBe(digest);
      }),
      { numRuns: runs(500) },
    );
  });
});
