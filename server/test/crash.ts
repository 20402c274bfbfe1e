/** A server that is killed under load, repeatedly, over the same files; and the checks after it. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { privateKeyToAccount } from "viem/accounts";
import { fromHex } from "anchorlog";
import type { SignedAction } from "anchorlog/action";
import { createSignedFetch } from "anchorlog/http";
import { decodeEntry } from "anchorlog/log";
import { expect } from "vitest";
import { newFolder } from "../../test/folder.ts";
import { random } from "../../test/seed.ts";
import { readConfig } from "../src/foundation/config.ts";
import { call, owner, sign, type Answer, type Client, type Signing } from "./harness.ts";
import { assertKept, assertTold, hear, resultsOf, type Body, type Counts, type Sent } from "./kept.ts";
import { typedAction } from "./objects/typed.ts";
import { listening, signingFor, start, terminate, type Started } from "./process.ts";
import { startReceiver } from "./webhooks/receiver.ts";

const SECRET = "5e".repeat(32);
/** The number of concurrent clients. */
const CLIENTS = 12;
/** The most requests before the process is killed, and the most milliseconds after the last of them. */
const MOST = { requests: 60, after: 30 };

const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const lower = ({ wallet }: Client): string => wallet.address.toLowerCase();

/** Kills a server under load, or ends it with SIGTERM, and checks everything that it acknowledged. */
export async function crash(
  env: Readonly<Record<string, string>>,
  kills: number,
  signal: "SIGKILL" | "SIGTERM" = "SIGKILL",
): Promise<Counts> {
  const folder = newFolder();
  const receiver = await startReceiver();
  const all = {
    PUBLIC_URL: "http://api.example",
    SERVER_SECRET: SECRET,
    LOG_LEVEL: "error",
    FILES_DIR: join(folder, "files"),
    WEBHOOK_ALLOW: "127.0.0.1",
    ...env,
  };
  const counts: Counts = { kills, acknowledged: 0, refused: 0, unanswered: 0, done: 0, waits: 0 };
  let server = start(folder, all);
  const signing = await signingFor(await listening(server), folder, all);
  const remote: { url: string } & Signing = { ...signing };
  const people = await peopleOf(remote);
  await hear(remote, people.ada, receiver);
  const sent: Sent[] = [];
  for (let kill = 0; kill < kills; kill++) {
    await loadUntil(remote, people, sent, () => killed(server, signal, sent));
    expect(await server.ended).toBe(signal === "SIGTERM" ? 0 : null);
    assertQuiet(server);
    const endedAt = Date.now();
    server = start(folder, all);
    remote.url = await listening(server);
    await settle(sent, endedAt, counts);
  }
  // An executed action gets the same answer again. A refused one may be judged differently by now.
  const whole = sent.filter((one) => resultsOf(one).length > 0 && !refusedIn(one));
  for (const one of Array.from({ length: 20 }, () => pick(whole))) {
    expect((await patiently(one.again, counts)).body).toEqual(one.answer!.body);
  }
  await assertTold(receiver, sent);
  expect(await terminate(server)).toBe(0);
  assertQuiet(server);
  await assertKept(readConfig({ DATA_DIR: join(folder, "data"), ...all }), people.ada.log, sent, counts);
  return counts;
}

/** Kills it at a random moment. */
async function killed({ child }: Started, signal: "SIGKILL" | "SIGTERM", sent: readonly Sent[]): Promise<void> {
  const last = sent.length + random() * MOST.requests;
  while (sent.length < last) await sleep(5);
  await sleep(random() * MOST.after);
  child.kill(signal);
}

/** @param wasPaused whether its database may have ended transactions of its own meanwhile. */
export function assertQuiet({ said }: Started, wasPaused = false): void {
  const lines = said()
    .split("\n")
    .filter((line) => line.startsWith("{"));
  const loud = wasPaused ? lines.filter((line) => !line.includes('"code":"store_failed"')) : lines;
  // A summary of failures shows only messages.
  expect(loud, loud.join("\n")).toEqual([]);
}

export type People = {
  readonly ada: Client;
  readonly users: readonly Client[];
  readonly coin: string;
  readonly note: string;
};

