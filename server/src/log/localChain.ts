/** The chain of a server in development: one of its own that goes on when it is started again, or one that runs. */
import { fileURLToPath } from "node:url";
import { AnchorlogError } from "anchorlog";
import {
  deployContracts,
  developmentAccount,
  freePort,
  LOCAL_CHAIN_ID,
  ROLES,
  startLocalChain,
  type LocalChain,
} from "anchorlog/development";
import type { Log } from "anchorlog/operation";
import type { ChainConfig } from "../config/operator.ts";
import { ServerError } from "../errors.ts";

/** Where wallets and tools expect one. */
const PORT = 8_545;
/** Whose packages have the node. */
const HERE = fileURLToPath(new URL("../..", import.meta.url));
/** Milliseconds for a node that runs to answer. */
const PATIENCE = 10_000;
/** Milliseconds in which a node ends that would end again. */
const SHORT_LIVED = 2_000;
const BY_HAND = "start the server again: until then nothing is anchored";

export type LocalChainHere = {
  readonly url: string;
  /** Makes a block. */
  mine(): Promise<unknown>;
  close(): Promise<void>;
};

/** Told of what becomes of a chain of the server's own, and asked to make it the operator's again. */
export type Keeping = { readonly log: Log; readonly again: () => Promise<void> };

/**
 * Has the contracts on it.
 *
 * @param folder of the server, which this process holds: a chain of its own is kept there. Where its node ends by itself,
 *   it is started again at the same address.
 * @throws AnchorlogError `no_node`, `node_failed`. @throws ServerError `no_chain`.
 */
export async function openLocalChain(
  chain: Exclude<ChainConfig, "none">,
  folder: string,
  keeping: Keeping,
): Promise<LocalChainHere> {
  if (chain !== "local" && "url" in chain) {
    const request = requestTo(chain.url);
    await assertLocal(request);
    await prepare({ url: chain.url, request });
    return { url: chain.url, mine: () => request("evm_mine"), close: async () => {} };
  }
  const startAt = async (port: number): Promise<LocalChain> => {
    const node = await startLocalChain({ from: HERE, folder, port: await freePort(port), isKept: true });
    try {
      await prepare(node);
      return node;
    } catch (error) {
      await node.close();
      throw error;
    }
  };
  // Another one may have the usual port, or take it meanwhile.
  const first = await (chain === "local"
    ? startAt(PORT).catch(() => startAt(0))
    : startAt(chain.port).catch(portInUse));
  return keepOn(first, () => startAt(Number(new URL(first.url).port)), keeping);
}

function portInUse(error: unknown): never {
  if (!(error instanceof AnchorlogError && error.code === "port_in_use")) throw error;
  const fix = "set CHAIN to local:PORT with a port that is free";
  throw new ServerError("port_in_use", error.message.replace(/: .*/, ""), { fix, cause: error });
}

/** Starts a node again that has ended, unless it was asked to, or does not live any more. */
function keepOn(first: LocalChain, start: () => Promise<LocalChain>, { log, again }: Keeping): LocalChainHere {
  let node = first;
  let isClosing = false;
  const keep = async (): Promise<void> => {
    for (let began = performance.now(); ; began = performance.now()) {
      await node.ended;
      if (isClosing) return;
      if (performance.now() - began < SHORT_LIVED) return log("error", "local_chain_gone", { fix: BY_HAND });
      log("warn", "local_chain_ended", { next: "it is started again" });
      try {
        node = await start();
        if (isClosing) return await node.close();
        await again();
        log("info", "local_chain_started");
      } catch (err) {
        return log("error", "local_chain_gone", { err, fix: BY_HAND });
      }
    }
  };
  const kept = keep();
  return {
    url: first.url,
    mine: () => node.request("evm_mine"),
    close: async () => {
      isClosing = true;
      await node.close();
      await kept;
    },
  };
}

/** What a local node begins with is for fewer accounts than there are parts to play. */
const PLENTY = "0x56bc75e2d63100000";

async function prepare(node: Parameters<typeof deployContracts>[0]): Promise<void> {
  await deployContracts(node);
  const { address } = developmentAccount(ROLES.watchtower, LOCAL_CHAIN_ID);
  await node.request("hardhat_setBalance", [address, PLENTY]);
}

/** Keys that everybody knows sign there. */
async function assertLocal(request: Request): Promise<void> {
  const chainId = Number(await request("eth_chainId"));
  if (chainId === LOCAL_CHAIN_ID) return;
  throw new ServerError("no_chain", `the node at CHAIN is of chain ${chainId}`, {
    fix: `let it be a local node, of chain ${LOCAL_CHAIN_ID}`,
  });
}

type Request = Parameters<typeof deployContracts>[0]["request"];

/** JSON-RPC to a node. */
function requestTo(url: string): Request {
  return async (method: string, params: readonly unknown[] = []): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = { "content-type": "application/json" };
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(url, { method: "POST", headers, body, signal })
      .then((response) => response.json())
      .catch((cause: unknown) => {
        throw new ServerError("no_chain", "no node answers at CHAIN", {
          fix: "start the node, or leave CHAIN out",
          cause,
        });
      });
    const { result, error } = Object(answer) as { result?: unknown; error?: { message: string } };
    if (error === undefined) return result;
    throw new ServerError("no_chain", `the node at CHAIN refuses ${method}: ${error.message}`, {
      fix: "let it be a local node: anvil, or Hardhat's",
    });
  };
}
