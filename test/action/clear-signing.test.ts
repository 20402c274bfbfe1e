import { keccak_256 } from "@noble/hashes/sha3.js";
import { describe, expect, it } from "vitest";
import { getAddress } from "viem";
import { clearSigningDescriptor, defineActions, type ClearSigningField } from "anchorlog/action";
import { operator, types } from "../operator.ts";

const domain = {
  name: operator.name,
  version: operator.version,
  chainId: operator.chainId,
  verifyingContract: operator.operator,
};
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("a clear-signing descriptor", () => {
  it("says of a kind what a wallet shows", () => {
    const descriptor = clearSigningDescriptor(types, {
      domain,
      owner: "Test platform",
      url: "https://platform.example/",
      intents: { Vote: "Cast a vote" },
      fields: { Transfer: { price: { label: "Price", format: "amount" }, salt: { visible: "never" } } },
    });
    const address = getAddress(domain.verifyingContract);
    const account = {
      format: "addressName",
      params: { types: ["wallet", "eoa", "contract"], sources: ["local", "ens"] },
    };
    const envelope = [
      { path: "actor", label: "Signed by", ...account, visible: "always" },
      { path: "deadline", label: "Valid until", format: "date", params: { encoding: "timestamp" }, visible: "always" },
      { path: "log", label: "Log", format: "raw", visible: "optional" },
      { path: "nonce", label: "Nonce", format: "raw", visible: "optional" },
    ];
    const raw = (path: string, label: string): object => ({ path, label, format: "raw", visible: "always" });
    expect(JSON.parse(JSON.stringify(descriptor))).toEqual({
      $schema: "https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json",
      context: {
        $id: "Test platform 1",
        eip712: {
          domain: { name: "Test platform", version: "1", chainId: 31337, verifyingContract: address },
          deployments: [{ chainId: 31337, address }],
        },
      },
      metadata: { owner: "Test platform", info: { url: "https://platform.example/" } },
      display: {
        formats: {
          "Transfer(bytes32 log,address actor,uint256 nonce,uint64 deadline,TransferPayload payload)TransferPayload(string objectId,address to,uint256 price,bytes32 salt)":
            {
              intent: "Transfer",
              fields: [
                raw("payload.objectId", "Object id"),
                { path: "payload.to", label: "To", ...account, visible: "always" },
                { path: "payload.price", label: "Price", format: "amount", visible: "always" },
                { path: "payload.salt", label: "Salt", format: "raw", visible: "never" },
                ...envelope,
              ],
            },
          "Vote(bytes32 log,address actor,uint256 nonce,uint64 deadline,VotePayload payload)VotePayload(bool yes)": {
            intent: "Cast a vote",
            fields: [raw("payload.yes", "Yes"), ...envelope],
          },
          "HttpRequest(bytes32 log,address actor,uint256 nonce,uint64 deadline,HttpRequestPayload payload)HttpRequestPayload(string method,string target,string contentType,bytes32 contentDigest)":
            {
              intent: "Send an API request",
              fields: [
                raw("payload.method", "Method"),
                raw("payload.target", "Target"),
                raw("payload.contentType", "Content type"),
                raw("payload.contentDigest", "Content digest"),
                ...envelope,
              ],
            },
        },
      },
    });
  });

  it("is found by the type hash that the wallet computes, and shows every member", () => {
    const many = defineActions({
      MoveAll: { fromX1: "int8", to: "address", data: "bytes", validUntil: "uint64", id: "bytes32", ok: "bool" },
    });
    const { formats } = clearSigningDescriptor(many, { domain, owner: "Test platform" }).display;
    for (const kind of many.kinds.values()) {
      const [key, { fields }] = Object.entries(formats).find(([key]) => key.startsWith(`${kind.name}(`))!;
      expect(keccak_256(utf8(key))).toEqual(kind.envelopeTypeHash);
      const shown = (fields as ClearSigningField[]).map(({ path }) => path);
      expect(shown).toEqual([
        ...kind.members.map(({ name }) => `payload.${name}`),
        "actor",
        "deadline",
        "log",
        "nonce",
      ]);
      expect(fields.every(({ label }) => /^[A-Z][a-z0-9 ]*$/.test(label))).toBe(true);
    }
  });

  it("names only what there is", () => {
    const describe = (more: object) => () => clearSigningDescriptor(types, { domain, owner: "x", ...more });
    expect(describe({ intents: { Veto: "x" } })).toThrow(/Veto/);
    expect(describe({ fields: { Veto: {} } })).toThrow(/Veto/);
    expect(describe({ fields: { Vote: { no: { label: "No" } } } })).toThrow(/Vote has no member no/);
  });
});
