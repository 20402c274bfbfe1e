import hre from "hardhat";
import { concat, domainSeparator, type Hex, sha256, toHex, zeroAddress } from "viem";
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

const { viem, networkHelpers } = await hre.network.create();
const client = await viem.getPublicClient();
const [operatorWallet, strangerWallet] = await viem.getWalletClients();
if (operatorWallet === undefined || strangerWallet === undefined) throw new Error("The network has no accounts");
const operator = operatorWallet.account.address;

const timing = { challengeWindow: 3n, responseTime: 2n, margin: 1n, minAnchorInterval: 2n, ringLength: 8 };
const terms = { name: "Example Platform", version: "1", maxAnchorDelay: 4n };

/** The stake's contract gives standing; here it is the operator itself. */
const deploy = () => viem.deployContract("AnchorRegistry", [timing, operator]);
let registry: Awaited<ReturnType<typeof deploy>>;

beforeEach(async () => {
  registry = await deploy();
});

describe("AnchorRegistry", () => {
  it("has the domain anchorlog, version 1", async () => {
    const [fields, name, version, chainId, verifyingContract, salt, extensions] = await registry.read.eip712Domain();
    expect({ fields, name, version, chainId, verifyingContract: verifyingContract.toLowerCase() }).toEqual({
      fields: "0x0f",
      name: "anchorlog",
      version: "1",
      chainId: 31_337n,
      verifyingContract: registry.address.toLowerCase(),
    });
    expect([salt, extensions]).toEqual([toHex(0, { size: 32 }), []]);
  });

  it("registers with proofs of possession that a wallet signs", async () => {
    await register();
    expect(await registry.read.operatorTerms([operator])).toEqual(terms);
    expect(await registry.read.anchorKey([operator])).toBe(anchorKey.address);
    expect(await registry.read.receiptKey([operator])).toBe(receiptKey.address);
    const { name, version } = terms;
    const domain = { name, version, chainId: 31_337, verifyingContract: registry.address };
    expect(await registry.read.actionDomain([operator])).toBe(domainSeparator({ domain }));
  });

  it("anchors a checkpoint that a wallet signed, whoever sends it", async () => {
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

  it("takes no transaction of the operator for one of its anchor key", async () => {
    await register();
    await expect(registry.write.anchor([operator, 1n, sha256("0x01"), [], "0x"])).rejects.toThrow("NotAnchorKey");
    await expect(registry.write.anchor([zeroAddress, 1n, sha256("0x01"), [], "0x"])).rejects.toThrow("NotRegistered");
  });

  it("costs what it costs", async () => {
    const registration = await register();
    const gas: bigint[] = [];
    // A log that grows by one header at a time: fingerprint i is the SHA-256 of i.
    const leaves: Hex[] = [];
    for (let size = 1; size <= 20; ++size) {
      leaves.push(sha256(toHex(size)));
      const proof = size === 1 ? [] : consistencyProof(leaves, size - 1);
      const root = treeRoot(leaves);
      const hash = await registry.write.anchor([operator, BigInt(size), root, proof, await sign(BigInt(size), root)]);
      gas.push((await client.getTransactionReceipt({ hash })).gasUsed);
      await networkHelpers.time.increase(2);
    }
    const [first = 0n] = gas;
    const filling = gas.slice(1, 8);
    const steady = gas.slice(8);
    const measured = { registration, first, filling: largest(filling), steady: largest(steady) };
    if (process.env["ANCHORLOG_GAS"] !== undefined) console.log(measured);
    expect(measured.registration).toBeLessThan(235_000n);
    expect(measured.first).toBeLessThan(90_000n);
    expect(measured.filling).toBeLessThan(100_000n);
    // Slots are reused from the ninth checkpoint on.
    expect(measured.steady).toBeLessThan(68_000n);
  });
});

async function register(): Promise<bigint> {
  const prove = (key: typeof anchorKey, role: number) =>
    key.signTypedData({ domain: domain(), types, primaryType: "KeyPossession", message: { operator, role } });
  const hash = await registry.write.register([
    terms,
    anchorKey.address,
    await prove(anchorKey, 1),
    receiptKey.address,
    await prove(receiptKey, 2),
  ]);
  await registry.write.setStanding([operator, true]);
  return (await client.getTransactionReceipt({ hash })).gasUsed;
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

function largest(values: readonly bigint[]): bigint {
  return values.reduce((a, b) => (a > b ? a : b));
}

/** RFC 9162, 2.1.1. */
function treeRoot(leaves: readonly Hex[]): Hex {
  const [only = "0x"] = leaves;
  if (leaves.length === 1) return only;
  const k = split(leaves.length);
  return sha256(concat(["0x01", treeRoot(leaves.slice(0, k)), treeRoot(leaves.slice(k))]));
}

/** RFC 9162, 2.1.4.1. */
function consistencyProof(leaves: readonly Hex[], old: number, complete = true): Hex[] {
  if (old === leaves.length) return complete ? [] : [treeRoot(leaves)];
  const k = split(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return old <= k
    ? [...consistencyProof(left, old, complete), treeRoot(right)]
    : [...consistencyProof(right, old - k, false), treeRoot(left)];
}

function split(n: number): number {
  let k = 1;
  while (2 * k < n) k *= 2;
  return k;
}
