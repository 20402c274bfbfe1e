/** A server as its users see it: over HTTP only, with the test's clock. */
import { realpathSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import { privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { onTestFailed } from "vitest";
import type { Hex } from "anchorlog";
import type { TrustedOperator } from "anchorlog/verify/bundle";
import { createSignedFetch } from "anchorlog/http";
import type { Log } from "anchorlog/daemon";
import type { Receipt } from "anchorlog/log/receipt";
import { answerOf, createContract, type Answer, type Document } from "./contract.ts";
import { readConfig } from "../src/foundation/config.ts";
import { GROUPS, type Groups } from "../src/foundation/limitGroups.ts";
import { openLog } from "../src/log/open.ts";
import { createLogger } from "../src/foundation/logger.ts";
import { openMailFolder } from "../src/foundation/mail/folder.ts";
import { openMailer } from "../src/foundation/mail/mailer.ts";
import { createSecrets } from "../src/foundation/secrets.ts";
import { atEnd } from "../../test/ends.ts";
import { newFolder } from "../../test/folder.ts";
import { WAIT_LIMIT } from "../../test/limits.ts";
import { createServer, type ServerParts } from "../src/main/server.ts";
import { openStorage } from "../src/foundation/storage/storage.ts";
import type { Parts } from "../src/foundation/parts.ts";

/** The key that signs receipts. */
type Receipts = { readonly keys: { readonly receipt: Hex } };

export type TestServer = ReturnType<typeof createContract> & {
  readonly url: string;
  readonly parts: Parts & Receipts;
  readonly clock: { now: number };
  /** The operator, as its clients pin it. */
  readonly trusted: TrustedOperator;
  readonly document: Document;
  /** The lines that the server logged. */
  readonly logged: string[];
  /** Ends the server, and starts it again with the same files, and the same environment except for `env`. */
  readonly restart: (
    env?: Readonly<Record<string, string>>,
    kept?: { readonly indexing?: ServerParts["indexing"] },
  ) => Promise<TestServer>;
  /** Ends the server, and keeps its files. */
  close(): Promise<void>;
};

/** Limits so high that tests of other subjects do not reach them, since their clock stands still. */
const WIDE: Groups = Object.fromEntries(
  Object.keys(GROUPS).map((group) => [group, { minute: 100_000, second: 100_000 }]),
) as Groups;

export const NOW = Date.UTC(2026, 0, 5, 9);

/** Documents of earlier servers, by the environments that they depend on. Making one takes a fifth of a start. */
const documents = new Map<string, Document>();

function documentOf(app: FastifyInstance, env: Readonly<Record<string, string>>): Document {
  const key = JSON.stringify({ ...env, DATABASE_URL: "", GUARD_DATABASE_URL: "" });
  // Not requested over HTTP, which would count in the rate limit.
  const document = documents.get(key) ?? (app.swagger() as unknown as Document);
  documents.set(key, document);
  return document;
}

/** Ends the server that runs at the end of the test or file in which the first one was started. */
type Ending = { end?: () => Promise<void> | undefined };
export function beginEnding(): Ending {
  const ending: Ending = {};
  atEnd(() => ending.end?.());
  return ending;
}

/** Starts a server, which ends with the test or file that starts it. @param env the server's environment. */
export async function startServer(
  env: Readonly<Record<string, string>> = {},
  kept: {
    readonly folder?: string;
    readonly clock?: { now: number };
    readonly groups?: Groups;
    /** Milliseconds by which the event loop may be late; unlimited by default, since a test's machine may be busy. */
    readonly maxDelay?: number;
    /** Milliseconds in which a request must arrive. */
    readonly patience?: number;
    /** How the index follows the log: in the test's own thread by default. */
    readonly indexing?: ServerParts["indexing"];
    readonly webhooks?: ServerParts["webhooks"];
    /** Parts that replace those of the opened platform. */
    readonly wrap?: (parts: Parts) => Parts;
    readonly ending?: Ending;
  } = {},
): Promise<TestServer> {
  const {
    folder = newFolder(),
    clock = { now: NOW },
    groups = WIDE,
    ending = beginEnding(),
    indexing,
    webhooks,
  } = kept;
  const { maxDelay = Infinity, patience = WAIT_LIMIT } = kept;
  const config = readConfig({
    PUBLIC_URL: "http://api.example",
    DATA_DIR: folder,
    SERVER_SECRET: "5e".repeat(32),
    PORT: "0",
    CHAIN: "none",
    // Tests of other subjects use one network, and their clock stands still.
    MAILS_PER_MINUTE: "999999",
    ORGANIZATIONS_PER_HOUR: "999999",
    ...env,
  });
  const logged: string[] = [];
  const write = (line: string): void => {
    logged.push(line);
    if (line.includes(FAILED)) showIfFails(line);
  };
  const logger = createLogger("trace", { write });
  const failures: unknown[] = [];
  const read = () => clock.now;
  const log: Log = (level, event, fields) => {
    if (level === "error") failures.push(new Error(`${event}: ${JSON.stringify(fields)}`));
    logger[level]({ ...fields }, event);
  };
  const opened = await openLog(config, { clock: read, log, threads: 0 });
  const mailer = await openMailer(config.mail);
  const storage = await openStorage(config.storage);
  const made: Parts = { ...opened, config, clock: read, secrets: createSecrets(config.secret!), mailer, storage };
  const parts = kept.wrap?.(made) ?? made;
  const options = {
    logger,
    groups,
    limitsBy: read,
    maxDelay,
    patience,
    indexing,
    ...(webhooks && { webhooks }),
  };
  const app = await createServer(parts, options).catch(async (error: unknown) => {
    await opened.close();
    throw error;
  });
  const url = await app.listen({ host: config.host, port: config.port });
  const document = documentOf(app, env);
  const contract = createContract(document);
  const end = async (): Promise<void> => {
    await app.close();
    await opened.close();
    await mailer.close();
    assertDiscreet(
      logged.filter((line) => !ON_CHAIN.test(line)),
      url,
    );
    if (failures.length > 0) throw new AggregateError(failures, "failed in the background");
  };
  let ended: Promise<void> | undefined;
  const close = () => (ended ??= end());
  ending.end = () => (ended === undefined ? close() : undefined);
  return {
    url,
    parts: { ...parts, keys: { receipt: (await parts.anchorlog.keys()).receiptKey } },
    clock,
    trusted: await opened.describing.trusted(),
    document,
    ...contract,
    // Its public address differs from the address at which it listens.
    heldFetch: (request) => contract.heldFetch(new Request(request.url.replace(config.publicUrl.origin, url), request)),
    logged,
    restart: async (more = {}, other = {}) => {
      await close();
      return startServer({ ...env, ...more }, { ...kept, folder, clock, ending, ...other });
    },
    close,
  };
}

/** In the line that says why an answer has the status 500. */
const FAILED = '"msg":"a request failed"';

/** Shows a line beside the test that is running, if that test fails. The answer alone does not say what failed. */
function showIfFails(line: string): void {
  try {
    onTestFailed(() => void process.stderr.write(line));
  } catch {
    process.stderr.write(line); // in a hook, before the tests
  }
}

/** Lines of checkpoints in the registry: their roots, and the hashes of blocks, are public. */
const ON_CHAIN = /"msg":"checkpoint_[a-z]+"\}\n?$/;

/** Patterns that no line of a server's log may match. */
const SECRETS: Readonly<Record<string, RegExp>> = {
  "an e-mail address": /[\w.+-]+@[\w-]+\.[a-z]/i,
  "a token": /eyJ[\w-]{8}/,
  "an API key": /alk_/,
  "a one-time code": /(?<![\w.:-])[0-9]{6}(?![\w.:-])/,
  "an address, signature or digest": /0x[0-9a-f]{40}/i,
  "a path with an identifier": /\/[a-z]+[_-][0-9a-f]{32}/,
  "a session": /ses_[0-9a-f]{32}/,
  "an IP address": /(?<![\w.])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?![\w.])|::1/,
};

