/**
 * A node's JSON-RPC over HTTP, with limits on time and size that hold for a hostile node too.
 *
 * @module
 */
import { AnchorlogError } from "../base/errors.ts";
import { readBounded } from "../base/transfer.ts";
import { ChainUnavailableError } from "./view.ts";

/** The JSON-RPC error that a node answered, in the form of EIP-1193. */
export class NodeError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(message: string, code: number, data: unknown) {
    super(message);
    this.name = "NodeError";
    this.code = code;
    this.data = data;
  }
}

/** Asks a node. @throws NodeError the node's own error. @throws ChainUnavailableError if the node does not answer. */
export type Rpc = (
  question: { readonly method: string; readonly params?: unknown },
  options?: { readonly signal?: AbortSignal },
) => Promise<unknown>;

/** The most bytes of an answer. */
const MAX_ANSWER = 1 << 20;

/**
 * Makes a function that asks a node. It connects at the first question.
 *
 * @param url of the node, http or https; a user and password in it are sent as HTTP basic authentication.
 * @param timeout milliseconds for an answer, all of its bytes included.
 * @throws AnchorlogError `bad_url`
 */
export function openRpc(url: string, timeout: number): Rpc {
  const { address, headers } = readUrl(url);
  let questions = 0;
  return async ({ method, params = [] }, { signal } = {}) => {
    const limit = AbortSignal.timeout(timeout);
    const text = await post(address, {
      method: "POST",
      headers,
      body: JSON.stringify({ jsonrpc: "2.0", id: ++questions, method, params }),
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    return readAnswer(text);
  };
}

function readUrl(url: string): { address: string; headers: Record<string, string> } {
  const read = URL.canParse(url) ? new URL(url) : undefined;
  if (read === undefined || !/^https?:$/.test(read.protocol)) {
    // The message leaves the URL out, since it may hold a secret.
    throw new AnchorlogError("bad_url", "the node's URL is not an http or https URL", {
      fix: "give the URL of the node's JSON-RPC, with its scheme",
    });
  }
  const { username, password } = read;
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (username !== "" || password !== "") {
    headers["authorization"] = `Basic ${btoa(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)}`;
    read.username = read.password = "";
  }
  return { address: read.href, headers };
}

async function post(address: string, request: RequestInit): Promise<string> {
  try {
    const response = await fetch(address, request);
    const text = new TextDecoder().decode(await readBounded(response, MAX_ANSWER));
    // Some nodes send a JSON-RPC error with an HTTP error status as well.
    if (!response.ok && !hasError(text)) throw new Error(`HTTP status ${response.status}`);
    return text;
  } catch (cause) {
    const { message, cause: deeper } = cause as Error;
    const why = deeper instanceof Error ? `${message}: ${deeper.message}` : message;
    throw new ChainUnavailableError(`the node does not answer: ${why}`, { cause });
  }
}

function hasError(text: string): boolean {
  try {
    const { error } = parseAnswer(text);
    const { code, message } = Object(error) as { code?: unknown; message?: unknown };
    return typeof code === "number" && typeof message === "string";
  } catch {
    return false;
  }
}

function readAnswer(text: string): unknown {
  const { result, error } = parseAnswer(text);
  if (typeof error === "object" && error !== null) {
    const { message, code, data } = error as { message?: unknown; code?: unknown; data?: unknown };
    throw new NodeError(String(message), Number(code), data);
  }
  if (result === undefined) throw new ChainUnavailableError("the node's answer has neither a result nor an error");
  return result;
}

function parseAnswer(text: string): { result?: unknown; error?: unknown } {
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch (cause) {
    throw new ChainUnavailableError("the node's answer is not JSON", { cause });
  }
}
