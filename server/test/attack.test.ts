import { describe, expect, it } from "vitest";
import { call, owner, sign, startServer, type Answer, type Client, type Refused } from "./harness.ts";
import { typedAction } from "./objects/typed.ts";
import { exchange } from "./raw.ts";
import { store } from "./files/files.ts";

type Operation = {
  readonly method: string;
  readonly path: string;
  readonly signed: boolean;
  readonly isPublic: boolean;
};

const server = await startServer();
const ada = await owner(server, "ada@example.com");
const eve = await owner(server, "eve@example.com");
const made = async (path: string, body: object) => {
  const answer = await sign<{ id: string; action_id: string }>(server, ada, "POST", path, { body });
  expect(answer.status).toBeLessThan(300);
  return answer.body;
};
const me = await call<{ organization: { id: string } }>(server, "GET", "/wallets/me", { headers: ada.headers });
const org = me.body.organization.id;
const template = await made("/templates", { name: "coin" });
const object = await made("/objects", { template_id: template.id });
const action = await made("/ebus/execute", { action: { redeem: { id: object.id } } });
const key = await made("/api-keys", { name: "key" });
const invitation = await made(`/organizations/${org}/invitations`, { email: "bob@example.com", role: "reader" });
const members = await call<{ items: { id: string }[] }>(server, "GET", `/organizations/${org}/members`, {
  headers: ada.headers,
});
const file = (await store(server, ada, "hers")).body;
await server.parts.anchorlog.closeBatches();
const batches = await call<{ items: { id: string }[] }>(server, "GET", "/batches", { headers: ada.headers });
const webhook = await made("/webhooks", { name: "ledger", url: "https://hooks.example/", events: ["*"] });
/** Ada's resources, by the name of the path parameter. */
const hers: Readonly<Record<string, string>> = {
  webhook: webhook.id,
  template: template.id,
  object: object.id,
  action: action.action_id,
  key: key.id,
  org,
  invitation: invitation.id,
  file: file.id,
  member: members.body.items[0]!.id,
  batch: batches.body.items[0]!.id,
};

/** The resources that each path's parameters name. A path that is missing here makes the test fail. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  "/templates/{id}": ["template"],
  "/objects/{id}": ["object"],
  "/ebus/action-logs/{id}": ["action"],
  "/ebus/action-logs/{id}/cose-receipts": ["action"],
  "/ebus/action-logs/{id}/proof": ["action"],
  "/objects/{id}/proof": ["object"],
  "/objects/{id}/history": ["object"],
  "/batches/{id}": ["batch"],
  "/storage/files/{id}": ["file"],
  "/storage/files/{id}/content": ["file"],
  "/storage/files/{id}/form": ["file"],
  "/storage/files/{id}/proof": ["file"],
  "/api-keys/{id}": ["key"],
  "/organizations/{id}": ["org"],
  "/organizations/{id}/successor": ["org"],
  "/organizations/{id}/members": ["org"],
  "/organizations/{id}/members/{memberId}": ["org", "member"],
  "/organizations/{id}/invitations": ["org"],
  "/organizations/{id}/invitations/{invitationId}": ["org", "invitation"],
  "/organizations/invitations/{id}/accept": ["invitation"],
  "/webhooks/{id}": ["webhook"],
  "/webhooks/{id}/deliveries": ["webhook"],
  "/webhooks/{id}/redeliveries": ["webhook"],
  "/webhooks/{id}/test": ["webhook"],
};

const BODIES: Readonly<Record<string, object>> = {
  "PUT /objects/{id}": { properties: {} },
  "PATCH /objects/{id}": { properties: {} },
  "PUT /organizations/{id}": { name: "mine" },
  "PUT /organizations/{id}/successor": { log_id: null },
  "PATCH /webhooks/{id}": { name: "mine" },
  "PUT /webhooks/{id}": { name: "mine", url: "https://eve.example/", events: ["*"] },
  "POST /webhooks/{id}/redeliveries": { since: "2026-01-05T09:00:00.000Z" },
  "PATCH /organizations/{id}/members/{memberId}": { role: "owner" },
  "POST /organizations/{id}/invitations": { email: "eve@example.com", role: "owner" },
};

/** The operations of the document, without those of version 2. */
const operations = (): Operation[] => {
  const paths = server.document.paths as Record<
    string,
    Record<string, { deprecated?: boolean; security: readonly object[] }>
  >;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { deprecated }]) => deprecated !== true)
      .map(([method, { security }]) => ({
        method: method.toUpperCase(),
        path,
        signed: method !== "get",
        isPublic: security.length === 0,
      })),
  );
};

