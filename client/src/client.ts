import { NOBODY, toHex, type Hex } from "anchorlog/action";
import type { TrustedOperator } from "anchorlog/verify/bundle";
import type { ActionAccount } from "anchorlog/http";
import { call, type Answered, type Calling, type Init, type Method } from "./call.ts";
import type { AnswerTo, Call, Extra, ItemOf, ListOptions, Lists } from "./calls.ts";
import { Credentials, type CredentialOptions, type Tokens } from "./credentials.ts";
import { deliver, unlessEnded, waitFor, type Delivery, type Wait } from "./deliver.ts";
import { badOption, PlatformError } from "./errors.ts";
import { formOf } from "./form.ts";
import { checkNonce, verifyHeld, type Held, type HolderOptions } from "./holder.ts";
import { judgeMove, type Moved, type MoveOptions } from "./move.ts";
import { itemsOf } from "./pages.ts";
import type { KindName, Payload, TypedAction } from "./kinds.ts";
import { once, type Once } from "./once.ts";
import { KnownOperator, type Pin } from "./operator.ts";
import { payloadIn, type Action } from "./prepare.ts";
import { checkProve, verifyProof, type ProveOptions, type VerifiedBundle } from "./prove.ts";
import { Proving } from "./proving.ts";
import { createReceipts, createSigning, type Signing } from "./sign.ts";

export type ClientOptions = Pin &
  CredentialOptions & {
    /** The API's address: scheme, host and port. */
    readonly url: string;
    /** The signer: a viem account, or `walletAccount` of `anchorlog/http`. Without it, the client cannot sign. */
    readonly account?: ActionAccount | undefined;
    /**
     * Called when the registry has confirmed the operator, and when the operator's keys have changed. Store the value,
     * and pass it to the next client.
     */
    readonly onOperator?: ((operator: TrustedOperator) => void) | undefined;
    readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
    /** The number of times that a request is sent if no answer arrives, or the server is not available; 5 by default. */
    readonly tries?: number | undefined;
    /** Seconds to wait for each answer; 60 by default. */
    readonly timeout?: number | undefined;
    /** Now in Unix milliseconds; the system's clock by default. */
    readonly clock?: (() => number) | undefined;
    /** Waits before the next try; with the system's timer by default. */
    readonly wait?: Wait | undefined;
  };

export type Client = {
  readonly GET: Call<"get">;
  /** If the answer has tokens, for example of POST /organizations/switch, the client uses them from then on. */
  readonly POST: Call<"post">;
  readonly PUT: Call<"put">;
  readonly PATCH: Call<"patch">;
  readonly DELETE: Call<"delete">;
  /** Requests a one-time code by mail. Returns the nonce that `signIn` needs. The client remembers it. */
  requestCode(email: string): Promise<string>;
  /** @param nonce of the request for the code; by default, of this client's last request for the address. */
  signIn(email: string, code: string, nonce?: string): Promise<void>;
  /** Ends the session for all its clients, and removes the tokens. */
  signOut(): Promise<void>;
  /** The current tokens, to store for the next session. */
  tokens(): Tokens | undefined;
  /**
   * The operator that signs receipts and proofs. Store it, and pass it to the next client. Without a pin, it is only
   * what the API claims.
   */
  operator(): Promise<TrustedOperator>;
  /** All items of a list, page by page. */
  list<P extends Lists>(path: P, options?: ListOptions<P>): AsyncGenerator<ItemOf<P>, void, undefined>;
  /** Signs an action, for POST /ebus/execute, POST /objects or a batch. `move` alone signs a `Move`. */
  sign<K extends KindName>(kind: K, payload: Payload<K>): Promise<TypedAction>;
  /** Signs an action given in plain words, as the kind that its template needs. */
  prepare(action: Action): Promise<TypedAction>;
  /** Uploads a file. The whole file is read into memory. */
  upload(
    file: Blob,
    name: string,
    options?: Extra & { readonly signal?: AbortSignal | undefined },
  ): Promise<AnswerTo<"/storage/upload", "post">>;
  /** Fetches the proof of an action, and verifies it with the operator's keys or through a node of the chain. */
  prove(actionId: string, options?: ProveOptions): Promise<VerifiedBundle>;
  /**
   * Asks the log for the holder of an object with custody, and verifies the answer in the same way.
   *
   * @param options.nonce forces a new ask, so that the answer is not older than the call.
   * @throws PlatformError `no_custody`, `stale_proof`, `other_ask`, and the errors of `prove`.
   */
  holder(objectId: string, options?: HolderOptions): Promise<Held>;
  /**
   * Moves an object with custody to the log that its organization has named as successor. Verifies first that the
   * issuer has minted it there, as a moved object, to this client's account, and that the mint is final.
   *
   * @throws PlatformError `not_minted`, `no_custody`, `other_proof`, and the errors of `prove`: nothing is signed then.
   */
  move(objectId: string, options: MoveOptions): Promise<Moved>;
};

