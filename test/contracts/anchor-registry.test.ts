import hre from "hardhat";
import { domainSeparator, type Hex, sha256 } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { beforeEach, describe, expect, it } from "vitest";
import { randomKey } from "../seed.ts";

/** The EIP-712 typed data that a wallet signs, spelled out, must be the data that the contract checks. */
const types = {
  KeyPossession: [
    { name: "operator", type: "address" },
    { name: "role", type: "uint8" },
  ],
  Checkpoint: [
    { name: "operator", type: "address" },
    { name: "size", type: "uint64" },
    { name: "root", type: "bytes32" },
  ],
} as const;

const anchorKey = privateKeyToAccount(randomKey());
const receiptKey = privateKeyToAccount(randomKey());

const { viem } = await hre.network.create();
const client = await viem.getPublicClient();
const [operatorWallet, strangerWallet] = await viem.getWalletClients();
if (operatorWallet === undefined || strangerWallet === undefined) throw new Error("The network has no accounts");
const operator = operatorWallet.account.address;

const timing = { challengeWindow: 3n, responseTime: 2n, margin: 1n, minAnchorInterval: 2n, ringLength: 8 };
const terms = { name: "Example Platform", version: "1", maxAnchorDelay: 4n };

/** The stake contract gives standing. In this test the operator's account is the stake contract. */
const deploy = () => viem.deployContract("AnchorRegistry", [timing, operator]);
let registry: Awaited<ReturnType<typeof deploy>>;

beforeEach(async () => {
  registry = await deploy();
});

describe("AnchorRegistry", () => {
  it("registers with proofs of possession that a wallet signs", async () => {
    await register();
    expect(await registry.read.operatorTerms([operator])).toEqual(terms);
    expect(await registry.read.anchorKey([operator])).toBe(anchorKey.address);
    expect(await registry.read.receiptKey([operator])).toBe(receiptKey.address);
    const { name, version } = terms;
    const domain = { name, version, chainId: 31_337, verifyingContract: registry.address };
    expect(await registry.read.actionDomain([operator])).toBe(domainSeparator({ domain }));
  });

  it("anchors a checkpoint that a wallet signed, from any sender", async () => {
    await register();
    const root = sha256("0x01");
    const hash = await registry.write.anchor([operator, 3n, root, [], await sign(3n, root)], {
      account: strangerWallet.account,
    });
    const { blockNumber } = await client.getTransactionReceipt({ hash });
    const { timestamp } = await client.getBlock({ blockNumber });
    expect(await registry.read.latestCheckpoint([operator])).toEqual([{ root, size: 3n, time: timestamp }, 1n]);
    const [event] = await registry.getEvents.Anchored({ operator }, { fromBlock: blockNumber });
    expect(event?.args).toMatchObject({ sequence: 0n, size: 3n, root });
  });
});

async function register(): Promise<void> {
  const prove = (key: typeof anchorKey, role: number) =>
    key.signTypedData({ domain: domain(), types, primaryType: "KeyPossession", message: { operator, role } });
  await registry.write.register([
    terms,
    anchorKey.address,
    await prove(anchorKey, 1),
    receiptKey.address,
    await prove(receiptKey, 2),
  ]);
  await registry.write.setStanding([operator, true]);
}

function sign(size: bigint, root: Hex): Promise<Hex> {
  return anchorKey.signTypedData({
    domain: domain(),
    types,
    primaryType: "Checkpoint",
    message: { operator, size, root },
  });
}

function domain() {
  return { name: "anchorlog", version: "1", chainId: 31_337, verifyingContract: registry.address };
}