const fillIn = (path: string, values: readonly string[]): string => {
  let at = 0;
  return path.replaceAll(/\{[^}]+\}/g, () => values[at++]!);
};

/** An error without the requested and returned identifiers. */
const shapeOf = ({ status, body }: Answer<Refused>, values: readonly string[]): string => {
  const text = JSON.stringify([status, body.error]);
  return values.reduce((rest, value) => rest.replaceAll(new RegExp(`\\b${value}\\b`, "g"), "…"), text);
};

it("no route shows, changes or reveals another organization's resources", async () => {
  const about = operations().filter(({ path, isPublic }) => path.includes("{") && !isPublic);
  expect(about.length).toBeGreaterThan(12);
  for (const { method, path, signed } of about) {
    const names = PARAMETERS[path];
    expect(names, `${method} ${path}: say what its parameters are about`).toBeDefined();
    const [real, nowhere] = [
      names!.map((name) => hers[name]!),
      names!.map((name) => (name === "batch" ? "4096" : `${hers[name]!.slice(0, -4)}0000`)),
    ];
    const body = BODIES[`${method} ${path}`];
    const ask = (values: readonly string[]) =>
      signed
        ? sign<Refused>(server, eve, method, fillIn(path, values), { body })
        : call<Refused>(server, method, fillIn(path, values), { headers: eve.headers });
    const answer = await ask(real);
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBe(404);
    expect(shapeOf(answer, real), `${method} ${path}`).toBe(shapeOf(await ask(nowhere), nowhere));
  }
});

it("a body that names another organization's resources has no effect", async () => {
  const to = eve.wallet.address.toLowerCase();
  const orders = [
    { transfer: { id: hers["object"], to } },
    { burn: { id: hers["object"] } },
    { mint: { template_id: hers["template"] } },
  ];
  for (const action of orders) {
    const answer = await sign<Refused>(server, eve, "POST", "/ebus/execute", { body: { action } });
    expect([action, answer.status]).toEqual([action, 404]);
    const prepared = await call(server, "POST", "/ebus/prepare", { headers: eve.headers, body: { action } });
    expect(prepared.status).toBe(404);
  }
  // An action that is signed for her log, in his session.
  const typed = await typedAction(server, { ...eve, log: ada.log }, "Assign", { objectId: hers["object"]!, to });
  expect((await call(server, "POST", "/ebus/execute", { headers: eve.headers, body: typed })).status).toBe(404);
  const filtered = await call<{ items: object[] }>(server, "GET", `/ebus/action-logs?object_id=${hers["object"]}`, {
    headers: eve.headers,
  });
  expect(filtered.body.items).toEqual([]);
  expect(
    (
      await call(server, "POST", "/organizations/switch", {
        headers: eve.headers,
        body: { id: hers["org"] },
      })
    ).status,
  ).toBe(404);
});

it("an API key with only the read permission changes nothing, with any signature", async () => {
  const { body } = await sign<{ key: string }>(server, ada, "POST", "/api-keys", {
    body: { name: "reader", permissions: ["read"] },
  });
  const reader: Client = { ...ada, headers: { "x-api-key": body.key } };
  const unsigned = new Set(["/ebus/prepare", "/organizations/switch"]);
  const writes = operations().filter(
    ({ method, path }) => method !== "GET" && !path.startsWith("/auth") && !unsigned.has(path),
  );
  const before = await call(server, "GET", "/ebus/action-logs", { headers: ada.headers });
  for (const { method, path } of writes) {
    const target = fillIn(
      path,
      (PARAMETERS[path] ?? []).map((name) => hers[name]!),
    );
    const bodies: Readonly<Record<string, object>> = {
      ...BODIES,
      "POST /ebus/execute": { action: { burn: { id: hers["object"] } } },
      "POST /ebus/actions/batch": { actions: [{ burn: { id: hers["object"] } }] },
      "POST /templates": { name: "coin" },
      "POST /objects": { template_id: hers["template"] },
      "POST /api-keys": { name: "more" },
      "POST /wallets/register": { address: ada.wallet.address },
      "POST /organizations": { name: "more" },
    };
    const answer = await sign<Refused>(server, reader, method, target, { body: bodies[`${method} ${path}`] });
    expect([method, path, answer.status]).toEqual([method, path, 403]);
  }
  const after = await call(server, "GET", "/ebus/action-logs", { headers: ada.headers });
  expect(after.body).toEqual(before.body);
});

