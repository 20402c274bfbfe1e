import { encodeDeployData } from "viem";
import type { BlockReference, WalletAnswer, WalletQuestion, WalletVerifier } from "../action/wallet.ts";
import { bytesToUint } from "../base/bytes.ts";
import { fromHex, isHex, toHex, type Hex } from "../base/hex.ts";
import { assertOptionsOf } from "../base/options.ts";
import { walletCheckAbi, walletCheckCreationBytecode } from "./generated/WalletCheck.ts";
import { reasonOf } from "./failures.ts";
import { openRpc, type Rpc } from "./rpc.ts";
import { ChainUnavailableError } from "./view.ts";

/** How signatures of contract wallets are checked. */
export type WalletPolicy = {
  /** The operator's chain. Nodes of other chains are refused: the same address may be another wallet there. */
  readonly chainId: number;
  /** Gas for the wallet's check, and as much again for its deployment by ERC-6492; 3,000,000 by default. */
  readonly gasCap?: number;
  /** Milliseconds to check one signature, including the wait for its turn; 5,000 by default. */
  readonly timeout?: number;
  /** The most signatures checked at a time; 32 by default. Anybody can cause checks, so they are bounded. */
  readonly concurrency?: number;
  /**
   * The highest age of the node's latest block, in seconds; 300 by default. With a lagging node, a wallet's former
   * owners could still act. `Infinity` is for local chains, which stand still.
   */
  readonly maxBlockAge?: number;
  /** Returns Unix milliseconds, for the age of blocks; the system's clock by default. */
  readonly clock?: () => number;
};

/** The outcomes of `WalletCheck` (contracts/WalletCheck.sol). */
const OUTCOME = { rejected: 0, valid: 1, noCode: 2, delegated: 3, notDeployed: 4, tooLittleGas: 5 } as const;

/**
 * Accepts contract wallets (ERC-1271, and ERC-6492 before deployment) by a node's answer. It uses `eth_call` at one
 * block, whose number and hash are kept with the entry. The node is trusted: give the operator a node that it runs or
 * trusts.
 *
 * It connects at the first check. If the node is down, the checks are indeterminate, and the operator still starts.
 *
 * @example
 * const anchorlog = await openAnchorlog({ ...options, wallets: connectWallets(rpcUrl, { chainId: 1 }) })
 *
 * @param url of an Ethereum JSON-RPC node, http or https, that knows EIP-1898.
 * @throws AnchorlogError `bad_url`
 */
export function connectWallets(url: string, policy: WalletPolicy): WalletVerifier {
  assertOptionsOf("connectWallets", policy, "give { chainId } after the URL");
  const { chainId, gasCap = 3_000_000, timeout = 5_000, maxBlockAge = 300, clock = Date.now } = policy;
  const gate = createGate(policy.concurrency ?? 32);
  const rpc = openRpc(url, timeout);
  const askNow = async (question: WalletQuestion, signal: AbortSignal): Promise<WalletAnswer> => {
    try {
      const { number, hash, timestamp } = await latestBlock(rpc, signal);
      const age = clock() / 1000 - timestamp;
      if (age > maxBlockAge)
        throw new ChainUnavailableError(`its latest block, ${number}, is ${Math.floor(age)} s old`);
      const outcome = await check(rpc, question, { chainId, gasCap, blockHash: hash, signal });
      return judge(outcome, question.actor, { number, hash }, gasCap);
    } catch (error) {
      return { verdict: "indeterminate", message: `the chain's node gave no usable answer: ${reasonOf(error)}` };
    }
  };
  const ask = async (question: WalletQuestion): Promise<WalletAnswer> => {
    // One time limit for the wait, both requests, and reading their answers.
    const signal = AbortSignal.timeout(timeout);
    if (!(await gate.enter(signal))) {
      return { verdict: "indeterminate", message: `the chain's node was busy with other signatures for ${timeout} ms` };
    }
    try {
      return await askNow(question, signal);
    } finally {
      gate.leave();
    }
  };
  return { chainId, ask };
}

