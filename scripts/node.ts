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
  /** The chain as an account uses it, over JSON-RPC. */
  writer(account: Account): { publicClient: PublicClient; walletClient: WalletClient<Transport, Chain, Account> };
  readonly client: PublicClient;
  /** The node as tools of Hardhat want it: still over JSON-RPC. */
  readonly provider: NetworkConnection["provider"];
  /** Gas used by all transactions so far. */
  gasSoFar(): Promise<bigint>;
  /** Lets the next block be at this time, in Unix ms, if the chain is not past it. */
  reach(time: number): Promise<void>;
  /** Lets time pass on the chain. */
  advance(seconds: number): Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts a node.
 *
 * @param time Unix milliseconds at which its chain begins; by default now.
 * @param at where it listens; by default on a free port, for this machine only, as its accounts are everybody's.
 */
export async function startNode(
  time: number = Date.now(),
  {
    hostname = "127.0.0.1",
    port = 0,
    chainId = LOCAL_CHAIN.id,
  }: { hostname?: string; port?: number; chainId?: number } = {},
): Promise<LocalNode> {
  const override = { initialDate: new Date(time), chainId };
  const server = await hre.network.createServer({ network: "node", override }, hostname, port);
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
