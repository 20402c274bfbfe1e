import { describe, expect, it } from "vitest";
import type { Client, Schemas } from "@anchorlog/client";
import { newestCode, startServer } from "../../server/test/harness.ts";
import { startReceiver } from "../../server/test/webhooks/receiver.ts";
import { live } from "./story.ts";
import { clientOf, newWallet, ownerOf, signIn } from "./served.ts";

const server = await startServer(
  { WEBHOOK_ALLOW: "127.0.0.1" },
  { indexing: { pause: 20 }, clock: { now: Date.now() } },
);
const ada = await ownerOf(server, "ada@example.com");

const templateOf = async (client: Client, name: string, custody = false): Promise<string> =>
  (await client.POST("/templates", { body: { name, custody } })).data.id;
const friend = newWallet().address;

describe("a client", () => {
  it("signs requests, and returns typed answers", async () => {
    const { data: template, response } = await ada.POST("/templates", { body: { name: "ticket" } });
    expect(response.status).toBe(201);
    const body = { template_id: template.id, properties: { seat: 12 } };
    const { data: ticket } = await ada.POST("/objects", { body });
    expect(ticket).toMatchObject({ owner: ada.account.address.toLowerCase(), properties: { seat: 12 }, version: 1 });
    const path = { id: ticket.id };
    const { data: changed } = await ada.PUT("/objects/{id}", { params: { path }, body: { properties: { seat: 13 } } });
    expect(changed.version).toBe(2);
    const header = { "If-Match": `"${ticket.state_hash}"` };
    const late = ada.PATCH("/objects/{id}", { params: { path, header }, body: { properties: {} } });
    await expect(late).rejects.toMatchObject({ status: 412, reason: "precondition_failed" });
    const action = { transfer: { id: ticket.id, to: friend } };
    const { data: done } = await ada.POST("/ebus/execute", { body: { action } });
    expect(done.object.owner).toBe(friend.toLowerCase());
    expect((await ada.GET("/objects/{id}", { params: { path } })).data.owner).toBe(friend.toLowerCase());
  });

  it("signs typed actions for templates with custody, in each way to call it", async () => {
    const template = await templateOf(ada, "deed", true);
    const mint = await ada.prepare({ mint: { template_id: template, properties: { plot: { x: 1, y: [2] } } } });
    expect(mint.primaryType).toBe("Mint");
    const { data: deed } = await ada.POST("/objects", { body: mint });
    expect(deed).toMatchObject({ owner: ada.account.address.toLowerCase(), properties: { plot: { x: 1, y: [2] } } });
    const body = await ada.sign("Transfer", { objectId: deed.id, holder: friend });
    const { data: done } = await ada.POST("/ebus/execute", { body });
    expect(done.object.owner).toBe(friend.toLowerCase());
    // A retry gets the same answer, and nothing is executed twice.
    expect((await ada.POST("/ebus/execute", { body })).data).toEqual(done);
    const late = ada.POST("/ebus/execute", { body: await ada.prepare({ transfer: { id: deed.id, to: friend } }) });
    await expect(late).rejects.toMatchObject({ name: "PlatformError", status: 403, sent: { primaryType: "Transfer" } });
  });

  it("prepares each action with the kind that its template requires", async () => {
    const template = await templateOf(ada, "pass");
    const id = "pass-1";
    const steps = [
      [{ mint: { id, template_id: template, to: ada.account.address } }, "Issue"],
      [{ update: { id, version: 1, properties: { level: "gold" } } }, "Update"],
      [{ set_attributes: { id, properties: { level: "iron" } } }, "SetAttributes"],
      [{ transfer: { id, to: friend } }, "Assign"],
    ] as const;
    for (const [action, kind] of steps) {
      const body = await ada.prepare(action);
      expect(body.primaryType).toBe(kind);
      expect((await ada.POST("/ebus/execute", { body })).data.object.id).toBe(id);
    }
    await expect(ada.prepare({ update: { id, properties: {} } })).rejects.toMatchObject({
      status: 400,
      field: "action.update.version",
    });
  });

  it("sends batches, signed action by action or as a whole", async () => {
    const template = await templateOf(ada, "seat");
    const mints = [1, 2].map((n) => ({ mint: { id: `seat-${n}`, template_id: template } }));
    const { data: made } = await ada.POST("/ebus/actions/batch", { body: { actions: mints } });
    expect(made.items.map(({ object }) => object?.id)).toEqual(["seat-1", "seat-2"]);
    const actions = await Promise.all(
      ["seat-1", "nothing", "seat-2"].map((objectId) => ada.sign("Assign", { objectId, to: friend })),
    );
    const { data: given } = await ada.POST("/ebus/actions/batch", { body: { actions } });
    expect(given.items.map(({ object, error }) => object?.owner ?? error?.code)).toEqual([
      friend.toLowerCase(),
      404,
      friend.toLowerCase(),
    ]);
  });

  it("sends an action that another wallet signed, and checks its receipt", async () => {
    const { data: key } = await ada.POST("/api-keys", { body: { name: "relay" } });
    const relay = clientOf(server, { apiKey: key.key, account: undefined });
    const body = await ada.sign("Issue", {
      objectId: "relayed",
      to: friend,
      templateId: await templateOf(ada, "relayed"),
      properties: "{}",
    });
    const copy = JSON.parse(JSON.stringify(body)) as typeof body;
    expect((await relay.POST("/ebus/execute", { body: copy })).data.object.id).toBe("relayed");
    await expect(relay.POST("/templates", { body: { name: "none" } })).rejects.toMatchObject({ reason: "no_account" });
  });

  it("sends actions that DUAL's client signed, and checks their receipts", async () => {
    const deeds = await templateOf(ada, "dual", true);
    const tickets = await templateOf(ada, "dual plain");
    const actions = [
      { mint: { id: "dual-1", template_id: deeds, properties: { b: [{ d: 1, c: null }], a: "é" } } },
      { mint: { id: "dual-2", template_id: tickets } },
      { transfer: { id: "dual-1", to: friend } },
      { update: { id: "dual-2", version: 1, properties: { a: 1 } } },
    ];
    const authorized: Schemas["AuthorizedAction"][] = [];
    for (const action of actions) {
      const { data: prepared } = await ada.POST("/ebus/prepare", { body: { action } });
      const signature = await ada.account.signTypedData(prepared.typed_data as never);
      const { nonce, deadline } = prepared;
      const body = { action, nonce, deadline, auth: { account: ada.account.address, signature } };
      authorized.push(body);
      expect((await ada.POST("/ebus/execute", { body })).data.object.id).toMatch(/^dual-/);
    }
    // Sent again as one batch, each action gets its first answer.
    const { data } = await ada.POST("/ebus/actions/batch", { body: { actions: authorized } });
    expect(data.items.map(({ object }) => object?.id)).toEqual(["dual-1", "dual-2", "dual-1", "dual-2"]);
  });

  it("stores files, and reads their bytes", async () => {
    const stored = await ada.upload(new Blob(["Row 3, seat 12"]), "seat.txt");
    expect(stored).toMatchObject({ name: "seat.txt", size: 14 });
    const params = { path: { id: stored.id } };
    const { data } = await ada.GET("/storage/files/{id}/content", { params, parseAs: "text" });
    expect(data).toBe("Row 3, seat 12");
  });

  it("lists page after page", async () => {
    const template = await templateOf(ada, "leaf");
    const actions = Array.from({ length: 5 }, (_, n) => ({ mint: { id: `leaf-${n}`, template_id: template } }));
    await ada.POST("/ebus/actions/batch", { body: { actions } });
    const found: string[] = [];
    const query = { template_id: template, limit: 2 };
    for await (const { id } of ada.list("/objects", { params: { query } })) found.push(id);
    expect(found.toSorted()).toEqual([0, 1, 2, 3, 4].map((n) => `leaf-${n}`));
    const none: unknown[] = [];
    const nobody = { template_id: template, owner: friend };
    for await (const one of ada.list("/objects", { params: { query: nobody } })) none.push(one);
    expect(none).toEqual([]);
  });

  it("ends a list if a cursor is repeated", async () => {
    let pages = 0;
    const circling = async (request: Request) => {
      const { searchParams } = new URL(request.url);
      const next = { "": "a", a: "b", b: "a" }[searchParams.get("next") ?? ""];
      return Response.json({ items: [{ id: `page ${++pages}` }], next });
    };
    const found: unknown[] = [];
    for await (const { id } of clientOf(server, { fetch: circling }).list("/templates")) found.push(id);
    expect(found).toEqual(["page 1", "page 2", "page 3"]);
  });

  it("signs for the organization that it has switched to", async () => {
    const bob = await ownerOf(server, "bob@example.com");
    const { data: own } = await bob.GET("/wallets/me");
    const body = { email: "bob@example.com", role: "issuer" } as const;
    const { data: ours } = await ada.GET("/wallets/me");
    const params = { path: { id: ours.organization.id } };
    const { data: invited } = await ada.POST("/organizations/{id}/invitations", { params, body });
    await bob.POST("/organizations/invitations/{id}/accept", { params: { path: { id: invited.id } } });
    await bob.POST("/wallets/register", { body: { address: bob.account.address } });
    await templateOf(bob, "theirs");
    expect((await bob.GET("/wallets/me")).data.organization.id).toBe(ours.organization.id);
    await bob.POST("/organizations/switch", { body: { id: own.organization.id } });
    await templateOf(bob, "own");
    expect((await bob.GET("/wallets/me")).data.organization.id).toBe(own.organization.id);
  });
});