/** Lets `width` callers in at a time, in order. `enter` resolves to whether the turn came before the signal. */
function createGate(width: number): { enter(signal: AbortSignal): Promise<boolean>; leave(): void } {
  let free = width;
  const waiting = new Set<(entered: boolean) => void>();
  return {
    enter: async (signal) => {
      if (free > 0) {
        free--;
        return true;
      }
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiting.add(resolve);
      signal.addEventListener("abort", () => {
        // If it was let in meanwhile, it is not in the set any more.
        if (waiting.delete(resolve)) resolve(false);
      });
      return promise;
    },
    leave: () => {
      const [next] = waiting;
      if (next === undefined) {
        free++;
      } else {
        waiting.delete(next);
        next(true);
      }
    },
  };
}

/** Reads the block at which the signature is checked. */
async function latestBlock(rpc: Rpc, signal: AbortSignal): Promise<BlockReference & { timestamp: number }> {
  const block: unknown = await rpc({ method: "eth_getBlockByNumber", params: ["latest", false] }, { signal });
  const { number, hash, timestamp } = (block ?? {}) as Record<string, unknown>;
  const read = { number: quantity(number), hash: isHex(hash, 32) ? hash : undefined, timestamp: quantity(timestamp) };
  if (read.number === undefined || read.hash === undefined || read.timestamp === undefined) {
    throw new ChainUnavailableError("its latest block is malformed");
  }
  // In an entry, a `verifiedBlock` of 0 means that no chain was asked.
  if (read.number === 0) throw new ChainUnavailableError("it has no block but the first");
  return read as BlockReference & { timestamp: number };
}

function quantity(value: unknown): number | undefined {
  if (typeof value !== "string" || !/^0x(?:0|[1-9a-f][0-9a-f]{0,13})$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Runs `WalletCheck` at a block and returns its outcome. */
async function check(
  rpc: Rpc,
  { actor, digest, signature, deployment }: WalletQuestion,
  at: { chainId: number; gasCap: number; blockHash: Hex; signal: AbortSignal },
): Promise<bigint> {
  const data = encodeDeployData({
    abi: walletCheckAbi,
    bytecode: walletCheckCreationBytecode,
    args: [
      {
        account: actor,
        digest: toHex(digest),
        signature,
        wrapped: deployment !== undefined,
        factory: deployment?.factory ?? `0x${"00".repeat(20)}`,
        factoryData: deployment?.factoryData ?? "0x",
        gasCap: BigInt(at.gasCap),
      },
    ],
  });
  const answer: unknown = await rpc(
    {
      method: "eth_call",
      params: [
        { data, gas: gasFor(at.gasCap) },
        { blockHash: at.blockHash, requireCanonical: true },
      ],
    },
    { signal: at.signal },
  );
  if (!isHex(answer, 64)) throw new ChainUnavailableError("its answer to eth_call is malformed");
  const words = fromHex(answer);
  const chainId = bytesToUint(words.subarray(0, 32));
  if (chainId !== BigInt(at.chainId)) throw new ChainUnavailableError(`it serves chain ${chainId}, not ${at.chainId}`);
  return bytesToUint(words.subarray(32));
}

/** Two calls with the share that the EVM keeps back from them, and the cost of the data and of the check itself. */
function gasFor(gasCap: number): Hex {
  return `0x${(2 * (gasCap + Math.ceil(gasCap / 63) + 200_000) + 1_500_000).toString(16)}`;
}

function judge(outcome: bigint, actor: Hex, block: BlockReference, gasCap: number): WalletAnswer {
  const rejected = (message: string): WalletAnswer => ({ verdict: "invalid", code: "signature_rejected", message });
  switch (Number(outcome)) {
    case OUTCOME.valid:
      return { verdict: "valid", block };
    case OUTCOME.rejected:
      return rejected(`the contract ${actor} rejects the signature at block ${block.number}, given ${gasCap} gas`);
    case OUTCOME.notDeployed:
      return rejected(`at block ${block.number}, its ERC-6492 wrapper does not deploy ${actor} with ${gasCap} gas`);
    case OUTCOME.noCode:
      return { verdict: "invalid", code: "no_wallet", message: `${actor} has no code at block ${block.number}` };
    case OUTCOME.delegated:
      return {
        verdict: "invalid",
        code: "delegated_account",
        message: `${actor} delegates by EIP-7702 at block ${block.number}: such an account signs with its own key`,
      };
    case OUTCOME.tooLittleGas:
      throw new ChainUnavailableError(
        `it gives a call less gas than the ${Number(gasFor(gasCap))} that were asked for`,
      );
    default:
      throw new ChainUnavailableError("its answer to eth_call is malformed");
  }
}
