/** Calls operations: signs those that a wallet signs, and makes errors of refusals. */
import createFetch from "openapi-fetch";
import type { SentAction } from "anchorlog/http";
import type { Credentials } from "./credentials.ts";
import { deliver, type Delivery } from "./deliver.ts";
import { readRefusal, sentAction } from "./errors.ts";
import type { paths } from "./generated/api.ts";
import { SIGNED } from "./generated/operations.ts";
import { actionsIn, type Receipts, type Signing, type TypedAction } from "./sign.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Init = {
  readonly params?: object;
  readonly body?: unknown;
  readonly repeat?: SentAction | undefined;
};
export type Answered = { readonly data: unknown; readonly response: Response };
export type CallAny = (method: Method, path: string, init?: Init) => Promise<Answered>;

/** Calls that nothing is signed for, and that do nothing twice. */
const REPEATABLE: ReadonlySet<string> = new Set(["POST /ebus/prepare", "POST /auth/refresh-token"]);
/** What everybody may ask, so that nobody shows a credential for it. */
const isPublic = (path: string): boolean => path.startsWith("/auth/") || path.startsWith("/.well-known/");

export function createCall(
  origin: string,
  {
    credentials,
    delivery,
    signing,
    receipts,
  }: {
    readonly credentials: Credentials;
    readonly delivery: Delivery;
    readonly signing: () => Promise<Signing>;
    readonly receipts: () => Promise<Receipts>;
  },
): CallAny {
  // A redirect would carry the credential elsewhere.
  const api = createFetch<paths>({ baseUrl: origin, redirect: "error" });

  /** Sends a request through a function, and reads the answer. */
  const ask = async (method: Method, path: string, init: object, fetch: (request: Request) => Promise<Response>) => {
    let sent: SentAction | undefined;
    const noting = async (request: Request): Promise<Response> => {
      const response = await fetch(request);
      sent = sentAction(response);
      return response;
    };
    const asked = { ...init, fetch: noting };
    // What it takes and answers is known by the types of `Call`.
    const answer = await api.request(method.toLowerCase() as "get", path as "/livez", asked);
    const { data, error, response } = answer as { data?: unknown; error?: unknown; response: Response };
    return { data, error, response, sent };
  };

  /** Sends what wallets signed already, and holds each answer to its action. */
  const submit = async (path: string, init: object, actions: readonly (TypedAction | undefined)[], method: Method) => {
    const { check, sentOf } = await receipts();
    const sent = actions.map((action) => action && sentOf(action));
    const send = (request: Request) => deliver(request, { isRepeatable: true, credentials }, delivery);
    const { data, error, response } = await ask(method, path, init, send);
    if (!response.ok) throw readRefusal(response, error, sent.length === 1 ? sent[0] : undefined);
    const { items = [data] } = data as { readonly items?: readonly unknown[] };
    for (const [i, one] of sent.entries()) {
      const { x_receipt, error: refusal } = Object(items[i]) as {
        readonly x_receipt?: unknown;
        readonly error?: unknown;
      };
      if (one !== undefined && refusal === undefined) await check(x_receipt, one);
    }
    return { data, response };
  };

  return async (method, path, { repeat, ...init } = {}) => {
    const operation = `${method} ${path}`;
    const isSigned = SIGNED.has(operation);
    const actions = isSigned ? actionsIn(init.body) : undefined;
    if (actions !== undefined) return submit(path, init, actions, method);
    const isRepeatable = method === "GET" || REPEATABLE.has(operation);
    const shown = isPublic(path) ? undefined : credentials;
    const { data, error, response, sent } = await ask(method, path, init, async (request) => {
      if (isSigned) return (await signing()).fetch(request, undefined, repeat);
      return deliver(request, { isRepeatable, credentials: shown }, delivery);
    });
    if (!response.ok) throw readRefusal(response, error, sent);
    return { data, response };
  };
}
