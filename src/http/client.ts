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
import { concat } from "../base/bytes.ts";
import { fromHex, toHex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { SentAction } from "../log/receipt/check.ts";
import { checkApi, checkOrigin, type Api } from "./authority.ts";
import { createDelivery, remember, unlessEnded, type DeliveryOptions } from "./deliver.ts";
import { ACTION_HEADER, formatActionHeader, MAX_HEADER_SIGNATURE } from "./header.ts";
import { targetOf } from "./read.ts";
import { badSigning, createSigner, type ActionSigner, type Repeat, type SigningOptions } from "./sign.ts";

const HTTP_REQUEST = defineActions({}).kinds.get("HttpRequest")!;
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Creates a `fetch` that signs state-changing requests as `HttpRequest` actions, in the field `Anchorlog-Action`. GET,
 * HEAD and OPTIONS are sent unsigned. A state-changing request to another origin than the API's fails.
 *
 * The signature covers the request as sent: the target as WHATWG URL writes it, the content type that the body implies,
 * and the body's bytes. A redirect is an error, since it would carry the signature elsewhere. A successful answer must
 * bring the operator's receipt. Otherwise the call rejects with a code of `checkReceipt`.
 *
 * @throws AnchorlogError `bad_address`, `bad_domain`, `bad_log_name`, `bad_authority` or `bad_origin` for an option. A
 *   call rejects with `foreign_origin`, `content_coded`, `domain_unchecked`, `bad_wallet_answer`, or `other_action` if
 *   `repeat` is another action.
 */
export function createSignedFetch(
  options: SigningOptions & Api & DeliveryOptions,
): (input: string | URL | Request, init?: RequestInit, repeat?: Repeat) => Promise<Response> {
  const sign = createSigner(options);
  const { fetch: send = (request) => fetch(request) } = options;
  const deliver = createDelivery(options);
  const api = checkApi(options);
  return async (input, init, repeat) => {
    const request = new Request(input, init);
    if (SAFE.has(request.method)) return send(request);
    const signed = await signRequest(request, api, sign, repeat);
    return deliver(signed.request, signed.sent);
  };
}

async function signRequest(
  request: Request,
  api: Required<Api>,
  sign: ActionSigner,
  repeat?: Repeat,
): Promise<{ request: Request; sent: SentAction }> {
  const headers = new Headers(request.headers);
  if (headers.has("content-encoding")) {
    throw new AnchorlogError("content_coded", "Content-Encoding is not covered by the signature", {
      fix: "send the content as it is",
    });
  }
  const url = new URL(request.url);
  checkOrigin(url, api);
  // Removes the question mark of an empty query, which only some clients send.
  if (url.search === "") url.search = "";
  url.hash = "";
  const content = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  const digest = sha256(content ?? new Uint8Array(0));
  const payload = {
    authority: api.authority,
    method: request.method,
    target: targetOf(url.href),
    contentType: headers.get("content-type") ?? "",
    contentDigest: toHex(digest),
  };
  const sent = await signUnlessEnded(request.signal, () => sign(HTTP_REQUEST, payload, repeat));
  const body = carry(sent, headers, content, digest);
  const { method, signal, mode, credentials, cache, integrity, keepalive, referrer, referrerPolicy } = request;
  const settings = { signal, mode, credentials, cache, integrity, keepalive, referrer, referrerPolicy };
  const init: RequestInit = { ...settings, method, headers, redirect: "error" };
  return { request: new Request(url, body === undefined ? init : { ...init, body }), sent };
}

/** If the request was aborted already, the wallet is not asked. */
async function signUnlessEnded(signal: AbortSignal, sign: () => Promise<SentAction>): Promise<SentAction> {
  signal.throwIfAborted();
  return unlessEnded(signal, sign());
}

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Adds an action to a request: in its fields, or, if the signature is too long, with the signature before the content.
 */
function carry(
  { message, signature }: SentAction,
  headers: Headers,
  content: Bytes | undefined,
  digest: Bytes,
): Bytes | undefined {
  const bytes = fromHex(signature);
  const isLong = bytes.length > MAX_HEADER_SIGNATURE;
  headers.set(ACTION_HEADER, formatActionHeader({ ...message, signature: isLong ? bytes.length : signature }));
  if (!isLong) {
    headers.set("Content-Digest", serializeDictionary({ "sha-256": digest }));
    return content;
  }
  // It would have to cover the signature and the content together.
  headers.delete("Content-Digest");
  return new Uint8Array(concat(bytes, content ?? new Uint8Array(0)));
}

/** The kinds that are signed by themselves: all but `HttpRequest`, which signs a request. */
type TypedKinds<D> = D & Pick<BuiltInKinds, "Ask">;

/**
 * Creates a function that signs an action and posts it as the body. Origins, redirects and receipts are handled as in
 * {@link createSignedFetch}, with the same errors, and `unknown_kind`.
 *
 * @example
 * const post = createActionPost({ account, operator, log, authority: "api.example", receiptKey, types })
 * await post(url, "Transfer", { objectId: "42", to })
 */
export function createActionPost<D extends Record<string, PayloadMembers>>(
  options: SigningOptions & Api & DeliveryOptions & { readonly types: ActionTypes<D> },
): <K extends keyof TypedKinds<D> & string>(
  url: string | URL,
  primaryType: K,
  payload: Message<TypedKinds<D>[K]>["payload"],
  init?: RequestInit,
  repeat?: Repeat,
) => Promise<Response> {
  const sign = createKindSigner(options);
  const deliver = createDelivery(options);
  const api = checkApi(options);
  return async (url, primaryType, payload, init, repeat) => {
    // An action given as `init` would be ignored, and a new one signed.
    if (["message", "nonce", "deadline"].some((name) => name in Object(init)))
      throw badSigning(
        "init",
        init,
        "to repeat an action, give the result of sentAction, or { nonce, deadline }, as the argument after init",
      );
    checkOrigin(new URL(url), api);
    const headers = new Headers(init?.headers);
    headers.set("Content-Type", "application/json");
    const signal = init?.signal ?? new AbortController().signal;
    const sent = await signUnlessEnded(signal, () => sign(primaryType, payload, repeat));
    const body = JSON.stringify(actionOf(sent));
    return deliver(new Request(url, { method: "POST", ...init, redirect: "error", headers, body }), sent);
  };
}

/**
 * Creates a function that signs actions of an operator's kinds, to be sent by other means. To check an action's
 * receipt, use `sentAction` of it. Errors are as of {@link createActionPost}.
 */
export function createActionSigner<D extends Record<string, PayloadMembers>>(
  options: SigningOptions & { readonly types: ActionTypes<D> },
): <K extends keyof TypedKinds<D> & string>(
  primaryType: K,
  payload: Message<TypedKinds<D>[K]>["payload"],
  repeat?: Repeat,
) => Promise<SignedAction<D> | SignedAction<BuiltInKinds>> {
  const sign = createKindSigner(options);
  return async (primaryType, payload, repeat) => {
    const sent = await sign(primaryType, payload, repeat);
    return remember(actionOf(sent), sent) as unknown as SignedAction<D> | SignedAction<BuiltInKinds>;
  };
}

function createKindSigner(
  options: SigningOptions & { readonly types: ActionTypes },
): (primaryType: string, payload: Message["payload"], repeat?: Repeat) => Promise<SentAction> {
  const sign = createSigner(options);
  const kinds: unknown = Object(options.types)["kinds"];
  if (!(kinds instanceof Map)) throw badSigning("types", options.types, "give what defineActions returned");
  return async (primaryType, payload, repeat) => {
    const kind = kinds.get(primaryType);
    if (kind === undefined) throw new AnchorlogError("unknown_kind", `${primaryType} is not a kind of this operator`);
    return sign(kind, payload, repeat);
  };
}

function actionOf({ primaryType, message, signature }: SentAction): SignedAction {
  return { primaryType, message, signature };
}
