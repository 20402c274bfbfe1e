import { createPublicClient, http } from "viem";
import { describe, expect, it } from "vitest";
import type { Domain, Hex } from "anchorlog";
import {
  ChainUnavailableError,
  compareDomain,
  DomainMismatchError,
  readOperatorDomain,
  registerOperator,
  registryChecks,
} from "anchorlog/chain";
import { createSignedFetch } from "anchorlog/http";
import { closing } from "../ends.ts";
import { deployLocally } from "../../scripts/deploy.ts";
import { developmentAccount, LOCAL_CHAIN_ID } from "../../scripts/development.ts";
import { startNode } from "../../scripts/node.ts";
import { keys, NOW, operator, registeredDomain, wallets } from "../operator.ts";

// A real Hardhat node, asked over JSON-RPC.
const node = closing(await startNode(NOW));
const { registry } = await deployLocally({ provider: node.provider });
const account = developmentAccount(1, LOCAL_CHAIN_ID);
const id = { chainId: LOCAL_CHAIN_ID, registry, operator: account.address.toLowerCase() as Hex };
await registerOperator(node.writer(account), id, {
  name: "Test platform",
  version: "1",
  maxAnchorDelay: 3600,
  ...keys,
});
const domain = { name: "Test platform", version: "1", chainId: LOCAL_CHAIN_ID, verifyingContract: registry };

describe("an operator's domain on a real node", () => {
  it("is the registered one", async () => {
    expect(await readOperatorDomain(node.client, id)).toEqual(domain);
    await compareDomain(node.client, id, domain);
    await compareDomain(node.client, id, { ...domain, verifyingContract: `0x${id.registry.slice(2).toUpperCase()}` });
  });

  it("differs if any member differs", async () => {
    const others: Partial<Domain>[] = [
      { name: "Text platform" },
      { version: "2" },
      { chainId: 1 },
      { verifyingContract: `0x${"11".repeat(20)}` },
      { name: "Text platform", chainId: 1 },
    ];
    for (const other of others) {
      const error: unknown = await compareDomain(node.client, id, { ...domain, ...other }).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(DomainMismatchError);
      expect(error).toMatchObject({ code: "domain_mismatch", members: Object.keys(other), registered: domain });
    }
    // The node is of another chain than the configured one.
    await expect(compareDomain(node.client, { ...id, chainId: 1 }, domain)).rejects.toMatchObject({
      members: ["chainId"],
    });
  });

  it("is an error if the operator, the registry or the node is not found", async () => {
    const other = { ...id, operator: `0x${"11".repeat(20)}` } as const;
    await expect(readOperatorDomain(node.client, other)).rejects.toMatchObject({ code: "unknown_operator" });
    const nowhere = { ...id, registry: `0x${"11".repeat(20)}` } as const;
    await expect(readOperatorDomain(node.client, nowhere)).rejects.toMatchObject({ code: "unknown_operator" });
    const dead = createPublicClient({ transport: http("http://127.0.0.1:9", { retryCount: 0 }) });
    await expect(compareDomain(dead, id, domain)).rejects.toThrow(ChainUnavailableError);
  });

  it.each(Object.keys(registeredDomain))(
    "is refused if the registry's separator belongs to another domain: %s",
    async (name) => {
      const other = {
        operatorTerms: { name: "Text platform", version: "1" },
        deploymentChainId: 1n,
        actionDomain: "0x",
      };
      const answers: Readonly<Record<string, unknown>> = {
        ...registeredDomain,
        [name]: other[name as "actionDomain"],
      };
      const readContract = async ({ functionName }: { functionName: string }) => answers[functionName];
      const registry = { readContract } as Parameters<typeof readOperatorDomain>[0];
      await expect(readOperatorDomain(registry, operator)).rejects.toMatchObject({ code: "bad_domain" });
    },
  );

  it("is checked before a wallet is asked to sign", async () => {
    const send = async (domain: Domain): Promise<Response> => {
      const signedFetch = createSignedFetch({
        account: wallets[0]!,
        authority: "server.example",
        origins: ["http://server.example"],
        operator: { ...id, name: domain.name, version: domain.version },
        log: "a.example",
        ...registryChecks(node.client, id),
        readReceipt: "later",
        fetch: async () => new Response("sent"),
      });
      return signedFetch("http://server.example/objects", { method: "POST" });
    };
    await expect(send({ ...domain, name: "Text platform" })).rejects.toMatchObject({ code: "domain_mismatch" });
    expect(await (await send(domain)).text()).toBe("sent");
  });
});

describe("the receipt key on a real node", () => {
  it("is accepted only if it is registered and not ended", async () => {
    const { receiptKey } = registryChecks(node.client, {
      ...id,
      registry: `0x${id.registry.slice(2).toUpperCase()}`,
    });
    const registered = keys.receiptKey.address.toLowerCase() as Hex;
    expect(await receiptKey(registered, NOW)).toBe(true);
    expect(await receiptKey(keys.anchorKey.address, NOW)).toBe(false);
    const dead = createPublicClient({ transport: http("http://127.0.0.1:9", { retryCount: 0 }) });
    await expect(registryChecks(dead, id).receiptKey(registered, NOW)).rejects.toThrow(ChainUnavailableError);
  });
});
