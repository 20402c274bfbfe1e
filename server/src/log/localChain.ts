/** The chain of a server in development: one of its own that goes on when it is started again, or one that runs. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  deployContracts,
  developmentAccount,
  freePort,
  LOCAL_CHAIN_ID,
  ROLES,
  startLocalChain,
} from "anchorlog/development";
import { holdFile } from "../db/hold.ts";
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
 * @param folder of the server: a chain of its own is kept there.
 * @throws AnchorlogError `no_node`, `node_failed`. @throws ServerError `already_open`, `no_chain`.
 */
export async function openLocalChain(
  chain: "local" | { readonly url: string },
  folder: string,
): Promise<LocalChainHere> {
  if (chain !== "local") {
    const request = requestTo(chain.url);
    await prepare({ url: chain.url, request });
    return { url: chain.url, mine: () => request("evm_mine"), close: async () => {} };
  }
  const letGo = holdFile(
    join(folder, "chain.lock"),
    (cause) =>
      new ServerError("already_open", `${folder} is another server's, which runs`, { fix: "end that one", cause }),
  );
  try {
    const port = await freePort(PORT).catch(() => freePort(0));
    const node = await startLocalChain({ from: HERE, folder, port, isKept: true });
    const close = async (): Promise<void> => {
      await node.close();
      letGo();
    };
    try {
      await prepare(node);
    } catch (error) {
      await close();
      throw error;
    }
    return { url: node.url, mine: () => node.request("evm_mine"), close };
  } catch (error) {
    letGo();
    throw error;
  }
}

/** What a local node begins with is for fewer accounts than there are parts to play. */
const PLENTY = "0x56bc75e2d63100000";

async function prepare(node: Parameters<typeof deployContracts>[0]): Promise<void> {
  await deployContracts(node);
  const { address } = developmentAccount(ROLES.watchtower, LOCAL_CHAIN_ID);
  await node.request("hardhat_setBalance", [address, PLENTY]);
}

/** JSON-RPC to a node. */
function requestTo(url: string) {
  return async (method: string, params: readonly unknown[] = []): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = { "content-type": "application/json" };
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(url, { method: "POST", headers, body, signal }).catch((cause: unknown) => {
      throw new ServerError("no_chain", "nothing answers at CHAIN", {
        fix: "start the node, or leave CHAIN out",
        cause,
      });
    });
    const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
    if (error === undefined) return result;
    throw new ServerError("no_chain", `the node at CHAIN refuses ${method}: ${error.message}`, {
      fix: "let it be a local node: anvil, or Hardhat's",
    });
  };
}
