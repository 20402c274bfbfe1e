import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { getAddress, keccak256, recoverTypedDataAddress, toBytes, type Hex } from "viem";
import { expect, it } from "vitest";
import { isDescriptionBy } from "anchorlog/verify/bundle";
import schema from "../../../test/vectors/foreign/erc-7730/erc7730-v2.schema.json" with { type: "json" };
import { canonical, type Json } from "../../src/objects/properties.ts";
import { call, startServer } from "../harness.ts";

type About = { readonly clear_signing: string; readonly domain: object; readonly kinds: Record<string, string> };
type Descriptor = {
  readonly context: { readonly eip712: { readonly domain: object } };
  readonly display: { readonly formats: Record<string, { readonly intent: string }> };
};

it("the description of the operator is signed by the receipt key as a whole", async () => {
  const server = await startServer();
  const { body } = await call<Record<string, Json>>(server, "GET", "/.well-known/anchorlog");
  const { signature, ...content } = body;
  const key = server.parts.keys.receipt;
  const holds = (said: object): boolean => isDescriptionBy(key, server.trusted, said, signature);
  expect(holds(content)).toBe(true);
  // The same by other code: viem's EIP-712, and the server's own canonical JSON.
  const { chainId, registry, operator } = server.trusted;
  const signer = await recoverTypedDataAddress({
    domain: { name: "anchorlog", version: "1", chainId, verifyingContract: registry },
    types: {
      Description: [
        { name: "operator", type: "address" },
        { name: "content", type: "bytes32" },
      ],
    },
    primaryType: "Description",
    message: { operator, content: keccak256(toBytes(canonical(content))) },
    signature: signature as Hex,
  });
  expect(signer.toLowerCase()).toBe(key);
  for (const name of Object.keys(content)) {
    const { [name]: _, ...less } = content;
    expect(holds(less), name).toBe(false);
    expect(holds({ ...content, [name]: "other" }), name).toBe(false);
  }
});

it("describes each kind to wallets in a file that ERC-7730's schema accepts", async () => {
  const server = await startServer();
  const { body: about } = await call<About>(server, "GET", "/.well-known/anchorlog");
  const { pathname, origin } = new URL(about.clear_signing);
  expect(origin).toBe("http://api.example");
  const { status, body } = await call<Descriptor>(server, "GET", pathname);
  expect(status).toBe(200);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addFormat("eip155", { type: "number", validate: (id) => Number.isSafeInteger(id) && id > 0 });
  ajv.addFormat("eip55", (address) => getAddress(address) === address);
  const validate = ajv.compile(schema);
  expect([validate(body), validate.errors]).toEqual([true, null]);
  const intents = Object.entries(body.display.formats).map(([type, { intent }]) => [type, intent]);
  const envelope = "bytes32 log,address actor,uint256 nonce,uint64 deadline";
  const kinds = Object.entries(about.kinds).map(([kind, payload]) => [
    `${kind}(${envelope},${kind}Payload payload)${payload}`,
    expect.stringMatching(/ \w+ /),
  ]);
  expect(new Set(Object.values(body.display.formats).map(({ intent }) => intent)).size).toBe(kinds.length);
  expect(Object.fromEntries(intents)).toEqual(Object.fromEntries(kinds));
});
