/** Calls operations: signs requests if needed, and converts error answers to exceptions. */
import createFetch from "openapi-fetch";
import type { SentAction } from "anchorlog/http";
import type { Credentials } from "./credentials.ts";
import { deliver, unlessEnded, type Delivery } from "./deliver.ts";
import { PlatformError, readRefusal, sentAction } from "./errors.ts";
import type { paths } from "./generated/api.ts";
import { SIGNED } from "./generated/operations.ts";
import { actionIdOf } from "./prove.ts";
import { actionsIn, type Receipts, type SignedBody, type Signing } from "./sign.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Init = {
  readonly params?: object;
  readonly body?: unknown;
  readonly repeat?: SentAction | undefined;
  readonly signal?: AbortSignal | null | undefined;
  /** Whether the result has arrived in another way, so that retries can stop. */
  readonly isMoot?: (() => boolean) | undefined;
};
type CallInit = Omit<Init, "repeat" | "isMoot">;
export type Answered = { readonly data: unknown; readonly response: Response };

/** Unsigned calls that are safe to repeat. */
const RENEWAL = "POST /auth/refresh-token";
const REPEATABLE: ReadonlySet<string> = new Set(["POST /auth/logout", "POST /ebus/prepare", RENEWAL]);
/** Seconds. A refresh token that is used again after ten seconds ends the session, even if only the answer was lost. */
const RENEWAL_TIMES = { firstTimeout: 4, within: 8 };
/** Public paths, which get no credential. */
const isPublic = (path: string): boolean => path.startsWith("/auth/") || path.startsWith("/.well-known/");

/** The parts of a client that its calls use. */
export type Calling = {
  /** The API's address. */
  readonly origin: string;
  readonly credentials: Credentials;
  readonly delivery: Delivery;
  readonly signing: () => Promise<Signing>;
  readonly receipts: () => Promise<Receipts>;
  /** The name of the log that the credential's organization has. */
  readonly logOf: () => Promise<string>;
};

const api = createFetch<paths>();

/** Calls an operation. @throws PlatformError */
export async function call(
  calling: Calling,
  method: Method,
  path: string,
  { repeat, isMoot, ...init }: Init = {},
): Promise<Answered> {
  const operation = `${method} ${path}`;
  const isSigned = SIGNED.has(operation);
  const actions = isSigned ? actionsIn(init.body) : undefined;
  if (actions !== undefined) return submit(calling, method, path, { ...init, repeat }, actions);
  const isRepeatable = method === "GET" || REPEATABLE.has(operation);
  const credentials = isPublic(path) ? undefined : calling.credentials;
  const { data, error, response, sent } = await ask(calling.origin, method, path, init, async (request) => {
    if (isSigned) return (await unlessEnded(request.signal, calling.signing())).fetch(request, undefined, repeat);
    const times = operation === RENEWAL ? RENEWAL_TIMES : {};
    return deliver(request, { isRepeatable, credentials, isMoot, ...times }, calling.delivery);
  });
  if (!response.ok) throw readRefusal(response, error, sent);
  if (sent !== undefined && path.startsWith("/ebus/")) {
    await assertNamed((Object(data) as CallBody).action_id, sent);
    for (const [i, item] of itemsIn(data).entries()) await assertNamed((Object(item) as CallBody).action_id, sent, i);
  }
  return { data, response };
}

/** Sends a request through `fetch`, and parses the answer. */
async function ask(
  origin: string,
  method: Method,
  path: string,
  init: CallInit,
  fetch: (request: Request) => Promise<Response>,
) {
  assertPath(path, init);
  let sent: SentAction | undefined;
  const noting = async (request: Request): Promise<Response> => {
    request.signal.throwIfAborted();
    const response = await fetch(request);
    sent = sentAction(response);
    return response;
  };
  // Following a redirect would send the credential elsewhere.
  const asked: Record<string, unknown> = { ...init, baseUrl: origin, redirect: "error" as const, fetch: noting };
  // The types of `Call` describe what each path takes and returns.
  const answer = await api.request(method.toLowerCase() as "get", path as "/livez", asked).catch((error: unknown) => {
    if (!(error instanceof SyntaxError)) throw error;
    const why = `${origin} answered ${method} ${path} with something else than JSON: see that url is the API's`;
    throw new PlatformError("bad_answer", why, { sent, cause: error });
  });
  const { data, error, response } = answer as { data?: unknown; error?: unknown; response: Response };
  return { data, error, response, sent };
}

