/** The chain of a server in development: one of its own that goes on when it is started again, or one that runs. */
import { fileURLToPath } from "node:url";
import {
  deployContracts,
  developmentAccount,
  freePort,
  LOCAL_CHAIN_ID,
  ROLES,
  startLocalChain,
  type LocalChain,
} from "anchorlog/development";
import { ServerError } from "../errors.ts";

/** Where wallets and tools expect one. */
const PORT = 8_545;
/** Whose packages have the node. */
const HERE = fileURLToPath(new URL("../..", import.meta.url));
/** Milliseconds for a node that runs to answer. */
const PATIENCE = 10_000;

export type LocalChainHere = {
  readonly url: string;
  /** Makes a block. */
  mine(): Promise<unknown>;
  close(): Promise<void>;
};

/**
 * Has the contracts on it.
 *
 * @param folder of the server, which this process holds: a chain of its own is kept there.
 * @throws AnchorlogError `no_node`, `node_failed`. @throws ServerError `no_chain`.
 */
export async function openLocalChain(
  chain: "local" | { readonly url: string },
  folder: string,
): Promise<LocalChainHere> {
  if (chain !== "local") {
    const request = requestTo(chain.url);
    await assertLocal(request);
    await prepare({ url: chain.url, request });
    return { url: chain.url, mine: () => request("evm_mine"), close: async () => {} };
  }
  const startAt = async (port: number): Promise<LocalChain> =>
    startLocalChain({ from: HERE, folder, port: await freePort(port), isKept: true });
  // Another one may have the port, or take it meanwhile.
  const node = await startAt(PORT).catch(() => startAt(0));
  await prepare(node).catch(async (error: unknown) => {
    await node.close();
    throw error;
  });
  return { url: node.url, mine: () => node.request("evm_mine"), close: node.close };
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
