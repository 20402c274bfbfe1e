import { SqliteQueryCompiler, type CompiledQuery, type KyselyPlugin } from "kysely";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { expect, it, vi } from "vitest";
import { environmentOf } from "../engines.ts";
import { call, sign, startServer, type TestServer } from "../harness.ts";
import { make, makeTemplate } from "../indexer/objects.ts";
import { startOrganization } from "./hooks.ts";
import { startReceiver, type Receiver } from "./receiver.ts";
import { until } from "../../../test/until.ts";
import { isSlowSuite } from "../../../test/slow.ts";

let server: TestServer;
let receiver: Receiver;

/** The queries of the accounts' database, each with its turn of the event loop. */
function observe(): { readonly plugin: KyselyPlugin; readonly asked: (CompiledQuery & { readonly turn: number })[] } {
  const asked: (CompiledQuery & { readonly turn: number })[] = [];
  const compiler = new SqliteQueryCompiler();
  let turn = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      asked.push({ ...compiler.compileQuery(node, queryId), turn });
      setImmediate(() => turn++);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { plugin, asked };
}

/** A server whose databases are observed: the accounts' and the tables' in the log's database. */
const startOver = (
  { accounts, tables }: { readonly [database in "accounts" | "tables"]?: KyselyPlugin },
  env: Readonly<Record<string, string>> = {},
): Promise<TestServer> =>
  startServer(
    { WEBHOOK_ALLOW: "127.0.0.1", ...env },
    {
      wrap: (parts) => {
        const { database } = parts;
        const across = { ...database.across };
        if (accounts !== undefined) across.accounts = across.accounts.withPlugin(accounts);
        if (tables !== undefined) across.tables = across.tables.withPlugin(tables);
        return { ...parts, database: { ...database, across } };
      },
    },
  );

/** Holds the query for redeliveries, once asked to, until it is released. */
function holdRedeliveries() {
  const [reached, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const compiler = new SqliteQueryCompiler();
  const meant = new WeakSet<object>();
  let isHolding = false;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (isHolding && compiler.compileQuery(node, queryId).sql.includes('"webhook_redelivery"')) meant.add(queryId);
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      if (meant.has(queryId)) {
        reached.resolve();
        await gone.promise;
      }
      return result;
    },
  };
  const begin = (): Promise<void> => {
    isHolding = true;
    return reached.promise;
  };
  return { plugin, begin, letGo: gone.resolve };
}

it("reads only organizations with new entries, even if many others have webhooks", async () => {
  const { plugin, asked } = observe();
  const inTables = observe();
  server = await startOver({ accounts: plugin, tables: inTables.plugin });
  receiver = await startReceiver();
  const [ours, idle] = [
    await startOrganization(server, "ada@example.com"),
    await startOrganization(server, "eve@example.com"),
  ];
  for (const path of ["one", "two"]) await idle.make({ url: `${receiver.url}${path}` });
  const hook = await ours.make(receiver);
  await ours.mint();
  await ours.reach(hook.id, [{ state: "delivered" }]);
  const begun = [asked.length, inTables.asked.length] as const;
  for (let i = 2; i <= 6; i++) {
    await ours.mint();
    await until(() => expect(receiver.got).toHaveLength(i));
  }
  await ours.reach(
    hook.id,
    Array.from({ length: 6 }, () => ({ state: "delivered" })),
  );
  const seen = [...asked.slice(begun[0]), ...inTables.asked.slice(begun[1])];
  const about = (org: string) => seen.filter(({ parameters }) => parameters.includes(org));
  expect(about(ours.ada.org).length).toBeGreaterThan(0);
  expect(about(idle.ada.org)).toEqual([]);
  // No statement reads the webhooks of all organizations either.
  const lists = seen.filter(({ sql }) => /from "webhook(_progress|_delivery)?"/.test(sql));
  expect(lists.filter(({ sql }) => !/"(org|webhook|changed_idx)" (=|in) /.test(sql))).toEqual([]);
});

