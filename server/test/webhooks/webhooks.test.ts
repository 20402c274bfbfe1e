import { cp, rename } from "node:fs/promises";
import { join } from "node:path";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { audit } from "../../src/main/replay/commands.ts";
import { environmentOf, ENGINES } from "../engines.ts";
import {
  call,
  mailsTo,
  owner,
  sign,
  signIn,
  startServer,
  type Client,
  type Refused,
  type TestServer,
} from "../harness.ts";
import { reasonOf, type Page } from "../people.ts";
import { holdNext } from "../requests.ts";
import { forgetDeliveries } from "../../src/webhooks/forget.ts";
import { startReceiver, type Got, type Receiver } from "./receiver.ts";
import { until } from "../../../test/until.ts";
import { isSlowSuite } from "../../../test/slow.ts";

const ALLOW = { WEBHOOK_ALLOW: "127.0.0.1" };
const [SECOND, HOUR, DAY] = [1_000, 3_600_000, 86_400_000];

type Hook = {
  readonly id: string;
  readonly secret: string;
  readonly active: boolean;
  readonly failing_since: string | null;
  readonly disabled: { readonly at: string; readonly reason: string } | null;
};
type Delivery = {
  readonly id: string;
  readonly action_id: string;
  readonly state: string;
  readonly tries: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly next_at: string | null;
};
type Message = { readonly type: string; readonly data: { readonly id: string; readonly [member: string]: unknown } };

let server: TestServer;
let ada: Client;
let receiver: Receiver;
let template: string;

let people = 0;
/** Each test has its own organization. */
let email: string;

async function start(env: Record<string, string> = {}): Promise<void> {
  server = await startServer({ ...ALLOW, ...env }, { webhooks: { random: () => 0.5 } });
}
async function begin(): Promise<void> {
  receiver = await startReceiver();
  email = `ada${++people}@example.com`;
  ada = await owner(server, email);
  template = (await write<{ id: string }>("POST", "/templates", { name: "ticket" })).id;
}
const signInAgain = async (): Promise<void> => {
  const { access_token } = await signIn(server, email);
  ada = { ...ada, headers: { authorization: `Bearer ${access_token}` } };
};

