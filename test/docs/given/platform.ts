/** A platform as the documents have it: a local chain, the contracts, an operator registered on it, wallets. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineActions, logId, toTypedData, type Hex, type Message, type SignedAction } from "anchorlog";
import { depositStake, registerOperator } from "anchorlog/chain";
import { deployLocally } from "../../../scripts/deploy.ts";
import { developmentAccount, developmentPlatform, LOCAL_CHAIN_ID, ROLES } from "../../../scripts/development.ts";
import { startNode } from "../../../scripts/node.ts";

const account = (index: number) => developmentAccount(index, LOCAL_CHAIN_ID);
const lower = (address: string): Hex => address.toLowerCase() as Hex;

/** The folder in which the snippets run and write. */
export const folder: string = await mkdtemp(join(tmpdir(), "anchorlog-snippets-"));
export const node = await startNode();
export const { publicClient, walletClient } = node.writer(account(ROLES.operator));

const contracts = await deployLocally({ provider: node.provider });
const platform = developmentPlatform();
export const keys = platform.keys;
export const operator = { ...platform.operator, registry: contracts.registry };
const { name, version, ...id } = operator;
export const operatorId = id;
const terms = { name, version, maxAnchorDelay: 3_600 };
await registerOperator({ publicClient, walletClient }, operatorId, { ...terms, ...keys });
await depositStake({ publicClient, walletClient }, operatorId);

/** The operator's EIP-712 domain. */
export const domain = {
  name: terms.name,
  version: terms.version,
  chainId: operatorId.chainId,
  verifyingContract: operatorId.registry,
};
export const types = defineActions({ Transfer: { objectId: "string", to: "address" } });
export const log = logId(operatorId, "acme-games");
/** A wallet; the node signs for it as well. */
export const wallet = account(ROLES.firstWallet);

type Transfer = { readonly objectId: "string"; readonly to: "address" };
type SignedTransfer = SignedAction<{ readonly Transfer: Transfer }>;

/** A transfer that the wallet signs. */
export async function transfer(nonce: number): Promise<SignedTransfer> {
  const message = {
    log,
    actor: lower(wallet.address),
    nonce: String(nonce),
    deadline: String(Math.floor(Date.now() / 1000) + 3_600),
    payload: { objectId: `object/${nonce}`, to: lower(wallet.address) },
  } as Message<Transfer>;
  const signature = await wallet.signTypedData(toTypedData(types.kinds.get("Transfer")!, message, domain));
  return { primaryType: "Transfer", message, signature };
}

export async function end(): Promise<void> {
  await node.close();
  await rm(folder, { recursive: true, force: true });
}
