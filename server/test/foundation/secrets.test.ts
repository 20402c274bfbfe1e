/** A secret appears only in one answer, and nowhere else in answers, logs, files or exports. */
import { execFile } from "node:child_process";
import { hkdfSync } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, it, vi } from "vitest";
import { developmentAccount, LOCAL_CHAIN_ID } from "anchorlog/development";
import { newFolder } from "../../../test/folder.ts";
import { openSqliteDatabase } from "../../src/foundation/db/sqlite.ts";
import { createSecrets } from "../../src/foundation/secrets.ts";
import { call, mailsTo, owner, sign, signIn, type Client, type Signing, NO_NONCE } from "../harness.ts";
import { listening, signingFor, start, terminate, type Started } from "../process.ts";
import { foundIn, formsOf, type Place } from "../sought.ts";
import { FORM, formOf } from "../files/files.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { until } from "../../../test/until.ts";

const COMMAND = fileURLToPath(new URL("../../../bin/anchorlog.js", import.meta.url));
const SERVER_SECRET = "c3a1f09d5b7e2468".repeat(4);
const METRICS_SECRET = "a-secret-of-metrics-with-40-signs-or-so.";
const ADMIN_SECRET = "a-password-of-an-operator-with-40-signs.";
const env = {
  SERVER_SECRET,
  METRICS_SECRET,
  ADMIN_SECRET,
  LOG_LEVEL: "trace",
  PUBLIC_URL: "http://api.example",
  WEBHOOK_ALLOW: "127.0.0.1",
};
/** The keys that are derived from the server's secret. */
const PURPOSES =
  "one-time code,refresh token,signing key,API key,cursor,webhook secret,forwarded request,asking,network".split(",");
/** The members of answers that contain secrets. */
const SHOWN = ["access_token", "refresh_token", "key", "secret"] as const;

const folder = newFolder();
let server: Started;
let remote: Signing & { url: string };
/** All answers, logs, files and exports. */
const places: Place[] = [];
/** Secrets by their names; `shown` is the answer that shows it. */
const secrets = new Map<string, { readonly bytes: Uint8Array; readonly shown?: string }>();
const codes = new Set<string>();

const receiver = await startReceiver();
afterAll(() => void vi.restoreAllMocks());

/** Keeps every answer, and each secret in it. */
function listen(): void {
  const real = globalThis.fetch;
  let answers = 0;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (...asked) => {
    const answer = await real(...asked);
    const { pathname } = new URL(asked[0] instanceof Request ? asked[0].url : String(asked[0]));
    const name = `answer ${++answers}, ${answer.status} of ${pathname}`;
    const content = Buffer.from(await answer.clone().arrayBuffer());
    places.push({ name, content: Buffer.concat([Buffer.from(JSON.stringify([...answer.headers])), content]) });
    if (!(answer.headers.get("content-type") ?? "").includes("json")) return answer;
    const body = JSON.parse(content.toString()) as Record<string, unknown>;
    for (const member of SHOWN) {
      const secret = body[member];
      if (typeof secret === "string") secrets.set(`${member} of ${name}`, { bytes: Buffer.from(secret), shown: name });
    }
    return answer;
  });
}

const codeOf = async (email: string): Promise<string> =>
  /[0-9]{6}/.exec((await mailsTo(remote, email, "Your code for"))[0]!)![0];
const basic = (password: string) => ({
  authorization: `Basic ${Buffer.from(`anybody:${password}`).toString("base64")}`,
});

/** Repeats a request until no rate limit refuses it. */
const ask = (...asked: [method: string, path: string, options: Parameters<typeof call>[3]]): Promise<void> =>
  until(async () => expect((await call(remote, ...asked)).status).not.toBe(429));

