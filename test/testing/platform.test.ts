import hre from "hardhat";
import { createPublicClient, http, keccak256, toHex } from "viem";
import { afterAll, expect, it } from "vitest";
import { defineActions } from "anchorlog/action";
import { anchorRegistryAbi } from "anchorlog/chain";
import { developmentAccount, freePort, LOCAL_CHAIN_ID, startLocalChain } from "anchorlog/development";
import { openTestPlatform } from "anchorlog/testing";
import { closing } from "../ends.ts";
import { inLowerCase } from "../../src/base/hex.ts";
import { newFolder } from "../folder.ts";

const PRODUCT = keccak256(toHex("a coffee"));
const types = defineActions({ BuyVoucher: { product: "bytes32", quantity: "uint256", gate: "address" } });
const buyer = developmentAccount(4, LOCAL_CHAIN_ID);

const { viem, provider } = await hre.network.create();
const platform = await openTestPlatform(provider, { types });
afterAll(() => platform.close());

async function deployShop() {
  const { contracts, operator, log } = platform;
  const args = [contracts.registry, contracts.attestations, operator.operator, log, PRODUCT] as const;
  return viem.deployContract("VoucherRedeemer", args);
}

it("lets a contract's test buy, anchor and redeem in Hardhat's own process", async () => {
  const shop = await deployShop();
  const gate = inLowerCase(shop.address);
  const index = await platform.append(buyer, "BuyVoucher", { product: PRODUCT, quantity: "3", gate });
  const { evidence, opening } = await platform.evidence(index);
  await shop.write.redeem([evidence, opening], { account: buyer.address });
  expect(await shop.read.redeemedBy([buyer.address])).toBe(3n);
});

it("anchors without finality, if a test wants to see the refusal", async () => {
  const shop = await deployShop();
  const gate = inLowerCase(shop.address);
  const first = await platform.append(buyer, "BuyVoucher", { product: PRODUCT, quantity: "1", gate });
  const { evidence, opening } = await platform.evidence(first);
  const { sequence } = evidence.batch;
  await platform.append(buyer, "BuyVoucher", { product: PRODUCT, quantity: "1", gate });
  await platform.anchor();
  const early = { ...evidence, batch: { ...evidence.batch, sequence: sequence + 1n } };
  await expect(shop.write.redeem([early, opening], { account: buyer.address })).rejects.toThrow(/CheckpointNotFinal/);
});

it("makes evidence of a final entry without moving the time", async () => {
  const { timestamp } = await (await viem.getPublicClient()).getBlock();
  await platform.evidence(0);
  expect((await (await viem.getPublicClient()).getBlock()).timestamp).toBe(timestamp);
});

it("gives the reason of a refusal", async () => {
  const payload = { product: PRODUCT, quantity: "0", gate: inLowerCase(buyer.address) };
  await expect(platform.append(buyer, "Buy" as never, payload as never)).rejects.toMatchObject({
    code: "unknown_kind",
  });
  await expect(platform.evidence(99)).rejects.toMatchObject({ code: "no_entry" });
  await expect(platform.advance("10" as never)).rejects.toThrow(/advance takes seconds, not "10"/);
  await expect(openTestPlatform({} as never, { types })).rejects.toThrow(
    /takes a provider, not an object\n.*hre\.network/,
  );
  await expect(openTestPlatform(provider, { types })).rejects.toThrow(
    /called for this chain before\n.*share that platform, or .*hre\.network\.create/,
  );
  await expect(openTestPlatform(provider, undefined as never)).rejects.toThrow(/give \{ types \} after the provider/);
});

it("does the same on anvil, through a viem client", async () => {
  const folder = newFolder();
  const node = closing(await startLocalChain({ from: process.cwd(), folder, port: await freePort(0) }));
  const client = createPublicClient({ transport: http(node.url) });
  const onAnvil = await openTestPlatform(client, { types, log: "shop" });
  const payload = { product: PRODUCT, quantity: "1", gate: buyer.address } as const;
  const { evidence } = await onAnvil.evidence(await onAnvil.append(buyer, "BuyVoucher", payload));
  const { operator, log, contracts } = onAnvil;
  const isFinal = await client.readContract({
    address: contracts.registry,
    abi: anchorRegistryAbi,
    functionName: "isFinal",
    args: [operator.operator, evidence.batch.position, log, 0n],
  });
  expect([node.kind, isFinal]).toEqual(["anvil", true]);
  await onAnvil.close();
});
