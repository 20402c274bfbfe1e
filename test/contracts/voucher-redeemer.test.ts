import hre from "hardhat";
import {
  getContractAddress,
  keccak256,
  toHex as hexOf,
  type Account,
  type Chain,
  type Transport,
  type WalletClient,
} from "viem";
import { describe, expect, it } from "vitest";
import { openAnchorlog, type Anchorlog, type Hex } from "anchorlog";
import { defineActions, logId } from "anchorlog/action";
import { depositStake, presets, registerOperator, type ChainWriter } from "anchorlog/chain";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { closing } from "../ends.ts";
import { readStoredCheckpoints } from "../../src/dispute/checkpoints.ts";
import { attestBundle, bundleActionEvidence } from "../../src/dispute/gates/gate.ts";
import { fromHex, toHex } from "../../src/base/hex.ts";
import { encodeEntry, hashEntry } from "../../src/log/entry.ts";
import { toTypedData, type Message } from "../../src/action/index.ts";
import { ABOUT_NOTHING } from "../entries.ts";
import { keys, NOW, operator as template, settings, wallets } from "../operator.ts";

const FINALITY = 6;
const timing = { challengeWindow: 3n, responseTime: 2n, margin: 1n, minAnchorInterval: 2n, ringLength: 8 };
const { rewardGas, rewardFloor } = presets.local.stake;
const stakeParameters = { minimumStake: 10n ** 18n, rewardGas, rewardFloor };
const PRODUCT = keccak256(hexOf("a coffee"));
const types = defineActions({ BuyVoucher: { product: "bytes32", quantity: "uint256", gate: "address" } });

const { viem, networkHelpers } = await hre.network.create();
const publicClient = await viem.getPublicClient();
const [deployer, operatorWallet, judge] = await viem.getWalletClients();
const lower = (address: string) => address.toLowerCase() as Hex;
const writer = (walletClient: WalletClient<Transport, Chain, Account>): ChainWriter => ({ publicClient, walletClient });
const nonce = await publicClient.getTransactionCount({ address: deployer!.account.address });
const at = (i: number) => getContractAddress({ from: deployer!.account.address, nonce: BigInt(nonce + i) });
const registry = await viem.deployContract("AnchorRegistry", [timing, at(1)]);
const judges = [judge!.account.address, judge!.account.address] as const;
const stake = await viem.deployContract("OperatorStake", [stakeParameters, at(0), ...judges]);
const operator = { ...template, registry: lower(registry.address), operator: lower(operatorWallet!.account.address) };
const log = logId(operator, "a.example");
// The zero address: this gate accepts no contract wallets.
const none: Hex = `0x${"00".repeat(20)}`;
const shop = (of: Hex) => viem.deployContract("VoucherRedeemer", [registry.address, none, of, log, PRODUCT]);
const redeemer = await shop(operator.operator);

const [buyer, other] = wallets;

async function buy(number: number): Promise<void> {
  const payload = { product: PRODUCT, quantity: "3", gate: lower(redeemer.address) };
  const message = {
    log,
    actor: lower(buyer!.address),
    nonce: String(number),
    deadline: String(NOW / 1000 + 60),
    payload,
  };
  const domain = {
    name: operator.name,
    version: operator.version,
    chainId: operator.chainId,
    verifyingContract: operator.registry,
  };
  const kind = types.kinds.get("BuyVoucher")!;
  const signature = await buyer!.signTypedData(toTypedData(kind, message as Message, domain));
  const answer = await anchorlog.submit({ primaryType: "BuyVoucher", message: message as Message, signature });
  expect(answer).toMatchObject({ status: "accepted" });
  await anchorlog.closeBatches();
  await networkHelpers.time.increase(2);
  await anchorlog.anchor();
}

async function redeem(index: number, contract = redeemer, by = buyer!) {
  const bundle = await anchorlog.bundle({ log: "a.example", index });
  const { evidence, opening } = bundleActionEvidence(bundle, await readStoredCheckpoints(publicClient, operator));
  return contract.write.redeem([evidence, opening] as never, { account: by });
}

await registerOperator(writer(operatorWallet!), operator, { ...operator, maxAnchorDelay: 4, ...keys });
await depositStake(writer(operatorWallet!), operator);
for (const { address } of wallets) await networkHelpers.setBalance(address, 10n ** 18n);
const anchorlog: Anchorlog = await openAnchorlog({
  ...settings,
  store: await openSqliteStore(":memory:"),
  operator,
  types,
  chain: writer(operatorWallet!),
  clock: () => NOW,
});
closing(anchorlog);

describe("a voucher that was bought through the API", () => {
  it("is redeemed on the chain once it is final, and not before", async () => {
    await buy(0);
    await expect(redeem(0)).rejects.toThrow(/CheckpointNotFinal/);
    await networkHelpers.time.increase(FINALITY);
    await redeem(0);
    expect(await redeemer.read.redeemedBy([buyer!.address])).toBe(3n);
  });

  it("is redeemed only once (replay)", async () => {
    await expect(redeem(0)).rejects.toThrow(/AlreadyRedeemed/);
  });

  it("is redeemed only at the gate that it names (a successor)", async () => {
    await expect(redeem(0, await shop(operator.operator))).rejects.toThrow(/AnotherGate/);
  });

  it("is redeemed only by its buyer (front-running)", async () => {
    await buy(1);
    await networkHelpers.time.increase(FINALITY);
    await expect(redeem(1, redeemer, other)).rejects.toThrow(/NotYours/);
    await redeem(1);
    expect(await redeemer.read.redeemedBy([buyer!.address])).toBe(6n);
  });

  it("is refused with another operator's evidence", async () => {
    await expect(redeem(1, await shop(lower(other!.address)))).rejects.toThrow(/CheckpointNotStored/);
  });

  it("is not redeemed if its log was frozen before it was final", async () => {
    await buy(2);
    await stake.write.convict([operator.operator, judge!.account.address, log, 2n], { account: judge!.account });
    await networkHelpers.time.increase(100);
    await expect(redeem(2)).rejects.toThrow(/BatchFrozen/);
  });
});

describe("a contract wallet's entry", () => {
  it("can be attested by anybody with its bundle, while the wallet confirms the signature", async () => {
    const attestations = await viem.deployContract("Attestations");
    const wallet = await viem.deployContract("OwnedWallet", [buyer!.address]);
    const digest = keccak256(hexOf("an action"));
    const signature = await buyer!.sign({ hash: digest });
    const fields = { log: fromHex(log), prev: fromHex(log), nonce: new Uint8Array(32), digest: fromHex(digest) };
    const signed = { actor: fromHex(lower(wallet.address)), signatureHash: fromHex(keccak256(signature)) };
    const times = { index: 0, scheme: 1, verifiedBlock: 1, acceptedAt: NOW };
    const bytes = encodeEntry({ ...fields, ...signed, ...times, ...ABOUT_NOTHING });
    const bundle = { entry: toHex(bytes), action: { signature } } as Parameters<typeof attestBundle>[2];

    const others = { ...bundle, action: { ...bundle.action, signature: await other!.sign({ hash: digest }) } };
    const attest = (of: typeof bundle) => attestBundle(writer(deployer!), lower(attestations.address), of);
    await expect(attest(others)).rejects.toThrow(/WrongSignature/);
    expect(await attestations.read.isAttested([toHex(hashEntry(bytes))])).toBe(false);
    await attest(bundle);
    expect(await attestations.read.isAttested([toHex(hashEntry(bytes))])).toBe(true);
  });
});
