/** A chain with all contracts, an operator, and accounts for watchtowers. */
import hre from "hardhat";
import { readStake, registerOperator, depositStake, presets, type ChainWriter, type Timing } from "anchorlog/chain";
import { readStoredCheckpoints, type StoredCheckpoint } from "anchorlog/dispute";
import type { WatchedContracts, WatchEvent } from "anchorlog/watch";
import type { Hex } from "anchorlog";
import { deployLocally } from "../../scripts/deploy.ts";
import { developmentAccount, LOCAL_CHAIN_ID } from "../../scripts/development.ts";
import { anchorRegistryAbi } from "../../src/chain/generated/AnchorRegistry.ts";
import { send } from "../../src/chain/send.ts";
import { startAnvil } from "../dispute/anvil.ts";
import type { Dishonest } from "../dispute/dishonest.ts";
import { keys, NOW, operator as template } from "../operator.ts";

export type Town = Awaited<ReturnType<typeof openTown>>;

export const MAX_ANCHOR_DELAY = 60;
export const account = (i: number) => developmentAccount(i, LOCAL_CHAIN_ID);
const lower = (address: string) => address.toLowerCase() as Hex;

/** @param timing the contracts' times, if they differ from the preset for local chains. */
export async function openTown(timing: Timing = presets.local.timing) {
  const anvil = await startAnvil(NOW / 1000 + 60, LOCAL_CHAIN_ID, { isStill: true });
  const override = { type: "http", url: anvil.url } as const;
  const connection = await hre.network.create({ network: "localhost", override });
  const deployed = await deployLocally(connection, {
    ...presets.local,
    timing,
    disputes: { ...presets.local.disputes, responseTime: timing.responseTime, totalTime: 4 * timing.responseTime },
  });
  const operator = { ...template, registry: deployed.registry, operator: lower(account(1).address) };
  const chain: ChainWriter = anvil.writer(account(1));
  const { name, version } = operator;
  await registerOperator(chain, operator, { name, version, maxAnchorDelay: MAX_ANCHOR_DELAY, ...keys });
  await depositStake(chain, operator);
  const contracts: WatchedContracts = deployed;

  /** Anchors what a dishonest operator signed. */
  const anchor = async (made: Dishonest): Promise<StoredCheckpoint[]> => {
    for (const { size, root, proof, signature } of made.anchors) {
      const call = { address: operator.registry, abi: anchorRegistryAbi, functionName: "anchor" } as const;
      await send(chain, { ...call, args: [operator.operator, BigInt(size), root, proof, signature] });
      await anvil.advance(2);
    }
    return readStoredCheckpoints(anvil.client, operator);
  };
  /** The operator's account in the stake's contract. */
  const stake = () => readStake(chain, operator);
  const creditOf = async (of: { address: string }) =>
    (await readStake(chain, { ...operator, operator: lower(of.address) })).credit;
  const nonceOf = (of: { address: Hex }) => anvil.client.getTransactionCount({ address: of.address });
  return { anvil, operator, chain, contracts, anchor, stake, creditOf, nonceOf };
}

/** Collects what a watchtower tells. */
export function listen() {
  const events: WatchEvent[] = [];
  return { events, onEvent: (event: WatchEvent) => void events.push(event) };
}