/** The parts of a client, which its methods share. */
type ClientParts = {
  readonly options: ClientOptions;
  readonly clock: () => number;
  readonly credentials: Credentials;
  /** The operator that signs receipts and proofs. */
  readonly known: KnownOperator;
  /** Signs for the organization of the credential. */
  readonly signing: Once<Signing>;
  readonly call: (method: Method, path: string, init?: Init) => Promise<Answered>;
  readonly GET: Call<"get">;
  readonly POST: Call<"post">;
  /** The name of the log that the credential's organization has. */
  readonly logOf: () => Promise<string>;
  readonly proving: Proving;
  /** The last request for a code. */
  asked: { readonly email: string; readonly nonce: string } | undefined;
};

/**
 * Creates a client of an API with one wallet and one credential. It sends nothing until its first call.
 *
 * @throws PlatformError `bad_url`, `bad_option`, `two_credentials`.
 */
export function createClient(options: ClientOptions): Client {
  const parts = partsOf(options);
  const { call, credentials, GET, POST } = parts;
  const prove: Client["prove"] = (actionId, by) => proveAction(parts, actionId, by);
  return {
    GET,
    POST,
    PUT: ((path, init) => call("PUT", path, init)) as Call<"put">,
    PATCH: ((path, init) => call("PATCH", path, init)) as Call<"patch">,
    DELETE: ((path, init) => call("DELETE", path, init)) as Call<"delete">,
    requestCode: (email) => requestCode(parts, email),
    signIn: (email, code, nonce) => signIn(parts, email, code, nonce),
    signOut: () => signOut(parts),
    tokens: () => credentials.tokens(),
    operator: async () => (await parts.known.get()).trusted,
    list: (path, init) => itemsOf((given) => call("GET", path, given), init) as never,
    sign: (kind, payload) => sign(parts, kind, payload),
    prepare: (action) => prepare(parts, action),
    upload: async (file, name, { signal, repeat } = {}) => {
      const { contentType, content } = await formOf(file, name);
      const sent = { body: { file: name }, bodySerializer: () => content, headers: { "Content-Type": contentType } };
      return (await POST("/storage/upload", { ...sent, signal: signal ?? null, repeat })).data;
    },
    prove,
    holder: (objectId, by) => holderOf(parts, objectId, by),
    move: (objectId, by) => move(parts, objectId, { GET, prove }, by),
  };
}

const OPTIONS = {
  operator: true,
  rpc: true,
  registry: true,
  url: true,
  account: true,
  apiKey: true,
  tokens: true,
  onTokens: true,
  savedTokens: true,
  onOperator: true,
  fetch: true,
  tries: true,
  timeout: true,
  clock: true,
  wait: true,
} as const satisfies Record<keyof ClientOptions, true>;

/** An unknown option would be ignored silently. */
function assertOptions(options: unknown): void {
  const known = `the options are ${Object.keys(OPTIONS).join(", ")}`;
  if (typeof options !== "object" || options === null) throw badOption("createClient has no options", known);
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(OPTIONS, name));
  if (unknown !== undefined) throw badOption(`createClient has no option ${unknown}`, known);
}

function partsOf(options: ClientOptions): ClientParts {
  assertOptions(options);
  const { account, clock = Date.now, tries = 5, timeout = 60, wait = waitFor } = options;
  const origin = checkUrl(options.url);
  checkCredentials(options);
  if (!Number.isSafeInteger(tries) || tries < 1) throw badOption(`tries is ${tries}`, "give a number from 1");
  if (!(timeout > 0 && timeout <= MAX_TIMEOUT))
    throw badOption(`timeout is ${timeout}`, `give seconds, ${MAX_TIMEOUT} at most`);
  const send = options.fetch ?? ((request: Request) => fetch(request));
  const delivery: Delivery = { fetch: send, tries, timeout, wait, clock, random: Math.random };
  const credentials = new Credentials({
    ...options,
    clock,
    renew: async (refresh_token, isMoot) =>
      (await calls("POST", "/auth/refresh-token", { body: { refresh_token }, isMoot })).data as Tokens,
  });
  const known = new KnownOperator(async () => (await GET("/.well-known/anchorlog")).data, {
    origin,
    clock,
    pin: options,
    onOperator: options.onOperator,
  });
  const receiptKey = (key: Hex, acceptedAt: number): Promise<boolean> => known.servedAt(key, acceptedAt);
  const receipts = once(async () => createReceipts({ operator: (await known.get()).named, receiptKey, clock }));
  const logOf = async () => (await GET("/wallets/me")).data.organization.log_name;
  const signing = once(async () => {
    const signer = signerOf(account);
    const { named: operator, authority, isPinned } = await known.get();
    if (!isPinned) throw notPinned(origin);
    const log = await logOf();
    const sendSigned = (request: Request) => deliver(request, { isRepeatable: true, credentials }, delivery);
    return createSigning({ operator, authority, receiptKey, clock, account: signer, log, origin, send: sendSigned });
  });
  const calling: Calling = { origin, credentials, delivery, signing: signing.get, receipts: receipts.get, logOf };
  const calls: ClientParts["call"] = (method, path, init) => call(calling, method, path, init);
  const GET = ((path, init) => calls("GET", path, init)) as Call<"get">;
  const POST = (async (path, init) => {
    const answer = await calls("POST", path, init);
    const { access_token } = Object(answer.data) as Partial<Tokens>;
    if (access_token !== undefined) {
      credentials.take(answer.data as Tokens);
      // The new tokens may be for another organization, which has another log.
      signing.forget();
    }
    return answer;
  }) as Call<"post">;
  const proving = new Proving({ GET, known, clock, wait, pin: options });
  return { options, clock, credentials, known, signing, call: calls, GET, POST, logOf, proving, asked: undefined };
}

