import { parseGwei } from "viem";
import { privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { beforeEach } from "vitest";
import type { PendingStore } from "../../src/chain/transactions/types.ts";
import { startAnvil } from "../dispute/anvil.ts";
import { NOW } from "../operator.ts";
import { randomKey } from "../seed.ts";
import { startFaultyNode } from "./faulty-node.ts";
import { openSender, payment, writerOf, type TestSender } from "./transactions.ts";

/** An account that pays a shop on a chain of the test file's own. Each test has a new account and a new shop. */
export async function startPaying() {
  const anvil = await startAnvil(NOW / 1000);
  const node = await startFaultyNode(anvil.url);
  let account: PrivateKeyAccount;
  let shop: PrivateKeyAccount["address"];
  beforeEach(async () => {
    node.rule = undefined;
    await anvil.test.setAutomine(false);
    await anvil.test.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("1") });
    await anvil.test.mine({ blocks: 1 });
    account = privateKeyToAccount(randomKey());
    shop = privateKeyToAccount(randomKey()).address;
    await anvil.test.setBalance({ address: account.address, value: 10n ** 20n });
  });

  const nonce = (blockTag: "latest" | "pending" = "latest") =>
    anvil.client.getTransactionCount({ address: account.address, blockTag });
  return {
    anvil,
    node,
    account: () => account,
    shop: () => shop,
    open: (store?: PendingStore, settings = {}, url = node.url, atOnce = 1): TestSender =>
      openSender(writerOf(url, account), store, settings, atOnce),
    pay: (sender: TestSender, order: number, options = {}) =>
      sender.send(payment(shop, order), { key: `order:${order}`, ...options }),
    mine: (blocks = 1) => anvil.test.mine({ blocks }),
    /** How often the shop was paid. */
    paid: () => anvil.client.getBalance({ address: shop }),
    nonce,
    waiting: async () => (await nonce("pending")) - (await nonce()),
  };
}

/** Ignores a rejection: a call that a test abandons is rejected at closing. */
export function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
