/** A server as its users have it: by HTTP alone, with a clock of the test's. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { createSignedFetch } from "anchorlog/http";
import type { Receipt } from "anchorlog/receipt";
import { readConfig } from "../src/config.ts";
import { createLimiter } from "../src/http/limits/windows.ts";
import { openLog } from "../src/log/open.ts";
import { openMailFolder } from "../src/mail/folder.ts";
import { createSecrets } from "../src/secrets.ts";
import { createServer } from "../src/server.ts";
import type { Platform } from "../src/platform.ts";

export type TestServer = {
  readonly url: string;
  readonly platform: Platform;
  readonly clock: { now: number };
  /** What the server logged, a line each. */
  readonly logged: string[];
  /** Ends the server, and starts it again over the same files. */
  restart(): Promise<TestServer>;
  close(): Promise<void>;
};

export const NOW = Date.UTC(2026, 0, 5, 9);

/** @param env as the server's environment; files are in a folder that goes with the server. */
export async function startServer(
  env: Readonly<Record<string, string>> = {},
  kept?: { folder?: string; clock: { now: number } },
): Promise<TestServer> {
  const folder = kept?.folder ?? (await mkdtemp(join(tmpdir(), "anchorlog-server-")));
  const clock = kept?.clock ?? { now: NOW };
  const config = readConfig({
    PUBLIC_URL: "http://api.example",
    DATA_DIR: folder,
    SERVER_SECRET: "5e".repeat(32),
    PORT: "0",
    ...env,
  });
  const logged: string[] = [];
  const logger = pino({ level: "info", base: null }, { write: (line: string) => void logged.push(line) });
  const failures: unknown[] = [];
  const read = () => clock.now;
  const opened = await openLog(config, { clock: read, onError: (error) => void failures.push(error) });
  const mailer = await openMailFolder(config.mail as { folder: string; from: string });
  const platform: Platform = { ...opened, config, clock: read, secrets: createSecrets(config.secret!), mailer };
  // But where limits are what is tested, a minute is over before each request: the test's clock stands still.
  let time = 0;
  const limiter = createLimiter({ clock: env["LIMITS"] === "by the clock" ? read : () => (time += 60_000) });
  const app = await createServer(platform, { logger, limiter });
  const url = await app.listen({ host: config.host, port: config.port });
  const stop = async (): Promise<void> => {
    await app.close();
    await opened.close();
    if (failures.length > 0) throw new AggregateError(failures, "failed in the background");
  };
  return {
    url,
    platform,
    clock,
    logged,
    restart: async () => {
      await stop();
      return startServer(env, { folder, clock });
    },
    close: async () => {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
}

export type Answer<T = unknown> = { readonly status: number; readonly headers: Headers; readonly body: T };
export type Refused = {
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly details: readonly { field: string; reason: string }[];
  };
  readonly x_request_id: string;
};

/** What a client holds: tokens or a key, and a wallet. */
export type Client = {
  readonly headers: Readonly<Record<string, string>>;
  readonly wallet: PrivateKeyAccount;
  /** The name of the log that it signs for. */
  readonly log: string;
};

type Init = { readonly headers?: Readonly<Record<string, string>> | undefined; readonly body?: unknown };

/** A request without a signature. */
export async function call<T = unknown>(
  { url }: Pick<TestServer, "url">,
  method: string,
  path: string,
  { headers, body }: Init = {},
): Promise<Answer<T>> {
  const isJson = body !== undefined;
  const response = await fetch(url + path, {
    method,
    redirect: "manual",
    headers: { ...(isJson && { "content-type": "application/json" }), ...headers },
    body: isJson ? JSON.stringify(body) : null,
  });
  return answerOf<T>(response);
}

async function answerOf<T>(response: Response): Promise<Answer<T>> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as T };
}

/** A request that the client's wallet signs. The same one is sent again by `repeat`. */
export async function sign<T = unknown>(
  server: TestServer,
  { headers, wallet, log }: Client,
  method: string,
  path: string,
  init: Init = {},
): Promise<Answer<T & { x_receipt: Receipt }> & { repeat(): Promise<Answer<T & { x_receipt: Receipt }>> }> {
  const { operator, config } = server.platform;
  const sent: Request[] = [];
  // Its public address is not where it listens.
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
    receiptKey: server.platform.keys.receipt,
    clock: () => server.clock.now,
    fetch: send,
  });
  const { headers: more, body } = init;
  const isJson = body !== undefined;
  const response = await signed(new URL(path, config.publicUrl).href, {
    method,
    headers: { ...headers, ...(isJson && { "content-type": "application/json" }), ...more },
    ...(isJson && { body: JSON.stringify(body) }),
  });
  const answer = await answerOf<T & { x_receipt: Receipt }>(response);
  return { ...answer, repeat: async () => answerOf(await send(sent[0]!.clone())) };
}

/** The newest mail to an address. */
export async function newestMail({ platform }: Pick<TestServer, "platform">, to: string): Promise<string> {
  const folder = await openMailFolder(platform.config.mail as { folder: string; from: string });
  const [mail] = await folder.read(to.toLowerCase());
  return mail!.text;
}

type Tokens = { readonly access_token: string; readonly refresh_token: string; readonly expires_in: number };

/** Signs in by mail. */
export async function signIn(server: TestServer, email: string): Promise<Tokens> {
  await call(server, "POST", "/auth/otp", { body: { email } });
  const otp = /[0-9]{6}/.exec(await newestMail(server, email))![0];
  const { body } = await call<Tokens>(server, "POST", "/auth/login", { body: { email, otp } });
  return body;
}

let wallets = 0;

/** Someone who signed in and registered a wallet: the owner of a new organization. */
export async function owner(server: TestServer, email: string): Promise<Client> {
  const { access_token } = await signIn(server, email);
  const headers = { authorization: `Bearer ${access_token}` };
  const me = await call<{ organization: { log: string } }>(server, "GET", "/wallets/me", { headers });
  const wallet = privateKeyToAccount(`0x${(++wallets).toString(16).padStart(64, "0")}`);
  const client = { headers, wallet, log: me.body.organization.log };
  const { status, body } = await sign(server, client, "POST", "/wallets/register", {
    body: { address: wallet.address },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return client;
}