/** Signs in, makes keys and webhooks, rotates secrets, stores a file, and causes failures of all sorts. */
async function live(): Promise<Client> {
  const ada = await owner(remote, "ada@example.com");
  codes.add(await codeOf("ada@example.com"));
  const post = <T>(path: string, body: object, by = ada) => sign<T>(remote, by, "POST", path, { body });
  const { refresh_token } = await signIn(remote, "ada@example.com");
  const otp = await codeOf("ada@example.com");
  codes.add(otp);
  await ask("POST", "/auth/login", { body: { email: "ada@example.com", otp, nonce: NO_NONCE } });
  await ask("POST", "/auth/login", { content: `{"email":"ada@example.com","otp":"${otp}",` });
  await ask("POST", "/auth/login", { body: { email: otp, otp: "no code" } });
  await ask("POST", "/auth/refresh-token", { body: { refresh_token } });
  await ask("POST", "/auth/refresh-token", { body: { refresh_token, [refresh_token.slice(-20)]: 1 } });
  await ask("POST", "/auth/refresh-token", { body: { refresh_token: [refresh_token] } });

  const { body: key } = await post<{ id: string; key: string }>("/api-keys", { name: "ci" });
  const byKey = { headers: { "x-api-key": key.key } };
  await call(remote, "GET", "/objects", byKey);
  await call(remote, "GET", "/objects", { headers: { authorization: `Bearer ${key.key}` } });
  await call(remote, "GET", `/objects?x-api-key=${key.key}`, byKey);
  await call(remote, "GET", "/objects", { headers: { "x-api-key": `${key.key}x` } });
  await sign(remote, ada, "DELETE", `/api-keys/${key.id}`);
  await call(remote, "GET", "/objects", byKey);

  const hook = { name: "all", url: receiver.url, events: ["*"] };
  const { body: made } = await post<{ id: string; secret: string }>("/webhooks", hook);
  await post("/webhooks", { ...hook, url: "http://name:of-a-hook@127.0.0.1/" });
  for (let rotation = 0; rotation < 2; rotation++) {
    await sign(remote, ada, "PUT", `/webhooks/${made.id}`, { body: { ...hook, rotate_secret: true } });
  }
  await sign(remote, ada, "PUT", `/webhooks/${made.id}`, { body: { ...hook, secret: made.secret } });
  const { body: template } = await post<{ id: string }>("/templates", { name: "coin" });
  await post("/objects", { template_id: template.id, id: "coin", properties: { n: 1 } });
  const content = formOf("Row 3, seat 12", "seat.txt");
  await sign(remote, ada, "POST", "/storage/upload", { content, headers: { "content-type": FORM } });
  await until(() => expect(receiver.got.length).toBeGreaterThan(0));
  for (const { headers, body } of receiver.got) {
    places.push({ name: "delivery", content: Buffer.from(JSON.stringify(headers) + body) });
  }
  return ada;
}

/** Reads everything that can be read. */
async function read({ headers }: Client): Promise<void> {
  type Listed = { readonly items?: readonly { readonly id?: string }[] };
  const document = await call<{ paths: Record<string, object> }>(remote, "GET", "/openapi.json");
  const paths = Object.entries(document.body.paths).flatMap(([path, of]) => ("get" in of ? [path] : []));
  const ids = new Map<string, string>();
  for (const path of paths.toSorted((a, b) => a.length - b.length)) {
    const [, first = ""] = /^\/(?:ebus\/|storage\/)?([\w-]+)/.exec(path) ?? [];
    const filled = path.replace("{id}", ids.get(first) ?? "none").replaceAll(/\{\w+\}/g, "0");
    const { body } = await call<Listed>(remote, "GET", filled, { headers });
    const id = body.items?.[0]?.id;
    if (id !== undefined && !ids.has(first)) ids.set(first, id);
  }
  expect(ids.size).toBeGreaterThan(5);
  for (const by of [METRICS_SECRET, `${METRICS_SECRET}x`]) {
    await call(remote, "GET", "/metrics", { headers: { authorization: `Bearer ${by}` } });
  }
  for (const by of [ADMIN_SECRET, `${ADMIN_SECRET}x`]) await ask("GET", "/admin", { headers: basic(by) });
}