export async function peopleOf(remote: Signing): Promise<People> {
  const ada = await owner(remote, "ada@example.com");
  const made = async (path: string, body: object) => {
    const answer = await sign<{ id: string; key: string }>(remote, ada, "POST", path, { body });
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const { key } = await made("/api-keys", { name: "users" });
  // An access token would expire during a run.
  const headers = { "x-api-key": key };
  const users = Array.from({ length: 3 }, (_, i) => ({
    headers,
    wallet: privateKeyToAccount(`0x${(0xfeed + i).toString(16).padStart(64, "0")}`),
    log: ada.log,
  }));
  const coin = await made("/templates", { name: "coin", custody: true });
  const note = await made("/templates", { name: "note" });
  return { ada: { ...ada, headers }, users, coin: coin.id, note: note.id };
}

let names = 0;

/** A random request: with typed actions, in a batch, or signed as a request, with or without an idempotency key. */
async function request(remote: Signing, { ada, users, coin, note }: People, objects: string[]): Promise<Sent> {
  const user = pick(users);
  const post = (path: string, by: Client, body: object): Sent => ({
    again: () => call<Body>(remote, "POST", path, { headers: by.headers, body }),
  });
  const mint = () => {
    const objectId = `o${++names}`;
    objects.push(objectId);
    return typedAction(remote, ada, "Mint", { objectId, holder: lower(user), templateId: coin, properties: "{}" });
  };
  const change = () => {
    const objectId = pick(objects);
    return random() < 0.5
      ? typedAction(remote, user, "Transfer", { objectId, holder: lower(pick(users)) })
      : typedAction(remote, user, "SetAttributes", { objectId, properties: `{"n":${Math.floor(random() * 100)}}` });
  };
  const way = random();
  if (way < 0.25 || objects.length < 3) return post("/ebus/execute", ada, await mint());
  if (way < 0.55) return post("/ebus/execute", user, await change());
  if (way < 0.75) {
    const actions: SignedAction[] = await Promise.all([change(), change(), change()]);
    return post("/ebus/actions/batch", user, { actions, atomic: random() < 0.5 });
  }
  const action = { mint: { template_id: note, properties: { n: ++names } } };
  const [path, body] =
    way < 0.9
      ? (["/ebus/execute", { action }] as const)
      : (["/ebus/actions/batch", { actions: [action, action] }] as const);
  const key = random() < 0.5 ? { "idempotency-key": `k${++names}` } : undefined;
  const signed = () => signedRequest(remote, ada, path, body);
  const once = await signed();
  return {
    again: async () => {
      // The request is signed again each time; only the key shows that it is the same.
      const { headers, content } = key === undefined ? once : await signed();
      return call<Body>(remote, "POST", path, { headers: { ...headers, ...key }, content });
    },
  };
}

/** A client's signed request. */
async function signedRequest(
  { parts: { operator, config, keys } }: Signing,
  { wallet, log, headers }: Client,
  path: string,
  body: object,
): Promise<{ headers: Record<string, string>; content: Uint8Array<ArrayBuffer> }> {
  const { promise, resolve } = Promise.withResolvers<Request>();
  const signedFetch = createSignedFetch({
    account: wallet,
    operator,
    log,
    authority: config.publicUrl.host,
    origins: [config.publicUrl.origin],
    receiptKey: keys.receipt,
    fetch: async (request) => {
      resolve(request.clone());
      return new Response(null, { status: 400 });
    },
  });
  const all = { ...headers, "content-type": "application/json" };
  const answered = signedFetch(new URL(path, config.publicUrl), {
    method: "POST",
    headers: all,
    body: JSON.stringify(body),
  });
  const request = await promise;
  await answered;
  return { headers: Object.fromEntries(request.headers), content: new Uint8Array(await request.arrayBuffer()) };
}

/**
 * Runs clients that send one request after the other until the server no longer answers.
 *
 * @param pace the number of clients, and the milliseconds between two requests of a client.
 */
export async function loadUntil(
  remote: Signing,
  people: People,
  sent: Sent[],
  kill: () => Promise<void>,
  pace: { readonly clients: number; readonly every: number } = { clients: CLIENTS, every: 0 },
): Promise<void> {
  const over = new AbortController();
  const objects = objectsOf(sent);
  const client = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const pause = pace.every === 0 ? undefined : sleep(pace.every);
      await send(sent, (await request(remote, people, objects)).again);
      await pause;
    }
  };
  const clients = Promise.all(Array.from({ length: pace.clients }, client));
  await kill();
  over.abort();
  await clients;
}

/** Sends a request, and records the result of its first try. */
export async function send(sent: Sent[], again: Sent["again"]): Promise<void> {
  const one: Sent = { again };
  sent.push(one);
  const answer = await again().catch(unanswered);
  one.answer = answer && settled(answer);
  one.answeredAt = performance.now();
}

/** The newest objects of typed actions. */
const objectsOf = (sent: readonly Sent[]): string[] =>
  sent
    .flatMap(({ answer }) => (answer === undefined ? [] : (answer.body.object?.id ?? [])))
    .filter((id) => /^o[0-9]/.test(id))
    .slice(-8);

/** An answer with a result; undefined for an answer that asks to try again. */
function settled(answer: Answer<Body>): Answer<Body> | undefined {
  const { status, body } = answer;
  const codes = [status, ...(body.items ?? []).map(({ error }) => error?.code ?? 200)];
  const reasons = [body, ...(body.items ?? [])].map(({ error }) => error?.details[0]?.reason);
  expect(codes.filter((code) => ![200, 403, 404, 409, 429, 503].includes(code))).toEqual([]);
  const isOpen = codes.some((code) => code === 503 || code === 429) || reasons.includes("idempotency_under_way");
  return isOpen ? undefined : answer;
}

/** The error of an interrupted connection. A mismatch with the document stays an error. */
export function unanswered(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}

/** Sends a request until its result is known. */
export async function patiently(again: Sent["again"], counts: Counts): Promise<Answer<Body>> {
  for (;;) {
    // A process that ends interrupts its answers.
    const answer = await again().catch(unanswered);
    const known = answer && settled(answer);
    if (known !== undefined) return known;
    counts.waits++;
    await sleep(200);
  }
}

/** Sends every request without an answer again until it has one. */
export async function settle(sent: readonly Sent[], endedAt: number, counts: Counts): Promise<void> {
  for (const one of sent.filter(({ answer }) => answer === undefined)) {
    counts.unanswered++;
    one.answer = await patiently(one.again, counts);
    const times = resultsOf(one).map(({ x_receipt }) => decodeEntry(fromHex(x_receipt.entry)).acceptedAt);
    if (times.some((time) => time <= endedAt)) counts.done++;
  }
}

const refusedIn = ({ answer }: Sent): boolean => (answer!.body.items ?? []).some(({ error }) => error !== undefined);