it("reads new entries once for all webhooks of an organization, and commits only matching ones", async () => {
  const { plugin, asked } = observe();
  const inTables = observe();
  server = await startOver({ accounts: plugin, tables: inTables.plugin });
  receiver = await startReceiver();
  const ours = await startOrganization(server, "ada@example.com");
  const write = async (path: string, body: object): Promise<string> =>
    (await sign<{ id: string }>(server, ours.ada, "POST", path, { body })).body.id;
  const template = await write("/templates", { name: "seat" });
  for (let i = 0; i < 10; i++) await write("/webhooks", { name: `${i}`, url: receiver.url, events: ["object.redeem"] });
  const scans = () => inTables.asked.filter(({ sql }) => sql.startsWith('select "idx", "item", "id", "name"')).length;
  const looks = () => asked.filter(({ sql }) => sql.startsWith('select * from "webhook_progress"')).length;
  const progress = server.parts.database.across.accounts.selectFrom("webhook_progress").select("webhook");
  await until(async () => expect(await progress.execute()).toHaveLength(10));
  const begun = asked.length;
  const mint = () => write("/objects", { template_id: template });
  const redeem = async (id: string): Promise<unknown> =>
    sign(server, ours.ada, "POST", "/ebus/execute", { body: { action: { redeem: { id } } } });
  const ids = [await mint(), await mint()];
  await until(() => expect(scans()).toBeGreaterThan(0));
  const changes = asked.slice(begun).filter(({ sql }) => /^(insert into|update|delete from) "webhook_/.test(sql));
  expect(changes.map(({ sql }) => sql)).toEqual([]);
  await redeem(ids[0]!);
  // From here on all webhooks are at the same place in the log.
  await until(() => expect(receiver.got).toHaveLength(10));
  const before = scans() - looks();
  await redeem(ids[1]!);
  await until(() => expect(receiver.got).toHaveLength(20));
  // One look may have begun before.
  expect(scans() - looks()).toBeLessThanOrEqual(before + 1);
});

it("skips webhooks of an organization that older accounts lack, and logs it once", async () => {
  server = await startServer({ WEBHOOK_ALLOW: "127.0.0.1" });
  receiver = await startReceiver();
  const [gone, ours] = [
    await startOrganization(server, "ada@example.com"),
    await startOrganization(server, "eve@example.com"),
  ];
  const hooks = [await gone.make(receiver), await gone.make(receiver), await ours.make(receiver)];
  await gone.mint();
  await until(() => expect(receiver.got).toHaveLength(2));
  receiver.says = 500;
  await gone.mint();
  for (const { id } of hooks.slice(0, 2)) await gone.reach(id, [{ tries: 1 }, { state: "delivered" }]);
  const { accounts } = server.parts.database.across;
  await accounts.deleteFrom("organization").where("id", "=", gone.ada.org).execute();
  receiver.says = 200;
  server.clock.now += 60_000;
  for (let i = 1; i <= 2; i++) {
    await ours.mint();
    await ours.reach(
      hooks[2]!.id,
      Array.from({ length: i }, () => ({ state: "delivered" })),
    );
  }
  const told = server.logged.map((line) => JSON.parse(line) as { level: number; msg: string });
  // As pino has them.
  const WARN = 40;
  expect(told.filter(({ level }) => level >= WARN).map(({ msg }) => msg)).toEqual([
    "some webhooks belong to organizations that the accounts do not have. Nothing is sent to them",
  ]);
});

it("counts pending deliveries at most once a second for the metrics", async () => {
  const { plugin, asked } = observe();
  server = await startOver({ accounts: plugin });
  receiver = await startReceiver();
  const counts = () => asked.filter(({ sql }) => /^select count.*"webhook_/.test(sql)).length;
  const scrape = () => call(server, "GET", "/metrics");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const answers = [...(await Promise.all(Array.from({ length: 20 }, scrape))), await scrape(), await scrape()];
  for (const { body } of answers) expect(body).toMatch(/^webhook_waiting 0$/m);
  // The messages that wait, those that failed, and the disabled webhook.
  expect(counts()).toBe(3);
  vi.advanceTimersByTime(1_000);
  await scrape();
  expect(counts()).toBe(6);
});

it.runIf(isSlowSuite)("shows all other metrics while the database does not count pending deliveries", async () => {
  const { plugin, asked } = observe();
  const held = Promise.withResolvers<void>();
  const counts = new WeakSet<object>();
  server = await startOver({
    accounts: {
      transformQuery: (given) => {
        const node = plugin.transformQuery(given);
        if (/^select count.*"webhook_/.test(asked.at(-1)!.sql)) counts.add(given.queryId);
        return node;
      },
      transformResult: async ({ queryId, result }) => {
        if (counts.has(queryId)) await held.promise;
        return result;
      },
    },
  });
  receiver = await startReceiver();
  const { body } = await call<string>(server, "GET", "/metrics");
  held.resolve();
  expect(body).toMatch(/^webhook_waiting Nan$/m);
  expect(body).toMatch(/^anchorlog_up 1$/m);
  await until(async () => expect((await call(server, "GET", "/metrics")).body).toMatch(/^webhook_waiting 0$/m));
});

it("cuts off a receiver that hangs, and retries later", async () => {
  server = await startServer({ WEBHOOK_ALLOW: "127.0.0.1" }, { webhooks: { patience: 300, random: () => 0.5 } });
  receiver = await startReceiver();
  receiver.says = "hang";
  const ours = await startOrganization(server, "ada@example.com");
  const { id } = await ours.make(receiver);
  await ours.mint();
  for (const tries of [1, 2]) {
    await ours.reach(id, [{ state: "pending", error: "timeout", tries }]);
    server.clock.now += 5_000;
  }
});

it.runIf(isSlowSuite)("keeps half of an organization's places for receivers that answer", async () => {
  server = await startServer({ WEBHOOK_ALLOW: "127.0.0.1" }, { webhooks: { patience: 120_000 } });
  receiver = await startReceiver();
  const ours = await startOrganization(server, "ada@example.com");
  const good = await ours.make(receiver);
  await ours.mint();
  await ours.reach(good.id, [{ state: "delivered" }]);
  receiver.says = ({ path }) => (path === "/hangs" ? "hang" : 200);
  for (let i = 0; i < 17; i++) await ours.make({ url: `${receiver.url}hangs` });
  const hanging = () => receiver.got.filter(({ path }) => path === "/hangs");
  await ours.mint();
  await until(() => expect(hanging().length).toBeGreaterThanOrEqual(8));
  for (let i = 0; i < 4; i++) await ours.mint();
  await ours.reach(
    good.id,
    Array.from({ length: 6 }, () => ({ state: "delivered" })),
  );
  expect(hanging()).toHaveLength(8);
});

it("gives slow receivers one attempt each in turn", async () => {
  server = await startServer({ WEBHOOK_ALLOW: "127.0.0.1" });
  receiver = await startReceiver();
  receiver.says = () => {
    server.clock.now += 2_000;
    return 200;
  };
  const ours = await startOrganization(server, "ada@example.com");
  for (let i = 0; i < 17; i++) await ours.make({ url: `${receiver.url}${i}` });
  const template = await makeTemplate(server, ours.ada, "seat");
  await make(server, ours.ada, ...["a", "b", "c"].map((id) => ({ id, template })));
  await until(() => expect(receiver.got).toHaveLength(3 * 17));
  // Eight in parallel: each webhook has had one attempt before any has had three.
  expect(new Set(receiver.got.slice(0, 24).map(({ path }) => path)).size).toBe(17);
});

it.runIf(isSlowSuite)("does not repeat what another process sent while this one was stopped", async () => {
  const env = await environmentOf("PostgreSQL");
  const { plugin, begin, letGo } = holdRedeliveries();
  server = await startOver({ tables: plugin }, env);
  receiver = await startReceiver();
  const ours = await startOrganization(server, "ada@example.com");
  const { id } = await ours.make(receiver);
  await ours.mint();
  await ours.reach(id, [{ state: "delivered" }]);
  const held = begin();
  await ours.mint();
  await held;
  const second = await startServer({ WEBHOOK_ALLOW: "127.0.0.1", ...env }, { clock: server.clock });
  server.clock.now += 61_000;
  await ours.reach(id, [{ state: "delivered" }, { state: "delivered" }]);
  letGo();
  // It continues from its place, to the end of its look.
  await server.close();
  const { accounts } = second.parts.database.across;
  const rows = await accounts.selectFrom("webhook_delivery").select(["state", "tries"]).execute();
  expect(rows).toEqual(Array.from({ length: 2 }, () => ({ state: "delivered", tries: 1 })));
  expect(receiver.got).toHaveLength(2);
});

it("waits for a receiver's Retry-After with all deliveries, unless its webhook is changed", async () => {
  server = await startServer({ WEBHOOK_ALLOW: "127.0.0.1" }, { webhooks: { random: () => 0.5 } });
  receiver = await startReceiver();
  receiver.says = 503;
  receiver.retryAfter = "120";
  const ours = await startOrganization(server, "ada@example.com");
  const { id } = await ours.make(receiver);
  await ours.mint();
  await ours.reach(id, [{ tries: 1, status: 503 }]);
  await ours.mint();
  await ours.reach(id, [{ tries: 0 }, { tries: 1 }]);
  server.clock.now += 119_000;
  // Another webhook of the organization is looked at and tried meanwhile.
  const other = await startReceiver();
  const { id: second } = await ours.make(other);
  await ours.mint();
  await ours.reach(second, [{ state: "delivered" }]);
  expect(receiver.got).toHaveLength(1);
  receiver.says = 200;
  server.clock.now += 1_000;
  const taken = { state: "delivered" };
  await ours.reach(id, [taken, taken, { ...taken, tries: 2 }]);
  const rest = [taken, taken, taken];
  receiver.says = 429;
  receiver.retryAfter = new Date(server.clock.now + 7_200_000).toUTCString();
  await ours.mint();
  await ours.reach(id, [{ status: 429, next_at: new Date(server.clock.now + 3_600_000).toISOString() }, ...rest]);
  receiver.says = 200;
  await ours.put(id, receiver.url);
  await ours.reach(id, [taken, ...rest]);
});

it("sends a test message that verifies, and returns the receiver's answer", async () => {
  server = await startServer({ WEBHOOK_ALLOW: "127.0.0.1" });
  receiver = await startReceiver();
  const ours = await startOrganization(server, "ada@example.com");
  const made = await sign<{ id: string; secret: string; active: boolean }>(server, ours.ada, "POST", "/webhooks", {
    body: { name: "ledger", url: receiver.url, events: ["*"], active: false },
  });
  expect([made.status, made.body.active]).toEqual([201, false]);
  const { id, secret } = made.body;
  expect(await ours.show(id)).toMatchObject({ active: false });
  const test = async (headers = ours.ada.headers) => call<object>(server, "POST", `/webhooks/${id}/test`, { headers });
  const answer = await test();
  expect(answer).toMatchObject({ status: 200, body: { status: 200, error: null } });
  const [got] = receiver.got;
  vi.setSystemTime(server.clock.now);
  const said = new StandardWebhook(secret).verify(got!.body, got!.headers);
  expect(said).toMatchObject({ type: "webhook.test", data: { webhook_id: id } });
  vi.useRealTimers();
  expect(answer.body).toHaveProperty("id", got!.headers["webhook-id"]);
  expect(await ours.deliveries(id)).toEqual([]);
  // An organization gets one test delivery at a time.
  const [reached, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  receiver.says = async () => {
    reached.resolve();
    await letGo.promise;
    return 500;
  };
  const first = test();
  await reached.promise;
  expect(await test()).toMatchObject({ status: 503, body: { error: { details: [{ reason: "overloaded" }] } } });
  letGo.resolve();
  expect(await first).toMatchObject({ status: 200, body: { status: 500, error: "status" } });
  const eve = await startOrganization(server, "eve@example.com");
  expect(await test(eve.ada.headers)).toMatchObject({ status: 404 });
  expect(await test({})).toMatchObject({ status: 401 });
});