async function write<T>(method: string, path: string, body?: object, who = ada): Promise<T> {
  const answer = await sign<T>(server, who, method, path, body === undefined ? {} : { body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}
const read = async <T>(path: string): Promise<T> => (await call<T>(server, "GET", path, { headers: ada.headers })).body;
const make = (url = receiver.url, events = ["*"]) => write<Hook>("POST", "/webhooks", { name: "ledger", url, events });
const put = (id: string, more: object = {}) =>
  write<Hook>("PUT", `/webhooks/${id}`, { name: "ledger", url: receiver.url, events: ["*"], ...more });
/** @returns the object's id. */
const mint = async (): Promise<string> =>
  (await write<{ id: string }>("POST", "/objects", { template_id: template })).id;
const act = async (action: object): Promise<string> =>
  (await write<{ action_id: string }>("POST", "/ebus/execute", { action })).action_id;
const show = (id: string) => read<Hook>(`/webhooks/${id}`);
const deliveries = async (id: string) => (await read<Page<Delivery>>(`/webhooks/${id}/deliveries`)).items;
const gotten = (count: number): Promise<Got[]> =>
  until(() => {
    expect(receiver.got).toHaveLength(count);
    return receiver.got;
  });
const stateOf = (id: string, state: object): Promise<void> =>
  until(async () => expect((await deliveries(id))[0]).toMatchObject(state));
/** The receiver's own check, with another project's library. */
function verified({ secret }: Pick<Hook, "secret">, { headers, body }: Got): Message {
  // Its clock is this process's.
  vi.setSystemTime(server.clock.now);
  try {
    return new StandardWebhook(secret).verify(body, headers) as Message;
  } finally {
    vi.useRealTimers();
  }
}

describe.each(ENGINES)("over %s, a webhook", (engine) => {
  beforeAll(async () => start(await environmentOf(engine)));
  beforeEach(begin);

  it("gets signed messages that name the entry of each action", async () => {
    await mint();
    const hook = await make();
    const id = await mint();
    const action = await act({ redeem: { id } });
    const got = await gotten(2);
    const [first, second] = got.map((one) => verified(hook, one)).toSorted((a) => (a.type === "object.mint" ? -1 : 1));
    expect([first!.type, second!.type]).toEqual(["object.mint", "object.redeem"]);
    expect(second!.data).toMatchObject({ id: action, log_name: ada.log, item: 0, object: { id, state: "redeemed" } });
    const proof = await read<{ entry: string }>(second!.data["proof"] as string);
    expect(proof).toHaveProperty("format");
    expect(() => verified(hook, { ...got[0]!, body: `${got[0]!.body} ` })).toThrow("signature");
    await until(async () =>
      expect((await deliveries(hook.id)).map((one) => one.state)).toEqual(["delivered", "delivered"]),
    );
    expect(await show(hook.id)).toMatchObject({ active: true, failing_since: null, disabled: null });
    expect(await show(hook.id)).not.toHaveProperty("secret");
  });

  it("gets the same message again, at growing intervals, until it succeeds; also after a restart", async () => {
    receiver.says = 500;
    const hook = await make();
    await mint();
    const [at, first] = [server.clock.now, (await gotten(1))[0]!];
    const next = (after: number) => new Date(server.clock.now + after).toISOString();
    await stateOf(hook.id, { state: "pending", tries: 1, status: 500, error: "status", next_at: next(5 * SECOND) });
    expect(await show(hook.id)).toMatchObject({ active: true, failing_since: new Date(at).toISOString() });
    server.clock.now += 5 * SECOND;
    await stateOf(hook.id, { tries: 2, next_at: next(30 * SECOND) });
    server = await server.restart();
    receiver.says = 204;
    server.clock.now += 30 * SECOND;
    await stateOf(hook.id, { state: "delivered", tries: 3, status: 204, error: null, next_at: null });
    const all = await gotten(3);
    expect(all.map(({ body, headers }) => [body, headers["webhook-id"]])).toEqual(
      Array.from({ length: 3 }, () => [first.body, first.headers["webhook-id"]]),
    );
    for (const one of all) verified(hook, one);
    expect((await show(hook.id)).failing_since).toBeNull();
  });

  it("gets one action again, or all since a time, with the same message ids", async () => {
    const hook = await make();
    await mint();
    server.clock.now += 60 * SECOND;
    const since = new Date(server.clock.now).toISOString();
    const id = await mint();
    const action = await act({ redeem: { id } });
    await gotten(3);
    await until(async () => expect((await deliveries(hook.id)).every(({ state }) => state === "delivered")).toBe(true));
    const path = `/webhooks/${hook.id}/redeliveries`;
    await write("POST", path, { action_id: action });
    const fourth = (await gotten(4))[3]!;
    expect(verified(hook, fourth).data.id).toBe(action);
    const before = receiver.got.find(({ body }) => body === fourth.body)!;
    expect(before.headers["webhook-id"]).toBe(fourth.headers["webhook-id"]);
    await stateOf(hook.id, { state: "delivered" });
    await write("POST", path, { since });
    const again = (await gotten(6)).slice(4).map((one) => verified(hook, one).type);
    expect(again.toSorted()).toEqual(["object.mint", "object.redeem"]);
  });
});

describe.runIf(isSlowSuite)("webhooks of two processes over one database", () => {
  it("are sent by one process, and by the other when the first is gone", async () => {
    const env = await environmentOf("PostgreSQL");
    await start(env);
    const clock = server.clock;
    await begin();
    const hook = await make();
    await mint();
    await gotten(1);
    const second = await startServer({ ...ALLOW, ...env }, { clock });
    await mint();
    await gotten(2);
    await stateOf(hook.id, { state: "delivered" });
    const deliverer = async () => {
      const { held_by } = await second.parts.database.across.accounts
        .selectFrom("webhook_progress")
        .select("held_by")
        .executeTakeFirstOrThrow();
      return held_by;
    };
    const before = await deliverer();
    await write("POST", `/webhooks/${hook.id}/redeliveries`, { action_id: verified(hook, receiver.got[0]!).data.id });
    await gotten(3);
    await server.close();
    await until(async () => expect(await deliverer()).not.toBe(before));
    expect(new Set(receiver.got.map(({ body }) => body)).size).toBe(2);
    await second.close();
  });
});

describe("a webhook", () => {
  beforeAll(() => start());
  beforeEach(begin);

  it("gets only its events, only of its own organization, and none while it is paused", async () => {
    const hook = await make(receiver.url, ["object.redeem"]);
    const eve = await owner(server, `eve${people}@example.com`);
    const { id: theirs } = await write<{ id: string }>("POST", "/templates", { name: "t" }, eve);
    const { id: foreign } = await write<{ id: string }>("POST", "/objects", { template_id: theirs }, eve);
    await write("POST", "/ebus/execute", { action: { redeem: { id: foreign } } }, eve);
    await act({ redeem: { id: await mint() } });
    await gotten(1);
    await put(hook.id, { active: false, events: ["object.redeem"] });
    expect(await show(hook.id)).toMatchObject({ active: false, disabled: null });
    const kept = await act({ redeem: { id: await mint() } });
    const other = await make(receiver.url, ["object.burn"]);
    await act({ burn: { id: await mint() } });
    expect(verified(other, (await gotten(2))[1]!).type).toBe("object.burn");
    await put(hook.id, { events: ["object.redeem"] });
    expect(verified(hook, (await gotten(3))[2]!).data.id).toBe(kept);
  });

  it("gets no events from before it subscribed to them, also after a restart", async () => {
    const hook = await make(receiver.url, ["object.burn"]);
    const other = await make(`${receiver.url}other`);
    const told = () => receiver.got.filter(({ path }) => path === "/").map((one) => verified(hook, one).type);
    // One look handles both of them.
    for (let count = 1; count <= 2; count++) {
      await mint();
      await gotten(count);
      await stateOf(other.id, { state: "delivered" });
    }
    const changedIdx = async () => {
      const { accounts } = server.parts.database.across;
      const of = accounts.selectFrom("webhook_progress").select("changed_idx").where("webhook", "=", hook.id);
      return (await of.executeTakeFirstOrThrow()).changed_idx;
    };
    const before = await changedIdx();
    await put(hook.id);
    await until(async () => expect(await changedIdx()).toBeGreaterThan(before));
    server = await server.restart();
    await act({ redeem: { id: await mint() } });
    await gotten(6);
    expect(told().toSorted()).toEqual(["object.mint", "object.redeem"]);
  });

  it("has two secrets for a day after a rotation, and then only the new one", async () => {
    const old = await make();
    const rotated = await put(old.id, { rotate_secret: true });
    expect(rotated.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rotated.secret).not.toBe(old.secret);
    expect(await put(old.id)).not.toHaveProperty("secret");
    await mint();
    const [both] = await gotten(1);
    expect([verified(old, both!), verified(rotated, both!)].map(({ type }) => type)).toEqual([
      "object.mint",
      "object.mint",
    ]);
    // A second rotation within the day ends the first secret immediately.
    const last = await put(old.id, { rotate_secret: true });
    await mint();
    const [, again] = await gotten(2);
    for (const hook of [rotated, last]) expect(verified(hook, again!).type).toBe("object.mint");
    expect(() => verified(old, again!)).toThrow("signature");
    await stateOf(old.id, { state: "delivered" });
    server.clock.now += DAY;
    await signInAgain();
    await mint();
    const [, , one] = await gotten(3);
    expect(verified(last, one!).type).toBe("object.mint");
    expect(() => verified(rotated, one!)).toThrow("signature");
  });

  it("can be changed in part", async () => {
    const { id } = await make(receiver.url, ["object.burn"]);
    await put(id, { active: false, events: ["object.burn"] });
    const changed = await write<Hook>("PATCH", `/webhooks/${id}`, { name: "other", rotate_secret: true });
    const left = { name: "other", url: receiver.url, events: ["object.burn"], active: false };
    expect(changed).toMatchObject({ ...left, id, secret: expect.any(String), x_receipt: expect.any(Object) });
    expect(await show(id)).toMatchObject(left);
    await put(id);
    expect(await show(id)).toMatchObject({ name: "ledger", events: ["*"], active: true });
    await mint();
    expect(verified(changed, (await gotten(1))[0]!).type).toBe("object.mint");
  });

  it("leaves nothing behind when it is removed, and its deliveries expire after thirty days", async () => {
    const [kept, gone] = [await make(), await make()];
    await mint();
    for (const { id } of [kept, gone]) await stateOf(id, { state: "delivered" });
    const { accounts } = server.parts.database.across;
    const left = async () => {
      const rows = (table: "webhook_delivery" | "webhook_progress") =>
        accounts.selectFrom(table).select("webhook").where("webhook", "in", [kept.id, gone.id]).execute();
      return [...(await rows("webhook_delivery")), ...(await rows("webhook_progress"))].map(({ webhook }) => webhook);
    };
    await write("DELETE", `/webhooks/${gone.id}`);
    await forgetDeliveries(server.parts, 1_000);
    expect(await left()).toEqual([kept.id, kept.id]);
    const at = server.clock.now;
    server.clock.now += 30 * DAY - 1;
    await forgetDeliveries(server.parts, 1_000);
    expect(await left()).toEqual([kept.id, kept.id]);
    server.clock.now = at + 30 * DAY;
    await forgetDeliveries(server.parts, 1_000);
    expect(await left()).toEqual([kept.id]);
  });

  it("shows its secret again only to a retry of the request that made it", async () => {
    const body = { name: "ledger", url: receiver.url, events: ["*"] };
    const made = await sign<Hook>(server, ada, "POST", "/webhooks", { body });
    expect((await made.repeat()).body).toEqual(made.body);
    const { tables } = server.parts.database.across;
    const rows = JSON.stringify(await tables.selectFrom("webhook").selectAll().execute());
    const bytes = Buffer.from(made.body.secret.slice(6), "base64");
    expect([rows.includes(made.body.secret.slice(6, 40)), rows.includes(bytes.toString("hex"))]).toEqual([
      false,
      false,
    ]);
  });

  it("appears in the metrics by the outcome of its deliveries, without its organization", async () => {
    const counted = async (): Promise<Record<string, number>> => {
      const { body } = await call<string>(server, "GET", "/metrics");
      const lines = body.split("\n").filter((line) => line.startsWith("webhook_"));
      return Object.fromEntries(lines.map((line) => [line.split(" ")[0]!, Number(line.split(" ")[1])]));
    };
    const before = await counted();
    const since = async (): Promise<Record<string, number>> => {
      const now = Object.entries(await counted()).map(([name, value]) => [name, value - (before[name] ?? 0)] as const);
      return Object.fromEntries(now.filter(([, value]) => value !== 0));
    };
    await make();
    await mint();
    await until(async () => expect(await since()).toEqual({ 'webhook_tries_total{outcome="delivered"}': 1 }));
    receiver.says = 500;
    await mint();
    const failed = { 'webhook_tries_total{outcome="delivered"}': 1, 'webhook_tries_total{outcome="status"}': 1 };
    await until(async () => expect(await since()).toEqual({ ...failed, webhook_waiting: 1, webhook_failing: 1 }));
    receiver.says = 410;
    server.clock.now += DAY + HOUR;
    const gone = { ...failed, 'webhook_tries_total{outcome="gone"}': 1, webhook_waiting: 1, webhook_disabled: 1 };
    await until(async () => expect(await since()).toEqual(gone));
    expect(JSON.stringify(await counted())).not.toMatch(/org|whk|127\.0/);
  });

  it("is disabled by a 410, its owner gets a mail, and its events wait until it is enabled", async () => {
    receiver.says = 410;
    const hook = await make();
    await mint();
    await until(async () => expect(await show(hook.id)).toMatchObject({ active: false, disabled: { reason: "gone" } }));
    expect(await mailsTo(server, email, "answered 410 Gone")).toHaveLength(1);
    await mint();
    const count = receiver.got.length;
    receiver.says = 200;
    await put(hook.id);
    const got = await gotten(count + 2);
    expect(new Set(got.map(({ body }) => body)).size).toBe(2);
    expect(await show(hook.id)).toMatchObject({ active: true, disabled: null });
  });

  it("is disabled after five days of failures, after two mails to its owner", async () => {
    receiver.says = 500;
    const hook = await make();
    const began = server.clock.now;
    const tried = async (at: number): Promise<void> => {
      server.clock.now = at;
      await signInAgain();
      const count = receiver.got.length;
      await mint();
      await until(() => expect(receiver.got.length).toBeGreaterThan(count));
    };
    /** The mails to the owner about it, newest first. Each sign-in also mails a code. */
    const told = () => mailsTo(server, email, "The webhook");
    const disabledFrom = (at: number) => expect.stringContaining(`until ${new Date(at).toISOString()}`);
    await tried(began);
    // Stored before the clock advances, since the time counts from the first failure.
    const since = new Date(began).toISOString();
    await until(async () => expect(await show(hook.id)).toMatchObject({ failing_since: since }));
    await tried(began + 2.5 * DAY - HOUR);
    expect(await told()).toEqual([]);
    await tried(began + 2.5 * DAY);
    await until(async () => expect(await told()).toEqual([disabledFrom(began + 5 * DAY)]));
    // Even if the next try is late, the second warning is mailed before, half a day ahead.
    await tried(began + 6 * DAY);
    await until(async () => expect(await told()).toEqual([disabledFrom(began + 6.5 * DAY), expect.anything()]));
    await tried(began + 6.5 * DAY - HOUR);
    expect(await told()).toHaveLength(2);
    expect((await show(hook.id)).active).toBe(true);
    // The waiting messages are due by then: one failure more disables it.
    server.clock.now = began + 6.5 * DAY;
    await signInAgain();
    await until(async () => expect(await show(hook.id)).toMatchObject({ disabled: { reason: "failing" } }));
    await until(async () => expect((await told())[0]).toContain("was disabled"));
  });

  it("gives up an event after a day, and continues with the next", async () => {
    receiver.says = 500;
    const hook = await make();
    await mint();
    await stateOf(hook.id, { tries: 1 });
    server.clock.now += DAY;
    await until(async () => {
      const { accounts } = server.parts.database.across;
      const row = await accounts.selectFrom("webhook_delivery").selectAll().where("webhook", "=", hook.id).execute();
      expect(row).toMatchObject([{ state: "failed", tries: 2 }]);
    });
  });

  it("gets pending events immediately, for another day, when they are requested again", async () => {
    receiver.says = 500;
    const hook = await make();
    const began = new Date(server.clock.now).toISOString();
    await mint();
    const again = async (): Promise<void> => {
      await stateOf(hook.id, { state: "pending", tries: 1 });
      server.clock.now += 5 * SECOND;
      await stateOf(hook.id, { state: "pending", tries: 2 });
    };
    await again();
    const path = `/webhooks/${hook.id}/redeliveries`;
    await write("POST", path, { action_id: (await deliveries(hook.id))[0]!.action_id });
    await again();
    receiver.says = 200;
    await write("POST", path, { since: began });
    await stateOf(hook.id, { state: "delivered", tries: 1 });
    expect(new Set(receiver.got.map(({ body }) => body)).size).toBe(1);
  });

  it("gets new events at reused indexes after an older log was restored", async () => {
    const hook = await make();
    await mint();
    await gotten(1);
    const folder = server.parts.config.folder;
    const files = ["log.sqlite", "log.guard"];
    await server.close();
    for (const name of files) await cp(join(folder, name), join(folder, `${name}.older`));
    server = await server.restart();
    const lost = await act({ redeem: { id: await mint() } });
    await gotten(3);
    await write("POST", `/webhooks/${hook.id}/redeliveries`, { action_id: lost });
    await gotten(4);
    receiver.says = 500;
    await mint();
    await gotten(5);
    await server.close();
    for (const name of files) await rename(join(folder, `${name}.older`), join(folder, name));
    receiver.says = 200;
    server = await server.restart();
    const id = await mint();
    const redeemed = await act({ redeem: { id } });
    const got = (await gotten(7)).slice(5).map((one) => verified(hook, one));
    expect(got.map(({ type }) => type).toSorted()).toEqual(["object.mint", "object.redeem"]);
    await until(async () => {
      const all = await deliveries(hook.id);
      expect(all.map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered"]);
      expect(all[0]!.action_id).toBe(redeemed);
    });
    await write("POST", `/webhooks/${hook.id}/redeliveries`, { action_id: redeemed });
    expect(verified(hook, (await gotten(8))[7]!).data.id).toBe(redeemed);
  });

  it("follows no redirect", async () => {
    receiver.says = 302;
    const hook = await make();
    await mint();
    await stateOf(hook.id, { state: "pending", status: 302, error: "redirected" });
    expect(receiver.got.map(({ path }) => path)).toEqual(["/"]);
  });

  it("gets nothing after it is removed", async () => {
    const hook = await make();
    const other = await make(`${receiver.url}other`);
    await write("DELETE", `/webhooks/${hook.id}`);
    await mint();
    await stateOf(other.id, { state: "delivered" });
    expect(receiver.got.map(({ path }) => path)).toEqual(["/other"]);
    for (const [method, path] of [
      ["GET", ""],
      ["GET", "/deliveries"],
    ] as const)
      expect(reasonOf(await call(server, method, `/webhooks/${hook.id}${path}`, { headers: ada.headers }))).toBe(
        "404 not_found",
      );
    expect((await read<Page<Hook>>("/webhooks")).items.map(({ id }) => id)).toEqual([other.id]);
  });

  it("gets no redelivery if it is removed before the request commits", async () => {
    const hook = await make();
    const { reached, letGo } = holdNext(server);
    const body = { since: "2026-01-05T09:00:00Z" };
    const late = sign(server, ada, "POST", `/webhooks/${hook.id}/redeliveries`, { body });
    await reached;
    expect((await sign(server, ada, "DELETE", `/webhooks/${hook.id}`)).status).toBe(200);
    letGo();
    expect(reasonOf(await late)).toBe("404 not_found");
    expect((await audit(server.parts)).differences).toEqual([]);
  });

  it("is refused without a change if it is malformed, the 21st, or another organization's", async () => {
    const asked = async (body: object, method = "POST", path = "/webhooks", who = ada) =>
      reasonOf(await sign<Refused>(server, who, method, path, { body }));
    const good = { name: "a", url: receiver.url, events: ["*"] };
    for (const [url, reason] of [
      ["ftp://example.com/", "bad_url"],
      ["https://ada:secret@example.com/", "bad_url"],
      ["https://example.com/#a", "bad_url"],
      ["nonsense", "bad_url"],
      ["https://10.0.0.1/", "private_address"],
      ["https://[::ffff:10.0.0.1]/", "private_address"],
      ["http://8.8.8.8/", "private_address"],
    ])
      expect([url, await asked({ ...good, url })]).toEqual([url, `400 ${reason}`]);
    expect(await asked({ ...good, events: ["object.none"] })).toMatch(/^400 /);
    expect(await asked({ ...good, events: [] })).toMatch(/^400 /);
    const hook = await make();
    const eve = await owner(server, `eve${people}@example.com`);
    expect(await asked(good, "PUT", `/webhooks/${hook.id}`, eve)).toBe("404 not_found");
    expect(await asked({ since: "2026-01-05T09:00:00Z" }, "POST", `/webhooks/${hook.id}/redeliveries`, eve)).toBe(
      "404 not_found",
    );
    const action_id = `act_${"0".repeat(32)}`;
    expect(await asked({ action_id }, "POST", `/webhooks/${hook.id}/redeliveries`)).toBe("404 not_found");
    for (const body of [{}, { action_id, since: "2026-01-05T09:00:00Z" }, { since: "yesterday" }])
      expect(await asked(body, "POST", `/webhooks/${hook.id}/redeliveries`)).toMatch(/^400 /);
    for (let i = 1; i < 18; i++) await make();
    // Concurrent requests are judged one after the other.
    const made = await Promise.all(Array.from({ length: 6 }, () => asked(good)));
    expect(made.toSorted()).toEqual(["201", "201", ...Array.from({ length: 4 }, () => "422 too_many_webhooks")]);
    const { differences } = await audit(server.parts);
    expect(differences).toEqual([]);
  });
});

describe("without WEBHOOK_ALLOW", () => {
  beforeAll(() => start());
  beforeEach(begin);

  it("never sends over http, or to a name with a private address", async () => {
    const { port } = new URL(receiver.url);
    const hook = await make(`https://localhost:${port}/`);
    server = await server.restart({ WEBHOOK_ALLOW: "" });
    for (const [url, reason] of [
      [receiver.url, "not_https"],
      ["https://localhost/", "private_address"],
      [`https://hooks.LOCALHOST.:${port}/`, "private_address"],
    ]) {
      const asked = sign<Refused>(server, ada, "POST", "/webhooks", { body: { name: "a", url, events: ["*"] } });
      expect([url, reasonOf(await asked)]).toEqual([url, `400 ${reason}`]);
    }
    await mint();
    await stateOf(hook.id, { state: "pending", status: null, error: "private_address" });
    expect(receiver.got).toEqual([]);
  });
});
