import { readAddress } from "../address.ts";
import { assertGiven } from "../../base/options.ts";
import type { DigestSigner } from "../signature.ts";
import type { Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { askRemote, assertLimits, failed, readObjectOf, readRemoteUrl, type RemoteLimits } from "./remote.ts";

/** A signer that is asked by JSON-RPC. */
export type RpcSignerOptions = RemoteLimits & {
  /** http or https; a user and password in it are sent as HTTP's basic authentication. */
  readonly url: string;
  /** The account that signs. */
  readonly address: Hex;
  /** Web3Signer calls it `eth_signTypedData`; `eth_signTypedData_v4` by default. */
  readonly method?: "eth_signTypedData_v4" | "eth_signTypedData";
  /** Sent with each request: a bearer token, say. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How many requests wait for an answer at a time at most; 16 by default. */
  readonly concurrency?: number;
};

/**
 * A signer behind JSON-RPC, such as Web3Signer, Clef or a node with accounts of its own. It gets the statement itself
 * (EIP-712), which it can judge by rules of its own, and never a bare digest. As with any signer, the signature is
 * recovered before it is used.
 *
 * @throws AnchorlogError `bad_option`, `bad_address`. Signing rejects with `signer_failed`.
 */
export function rpcSigner(options: RpcSignerOptions): DigestSigner {
  assertGiven("rpcSigner", options, "url", "address");
  const { method = "eth_signTypedData_v4", concurrency = 16 } = options;
  const { url, headers } = readRemoteUrl(options.url, "the JSON-RPC signer");
  assertLimits(options, concurrency);
  const address = readAddress(options.address, "the JSON-RPC signer's address");
  let questions = 0;
  const request = async (params: readonly unknown[]) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: ++questions, method, params });
    return { url, headers: { ...headers, ...options.headers }, body };
  };
  return {
    address,
    concurrency,
    timeout: timeoutOf(options),
    sign: async ({ typedData }) => {
      if (typedData === undefined) {
        throw new AnchorlogError("signer_failed", "a JSON-RPC signer signs statements, and was given a bare digest", {
          fix: "use it for anchor and receipt keys, whose statements are EIP-712",
        });
      }
      const answer = await askRemote("the JSON-RPC signer", () => request([address, typedData]), options);
      const { result, error } = readObjectOf(answer) ?? {};
      if (typeof result === "string") return result as Hex;
      throw failed(`the JSON-RPC signer refused: ${reasonOf(error, answer.status)}`);
    },
  };
}

/** Milliseconds that all attempts together may take, with some to spare. */
export function timeoutOf({ timeout = 5_000, patience = 20_000 }: RemoteLimits): number {
  return patience + 2 * timeout;
}

/** A JSON-RPC error's message, cut short: it may hold anything. */
function reasonOf(error: unknown, status: number): string {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  if (typeof message !== "string") return `HTTP status ${status} without a result`;
  return `${message.slice(0, 200)}${typeof code === "number" ? ` (${code})` : ""}`;
}
