import hre from "hardhat";
import {
  BaseError,
  createPublicClient,
  decodeErrorResult,
  getContractAddress,
  http,
  type Account,
  type Chain,
  type PublicClient,
  type Transport,
  type WalletClient,
} from "viem";
import type { ChainWriter } from "anchorlog/chain";
import { depositStake, presets, registerOperator } from "anchorlog/chain";
import { useEngine } from "anchorlog/action";
import type { Hex } from "anchorlog";
import { encodeProof, readStoredCheckpoints, type FaultProof, type StoredCheckpoint } from "../../src/dispute/index.ts";
import { keys, operator as template } from "../operator.ts";
import { startAnvil } from "./anvil.ts";
import type { Dishonest, TestIdentity } from "./dishonest.ts";

/** F is 6 seconds; the ring spans 8 anchors of 2 seconds. */
const timing = { challengeWindow: 3n, responseTime: 2n, margin: 1n, minAnchorInterval: 2n, ringLength: 8 };
const { rewardGas, rewardFloor } = presets.local.stake;
const stakeParameters = { minimumStake: 10n ** 18n, rewardGas, rewardFloor };
const ANCHOR_DELAY = 4;
/** The address that burned ether goes to. */
const BURNED: Hex = "0x000000000000000000000000000000000000dead";

export type Court = Awaited<ReturnType<typeof openCourt>>;

/** Opens the contracts that judge faults on a Hardhat node, and registers an operator. */
export const openCourt = async () => openCourtOn(await hre.network.create());

/** The same on anvil, which is several times as fast because it traces no calls. Coverage needs Hardhat. */
export async function openFastCourt(): Promise<Court> {
  if (process.env["HARDHAT_COVERAGE"] === "true") return openCourt();
  const { url } = await startAnvil(Math.floor(Date.now() / 1000));
  const override = { type: "http", url } as const;
  const network = await hre.network.create({ network: "localhost", override });
  // Batches requests, since thousands of round trips cost more than the judgements themselves.
  const judge = createPublicClient({ transport: http(url, { batch: { batchSize: 100 }, timeout: 120_000 }) });
  return openCourtOn(network, judge);
}

async function openCourtOn(
  { viem, networkHelpers, provider }: Awaited<ReturnType<typeof hre.network.create>>,
  judging?: PublicClient,
) {
  await useEngine();
  const publicClient = await viem.getPublicClient();
  const [deployer, operatorWallet, honest, thief, other] = await viem.getWalletClients();
  if (other === undefined) throw new Error("the network has too few accounts");
  const nonce = await publicClient.getTransactionCount({ address: deployer!.account.address });
  const at = (i: number) => getContractAddress({ from: deployer!.account.address, nonce: BigInt(nonce + i) });
  const poseidon = await viem.deployContract("Poseidon");
  const registry = await viem.deployContract("AnchorRegistry", [timing, at(2)]);
  const stake = await viem.deployContract("OperatorStake", [stakeParameters, at(1), at(3), at(3)]);
  const faultProofs = await viem.deployContract("FaultProofs", [at(1), at(2), poseidon.address]);

  /** The reward for a slash in this block. */
  const rewardIn = async (blockNumber: bigint): Promise<bigint> => {
    const { baseFeePerGas } = await publicClient.getBlock({ blockNumber });
    const price = baseFeePerGas! * BigInt(rewardGas);
    return price > rewardFloor ? price : rewardFloor;
  };
  const burned = () => publicClient.getBalance({ address: BURNED });
  const errors = [...faultProofs.abi, ...registry.abi, ...stake.abi, ...poseidon.abi];

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
  const anchor = async (made: Pick<Dishonest, "operator" | "anchors">): Promise<StoredCheckpoint[]> => {
    for (const { size, root, proof, signature } of made.anchors) {
      const hash = await registry.write.anchor([made.operator.operator, BigInt(size), root, proof, signature]);
      // Anvil answers before it mines.
      await publicClient.waitForTransactionReceipt({ hash });
      await networkHelpers.time.increase(2);
    }
    return readStoredCheckpoints(publicClient, made.operator);
  };
  /** Simulates a proof: whether it would convict, or else the error. */
  const judge = async (proof: FaultProof): Promise<string> => {
    let data: Hex;
    try {
      data = encodeProof(proof);
    } catch {
      return "not even calldata";
    }
    try {
      await (judging ?? publicClient).call({ account: honest!.account.address, to: faultProofs.address, data });
      return "guilty";
    } catch (error) {
      const reason = revertData(error);
      if (reason === undefined) throw error;
      return reason === "0x" ? "no reason" : decodeErrorResult({ abi: errors, data: reason }).errorName;
    }
  };
  /** The faults of the proofs that would convict, sorted. */
  const convictions = async (proofs: readonly FaultProof[]): Promise<FaultProof["fault"][]> => {
    const verdicts = await Promise.all(proofs.map(judge));
    return [...new Set(proofs.filter((_, i) => verdicts[i] === "guilty").map(({ fault }) => fault))].sort();
  };
  return {
    provider,
    networkHelpers,
    publicClient,
    registry,
    stake,
    faultProofs,
    poseidon,
    rewardIn,
    burned,
    operator,
    operatorWallet: operatorWallet!,
    honest: honest!,
    thief: thief!,
    other,
    writer,
    enrol,
    anchor,
    judge,
    convictions,
  };
}

/** The data that a call reverted with, or undefined if something else went wrong. */
function revertData(error: unknown): Hex | undefined {
  if (!(error instanceof BaseError)) return undefined;
  const { data } = (error.walk((cause) => typeof (cause as { data?: unknown }).data === "string") ?? {}) as {
    data?: Hex;
  };
  return data;
}