/** The secrets that no answer shows. */
async function keepOwn(): Promise<void> {
  const text = Object.entries({ SERVER_SECRET, METRICS_SECRET, ADMIN_SECRET });
  for (const [name, secret] of text) secrets.set(name, { bytes: Buffer.from(secret) });
  const bytes = Buffer.from(SERVER_SECRET, "hex");
  secrets.set("the bytes of SERVER_SECRET", { bytes });
  for (const purpose of PURPOSES) {
    const key = hkdfSync("sha256", bytes, new Uint8Array(0), `anchorlog server: ${purpose}`, 32);
    secrets.set(`the key of ${purpose}`, { bytes: Buffer.from(key) });
  }
  for (let index = 0; index < 10; index++) {
    const { privateKey } = developmentAccount(index, LOCAL_CHAIN_ID).getHdKey();
    secrets.set(`private key ${index}`, { bytes: privateKey! });
  }
  for (const [name, secret] of secrets) {
    // A webhook's signing key follows the prefix of its secret.
    const [, encoded] = /^whsec_(.+)$/.exec(Buffer.from(secret.bytes).toString()) ?? [];
    if (encoded !== undefined) secrets.set(`what ${name} is`, { ...secret, bytes: Buffer.from(encoded, "base64") });
  }
  const database = openSqliteDatabase({
    log: join(folder, "data", "log.sqlite"),
    accounts: join(folder, "data", "accounts.sqlite"),
  });
  const keys = await database.across.accounts.selectFrom("signing_key").selectAll().execute();
  await database.close();
  expect(keys.length).toBeGreaterThan(0);
  for (const { id, sealed } of keys) {
    const opened = createSecrets(bytes).open("signing key", id, sealed);
    // The key without its algorithm identifier: the last 32 bytes.
    secrets.set(`signing key ${id}`, { bytes: opened!.subarray(-32) });
  }
}

async function keepFiles(root: string, isLeftOut = (_name: string): boolean => false): Promise<void> {
  for (const file of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (file.isFile() && !isLeftOut(path)) places.push({ name: path, content: await readFile(path) });
  }
}

it("shows each secret once, and never in logs, exports, metrics or files", async () => {
  server = start(folder, env);
  remote = await signingFor(await listening(server), folder, env);
  listen();
  const ada = await live();
  await read(ada);
  expect(await terminate(server)).toBe(0);
  await promisify(execFile)(
    process.execPath,
    [COMMAND, "export", "export", "--config", join("data", "anchorlog.jsonc")],
    { cwd: folder, env: { PATH: process.env["PATH"] } },
  );
  await keepOwn();
  places.push({ name: "log", content: Buffer.from(server.said()) });
  await keepFiles(join(folder, "export"));
  // Mails contain codes, and stored files belong to their owners, so both are left out.
  await keepFiles(join(folder, "data"), (path) => /\/data\/(mail|files)\//.test(path));
  const names = places.map(({ name }) => name).join("\n");
  for (const sort of [
    /200 of \/metrics/,
    /200 of \/admin/,
    /200 of \/openapi/,
    /export\/./,
    /accounts\.sqlite/,
    /delivery/,
  ])
    expect(names).toMatch(sort);
  expect(
    [...secrets.keys()].filter((name) => /^(key|secret|access_token|refresh_token) of/.test(name)).length,
  ).toBeGreaterThan(7);

  for (const [name, { bytes, shown }] of secrets) {
    // A retry's answer would contain the same secret a second time.
    expect([name, foundIn(bytes, places)]).toEqual([name, shown === undefined ? [] : [shown]]);
  }
  for (const code of codes)
    expect([code, places.filter((place) => says(place, code)).map(({ name }) => name)]).toEqual([code, []]);
});

/** Whether a code appears as a separate number. In longer numbers, names and digests it may appear by chance. */
function says({ name, content }: Place, code: string): boolean {
  const text = Buffer.from(content).toString("latin1");
  // In development the mailbox shows mails.
  if (name.endsWith("of /dev/mailbox")) return false;
  // The values of metrics are not codes.
  const words = name.endsWith("/metrics") ? text.replaceAll(/ [0-9.e+]+$/gm, "") : text;
  return (
    new RegExp(`(?<![\\w.:-])${code}(?![\\w.:-])`).test(words) ||
    formsOf(Buffer.from(code))
      .slice(1, 3)
      .some((form) => text.includes(form.toString("latin1")))
  );
}
