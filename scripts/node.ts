import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  http,
  type Account,
  type Chain,
  type PublicClient,
  type Transport,
  type WalletClient,
} from "viem";
import hre from "hardhat";
import type { NetworkConnection } from "hardhat/types/network";
import { LOCAL_CHAIN } from "./development.ts";

/** A local Hardhat node, serving JSON-RPC. */
export type LocalNode = {
  readonly url: string;
  /** Clients that read the chain and send an account's transactions over JSON-RPC. */
  writer(account: Account): { publicClient: PublicClient; walletClient: WalletClient<Transport, Chain, Account> };
  readonly client: PublicClient;
  /** The node as a provider for Hardhat's tools. It uses JSON-RPC too. */
  readonly provider: NetworkConnection["provider"];
  /** Gas used by all transactions so far. */
  gasSoFar(): Promise<bigint>;
  /** Sets the time of the next block, in Unix ms, unless the chain has reached that time. */
  reach(time: number): Promise<void>;
  /** Moves the chain's time forward and mines a block. */
  advance(seconds: number): Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts a node on a free port of this machine only: its keys are public.
 *
 * @param time start of its chain, in Unix milliseconds; by default now.
 * @param options `isSteady`: blocks may have the same time. By default each block is a second later than the one before
 * it, so that a chain of many blocks runs ahead of the clock.
 */
export async function startNode(
  time: number = Date.now(),
  { chainId = LOCAL_CHAIN.id, isSteady = false }: { chainId?: number; isSteady?: boolean } = {},
): Promise<LocalNode> {
  const override = { initialDate: new Date(time), chainId, allowBlocksWithSameTimestamp: isSteady };
  const server = await hre.network.createServer({ network: "node", override }, "127.0.0.1", 0);
  const listening = await server.listen();
  const url = `http://${listening.address}:${listening.port}`;
  const transport = http(url);
  const shared = { chain: { ...LOCAL_CHAIN, id: chainId }, transport, pollingInterval: 20, cacheTime: 0 } as const;
  const client = createPublicClient(shared);
  const test = createTestClient({ ...shared, mode: "hardhat" });
  return {
    url,
    client,
    provider: client as unknown as NetworkConnection["provider"],
    gasSoFar: async () => {
      let gas = 0n;
      for (let n = await client.getBlockNumber(); n > 0n; n--)
        gas += (await client.getBlock({ blockNumber: n })).gasUsed;
      return gas;
    },
    writer: (account) => ({ publicClient: client, walletClient: createWalletClient({ ...shared, account }) }),
    reach: async (time) => {
      const timestamp = BigInt(Math.ceil(time / 1000));
      if ((await client.getBlock()).timestamp < timestamp) await test.setNextBlockTimestamp({ timestamp });
    },
    advance: async (seconds) => {
      await test.increaseTime({ seconds });
      await test.mine({ blocks: 1 });
    },
    close: () => server.close(),
  };
}
