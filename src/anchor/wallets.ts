import { encodeDeployData } from "viem";
import type { BlockReference, WalletAnswer, WalletQuestion, WalletVerifier } from "../action/wallet.ts";
import { bytesToUint } from "../encoding/bytes.ts";
import { fromHex, isHex, toHex, type Hex } from "../encoding/hex.ts";
import { walletCheckAbi, walletCheckCreationBytecode } from "./generated/WalletCheck.ts";
import { reasonOf } from "./failures.ts";
import { openRpc, type Rpc } from "./rpc.ts";
import { ChainUnavailableError } from "./view.ts";

/** How contract wallets are asked. */
export type WalletPolicy = {
  /** The operator's chain. A node of another one is not believed: the same address may be another wallet there. */
  readonly chainId: number;
  /** Gas for the wallet's answer, and as much again for its deployment by ERC-6492; 3,000,000 by default. */
  readonly gasCap?: number;
  /** Milliseconds for everything that one signature needs, its turn included; 5,000 by default. */
  readonly timeout?: number;
  /** Signatures that the node is asked about at a time; 32 by default. Anybody can make it be asked. */
  readonly concurrency?: number;
  /**
   * Seconds that the node's latest block may lie back; 300 by default. A node that lags would let a
   * wallet's former owners act. `Infinity` for local chains, which stand still.
   */
  readonly maxBlockAge?: number;
  /** Now in Unix milliseconds, for the age of blocks; the system's clock by default. */
  readonly clock?: () => number;
};

/** What `WalletCheck` answers (contracts/WalletCheck.sol). */
const OUTCOME = { rejected: 0, valid: 1, noCode: 2, delegated: 3, notDeployed: 4, tooLittleGas: 5 } as const;

/**
 * Accepts contract wallets (ERC-1271, and ERC-6492 before deployment) on the word of a node: by
 * `eth_call` only, at one block, whose number and hash are kept with the entry. The node is the
 * operator's own and is believed; give the operator one that it runs or trusts.
 *
 * Does not connect yet: a node that is down makes answers indeterminate, not the operator.
 *
 * @example
 * const anchorlog = await openAnchorlog({ ...options, wallets: connectWallets(rpcUrl, { chainId: 1 }) })
 *
 * @param url of an Ethereum JSON-RPC node, http or https, that knows EIP-1898.
 * @throws AnchorlogError `bad_url`
 */
export function connectWallets(url: string, policy: WalletPolicy): WalletVerifier {
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
    // One clock for the turn, for both requests, and for reading what they answer.
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

/** Lets so many in at a time, in the order of coming. `enter` answers whether its turn came before the signal. */
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
        // Whoever was let in meanwhile is not waiting any more.
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

/** Reads the block that everything is asked at. */
async function latestBlock(rpc: Rpc, signal: AbortSignal): Promise<BlockReference & { timestamp: number }> {
  const block: unknown = await rpc({ method: "eth_getBlockByNumber", params: ["latest", false] }, { signal });
  const { number, hash, timestamp } = (block ?? {}) as Record<string, unknown>;
  const read = { number: quantity(number), hash: isHex(hash, 32) ? hash : undefined, timestamp: quantity(timestamp) };
  if (read.number === undefined || read.hash === undefined || read.timestamp === undefined) {
    throw new ChainUnavailableError("its latest block is malformed");
  }
  // An entry's verifiedBlock says by 0 that no chain was asked.
  if (read.number === 0) throw new ChainUnavailableError("it has no block but the first");
  return read as BlockReference & { timestamp: number };
}

function quantity(value: unknown): number | undefined {
  if (typeof value !== "string" || !/^0x(?:0|[1-9a-f][0-9a-f]{0,13})$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Runs `WalletCheck` at a block: one of its outcomes. */
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

/** Two calls with what the EVM keeps back of them, and what the data and the check itself cost. */
function gasFor(gasCap: number): Hex {
  return `0x${(2 * (gasCap + Math.ceil(gasCap / 63) + 200_000) + 1_500_000).toString(16)}`;
}

function judge(outcome: bigint, actor: Hex, block: BlockReference, gasCap: number): WalletAnswer {
  const rejected = (message: string): WalletAnswer => ({ verdict: "invalid", code: "signature_rejected", message });
  switch (Number(outcome)) {
    case OUTCOME.valid:
      return { verdict: "valid", block };
    case OUTCOME.rejected:
      return rejected(`the contract ${actor} does not stand by it at block ${block.number}, given ${gasCap} gas`);
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
