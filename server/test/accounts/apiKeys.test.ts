import { expect, it } from "vitest";
import { apiKeyOf, isApiKey } from "../../src/accounts/apiKeys.ts";
import { PERMISSIONS, permissionsOf, rolesWith } from "../../src/foundation/roles.ts";
import { createSecrets, sha256 } from "../../src/foundation/secrets.ts";
import { ENGINES, environmentOf } from "../engines.ts";
import { call, owner, sign, signIn, startServer, type Client, type Refused } from "../harness.ts";

const HOUR = 3_600_000;

type Used = { readonly id: string; readonly last_used_at: string | null };
type Key = Refused & { readonly id: string; readonly key: string; readonly expires_at: string | null };

const server = await startServer();
let ada: Client = await owner(server, "ada@example.com");

const make = async (client: Client, body: object = {}) =>
  (await sign<Key>(server, client, "POST", "/api-keys", { body: { name: "ci", ...body } })).body;
const wallets = async (key: string) => {
  const { status, body } = await call<Refused & { items: { email: string }[] }>(server, "GET", "/wallets", {
    headers: { "x-api-key": key },
  });
  return status === 200 ? body.items.map(({ email }) => email) : `${status} ${body.error.details[0]!.reason}`;
};
const BAD = "401 bad_api_key";