const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/**
 * @param url the server's address, which it logs itself.
 * @param checkout the project's folder, whose path is in stack traces and may contain any text.
 */
export function assertDiscreet(logged: readonly string[], url: string, checkout = ROOT): void {
  const paths = [...new Set([checkout, realpathSync(checkout)])];
  const forms = paths.flatMap((path) => [pathToFileURL(path).pathname, JSON.stringify(path).slice(1, -1)]);
  for (const line of logged) {
    const text = [new URL(url).host, ...forms].reduce((left, own) => left.replaceAll(own, ""), line);
    const found = Object.entries(SECRETS).find(([, pattern]) => pattern.test(text));
    if (found !== undefined) throw new Error(`the server logged ${found[0]}: ${line}`);
  }
}

export type { Answer };
export type Refused = {
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly details: readonly { field: string; reason: string }[];
  };
  readonly x_request_id: string;
};

/** A client's credentials: tokens or a key, and a wallet. */
export type Client = {
  readonly headers: Readonly<Record<string, string>>;
  readonly wallet: PrivateKeyAccount;
  /** The name of the log that it signs for. */
  readonly log: string;
};

type Init = {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  /** Sent unchanged, instead of a body. */
  readonly content?: string | Uint8Array<ArrayBuffer>;
};

/** The parts of a server that a client needs to sign, wherever the server runs. */
export type Signing = Pick<TestServer, "url" | "holds"> & {
  readonly clock: { readonly now: number };
  readonly parts: Pick<Parts, "operator" | "config"> & Receipts;
};