/** Sends actions that are already signed, and checks the receipt of each. */
async function submit(
  calling: Calling,
  method: Method,
  path: string,
  { repeat, ...init }: CallInit & Pick<Init, "repeat">,
  actions: readonly (SignedBody | undefined)[],
): Promise<Answered> {
  const { origin, credentials, delivery } = calling;
  const signal = init.signal ?? new AbortController().signal;
  const { check, sent } = await unlessEnded(signal, sentBy(calling, actions, repeat));
  if (repeat !== undefined && !sent.some((one) => one?.some(({ digest }) => digest === repeat.digest)))
    throw new PlatformError("other_action", "the repeated action is not the action that was sent");
  const send = (request: Request) => deliver(request, { isRepeatable: true, credentials }, delivery);
  const { data, error, response } = await ask(origin, method, path, init, send);
  if (!response.ok) throw readRefusal(response, error, sent.length === 1 ? sent[0]?.[0] : undefined);
  const isBatch = Array.isArray((Object(init.body) as CallBody).actions);
  const items = isBatch ? itemsIn(data) : [data];
  if (items.length > sent.length)
    throw new PlatformError("bad_answer", `the API answers ${items.length} actions, and ${sent.length} were sent`);
  for (const [i, one] of sent.entries()) {
    const { x_receipt, error: refusal, object, action_id } = Object(items[i]) as CallBody;
    // A rejected item has only its error.
    const isRefused = isBatch && refusal !== undefined && object === undefined && action_id === undefined;
    if (one !== undefined && !isRefused) await assertNamed(action_id, await unlessEnded(signal, check(x_receipt, one)));
  }
  return { data, response };
}

/** The signed actions that a body may have, and the check of their receipts. */
async function sentBy(
  { receipts, logOf }: Calling,
  actions: readonly (SignedBody | undefined)[],
  repeat: SentAction | undefined,
) {
  const { check, sentOf } = await receipts();
  const log = actions.some((action) => action !== undefined && "auth" in action) ? await logOf() : "";
  return { check, sent: actions.map((action) => action && sentOf(action, log, repeat)) };
}

/** The members that the client itself reads, of an answer or of an item in it. */
type CallBody = Readonly<
  Partial<Record<"action_id" | "actions" | "error" | "items" | "object" | "x_receipt", unknown>>
>;

function itemsIn(data: unknown): readonly unknown[] {
  const { items } = Object(data) as CallBody;
  return Array.isArray(items) ? items : [];
}

/** Checks that an action ID belongs to the action sent. Otherwise, a later proof would be for something else. */
async function assertNamed(actionId: unknown, sent: SentAction, item?: number): Promise<void> {
  if (actionId === undefined || actionId === (await actionIdOf(sent.digest, item))) return;
  const why = `what was done is not ${JSON.stringify(actionId)}, as the API calls it: that is another action`;
  throw new PlatformError("other_action", why, { sent });
}

/** Rejects path parameters that would change the path, and paths with a host. */
function assertPath(path: string, { params }: CallInit): void {
  const { path: parts = {} } = Object(params) as { readonly path?: object };
  const bad = Object.entries(parts).find(([, value]) => ["", ".", ".."].includes(String(value)));
  if (bad !== undefined) throw new PlatformError("bad_path", `${bad[0]} is ${JSON.stringify(bad[1])} in ${path}`);
  const missing = path.match(/\{(\w+)\}/g)?.find((part) => !Object.hasOwn(parts, part.slice(1, -1)));
  if (missing !== undefined)
    throw new PlatformError("bad_path", `${missing} is not given in ${path}: give it in params.path`);
  if (!path.startsWith("/")) throw new PlatformError("bad_path", `${path} is not a path: it must begin with /`);
}
