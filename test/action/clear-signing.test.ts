import { keccak_256 } from "@noble/hashes/sha3.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getAddress } from "viem";
import { clearSigningDescriptor, defineActions, type ClearSigningField } from "anchorlog/action";
import { operator, types } from "../operator.ts";
import schema from "../vectors/foreign/erc-7730/erc7730-v2.schema.json" with { type: "json" };
import { struct } from "./arbitraries.ts";

const domain = {
  name: operator.name,
  version: operator.version,
  chainId: operator.chainId,
  verifyingContract: operator.operator,
};
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The errors that the published schema finds in a descriptor; empty if it is valid. */
const faults = (() => {
  // Not strict: the schema keeps its definitions under keywords of its own.
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addFormat("eip155", { type: "number", validate: (id) => Number.isSafeInteger(id) && id > 0 });
  ajv.addFormat("eip55", (address) => /^0x[0-9a-fA-F]{40}$/.test(address) && getAddress(address) === address);
  const validate = ajv.compile(schema);
  return (descriptor: unknown): string[] =>
    validate(JSON.parse(JSON.stringify(descriptor)))
      ? []
      : (validate.errors ?? []).map((error) => JSON.stringify(error));
})();

describe("a clear-signing descriptor", () => {
  it("describes what a wallet shows for a kind", () => {
    const descriptor = clearSigningDescriptor(types, {
      domain,
      owner: "Test platform",
      url: "https://platform.example/",
      intents: { Vote: "Cast a vote" },
      fields: { Transfer: { price: { label: "Price", format: "amount" }, salt: { label: "Random" } } },
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
                raw("payload.salt", "Random"),
                ...envelope,
              ],
            },
          "Vote(bytes32 log,address actor,uint256 nonce,uint64 deadline,VotePayload payload)VotePayload(bool yes)": {
            intent: "Cast a vote",
            fields: [raw("payload.yes", "Yes"), ...envelope],
          },
          "Hand(bytes32 log,address actor,uint256 nonce,uint64 deadline,HandPayload payload)HandPayload(string objectId,address holder)":
            {
              intent: "Hand",
              fields: [
                raw("payload.objectId", "Object id"),
                { path: "payload.holder", label: "Holder", ...account, visible: "always" },
                ...envelope,
              ],
            },
          "HttpRequest(bytes32 log,address actor,uint256 nonce,uint64 deadline,HttpRequestPayload payload)HttpRequestPayload(string authority,string method,string target,string contentType,bytes32 contentDigest)":
            {
              intent: "Send an API request",
              fields: [
                raw("payload.authority", "Authority"),
                raw("payload.method", "Method"),
                raw("payload.target", "Target"),
                raw("payload.contentType", "Content type"),
                raw("payload.contentDigest", "Content digest"),
                ...envelope,
              ],
            },
          "Ask(bytes32 log,address actor,uint256 nonce,uint64 deadline,AskPayload payload)AskPayload(bytes32 objectKey)":
            {
              intent: "Ask who holds an object",
              fields: [raw("payload.objectKey", "Object key"), ...envelope],
            },
        },
      },
    });
  });

  it("follows the published schema of ERC-7730 for any types", () => {
    const options = { domain, owner: "Test platform", url: "https://platform.example/" };
    fc.assert(
      fc.property(struct, ({ members }) => {
        expect(faults(clearSigningDescriptor(defineActions({ Kind: members }), options))).toEqual([]);
      }),
      { numRuns: 100 },
    );
    const custom = clearSigningDescriptor(types, {
      domain,
      owner: "Test platform",
      intents: { Vote: "Cast a vote" },
      fields: {
        Transfer: {
          price: { label: "Price", format: "tokenAmount", params: { token: domain.verifyingContract } },
        },
      },
    });
    expect(faults(custom)).toEqual([]);
  });

  it("fails the schema if one part is wrong", () => {
    const good = clearSigningDescriptor(types, { domain, owner: "Test platform", url: "https://platform.example/" });
    const { context, display } = JSON.parse(JSON.stringify(good)) as {
      context: { eip712: object };
      display: { formats: Record<string, { fields: object[] }> };
    };
    const [[key, format]] = Object.entries(display.formats) as [[string, { fields: object[] }]];
    const withField = (field: object) => ({ ...good, display: { formats: { [key]: { ...format, fields: [field] } } } });
    const lower = { deployments: [{ chainId: 1, address: domain.verifyingContract.replace(/^0x../, "0xab") }] };
    const bad: Record<string, unknown> = {
      "another member": { ...good, version: 2 },
      "another member of the context": { ...good, context: { ...context, other: 1 } },
      "an address without its capitals": { ...good, context: { eip712: lower } },
      "an invalid link": { ...good, metadata: { owner: "x", info: { url: "platform" } } },
      "an invalid type": { ...good, display: { formats: { "Transfer(": format } } },
      "an unknown format": withField({ path: "payload.to", label: "To", format: "address" }),
      "a field that may be anything": withField({ path: "payload.to", label: "To", format: "raw", visible: "maybe" }),
      "a date in days": withField({ path: "deadline", label: "Until", format: "date", params: { encoding: "days" } }),
    };
    expect(faults(good)).toEqual([]);
    for (const [name, descriptor] of Object.entries(bad)) expect(faults(descriptor), name).not.toEqual([]);
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

  it("shows every member as it is signed, with any options", () => {
    const hiding: object[] = [
      { visible: "never" },
      { visible: "optional" },
      { visible: { mustBe: ["7"] } },
      { path: "payload.objectId" },
      { path: undefined },
      { value: "a gift" },
      { label: " " },
      { encryption: { scheme: "x" } },
      { format: "tokenAmount", params: { threshold: "1", message: "Little" } },
      { format: "tokenAmount", params: { threshold: "1" } },
      { $ref: "$.display.definitions.amount" },
    ];
    for (const options of hiding) {
      const fields = { Transfer: { price: options } };
      expect(() => clearSigningDescriptor(types, { domain, owner: "x", fields }), JSON.stringify(options)).toThrow(
        expect.objectContaining({ code: "bad_definition" }),
      );
    }
    const request = { HttpRequest: { authority: { visible: "never" } } };
    expect(() => clearSigningDescriptor(types, { domain, owner: "x", fields: request as object })).toThrow(/authority/);
  });

  it("refuses options for kinds and members that are not defined", () => {
    const describe = (more: object) => () => clearSigningDescriptor(types, { domain, owner: "x", ...more });
    expect(describe({ intents: { Veto: "x" } })).toThrow(/Veto/);
    expect(describe({ fields: { Veto: {} } })).toThrow(/Veto/);
    expect(describe({ fields: { Vote: { no: { label: "No" } } } })).toThrow(/Vote has no member no/);
  });
});