it("lives through the example of a day", async () => {
  const receiver = await startReceiver();
  const dora = await ownerOf(server, "dora@example.com");
  const told = await live(dora, dora.account.address, friend, receiver);
  expect((await dora.prove(told.transfer)).bundle.action.primaryType).toBe("Transfer");
});

describe("a client with invalid options is refused", () => {
  it.each([
    ["bad_url", { url: "api.example" }],
    ["bad_url", { url: "https://api.example/v3" }],
    ["bad_url", { url: "ftp://api.example" }],
    ["two_credentials", { apiKey: "alk_x", tokens: { access_token: "x" } }],
    ["bad_option", { acount: undefined } as never],
    ["bad_option", { tokens: "x" as never }],
    ["bad_option", { tries: 0 }],
    ["bad_option", { tries: NaN }],
    ["bad_option", { timeout: 0 }],
    ["bad_option", { timeout: Infinity }],
  ])("%s", (reason, options) => {
    expect(() => clientOf(server, options)).toThrow(expect.objectContaining({ reason }));
  });
});

it("a client with an API key refuses to sign in", async () => {
  const keyed = clientOf(server, { apiKey: "alk_x" });
  await expect(keyed.signIn("ada@example.com", "123456")).rejects.toMatchObject({ reason: "two_credentials" });
});

