/** For an operator whose receipt key is rotated. */
import type { DigestSigner } from "anchorlog/action";
import { connectChain } from "anchorlog/chain";
import { expect } from "vitest";
import { node, operator } from "./platform.ts";

export { operator, publicClient, walletClient } from "./platform.ts";
export const password = "a password";

export async function check(left: { receiptKey: DigestSigner; from: number }): Promise<void> {
  const chain = await connectChain(node.url);
  const period = await chain.readKeyPeriod(operator, "receipt", left.receiptKey.address);
  expect(period).toEqual({ from: left.from, until: undefined });
}