const TEMPLATE = `tpl_${"0".repeat(32)}`;

it.each<[string, object, string]>([
  ["/templates", { name: "coin", id: "tpl_1" }, "id"],
  ["/templates", { name: "coin", org: "org_1" }, "org"],
  ["/objects", { template_id: TEMPLATE, owner: "0x1" }, "owner"],
  ["/objects", { template_id: TEMPLATE, version: 9 }, "version"],
  ["/api-keys", { name: "key", org: "org_1" }, "org"],
  ["/api-keys", { name: "key", created_at: 0 }, "created_at"],
  ["/wallets/register", { address: `0x${"1".repeat(40)}`, role: "owner" }, "role"],
  ["/ebus/execute", { action: { mint: { template_id: TEMPLATE, state: "active" } } }, "state"],
  ["/ebus/actions/batch", { actions: [{ burn: { id: "a" } }], org: "org_1" }, "org"],
])("refuses a member that clients may not set: %s %j", async (path, body, field) => {
  const { status, body: refused } = await sign<Refused>(server, ada, "POST", path, { body });
  expect([status, JSON.stringify(refused.error)]).toEqual([400, expect.stringContaining(field)]);
});

describe("a request that two HTTP readers would parse differently", () => {
  const rest = "GET /livez HTTP/1.1\r\nHost: a\r\n\r\n";
  const post = (fields: string, content = rest) =>
    `POST /auth/otp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${fields}\r\n\r\n${content}`;
  it.each([
    ["two lengths", post("Content-Length: 2\r\nContent-Length: 3", `{}${rest}`)],
    ["a length and chunks", post("Content-Length: 4\r\nTransfer-Encoding: chunked", `0\r\n\r\n${rest}`)],
    ["chunked coding that is not last", post("Transfer-Encoding: chunked, identity", `0\r\n\r\n${rest}`)],
    ["a folded field", post("Content-Length: 2\r\nX-A: 1\r\n Transfer-Encoding: chunked", `{}${rest}`)],
    ["a space before the colon", post("Content-Length : 2", `{}${rest}`)],
    ["a signed length", post("Content-Length: +2", `{}${rest}`)],
    ["a bare line feed", post("X-A: 1\nTransfer-Encoding: chunked", `0\r\n\r\n${rest}`)],
    ["a bare carriage return", post("X-A: 1\rTransfer-Encoding: chunked", `0\r\n\r\n${rest}`)],
    ["a chunk's length beyond 64 bits", post("Transfer-Encoding: chunked", `fffffffffffffffff\r\n${rest}`)],
  ])("is refused as a whole, and the bytes after it are not read: %s", async (_what, text) => {
    const answers = await exchange(server.url, Buffer.from(text), { end: "never" });
    expect(answers.map(({ status }) => status)).toEqual([400]);
    server.holds("POST", "/auth/otp", answers[0]!);
    expect(answers[0]!.headers.get("connection")).toBe("close");
  });
});

describe("a request larger than any client needs", () => {
  const { headers } = { headers: () => ada.headers };
  it.each<[string, () => Promise<Answer<Refused>>, number]>([
    ["a body of 2 MiB", () => call(server, "POST", "/auth/otp", { content: `"${"a".repeat(2 << 20)}"` }), 413],
    [
      "JSON of 100,000 levels",
      () => call(server, "POST", "/auth/otp", { content: "[".repeat(100_000) + "]".repeat(100_000) }),
      413,
    ],
    ["10,000 parameters", () => call(server, "GET", `/objects?${"a=1&".repeat(3_000)}`, { headers: headers() }), 400],
    ["a page of 1,000", () => call(server, "GET", "/objects?limit=1000", { headers: headers() }), 400],
    [
      "a path of 10,000 characters",
      () => call(server, "GET", `/objects/${"a".repeat(10_000)}`, { headers: headers() }),
      404,
    ],
    [
      "a field of 32 KiB",
      () => call(server, "GET", "/objects", { headers: { ...headers(), "x-a": "a".repeat(32_768) } }),
      431,
    ],
    [
      "1,001 actions",
      () =>
        sign(server, ada, "POST", "/ebus/actions/batch", {
          body: { actions: Array.from({ length: 1_001 }, () => ({ burn: { id: "a" } })) },
        }),
      400,
    ],
  ])("is refused: %s", async (_what, ask, status) => {
    expect((await ask()).status).toBe(status);
  });
});
