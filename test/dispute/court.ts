import hre from "hardhat";
import { getContractAddress, type Account, type Chain, type Transport, type WalletClient } from "viem";
import type { ChainWriter } from "anchorlog/anchor";
import { depositStake, registerOperator } from "anchorlog/anchor";
import type { Hex } from "anchorlog";
import { encodeProof, readStoredCheckpoints, type FaultProof, type StoredCheckpoint } from "../../src/dispute/index.ts";
import { keys, operator as template } from "../operator.ts";
import type { Dishonest, TestIdentity } from "./dishonest.ts";

/** F is 6 seconds; the ring spans 8 anchors of 2 seconds. */
const timing = { challengeWindow: 3n, responseTime: 2n, margin: 1n, minAnchorInterval: 2n, ringLength: 8 };
const stakeParameters = { minimumStake: 10n ** 18n, penaltyMargin: 10n ** 17n, burnShare: 6_000 };
const ANCHOR_DELAY = 4;

export type Court = Awaited<ReturnType<typeof openCourt>>;

/** The contracts that judge faults on a Hardhat node, and an operator before them. */
export async function openCourt() {
  const { viem, networkHelpers, provider } = await hre.network.create();
  const publicClient = await viem.getPublicClient();
  const [deployer, operatorWallet, honest, thief, other] = await viem.getWalletClients();
  if (other === undefined) throw new Error("the network has too few accounts");
  const nonce = await publicClient.getTransactionCount({ address: deployer!.account.address });
  const at = (i: number) => getContractAddress({ from: deployer!.account.address, nonce: BigInt(nonce + i) });
  const poseidon = await viem.deployContract("Poseidon");
  const registry = await viem.deployContract("AnchorRegistry", [timing, at(2)]);
  const stake = await viem.deployContract("OperatorStake", [stakeParameters, at(1), [at(3)]]);
  const faultProofs = await viem.deployContract("FaultProofs", [at(1), at(2), poseidon.address]);

  const writer = (wallet: WalletClient<Transport, Chain, Account>): ChainWriter => ({
    publicClient,
    walletClient: wallet,
  });
  const lower = (address: string) => address.toLowerCase() as Hex;
  const enrol = async (wallet: WalletClient<Transport, Chain, Account>): Promise<TestIdentity> => {
    const id = { ...template, registry: lower(registry.address), operator: lower(wallet.account.address) };
    await registerOperator(writer(wallet), id, { ...id, maxAnchorDelay: ANCHOR_DELAY, ...keys });
    await depositStake(writer(wallet), id);
    return id;
  };
  const operator = await enrol(operatorWallet!);

  /** Anchors what a dishonest operator signed. */
  const anchor = async (made: Dishonest): Promise<StoredCheckpoint[]> => {
    for (const { size, root, proof, signature } of made.anchors) {
      await registry.write.anchor([made.operator.operator, BigInt(size), root, proof, signature]);
      await networkHelpers.time.increase(2);
    }
    return readStoredCheckpoints(publicClient, made.operator);
  };
  /** Whether a proof would convict, changing nothing; if not, the error. */
  const judge = async (proof: FaultProof): Promise<string> => {
    try {
      const data = encodeProof(proof, `0x${"00".repeat(32)}`);
      await publicClient.call({ account: honest!.account.address, to: faultProofs.address, data });
      return "guilty";
    } catch (error) {
      const text = (error as Error).message;
      return /reverted with custom error '(\w+)/.exec(text)?.[1] ?? /(\w+)\(/.exec(text)?.[1] ?? text;
    }
  };
  return {
    provider,
    networkHelpers,
    publicClient,
    registry,
    stake,
    faultProofs,
    poseidon,
    operator,
    operatorWallet: operatorWallet!,
    honest: honest!,
    thief: thief!,
    other,
    writer,
    enrol,
    anchor,
    judge,
  };
}
