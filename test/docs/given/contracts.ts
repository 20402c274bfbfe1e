/** For a contract's test: Hardhat, a product and its buyer. */
import { expect } from "vitest";
import { keccak256, toHex } from "viem";
import type { TestPlatform } from "anchorlog/testing";
import { developmentAccount, LOCAL_CHAIN_ID } from "../../../scripts/development.ts";

export { default as hre } from "hardhat";
export const product = keccak256(toHex("a coffee"));
export const buyer = developmentAccount(4, LOCAL_CHAIN_ID);

type Left = {
  readonly platform: TestPlatform;
  readonly shop: { read: { redeemedBy(of: readonly [`0x${string}`]): Promise<bigint> } };
};
export async function check({ platform, shop }: Left): Promise<void> {
  expect(await shop.read.redeemedBy([buyer.address])).toBe(3n);
  await platform.close();
}
