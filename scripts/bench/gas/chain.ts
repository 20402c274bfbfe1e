import hre from "hardhat";
import type { NetworkConnection } from "hardhat/types/network";
import { createPublicClient, createWalletClient, custom, type Hex } from "viem";
import type { ChainWriter } from "../../../src/chain/index.ts";
import { developmentAccount, LOCAL_CHAIN, LOCAL_CHAIN_ID, ROLES } from "../../development.ts";

/** A call of a contract. */
export type Call = { readonly to: Hex; readonly data: Hex };

/** A simulated chain in this process. */
export type Chain = {
  readonly provider: NetworkConnection["provider"];
  /** Sends the operator's transactions. */
  readonly writer: ChainWriter;
  readonly request: (method: string, ...params: unknown[]) => Promise<unknown>;
  readonly deploy: (bytecode: Hex) => Promise<Hex>;
  /** Returns the result of a call. */
  readonly ask: (call: Call) => Promise<Hex | undefined>;
  /** Returns the gas of a call as a transaction. */
  readonly gasOf: (call: Call) => Promise<number>;
  readonly close: () => Promise<void>;
};

export async function startChain(): Promise<Chain> {
  const connection = await hre.network.create();
  const { provider } = connection;
  const shared = { chain: LOCAL_CHAIN, transport: custom(provider), pollingInterval: 10, cacheTime: 0 } as const;
  const publicClient = createPublicClient(shared);
  const account = developmentAccount(ROLES.operator, LOCAL_CHAIN_ID);
  const walletClient = createWalletClient({ ...shared, account });
  const mined = async (hash: Hex) => {
    const receipt = await publicClient.waitForTransactionReceipt({ hash });
    if (receipt.status !== "success") throw new Error(`transaction ${hash} reverted`);
    return receipt;
  };
  return {
    provider,
    writer: { publicClient, walletClient },
    request: (method, ...params) => provider.request({ method, params }),
    deploy: async (bytecode) => {
      const { contractAddress } = await mined(await walletClient.deployContract({ abi: [], bytecode }));
      return contractAddress!;
    },
    ask: async (call) => (await publicClient.call(call)).data,
    gasOf: async (call) => Number((await mined(await walletClient.sendTransaction(call))).gasUsed),
    close: () => connection.close(),
  };
}
