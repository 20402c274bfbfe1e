/** Each write answers with the same shape and values as a read of the same resource. */
import { beforeAll, describe, expect, it } from "vitest";
import type { SignedAction } from "anchorlog/action";
import { NOBODY, type KindName } from "../src/objects/kinds.ts";
import { call, owner, sign, startServer, type Client, type TestServer } from "./harness.ts";
import { newWallet } from "./people.ts";
import { ENGINES, environmentOf } from "./engines.ts";
import { typedAction } from "./objects/typed.ts";
import { store } from "./files/files.ts";

type Json = Record<string, unknown>;
type Resource = Json & { id: string };
type Result = { object: Resource; x_receipt: object };

describe.each(ENGINES)("the answer to a write over %s", (engine) => {
  let server: TestServer;
  let ada: Client;
  let org: string;
  beforeAll(async () => {
    server = await startServer({ WEBHOOK_ALLOW: "127.0.0.1", ...(await environmentOf(engine)) });
    ada = await owner(server, "ada@example.com");
    org = (await get<{ organization: { id: string } }>("/wallets/me")).organization.id;
  });

  const get = async <T = Resource>(path: string): Promise<T> =>
    (await call<T>(server, "GET", path, { headers: ada.headers })).body;
  const listed = async (path: string, id: string): Promise<Resource | undefined> =>
    (await get<{ items: Resource[] }>(path)).items.find((one) => one.id === id);
  /** Writes at a new time, and again: a retry gets the same answer. @returns the answer without its receipt. */
  const write = async (method: string, path: string, body?: object, who = ada): Promise<Resource> => {
    server.clock.now += 1_000;
    const answer = await sign<Resource>(server, who, method, path, body === undefined ? {} : { body });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    retries.push(async () => expect((await answer.repeat()).body, `${method} ${path}`).toEqual(answer.body));
    const { x_receipt, ...rest } = answer.body;
    expect(x_receipt).toBeTypeOf("object");
    return rest;
  };
  const retries: (() => Promise<void>)[] = [];
  const typed = (kind: KindName, payload: object): Promise<SignedAction> => typedAction(server, ada, kind, payload);
  const post = async <T>(path: string, body: object, method = "POST"): Promise<T> => {
    server.clock.now += 1_000;
    const { status, body: answer } = await call<T>(server, method, path, { headers: ada.headers, body });
    expect(status, JSON.stringify(answer)).toBeLessThan(300);
    return answer;
  };

  it("shows an object as a read does, with either kind of signature", async () => {
    const { id: template_id, ...template } = await write("POST", "/templates", { name: "ticket" });
    expect({ id: template_id, ...template }).toEqual(await get(`/templates/${template_id}`));
    const object = () => get("/objects/o1");
    const made = await write("POST", "/objects", { id: "o1", template_id });
    expect(made).toMatchObject({ created_at: made["updated_at"], version: 1 });
    expect(made).toEqual(await object());
    expect(await write("PUT", "/objects/o1", { properties: { a: 1 } })).toEqual(await object());
    expect(await write("PATCH", "/objects/o1", { properties: { a: 2 } })).toEqual(await object());
    const execute = await write("POST", "/ebus/execute", {
      action: { set_attributes: { id: "o1", properties: { b: 1 } } },
    });
    expect(execute["object"]).toEqual(await object());
    const batch = await write("POST", "/ebus/actions/batch", {
      actions: [{ set_attributes: { id: "o1", properties: { b: 2 } } }, { update: { id: "o1", properties: {} } }],
    });
    expect((batch["items"] as Result[])[1]!.object).toEqual(await object());
    const changed = await post<Resource>(
      "/objects/o1",
      await typed("Update", { objectId: "o1", version: "6", properties: '{"c":1}' }),
      "PUT",
    );
    const { x_receipt: _, ...rest } = changed;
    expect(rest).toEqual(await object());
    expect(rest).toMatchObject({ created_at: made["created_at"], version: 7 });
    expect(rest["updated_at"]).not.toBe(made["updated_at"]);
  });

  it("shows an object whose mint is not committed yet as a read does", async () => {
    const { id: templateId } = await write("POST", "/templates", { name: "deed", custody: true });
    const holder = ada.wallet.address.toLowerCase();
    const actions = [
      await typed("Mint", { objectId: "d1", holder, templateId, properties: "{}" }),
      await typed("SetAttributes", { objectId: "d1", properties: '{"n":1}' }),
      await typed("Burn", { objectId: "d1", holder: NOBODY }),
    ];
    const { items } = await post<{ items: Result[] }>("/ebus/actions/batch", { actions });
    const [first, ...later] = items.map(({ object }) => object);
    const time = { created_at: first!["created_at"], updated_at: first!["created_at"] };
    expect([first, ...later]).toMatchObject([time, time, time]);
    expect(later.at(-1)).toEqual(await get("/objects/d1"));
    const again = await post<{ items: Result[] }>("/ebus/actions/batch", { actions });
    expect(again.items.map(({ object }) => object)).toEqual(items.map(({ object }) => object));
  });

  it("shows members, their wallets and invitations as a read does", async () => {
    const named = await write("PUT", `/organizations/${org}`, { name: "Ada & Co" });
    expect(named).toEqual(await listed("/organizations", org));
    const { key } = await write("POST", "/api-keys", { name: "key", permissions: ["manage"] });
    const user = { ...ada, wallet: newWallet(), headers: { "x-api-key": key as string } };
    const wallet = await write("POST", "/wallets/register", { address: user.wallet.address, nickname: "U" }, user);
    expect(wallet).toEqual(await listed("/wallets", wallet.id));
    const member = await write("PATCH", `/organizations/${org}/members/${wallet.id}`, { role: "operator" });
    expect(member).toEqual(await listed(`/organizations/${org}/members`, wallet.id));
    const removed = await write("DELETE", `/organizations/${org}/members/${wallet.id}`);
    expect(removed).toEqual({ id: wallet.id, removed_at: new Date(server.clock.now).toISOString() });
    const invitations = `/organizations/${org}/invitations`;
    const invitation = await write("POST", invitations, { email: "bob@example.com", role: "reader" });
    // The mail is sent after the action.
    const { mailed_at } = (await listed(invitations, invitation.id))!;
    expect([invitation["mailed_at"], mailed_at]).toEqual([null, expect.any(String)]);
    expect({ ...invitation, mailed_at }).toEqual(await listed(invitations, invitation.id));
    const withdrawn = await write("DELETE", `${invitations}/${invitation.id}`);
    expect(withdrawn).toEqual({ ...invitation, mailed_at, state: "withdrawn" });
    expect(withdrawn).toEqual(await listed(invitations, invitation.id));
  });

  it("shows API keys and files as a read does", async () => {
    const { key: _, ...made } = await write("POST", "/api-keys", { name: "one", ttl_hours: 1 });
    expect(made).toEqual(await listed("/api-keys", made.id));
    expect(await write("DELETE", `/api-keys/${made.id}`)).toEqual(await listed("/api-keys", made.id));
    const { x_receipt: __, ...file } = (await store(server, ada, "abc")).body as unknown as Resource;
    expect(file).toEqual(await listed("/storage/files", file.id));
    expect(file).toEqual(await get(`/storage/files/${file.id}`));
    const removed = await write("DELETE", `/storage/files/${file.id}`);
    expect(removed).toEqual({ id: file.id, removed_at: new Date(server.clock.now).toISOString() });
  });

  it("shows webhooks as a read does", async () => {
    const hook = { name: "ledger", url: "http://127.0.0.1:9/", events: ["*"] };
    const { secret: _, ...made } = await write("POST", "/webhooks", hook);
    const path = `/webhooks/${made.id}`;
    expect(made).toEqual(await get(path));
    const { secret, ...put } = await write("PUT", path, { ...hook, active: false, rotate_secret: true });
    expect([secret, put]).toEqual([expect.stringMatching(/^whsec_/), await get(path)]);
    const patched = await write("PATCH", path, { name: "other" });
    expect(patched).toEqual({ ...put, name: "other", updated_at: new Date(server.clock.now).toISOString() });
    expect(patched).toEqual(await get(path));
    // Two concurrent requests: each answer shows its own result.
    const both = await Promise.all([
      write("PATCH", path, { name: "a" }),
      write("PATCH", path, { events: ["object.mint"] }),
    ]);
    expect(both).toContainEqual(await get(path));
    expect(await get(path)).toMatchObject({ name: "a", events: ["object.mint"] });
    const redelivery = await write("POST", `${path}/redeliveries`, { since: new Date(server.clock.now).toISOString() });
    expect(redelivery).toMatchObject({ webhook_id: made.id, created_at: new Date(server.clock.now).toISOString() });
    expect(await write("DELETE", path)).toEqual({ id: made.id, removed_at: new Date(server.clock.now).toISOString() });
  });

  it("is the same when the request is sent again after later changes", async () => {
    expect(retries.length).toBeGreaterThan(20);
    for (const again of retries) await again();
  });
});
