// A shop's test against a whole platform in Hardhat's own process: contracts, an operator with a stake, a log.
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { defineActions } from "anchorlog/action";
import { developmentAccount } from "anchorlog/development";
import { openTestPlatform } from "anchorlog/testing";
import hre from "hardhat";
import { keccak256, toHex } from "viem";

const types = defineActions({ BuyVoucher: { product: "bytes32", quantity: "uint256", gate: "address" } });
const product = keccak256(toHex("a coffee"));
const buyer = developmentAccount(4, 31337);

const { viem, provider } = await hre.network.create();
let platform;
let shop;
before(async () => {
  platform = await openTestPlatform(provider, { types });
  const { contracts, operator, log } = platform;
  shop = await viem.deployContract("CoffeeShop", [contracts.registry, contracts.attestations, operator.operator, log]);
});
after(() => platform.close());

void it("gives beans once the purchase is final", async () => {
  const index = await platform.append(buyer, "BuyVoucher", { product, quantity: "3", gate: shop.address });
  const { evidence, opening } = await platform.evidence(index); // anchored, and the chain's time moved to finality
  await shop.write.redeem([evidence, opening], { account: buyer.address });
  assert.equal(await shop.read.beans([buyer.address]), 300n);
  await assert.rejects(shop.write.redeem([evidence, opening], { account: buyer.address }), /AlreadyRedeemed/);
});

void it("gives nothing to others", async () => {
  const index = await platform.append(buyer, "BuyVoucher", { product, quantity: "1", gate: shop.address });
  const { evidence, opening } = await platform.evidence(index);
  await assert.rejects(shop.write.redeem([evidence, opening]), /NotYours/);
});