/** Sends a request without a signature. Its answer is checked against the document, if there is one. */
export async function call<T = unknown>(
  { url, holds }: Pick<TestServer, "url"> & Partial<Pick<TestServer, "holds">>,
  method: string,
  path: string,
  init: Init = {},
): Promise<Answer<T>> {
  const content = contentOf(init);
  const response = await fetch(url + path, {
    method,
    redirect: "manual",
    headers: { ...(content !== undefined && { "content-type": "application/json" }), ...init.headers },
    body: content ?? null,
  });
  const answer = await answerOf<T>(response);
  holds?.(method, path, answer);
  return answer;
}

function contentOf({ body, content }: Init): Init["content"] {
  return body === undefined ? content : JSON.stringify(body);
}

/** Sends a request that the client's wallet signs. `repeat` sends the same request again. */
export async function sign<T = unknown>(
  server: Signing,
  { headers, wallet, log }: Client,
  method: string,
  path: string,
  init: Init = {},
): Promise<Answer<T & { x_receipt: Receipt }> & { repeat(): Promise<Answer<T & { x_receipt: Receipt }>> }> {
  const { operator, config } = server.parts;
  const sent: Request[] = [];
  // Its public address differs from the address at which it listens.
  const send = async (request: Request): Promise<Response> => {
    sent.push(request.clone());
    const { pathname, search } = new URL(request.url);
    const content = await request.arrayBuffer();
    return fetch(server.url + pathname + search, {
      method: request.method,
      headers: request.headers,
      body: content.byteLength > 0 ? content : null,
    });
  };
  const signed = createSignedFetch({
    account: wallet,
    operator,
    log,
    authority: config.publicUrl.host,
    origins: [config.publicUrl.origin],
    receiptKey: server.parts.keys.receipt,
    clock: () => server.clock.now,
    fetch: send,
  });
  const content = contentOf(init);
  const response = await signed(new URL(path, config.publicUrl).href, {
    method,
    headers: { ...headers, ...(content !== undefined && { "content-type": "application/json" }), ...init.headers },
    ...(content !== undefined && { body: content }),
  });
  const held = async (given: Response) => {
    const answer = await answerOf<T & { x_receipt: Receipt }>(given);
    server.holds(method, path, answer);
    return answer;
  };
  return { ...(await held(response)), repeat: async () => held(await send(sent[0]!.clone())) };
}

/** The mails to an address that contain a text, newest first. Other mails may have been sent in the meantime. */
export async function mailsTo({ parts }: Pick<Signing, "parts">, to: string, says = ""): Promise<string[]> {
  const folder = await openMailFolder(parts.config.mail as { folder: string; from: string });
  return (await folder.read(to.toLowerCase())).map(({ text }) => text).filter((text) => text.includes(says));
}

/** The newest one-time code mailed to an address. */
export async function newestCode(server: Pick<Signing, "parts">, to: string): Promise<string> {
  const [mail] = await mailsTo(server, to, "Your code for");
  return /[0-9]{6,9}/.exec(mail!)![0];
}

/** A nonce that belongs to no code. */
export const NO_NONCE = "n".repeat(43);

type Tokens = { readonly access_token: string; readonly refresh_token: string; readonly expires_in: number };

/** Signs in by mail. */
export async function signIn(server: Signing, email: string): Promise<Tokens> {
  const { nonce } = (await call<{ nonce: string }>(server, "POST", "/auth/otp", { body: { email } })).body;
  const otp = await newestCode(server, email);
  const { body } = await call<Tokens>(server, "POST", "/auth/login", { body: { email, otp, nonce } });
  return body;
}

let wallets = 0;

/** Someone who signed in and registered a wallet: the owner of a new organization. */
export async function owner(server: Signing, email: string): Promise<Client> {
  const { access_token } = await signIn(server, email);
  const headers = { authorization: `Bearer ${access_token}` };
  const me = await call<{ organization: { log_name: string } }>(server, "GET", "/wallets/me", { headers });
  const wallet = privateKeyToAccount(`0x${(++wallets).toString(16).padStart(64, "0")}`);
  const client = { headers, wallet, log: me.body.organization.log_name };
  const { status, body } = await sign(server, client, "POST", "/wallets/register", {
    body: { address: wallet.address },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return client;
}
