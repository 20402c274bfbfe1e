// The given values of the guide's server, made in a user's project: this file is compiled and runs there.
import { createPublicClient, createWalletClient, http } from "viem";
import { mnemonicToAccount, privateKeyToAccount } from "viem/accounts";
import { hardhat } from "viem/chains";
import { defineActions, logId, privateKeySigner, toTypedData, type Message } from "anchorlog/action";
import { depositStake, registerOperator } from "anchorlog/chain";
import { createFileGuard } from "anchorlog/store/guard";
import { noteKeySigner } from "anchorlog/action/signers";
import type { Hex } from "anchorlog";

/** The node's URL, and the number of the operator's account there. */
export type Setting = { readonly url: string; readonly registry: Hex; readonly account: number };

export const setting = JSON.parse(process.argv[2] ?? "{}") as Setting;

/** The clients as a user has them. */
export function clients(url = setting.url) {
  const account = mnemonicToAccount("test test test test test test test test test test test junk", {
    addressIndex: setting.account,
  });
  const transport = http(url, { retryCount: 0 });
  const shared = { chain: hardhat, transport, pollingInterval: 20, cacheTime: 0 };
  return { publicClient: createPublicClient(shared), walletClient: createWalletClient({ ...shared, account }) };
}

/** An operator that is registered and has a stake, and a customer's signed action. */
export async function given() {
  const { publicClient, walletClient } = clients();
  const { registry } = setting;
  const chainId = 31_337;
  const operator = walletClient.account.address.toLowerCase() as Hex;
  const id = { chainId, registry, operator };
  const anchorKey = privateKeyToAccount(`0x${"b1".repeat(32)}`);
  const receiptKey = privateKeySigner(`0x${"b2".repeat(32)}`);
  const noteKey = noteKeySigner(new Uint8Array(32).fill(0xb3));
  const terms = { name: "My Platform", version: "1", maxAnchorDelay: 3_600, anchorKey, receiptKey };
  await registerOperator({ publicClient, walletClient }, id, terms);
  await depositStake({ publicClient, walletClient }, id);
  // A new operator creates its guard once.
  await createFileGuard("anchorlog.guard", id).close();

  const customer = privateKeyToAccount(`0x${"a1".repeat(32)}`);
  const to = customer.address.toLowerCase() as Hex;
  const deadline = `${BigInt(Math.floor(Date.now() / 1000) + 3_600)}` as const;
  const payload = { objectId: "42", to };
  const message = { log: logId(id, "acme-games"), actor: to, nonce: "1", deadline, payload } satisfies Message;
  const kind = defineActions({ Transfer: { objectId: "string", to: "address" } }).kinds.get("Transfer")!;
  const domain = { name: terms.name, version: terms.version, chainId, verifyingContract: registry };
  const signature = await customer.signTypedData(toTypedData(kind, message, domain));
  const actions = [{ primaryType: "Transfer", message, signature }];
  const effects = [undefined];
  return {
    actions,
    anchorKey,
    chainId,
    effects,
    message,
    noteKey,
    operator,
    publicClient,
    receiptKey,
    registry,
    signature,
    walletClient,
  };
}
