import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { freePort } from "anchorlog/development";
import { closing } from "../../../test/ends.ts";
import { newFolder } from "../../../test/folder.ts";
import { readConfig } from "../../src/foundation/config.ts";
import { GROUPS, type Allowed } from "../../src/foundation/limitGroups.ts";
import { setLimits } from "../../src/main/setLimits.ts";
import type { Database } from "../../src/foundation/db/database.ts";
import { migrate, runIn } from "../../src/foundation/db/migrate.ts";
import { ACCOUNTS } from "../../src/foundation/db/migrations.ts";
import { openPostgresDatabase } from "../../src/foundation/db/postgres.ts";
import { isUnavailable } from "../../src/foundation/db/unavailable.ts";
import { sharedLedger } from "../../src/http/limits/shared.ts";
import { startReplicated } from "../../../test/postgres.ts";
import { environmentOf } from "../engines.ts";
import { call, signIn } from "../harness.ts";
import { listening, signingFor, start } from "../process.ts";

const folder = newFolder();
/** The organization's own limits, low enough to be reached on a busy machine. */
const ACTIONS = { minute: 300, second: 100_000 };
/** Stops after so many times a minute's limit: a busy machine may be too slow to reach it within a minute. */
const MOST = 2;

const env = {
  ...(await environmentOf("PostgreSQL")),
  PUBLIC_URL: "http://api.example",
  SERVER_SECRET: "5e".repeat(32),
  TRUSTED_PROXIES: "127.0.0.1",
  LOG_LEVEL: "error",
  FILES_DIR: join(folder, "files"),
  // A refused request does not prolong a lease.
  LEASE_SECONDS: "99",
};
const started = [];
// Started one after the other, since the first one makes the tables.
for (const name of ["one", "two", "three"]) {
  const PORT = String(await freePort(0));
  const server = start(join(folder, name), { ...env, PORT, PROCESS_URL: `http://127.0.0.1:${PORT}` });
  started.push(await listening(server));
}
const urls = started;
const remote = await signingFor(urls[0]!, join(folder, "one"), env);
const { holds } = remote;
const { access_token } = await signIn(remote, "ada@example.com");
const token = { authorization: `Bearer ${access_token}` };
// Read the organization from the token, since a request for it would count.
const { org } = JSON.parse(Buffer.from(access_token.split(".")[1]!, "base64url").toString()) as { org: string };
const config = readConfig({ DATA_DIR: join(folder, "one", "data"), CHAIN: "none", ...env });
await setLimits(config, org, JSON.stringify({ bus: ACTIONS }));

/** The network of clients without a credential. */
const from = (network: string) => ({ "x-forwarded-for": network });

/** A request that counts in each group, with any answer. */
const ASKED = {
  reads: () => ["GET", "/wallets", token],
  writes: () => ["POST", "/api-keys", token],
  search: () => ["GET", "/indexer/query", token],
  uploads: () => ["POST", "/storage/upload", token],
  webhooks: () => ["POST", "/webhooks", token],
  auth: () => ["POST", "/auth/otp", from("192.0.2.1")],
  strangers: () => ["GET", "/nothing", from("192.0.2.2")],
  tiles: () => ["GET", "/tile/0/000", from("192.0.2.3")],
} as const satisfies Partial<Record<keyof typeof GROUPS, () => readonly [string, string, Record<string, string>]>>;

type Span = { readonly from: number; readonly to: number };

/** The largest number of events within any interval of `length` milliseconds. */
function most(spans: readonly Span[], length: number): number {
  return Math.max(
    ...spans.map(({ from: begun }) => spans.filter((span) => span.from >= begun && span.to < begun + length).length),
  );
}

describe.each(Object.entries(ASKED))("the group %s, over three processes", (group, asked) => {
  const { minute, second } = GROUPS[group as keyof typeof ASKED] as Required<Allowed>;

  it("allows exactly its limit of requests in a minute", async () => {
    const passed: Span[] = [];
    const refused: { remaining: string | null; wait: number }[] = [];
    const isFull = () => refused.some(({ wait }) => wait > 1);
    let turn = 0;
    const ask = async () => {
      const [method, path, headers] = asked();
      const url = urls[turn++ % urls.length]!;
      const span = { from: Date.now(), to: 0 };
      const answer = await call({ url, holds }, method, path, { headers, ...(method === "POST" && { body: {} }) });
      expect([200, 400, 401, 404, 415, 422, 429]).toContain(answer.status);
      if (answer.status !== 429) passed.push({ ...span, to: Date.now() });
      else {
        const wait = Number(answer.headers.get("retry-after"));
        refused.push({ remaining: answer.headers.get("x-ratelimit-remaining"), wait });
        await sleep(20);
      }
    };
    const hammer = async () => {
      while (!isFull() && passed.length < MOST * minute) await ask();
    };
    await Promise.all(Array.from({ length: 9 }, hammer));
    // Each process is asked again.
    for (let i = 0; i < 6; i++) await ask();
    expect(passed.length).toBeGreaterThanOrEqual(minute);
    expect(most(passed, 60_000)).toBeLessThanOrEqual(minute);
    expect(most(passed, 1_000)).toBeLessThanOrEqual(second);
    expect(refused.filter(({ remaining }) => remaining !== "0")).toEqual([]);
  });
});

it("allows exactly its limit of actions in a minute, on any process", async () => {
  const passed: Span[] = [];
  let [turn, full] = [0, 0];
  const isFull = () => full > 0;
  const ask = async () => {
    const [url, count] = [urls[turn % urls.length]!, turn % 7 === 0 ? 5 : 1];
    turn++;
    const [path, body] =
      count === 1
        ? ["/ebus/execute", {}]
        : ["/ebus/actions/batch", { actions: Array.from({ length: count }, () => ({})) }];
    const from = Date.now();
    const { status } = await call({ url, holds }, "POST", path, { headers: token, body });
    expect([400, 429]).toContain(status);
    if (status === 400) passed.push(...Array.from({ length: count }, () => ({ from, to: Date.now() })));
    else if (count === 1) full++;
  };
  const hammer = async () => {
    while (!isFull() && passed.length < MOST * ACTIONS.minute) await ask();
  };
  await Promise.all(Array.from({ length: 9 }, hammer));
  for (let i = 0; i < 21; i++) await ask();
  expect(passed.length).toBeGreaterThanOrEqual(ACTIONS.minute);
  expect(most(passed, 60_000)).toBeLessThanOrEqual(ACTIONS.minute);
});

it("reports a standby as unavailable, and counts from zero after its promotion", async () => {
  const { primary, standby } = await startReplicated(async (url) => url);
  [primary, standby].forEach(closing);
  const made = new URL(await primary.createDatabase());
  const first = closing(openPostgresDatabase(made.href));
  const second = closing(openPostgresDatabase(standby.url(made.pathname.slice(1))));
  const take = ({ across }: Database) =>
    sharedLedger(across.accounts).count("k", [{ length: 60_000, limit: 5 }], 1, false);
  const { accounts } = first.across;
  await migrate(accounts, runIn(accounts), { table: "accounts_version", migrations: ACCOUNTS, engine: "postgres" });
  expect((await take(first)).used).toEqual([1]);
  // A commit waits until the standby has received it, but not until it can be read there.
  await expect.poll(() => take(second).catch((error: Error) => error.message)).toMatch(/during recovery/);
  expect(isUnavailable(await take(second).catch((error: unknown) => error))).toBe(true);
  await standby.promote();
  await expect.poll(async () => (await take(second)).used[0]).toBe(1);
});