it("signs in with the nonce of its last request for a code, or with a given one", async () => {
  const [asking, other] = [clientOf(server), clientOf(server)];
  const email = "nonces@example.com";
  const nonce = await asking.requestCode(email);
  const code = await newestCode(server, email);
  await expect(other.signIn(email, code)).rejects.toMatchObject({ reason: "no_nonce" });
  await expect(asking.signIn("nonce@example.com", code)).rejects.toMatchObject({ reason: "no_nonce" });
  await other.signIn(email, code, nonce);
  expect((await other.GET("/wallets/me")).data.email).toBe(email);
});

it("types report a wrong call at the wrong place", () => {
  const calls = ({ GET, PATCH, POST }: Client): unknown => [
    GET(
      // @ts-expect-error there is no such path
      "/object",
    ),
    // @ts-expect-error it is of one object
    GET("/objects/{id}"),
    PATCH("/webhooks/{id}", {
      params: { path: { id: "x" } },
      body: {
        // @ts-expect-error it is no member
        nme: "x",
      },
    }),
    POST("/templates", {
      body: {
        name: "x",
        // @ts-expect-error it is no member here
        organization_id: "org_1",
      },
    }),
    // @ts-expect-error it is text
    GET("/storage/files/{id}/content", { params: { path: { id: "x" } }, parseAs: "text" }).then(({ data }) => data.id),
  ];
  expect(calls).toBeInstanceOf(Function);
});

it("errors name the reason, the field and the request", async () => {
  const stranger = clientOf(server);
  await expect(stranger.GET("/wallets/me")).rejects.toMatchObject({ status: 401, reason: "no_credential" });
  const refused = ada.POST("/templates", { body: { name: "" } });
  await expect(refused).rejects.toMatchObject({
    name: "PlatformError",
    status: 400,
    reason: "malformed",
    field: "name",
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    sent: { primaryType: "HttpRequest" },
  });
  const carl = clientOf(server);
  await signIn(server, carl, "carl@example.com");
  await expect(carl.POST("/templates", { body: { name: "none" } })).rejects.toMatchObject({ status: 403 });
});