function signerOf(account: ActionAccount | undefined): ActionAccount {
  if (account !== undefined) return account;
  throw new PlatformError("no_account", "nothing is signed without an account: give createClient one");
}

async function requestCode(parts: ClientParts, email: string): Promise<string> {
  const { nonce } = (await parts.POST("/auth/otp", { body: { email } })).data;
  parts.asked = { email, nonce };
  return nonce;
}

async function signIn(
  { options, POST, asked }: ClientParts,
  email: string,
  code: string,
  nonce = asked?.email === email ? asked.nonce : undefined,
): Promise<void> {
  checkCredentials({ apiKey: options.apiKey, tokens: { access_token: "" } });
  if (nonce === undefined) throw new PlatformError("no_nonce", `give the nonce that requestCode returned for ${email}`);
  await POST("/auth/login", { body: { email, otp: code, nonce } });
}

async function signOut({ credentials, signing, POST }: ClientParts): Promise<void> {
  const { refresh_token } = credentials.tokens() ?? {};
  if (refresh_token !== undefined) await POST("/auth/logout", { body: { refresh_token } });
  credentials.forget();
  signing.forget();
}

async function sign<K extends KindName>({ signing }: ClientParts, kind: K, payload: Payload<K>): Promise<TypedAction> {
  if (kind === "Move") throw badOption("a Move ends an object in this log", "let move sign it: it verifies the mint");
  return (await signing.get()).sign(kind, payload);
}

async function prepare(parts: ClientParts, action: Action): Promise<TypedAction> {
  const { address } = signerOf(parts.options.account);
  const { data } = await parts.POST("/ebus/prepare", { body: { action, account: address } });
  const { kind, payload } = payloadIn(action, data, address);
  return sign(parts, kind, payload as Payload<typeof kind>);
}

function proveAction({ GET, proving }: ClientParts, actionId: string, options: ProveOptions = {}) {
  return proving.lead(actionId, options, async ({ grounds, query, signal }) => {
    const params = { path: { id: actionId }, query };
    const { data } = await GET("/ebus/action-logs/{id}/proof", { params, parseAs: "text", signal });
    return verifyProof(data, actionId, grounds);
  });
}

async function holderOf(
  { clock, GET, logOf, proving }: ClientParts,
  objectId: string,
  options: HolderOptions = {},
): Promise<Held> {
  checkProve(options);
  const { nonce } = options;
  checkNonce(nonce);
  const log = await unlessEnded(options.signal ?? new AbortController().signal, logOf());
  let first: Held | undefined;
  return proving.lead(`object ${objectId}`, options, async ({ grounds, query, signal }) => {
    const asked = first === undefined ? { ...(nonce !== undefined && { nonce }) } : { entry: first.index };
    const params = { path: { id: objectId }, query: { ...query, ...asked } };
    const { data } = await GET("/objects/{id}/proof", { params, parseAs: "text", signal });
    const held = await verifyHeld(data, objectId, { grounds, log, first, nonce, now: clock() });
    first ??= held;
    return held;
  });
}

async function move(
  { options: { account }, logOf, signing, POST }: ClientParts,
  objectId: string,
  own: Pick<Client, "GET" | "prove">,
  options: MoveOptions,
): Promise<Moved> {
  const mover = { own, account: signerOf(account).address.toLowerCase() as Hex, log: await logOf() };
  const { toLog, ...mints } = await judgeMove(objectId, mover, options);
  const body = await (await signing.get()).sign("Move", { objectId, holder: toHex(NOBODY), toLog });
  const { data } = await POST("/ebus/execute", { body, signal: options.signal ?? null });
  return { ...data, ...mints };
}

/** The longest timeout in seconds. */
const MAX_TIMEOUT = 86_400;

const notPinned = (origin: string): PlatformError =>
  new PlatformError(
    "not_pinned",
    `nothing is signed on the word of ${origin} alone: give createClient the operator that you know (operator), or a node of the chain whose registry confirms it (rpc)`,
  );

function checkUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed !== undefined && /^https?:$/.test(parsed.protocol) && parsed.href === `${parsed.origin}/`)
    return parsed.origin;
  const why = `${JSON.stringify(url)} is not where an API is: give scheme, host and port, as https://api.example`;
  throw new PlatformError("bad_url", why);
}

function checkCredentials({ apiKey, tokens }: Pick<ClientOptions, "apiKey" | "tokens">): void {
  if (tokens !== undefined && typeof Object(tokens).access_token !== "string")
    throw badOption("tokens has no access_token", "give what onTokens received, or { access_token }");
  if (apiKey === undefined || tokens === undefined) return;
  throw new PlatformError("two_credentials", "give an API key or tokens, not both");
}
