/** The local chain of a server in development: its own node, whose state is kept between starts, or a running node. */
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
import type { Log } from "anchorlog/daemon";
import type { ChainConfig } from "../foundation/config/operator.ts";
import { ServerError } from "../foundation/errors.ts";

/** The usual port of a local node. */
const PORT = 8_545;
/** This package's folder. In the repository, the local chain's program is installed there. */
const HERE = fileURLToPath(new URL("../..", import.meta.url));
/** Milliseconds to wait for a running node. */
const PATIENCE = 10_000;
/** If a node ends within this many milliseconds, do not restart it. */
const SHORT_LIVED = 2_000;
const BY_HAND = "start the server again: until then nothing is anchored";

export type LocalChainHere = {
  readonly url: string;
  mine(): Promise<unknown>;
  close(): Promise<void>;
};

/** Logs events of the server's own node. `again` registers the operator after a restart. */
export type Keeping = { readonly log: Log; readonly again: () => Promise<void> };

/**
 * Opens a local chain with the contracts deployed.
 *
 * @param folder the server's folder, locked by this process. The state of its own node is stored there. If that node
 *   ends unexpectedly, it is restarted at the same address.
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
    await prepare({ request });
    return { url: chain.url, mine: () => request("evm_mine"), close: async () => {} };
  }
  const startAt = async (port: number): Promise<LocalChain> => {
    const options = { folder, port: await freePort(port), isKept: true };
    // The user's own packages first: npx keeps this package in a folder of its own.
    const node = await startLocalChain({ from: process.cwd(), ...options }).catch((error: unknown) => {
      if (isWithoutNode(error)) return startLocalChain({ from: HERE, ...options });
      throw error;
    });
    try {
      await prepare(node);
      return node;
    } catch (error) {
      await node.close();
      throw error;
    }
  };
  // If the usual port is taken, use any free one.
  const first = await (
    chain === "local" ? startAt(PORT).catch(() => startAt(0)) : startAt(chain.port).catch(portInUse)
  ).catch(withoutNode);
  return keepOn(first, () => startAt(Number(new URL(first.url).port)), keeping);
}

const isWithoutNode = (error: unknown): boolean => error instanceof AnchorlogError && error.code === "no_node";

function withoutNode(error: unknown): never {
  if (!isWithoutNode(error)) throw error;
  const message = "a server in development needs a local chain, and no anvil or hardhat 3 is installed here";
  const fix = `npm install @foundry-rs/anvil in ${process.cwd()}; or start with CHAIN=none, which anchors nothing. For production see --help`;
  throw new ServerError("no_node", message, { fix, cause: error });
}

function portInUse(error: unknown): never {
  if (!(error instanceof AnchorlogError && error.code === "port_in_use")) throw error;
  const fix = "set CHAIN to local:PORT with a port that is free";
  throw new ServerError("port_in_use", error.message.replace(/: .*/, ""), { fix, cause: error });
}

/** Restarts a node that ended unexpectedly, unless it ended soon after its start. */
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

/** A local node funds too few of the development accounts. */
const PLENTY = "0x56bc75e2d63100000";

async function prepare(node: Parameters<typeof deployContracts>[0]): Promise<void> {
  await deployContracts(node);
  const { address } = developmentAccount(ROLES.watchtower, LOCAL_CHAIN_ID);
  await node.request("hardhat_setBalance", [address, PLENTY]);
}

/** Publicly known keys sign there, so it must not be a real chain. */
async function assertLocal(request: Request): Promise<void> {
  const chainId = Number(await request("eth_chainId"));
  if (chainId === LOCAL_CHAIN_ID) return;
  throw new ServerError("no_chain", `the node at CHAIN has the chain ID ${chainId}`, {
    fix: `use a local node with the chain ID ${LOCAL_CHAIN_ID}`,
  });
}

type Request = Parameters<typeof deployContracts>[0]["request"];

/** Returns a JSON-RPC client for a node. */
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
      fix: "use a local node: anvil or Hardhat's",
    });
  };
}
