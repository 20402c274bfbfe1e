import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import { createPublicClient, createTestClient, createWalletClient, http, type Account, type PublicClient } from "viem";
import { closing } from "../ends.ts";
import { LOCAL_CHAIN, LOCAL_CHAIN_ID } from "../../scripts/development.ts";

/** Runs a program until standard input ends, so that it ends with this process even if this process is killed. */
const SUPERVISED = '"$@" </dev/null & node=$!; exec >&-; read -r _; kill -9 $node';

export type Anvil = Awaited<ReturnType<typeof startAnvil>>;

type AnvilOptions = {
  readonly hardfork?: string;
  readonly args?: readonly string[];
  /**
   * Whether only `advance` moves the chain's clock, so that the contracts' times do not pass while a busy machine
   * computes. By default the clock runs with this machine's.
   */
  readonly isStill?: boolean;
};

/**
 * Starts an anvil node on a free port, which mines a block for each transaction. It can reorganize its chain. It ends
 * with the test or file.
 */
export async function startAnvil(
  time: number,
  chainId = LOCAL_CHAIN_ID,
  { hardfork = "prague", args: more = [], isStill = false }: AnvilOptions = {},
) {
  const binary = createRequire(import.meta.url).resolve(
    `@foundry-rs/anvil-${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}/bin/anvil`,
  );
  const args = ["--port", "0", "--hardfork", hardfork, "--timestamp", String(time), "--chain-id", String(chainId)];
  const child = spawn("sh", ["-c", SUPERVISED, "sh", binary, ...args, ...more], { stdio: ["pipe", "pipe", "inherit"] });
  child.unref();
  (child.stdin as Socket).unref();
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    url = /^Listening on (\S+)/.exec(line)?.[1];
    if (url !== undefined) break;
  }
  if (url === undefined) throw new Error("anvil did not start");
  child.stdout.resume();
  // A request that viem gave up after its ten seconds, on a busy machine, is still carried out: a snapshot would be
  // reverted or a block mined during the next test, or twice.
  const transport = http(`http://${url}`, { timeout: 120_000, retryCount: 0 });
  const chain = { ...LOCAL_CHAIN, id: chainId };
  const shared = { chain, transport, pollingInterval: 10, cacheTime: 0 } as const;
  const client: PublicClient = createPublicClient(shared);
  const test = createTestClient({ ...shared, mode: "anvil" });
  if (isStill) await client.request({ method: "anvil_setBlockTimestampInterval", params: [0] } as never);
  const now = async () => Number((await client.getBlock()).timestamp);
  return closing({
    url: `http://${url}`,
    client,
    test,
    writer: (account: Account) => ({
      publicClient: client,
      walletClient: createWalletClient({ ...shared, account }),
    }),
    now,
    advance: async (seconds: number) => {
      if (isStill) await test.setNextBlockTimestamp({ timestamp: BigInt((await now()) + seconds) });
      else await test.increaseTime({ seconds });
      await test.mine({ blocks: 1 });
    },
    /** Replaces the newest blocks by empty ones. */
    reorganize: (depth: number) => client.request({ method: "anvil_reorg", params: [depth, []] } as never),
    close: async () => {
      child.ref();
      const closed = once(child, "exit");
      child.stdin.end();
      await closed;
    },
  });
}