it("API keys have a prefix and a checksum: one wrong letter is refused", () => {
  const { key, prefix, hash } = apiKeyOf(createSecrets(new Uint8Array(32)), "00");
  expect([key.startsWith(prefix), prefix.length, hash]).toEqual([true, 12, sha256(key)]);
  expect(key).toMatch(/^alk_[\w-]{49}$/);
  expect(isApiKey(key)).toBe(true);
  for (let at = 0; at < key.length; at++) {
    const other = key[at] === "A" ? "B" : "A";
    expect(isApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
  }
  for (const text of ["", "alk_", key.slice(0, -1), `${key}A`, ` ${key}`, `${key}\n`])
    expect(isApiKey(text)).toBe(false);
});

it("only roles with every permission that a key may have can make API keys", () => {
  for (const role of rolesWith("manage")) expect([role, permissionsOf(role)]).toEqual([role, new Set(PERMISSIONS)]);
});

it("stores API keys as hashes only", async () => {
  const { key, id } = await make(ada);
  const { tables } = server.parts.database.across;
  const row = await tables.selectFrom("api_key").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(row.hash).toBe(sha256(key));
  expect(JSON.stringify(row)).not.toContain(key.slice(12));
});

it("an API key reads and revokes only within its own organization", async () => {
  const bob = await owner(server, "bob@example.com");
  const [ours, theirs] = [await make(ada), await make(bob)];
  expect([await wallets(ours.key), await wallets(theirs.key)]).toEqual([["ada@example.com"], ["bob@example.com"]]);
  const foreign = await sign<Refused>(server, bob, "DELETE", `/api-keys/${ours.id}`);
  expect([foreign.status, foreign.body.error.details[0]!.reason]).toEqual([404, "not_found"]);
  expect(await wallets(ours.key)).toEqual(["ada@example.com"]);
});

it("an API key expires at the millisecond of its expires_at", async () => {
  const { key, expires_at } = await make(ada, { ttl_hours: 1 });
  expect(expires_at).toBe(new Date(server.clock.now + HOUR).toISOString());
  server.clock.now += HOUR - 1;
  expect(await wallets(key)).toEqual(["ada@example.com"]);
  server.clock.now += 1;
  expect(await wallets(key)).toBe(BAD);
  // The old token has expired, too.
  const { access_token } = await signIn(server, "ada@example.com");
  ada = { ...ada, headers: { authorization: `Bearer ${access_token}` } };
});

it("a revoked API key is refused immediately", async () => {
  const { key, id } = await make(ada);
  expect(await wallets(key)).toEqual(["ada@example.com"]);
  expect((await sign(server, ada, "DELETE", `/api-keys/${id}`)).status).toBe(200);
  expect(await wallets(key)).toBe(BAD);
});

it("an API key cannot make API keys, even with the manage permission", async () => {
  const { key } = await make(ada, { permissions: ["read", "manage"] });
  const byKey = { ...ada, headers: { "x-api-key": key } };
  const made = await sign<Refused>(server, byKey, "POST", "/api-keys", { body: { name: "more" } });
  expect([made.status, made.body.error.details[0]!.reason]).toEqual([403, "needs_token"]);
  const { tables } = server.parts.database.across;
  const named = await tables.selectFrom("api_key").select("id").where("name", "=", "more").execute();
  expect(named).toEqual([]);
  expect(await wallets(key)).toEqual(["ada@example.com"]);
});

it("refuses unknown or malformed API keys, and a key sent together with a token", async () => {
  const { key } = await make(ada);
  const unknown = apiKeyOf(createSecrets(new Uint8Array(32)), "00").key;
  for (const text of ["", "x", unknown, key.slice(0, -1), key.toUpperCase(), `${key}, ${key}`, "x".repeat(10_000)]) {
    expect(await wallets(text)).toBe(BAD);
  }
  const both = { ...ada.headers, "x-api-key": key };
  const { status, body } = await call<Refused>(server, "GET", "/wallets", { headers: both });
  expect([status, body.error.details]).toEqual([400, [{ field: "x-api-key", reason: "two_credentials" }]]);
  for (const authorization of ["Basic eDp5", "Negotiate abc", "Bearerless x"]) {
    const proxied = await call(server, "GET", "/wallets", { headers: { authorization, "x-api-key": key } });
    expect(proxied.status, authorization).toBe(200);
  }
});

it.each(ENGINES)("records when an API key was last used, to the hour, over %s", async (engine) => {
  const own = await startServer(await environmentOf(engine));
  const { wallet, log } = await owner(own, "uses@example.com");
  const enter = async (): Promise<Client> => {
    const { access_token } = await signIn(own, "uses@example.com");
    return { wallet, log, headers: { authorization: `Bearer ${access_token}` } };
  };
  let now = await enter();
  const makeKey = async (name: string) => (await sign<Key>(own, now, "POST", "/api-keys", { body: { name } })).body;
  const [key, other] = [await makeKey("ci"), await makeKey("unused")];
  expect([key, other]).toMatchObject([{ last_used_at: null }, { last_used_at: null }]);
  const use = async () => (await call(own, "GET", "/objects", { headers: { "x-api-key": key.key } })).status;
  const used = async () => {
    const { body } = await call<{ items: Used[] }>(own, "GET", "/api-keys", { headers: now.headers });
    return body.items.map(({ last_used_at }) => last_used_at);
  };
  const at = (ms: number) => new Date(ms).toISOString();
  expect(await used()).toEqual([null, null]);
  const first = own.clock.now;
  expect(await use()).toBe(200);
  await expect.poll(used).toEqual([null, at(first)]);
  own.clock.now = first + HOUR - 1;
  expect(await use()).toBe(200);
  own.clock.now = first + HOUR;
  now = await enter();
  expect(await used()).toEqual([null, at(first)]);
  expect(await use()).toBe(200);
  await expect.poll(used).toEqual([null, at(first + HOUR)]);
  // The answer to a revocation has the same data as the list. The key's time of use no longer changes.
  own.clock.now += HOUR;
  now = await enter();
  const { body } = await sign<Used>(own, now, "DELETE", `/api-keys/${key.id}`);
  expect(await use()).toBe(401);
  const revoked_at = at(own.clock.now);
  expect(body).toMatchObject({ id: key.id, name: "ci", revoked_at, last_used_at: at(first + HOUR) });
  expect(await used()).toEqual([null, at(first + HOUR)]);
});
