import { sha256 } from "@noble/hashes/sha2.js";
import { serializeDictionary } from "structured-headers";
import {
  defineActions,
  type ActionTypes,
  type BuiltInKinds,
  type Message,
  type PayloadMembers,
  type SignedAction,
} from "../action/kinds.ts";
import { toHex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import { checkApi, checkOrigin, type Api } from "./authority.ts";
import { ACTION_HEADER, formatActionHeader } from "./header.ts";
import { targetOf } from "./read.ts";
import { createSigner, type ActionSigner, type Repeat, type SigningOptions } from "./sign.ts";

/** Sends a request, as `fetch` does. */
type Fetch = (request: Request) => Promise<Response>;

const HTTP_REQUEST = defineActions({}).kinds.get("HttpRequest")!;
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * A `fetch` whose state-changing requests are signed as `HttpRequest` actions, in the field `Anchorlog-Action`; GET,
 * HEAD and OPTIONS are sent as they are. Nothing is signed for any origin but the API's.
 *
 * Signed is what will be sent: the target as WHATWG URL writes it, the content type that the body implies, the
 * body's bytes. A redirect is an error, since it would carry the signature elsewhere.
 */
export function createSignedFetch(
  options: SigningOptions & Api & { readonly fetch?: Fetch },
): (input: string | URL | Request, init?: RequestInit, repeat?: Repeat) => Promise<Response> {
  const { fetch: send = (request) => fetch(request) } = options;
  const sign = createSigner(options);
  const api = checkApi(options);
  return async (input, init, repeat) => {
    const request = new Request(input, init);
    return send(SAFE.has(request.method) ? request : await signRequest(request, api, sign, repeat));
  };
}

async function signRequest(
  request: Request,
  api: Required<Api>,
  sign: ActionSigner,
  repeat?: Repeat,
): Promise<Request> {
  const headers = new Headers(request.headers);
  if (headers.has("content-encoding")) {
    throw new AnchorlogError("content_coded", "Content-Encoding is not covered by the signature", {
      fix: "send the content as it is",
    });
  }
  const url = new URL(request.url);
  checkOrigin(url, api);
  // Some clients send an empty query's question mark, some do not.
  if (url.search === "") url.search = "";
  url.hash = "";
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  const content = sha256(body ?? new Uint8Array(0));
  const { message, signature } = await sign(
    HTTP_REQUEST,
    {
      authority: api.authority,
      method: request.method,
      target: targetOf(url.href),
      contentType: headers.get("content-type") ?? "",
      contentDigest: toHex(content),
    },
    repeat,
  );
  headers.set(ACTION_HEADER, formatActionHeader({ ...message, signature }));
  headers.set("Content-Digest", serializeDictionary({ "sha-256": content }));
  const { method, signal, mode, credentials, cache, integrity, keepalive, referrer, referrerPolicy } = request;
  const settings = { signal, mode, credentials, cache, integrity, keepalive, referrer, referrerPolicy };
  const signed: RequestInit = { ...settings, method, headers, redirect: "error" };
  return new Request(url, body === undefined ? signed : { ...signed, body });
}

/**
 * A function that signs an action of a kind of its own and posts it as the body.
 *
 * @example
 * const post = createActionPost({ account, domain, log, authority: "api.example", types })
 * await post(url, "Transfer", { objectId: "42", to })
 */
export function createActionPost<D extends Record<string, PayloadMembers>>(
  options: SigningOptions & Api & { readonly types: ActionTypes<D>; readonly fetch?: Fetch },
): <K extends keyof D & string>(
  url: string | URL,
  primaryType: K,
  payload: Message<D[K]>["payload"],
  init?: RequestInit,
  repeat?: Repeat,
) => Promise<Response> {
  const { fetch: send = (request) => fetch(request) } = options;
  const sign = createActionSigner(options);
  const api = checkApi(options);
  return async (url, primaryType, payload, init, repeat) => {
    checkOrigin(new URL(url), api);
    const headers = new Headers(init?.headers);
    headers.set("Content-Type", "application/json");
    const body = JSON.stringify(await sign(primaryType, payload, repeat));
    return send(new Request(url, { method: "POST", ...init, redirect: "error", headers, body }));
  };
}

/** A function that signs actions of an operator's kinds, for whatever carries them. */
export function createActionSigner<D extends Record<string, PayloadMembers>>(
  options: SigningOptions & { readonly types: ActionTypes<D> },
): <K extends keyof D & string>(
  primaryType: K,
  payload: Message<D[K]>["payload"],
  repeat?: Repeat,
) => Promise<SignedAction<D & BuiltInKinds>> {
  const { types } = options;
  const sign = createSigner(options);
  return async (primaryType, payload, repeat) => {
    const kind = types.kinds.get(primaryType);
    if (kind === undefined) throw new AnchorlogError("unknown_kind", `${primaryType} is none of the operator's kinds`);
    const signed = await sign(kind, payload, repeat);
    return { primaryType, ...signed } as unknown as SignedAction<D & BuiltInKinds>;
  };
}
