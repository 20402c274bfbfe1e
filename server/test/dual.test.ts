import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { call, newestCode, owner, sign, signIn, startServer } from "./harness.ts";
import { store } from "./files/files.ts";

const server = await startServer({ WEBHOOK_ALLOW: "127.0.0.1" });
const ada = await owner(server, "ada@example.com");

/** The differences from DUAL's client that DECISIONS lists. */
const documented = readFileSync(new URL("../docs/DECISIONS.md", import.meta.url), "utf8")
  .split("## What DUAL's client sends and expects")[1]!
  .split("\n## ")[0]!
  .matchAll(/^- `((?:GET|POST|PUT|PATCH|DELETE) \/[^`]*)`, (\d+): /gm);
/** The calls whose answers match DUAL's client. */
const EXPECTED = {
  "POST /auth/refresh-token": "200",
  "POST /organizations/switch": "200",
  "POST /templates": "201",
  "GET /templates": "200",
  "GET /templates/:id": "200",
  "POST /objects": "201",
  "GET /objects": "200",
  "GET /objects/:id": "200",
  "GET /ebus/action-logs": "200",
  "GET /ebus/action-logs/:id": "200",
  "GET /organizations": "200",
  "PUT /organizations/:id": "200",
  "GET /organizations/:id/members": "200",
  "POST /organizations/:id/invitations": "201",
  "DELETE /organizations/:id/invitations/:id": "200",
  "POST /webhooks": "201",
  "GET /webhooks": "200",
  "GET /webhooks/:id": "200",
  "PATCH /webhooks/:id": "200",
  "DELETE /webhooks/:id": "200",
  "POST /api-keys": "201",
  "DELETE /api-keys/:id": "200",
  "GET /batches": "200",
} as const;

type Body = Record<string, unknown>;
const page = { items: expect.any(Array) as unknown, next: null };
/** The members that DUAL's client reads of an answer, if it reads any. */
const named = (name: string) => ({ id: expect.any(String) as unknown, name });

it("answers DUAL's client as it expects, except for the differences listed in DECISIONS", async () => {
  const rows: [string, string][] = [];
  /** Sends a request like DUAL's client, with the given signature. */
  const row = async (title: string, path: string, body?: Body, reads: object = {}): Promise<Body> => {
    const [method] = title.split(" ") as [string];
    const isUnsigned = method === "GET" || /^\/(auth|organizations\/switch)/.test(path);
    const { headers } = ada;
    const init = body === undefined ? {} : { body };
    const answer = isUnsigned
      ? await call<Body>(server, method, path, { headers: path.startsWith("/auth/") ? {} : headers, ...init })
      : await sign<Body>(server, ada, method, path, init);
    expect(answer.body, title).toMatchObject(reads);
    rows.push([title, String(answer.status)]);
    return answer.body;
  };
  const address = `0x${"f1".repeat(20)}`;
  const { refresh_token } = await signIn(server, "ada@example.com");
  const tokens = { access_token: expect.any(String) as unknown, refresh_token: expect.any(String) as unknown };
  server.clock.now += 60_000;
  await row("POST /auth/otp", "/auth/otp", { email: "ada@example.com" });
  const otp = await newestCode(server, "ada@example.com");
  await row("POST /auth/login", "/auth/login", { email: "ada@example.com", otp });
  await row("POST /auth/refresh-token", "/auth/refresh-token", { refresh_token }, tokens);
  const me = await call<{ organization: { id: string } }>(server, "GET", "/wallets/me", { headers: ada.headers });
  const { id: org } = me.body.organization;
  await row("POST /organizations/switch", "/organizations/switch", { id: org }, tokens);
  await row("POST /wallets/register {email}", "/wallets/register", { email: "ada@example.com", password: "x" });
  // `owner` above made this call, and it throws if the call fails.
  rows.push(["POST /wallets/register {address}", "201"]);
  await row("GET /wallets/me", "/wallets/me", undefined, { email: "ada@example.com" });
  const ticket = { name: "ticket", description: "x", properties: { row: 1 } };
  const template = await row("POST /templates", "/templates", ticket, named("ticket"));
  await row("POST /templates {organization_id}", "/templates", { name: "other", organization_id: org });
  await row("GET /templates", "/templates?limit=2", undefined, page);
  await row("GET /templates/:id", `/templates/${String(template["id"])}`, undefined, named("ticket"));
  await row("PATCH /templates/:id", `/templates/${String(template["id"])}`, { description: "y" });
  const made = { template_id: template["id"], properties: { seat: 1 } };
  const { id: object } = await row("POST /objects", "/objects", made, made);
  await row("GET /objects", "/objects?limit=2", undefined, page);
  await row("GET /objects/:id", `/objects/${String(object)}`, undefined, made);
  const changed = { properties: { seat: 2 } };
  await row("PATCH /objects/:id", `/objects/${String(object)}`, changed, changed);
  await row("POST /objects/search", "/objects/search", { template_id: template["id"] });
  await row("GET /objects/:id/activity", `/objects/${String(object)}/activity`);
  const transfer = { action: { transfer: { id: object, to: address } } };
  const custom = { action: { mint: { template_id: template["id"], custom: { seat: 3 }, num: 1 } } };
  const minted = { status: "completed", object: { properties: { row: 1, seat: 3 } } };
  await row("POST /ebus/execute {mint}", "/ebus/execute", custom, minted);
  const done = await row("POST /ebus/execute", "/ebus/execute", transfer, { status: "completed" });
  const mint = { action: { mint: { template_id: template["id"] } } };
  await row(
    "POST /ebus/actions/batch",
    "/ebus/actions/batch",
    { actions: [mint] },
    { items: [{ status: "completed" }] },
  );
  await row("GET /ebus/action-logs", "/ebus/action-logs?limit=100", undefined, page);
  const { action_id } = done;
  await row("GET /ebus/action-logs/:id", `/ebus/action-logs/${String(action_id)}`, undefined, { id: action_id });
  await row("GET /organizations", "/organizations", undefined, page);
  await row("PUT /organizations/:id", `/organizations/${org}`, { name: "D" }, named("D"));
  await row("GET /organizations/:id/members", `/organizations/${org}/members`, undefined, page);
  const invitations = `/organizations/${org}/invitations`;
  const asked = { email: "bob@example.com", role: "reader" };
  const { id: invitation } = await row("POST /organizations/:id/invitations", invitations, asked, asked);
  await row("GET /organizations/:id/invitations", invitations, undefined, page);
  await row("DELETE /organizations/:id/invitations/:id", `${invitations}/${String(invitation)}`);
  const { status, body: file } = await store(server, ada, "abc");
  rows.push(["POST /storage/upload", String(status)]);
  await row("GET /storage/:id", `/storage/${file.id}`);
  const hook = { url: "http://127.0.0.1:9/", events: ["*"] };
  await row("POST /webhooks {url, events}", "/webhooks", hook);
  const { id: webhook } = await row("POST /webhooks", "/webhooks", { ...hook, name: "n" }, hook);
  await row("GET /webhooks", "/webhooks", undefined, page);
  await row("GET /webhooks/:id", `/webhooks/${String(webhook)}`, undefined, hook);
  await row("PATCH /webhooks/:id", `/webhooks/${String(webhook)}`, { active: false }, { active: false });
  await row("DELETE /webhooks/:id", `/webhooks/${String(webhook)}`);
  const { id: key } = await row("POST /api-keys", "/api-keys", { name: "k" }, { key: expect.any(String) });
  await row("GET /api-keys", "/api-keys", undefined, page);
  await row("DELETE /api-keys/:id", `/api-keys/${String(key)}`);
  await row("GET /batches", "/batches", undefined, page);
  await row("GET /checkpoints", "/checkpoints", undefined, page);
  await row("GET /public/templates", "/public/templates");
  const expected = rows.filter(([title]) => title in EXPECTED);
  expect(Object.fromEntries(expected)).toEqual(EXPECTED);
  const different = rows.filter(([title]) => !(title in EXPECTED));
  expect(different).toEqual([...documented].map(([, title, status]) => [title, status]));
});
