import { readFileSync } from "node:fs";
import { checksumAddress, type Hex } from "viem";
import { beforeAll, describe, expect, it } from "vitest";
import type { KindName } from "../../src/objects/kinds.ts";
import { NOBODY, types } from "../../src/objects/kinds.ts";
import { call, sign, startServer, type Answer, type Client, type TestServer } from "../harness.ts";
import { founder, join, newWallet, reasonOf, remove, type Person } from "../people.ts";
import { typedAction } from "../objects/typed.ts";
import { tracesOf } from "./traces.ts";

let server: TestServer;
let ada: Person;
let bob: Person;
let eve: Person;
let key: Client;
let reading: Client;
let plain: string;
let held: string;
beforeAll(async () => {
  server = await startServer();
  ada = await founder(server, "ada@example.com");
  bob = await join(server, ada, "bob@example.com", "reader");
  eve = await founder(server, "eve@example.com");
  const make = async (body: object) =>
    (await sign<{ id: string }>(server, ada, "POST", "/templates", { body })).body.id;
  plain = await make({ name: "ticket", actions: { mint: ["anyone"], transfer: ["anyone"], update: ["owner"] } });
  held = await make({ name: "deed", custody: true });
  const keyOf = async (permissions: string[]): Promise<Client> => {
    const body = { name: permissions.join(" "), permissions };
    const made = await sign<{ key: string }>(server, ada, "POST", "/api-keys", { body });
    return { headers: { "x-api-key": made.body.key }, wallet: newWallet(), log: ada.log };
  };
  key = await keyOf(["act"]);
  reading = await keyOf(["read", "issue"]);
  expect((await post("/objects", await mint("d1"))).status).toBe(201);
  expect((await sign(server, ada, "POST", "/objects", { body: { template_id: plain, id: "t1" } })).status).toBe(201);
});

const addressOf = ({ wallet }: Client): string => wallet.address.toLowerCase();
const typed = (kind: KindName, payload: object, by: Client = ada) => typedAction(server, by, kind, payload);
const mint = (objectId: string, more: object = {}, by: Client = ada) =>
  typed("Mint", { objectId, holder: addressOf(ada), templateId: held, properties: "{}", ...more }, by);
const post = <T = unknown>(path: string, body: unknown, { headers }: Pick<Client, "headers"> = ada, method = "POST") =>
  call<T>(server, method, path, { headers, body });
const fieldOf = ({ body }: Answer): string | undefined =>
  (body as { error?: { details: { field: string }[] } }).error?.details[0]?.field;

/** Expects this reason and no traces. */
async function refuses(what: string, reason: string | RegExp, ask: () => Promise<Answer>): Promise<Answer> {
  const before = tracesOf(server);
  const answer = await ask();
  expect(`${what}: ${reasonOf(answer)}`).toMatch(typeof reason === "string" ? `${what}: ${reason}` : reason);
  expect(tracesOf(server), what).toEqual(before);
  return answer;
}

/** An address whose checksum is wrong in the case of one letter. */
function wrongChecksum(address: string): string {
  const right = checksumAddress(address as Hex);
  return right.replace(/[A-F]/, (letter) => letter.toLowerCase());
}

const ROUTES = [
  ["POST", "/ebus/execute"],
  ["POST", "/objects"],
] as const;

describe("a typed action", () => {
  it("is accepted only on its routes, and for the object of the path", async () => {
    const burn = await typed("Burn", { objectId: "d1", holder: NOBODY });
    await refuses("burn as an object", "400 misplaced_action", () => post("/objects", burn));
    await refuses("burn as an update", "400 misplaced_action", () => post("/objects/d1", burn, ada, "PUT"));
    const update = await typed("Update", { objectId: "d1", version: "1", properties: "{}" });
    await refuses("another object", "400 other_object", () => post("/objects/t1", update, ada, "PUT"));
    await refuses("mint as an update", "400 misplaced_action", async () =>
      post("/objects/d2", await mint("d2"), ada, "PUT"),
    );
    expect(await post("/objects/d1", update, ada, "PATCH")).toMatchObject({ status: 200, body: { version: 2 } });
  });

  it("redeems an object at a gate with the gates' own type; a signed request cannot", async () => {
    const contract = new URL("../../../contracts/examples/Redemptions.sol", import.meta.url);
    const [, taken] = /REDEEM_TYPE = "([^"]+)"/.exec(readFileSync(contract, "utf8"))!;
    expect(types.kinds.get("Redeem")!.payloadType).toBe(taken);

    expect((await post("/objects", await mint("paid"))).status).toBe(201);
    const gate = checksumAddress(`0x${"6a".repeat(20)}`);
    const action = { redeem: { id: "paid", gate } };
    const answer = await post<{ typed_data: never; nonce: string; deadline: string }>("/ebus/prepare", { action });
    const { typed_data, nonce, deadline } = answer.body;
    const payload = { objectId: "paid", holder: NOBODY, gate: gate.toLowerCase() };
    expect(typed_data).toMatchObject({ primaryType: "Redeem", message: { payload } });
    await refuses("a signed request", "422 wrong_kind", () =>
      sign(server, ada, "POST", "/ebus/execute", { body: { action } }),
    );

    const auth = { account: addressOf(ada), signature: await ada.wallet.signTypedData(typed_data) };
    const done = await post<{ action_id: string }>("/ebus/execute", { action, nonce, deadline, auth });
    expect(done).toMatchObject({ status: 200, body: { object: { state: "redeemed" } } });
    const logged = await call(server, "GET", `/ebus/action-logs/${done.body.action_id}`, { headers: ada.headers });
    expect(logged.body).toMatchObject({ kind: "Redeem", params: { id: "paid", gate: payload.gate } });
  });

  it("must be for the caller's log and sent by its signer's account or a permitted API key", async () => {
    const foreign = await typed("Burn", { objectId: "d1", holder: NOBODY }, eve);
    const another = await typed("Burn", { objectId: "t1", holder: NOBODY }, { ...eve, log: ada.log });
    const burn = await typed("Burn", { objectId: "d1", holder: NOBODY });
    for (const path of ["/ebus/execute"]) {
      await refuses("another log", "404 unknown_log", () => post(path, foreign));
      await refuses("another organization", "404 unknown_log", () => post(path, burn, eve));
      await refuses("another wallet", "403 foreign_signer", () => post(path, another));
      await refuses("another member", "403 foreign_signer", () => post(path, burn, bob));
      await refuses("a key that may not act", "403 not_permitted", () => post(path, burn, reading));
      await refuses("nobody", "401 no_credential", () => post(path, burn, { headers: {} }));
    }
    // An unregistered wallet acts through an API key.
    const user = { ...key, wallet: newWallet() };
    const moved = await typed("Transfer", { objectId: "d1", holder: addressOf(user) });
    expect((await post("/ebus/execute", moved, key)).status).toBe(200);
    const back = await typed("Transfer", { objectId: "d1", holder: addressOf(ada) }, user);
    await refuses("by a session", "403 foreign_signer", () => post("/ebus/execute", back));
    expect((await post("/ebus/execute", back, key)).status).toBe(200);
    // The result is not shown to anybody else either.
    await refuses("a retry by a session", "403 foreign_signer", () => post("/ebus/execute", back));
    await refuses("a retry by another member", "403 foreign_signer", () => post("/ebus/execute", moved, bob));
  });

  it("is refused if it is malformed, and the error names the field", async () => {
    const good = await mint("d2");
    const { message } = good;
    const zeros = `0x${"00".repeat(65)}`;
    const withMessage = (more: object) => ({ ...good, message: { ...message, ...more } });
    const withPayload = (more: object) => withMessage({ payload: { ...message.payload, ...more } });
    const bad: readonly (readonly [what: string, status: number, field: string | RegExp, body: unknown])[] = [
      ["nothing", 400, /./, {}],
      ["null", 400, /./, null],
      ["a list", 400, /./, [good]],
      ["a text", 400, /./, "Mint"],
      ["an unknown kind", 400, "primaryType", { ...good, primaryType: "Steal" }],
      ["a request as a body", 400, "primaryType", { ...good, primaryType: "HttpRequest" }],
      ["no signature", 400, "signature", { primaryType: "Mint", message }],
      ["a member too many", 400, "extra", { ...good, extra: 1 }],
      ["no message", 400, "message", { primaryType: "Mint", signature: good.signature }],
      ["a message that is none", 400, "message", { ...good, message: "none" }],
      ["no nonce", 400, "message.nonce", withMessage({ nonce: undefined })],
      ["a nonce that is a number", 400, "message.nonce", withMessage({ nonce: 1 })],
      ["a nonce with leading zeros", 400, "message.nonce", withMessage({ nonce: "01" })],
      ["a nonce beyond 256 bits", 400, "message.nonce", withMessage({ nonce: "9".repeat(78) })],
      ["a negative deadline", 400, "message.deadline", withMessage({ deadline: "-1" })],
      ["a deadline beyond 64 bits", 400, "message.deadline", withMessage({ deadline: "9".repeat(30) })],
      ["a message with more", 400, "message.more", withMessage({ more: "1" })],
      ["an actor that is none", 400, "message.actor", withMessage({ actor: "0x12" })],
      ["an actor with a wrong checksum", 400, /actor/, withMessage({ actor: wrongChecksum(ada.wallet.address) })],
      ["no payload", 400, "message.payload", withMessage({ payload: undefined })],
      ["a payload that is a list", 400, "message.payload", withMessage({ payload: [] })],
      ["an empty payload", 400, /payload/, withMessage({ payload: {} })],
      ["a payload with numbers", 400, /payload/, withPayload({ objectId: 5 })],
      ["a payload with more", 400, /payload/, withPayload({ more: "1" })],
      ["no object", 400, /payload/, withPayload({ objectId: undefined })],
      [
        "a holder with a wrong checksum",
        400,
        "message.payload.holder",
        withPayload({ holder: `0x${"Ab".repeat(20)}` }),
      ],
      ["a holder that is none", 400, /holder/, withPayload({ holder: "ada" })],
      ["NUL", 400, /objectId/, withPayload({ objectId: "a\0" })],
      ["half a pair", 400, /objectId/, withPayload({ objectId: "\ud800" })],
      ["a signature that is none", 400, "signature", { ...good, signature: "0x" }],
      ["a signature of zeros", 401, "signature", { ...good, signature: zeros }],
      ["a short signature", 401, "signature", { ...good, signature: "0x1234" }],
      ["another payload's signature", 401, "signature", withPayload({ properties: '{"a":1}' })],
    ];
    for (const [what, status, field, body] of bad) {
      for (const [method, path] of ROUTES) {
        const answer = await refuses(`${what} to ${path}`, new RegExp(`: ${status} `), () =>
          post(path, body, ada, method),
        );
        if (typeof field === "string") expect(`${what}: ${fieldOf(answer)}`).toBe(`${what}: ${field}`);
        else expect(fieldOf(answer), what).toMatch(field);
      }
      if (typeof body !== "object" || body === null || Array.isArray(body)) continue;
      const answer = await refuses(`${what} in a batch`, /: (200|400|401)/, () =>
        post("/ebus/actions/batch", { actions: [body] }),
      );
      const { items } = answer.body as { items?: [{ error: { details: [{ field: string }] } }] };
      expect(items?.[0].error.details[0].field ?? fieldOf(answer), what).toMatch(/^(actions|Anchorlog-Action)/);
    }
    // With addresses in checksummed case, as libraries write them, or in capitals, it is the same action.
    const { holder } = message.payload as { holder: Hex };
    const shown = withPayload({ holder: checksumAddress(holder) });
    const { status, body } = await post("/objects", {
      ...shown,
      message: { ...shown.message, actor: checksumAddress(message.actor) },
      signature: good.signature.toUpperCase().replace("0X", "0x"),
    });
    expect([status, (body as { owner?: string }).owner]).toEqual([201, holder]);
    const capitals = `0x${message.actor.slice(2).toUpperCase()}`;
    expect((await post("/objects", withMessage({ actor: capitals }))).status).toBe(201);
  });

  it("is refused for its content with the same codes on each route", async () => {
    const asked: readonly (readonly [what: string, reason: string, body: () => Promise<unknown>])[] = [
      ["an id with a slash", "400 malformed", () => mint("a/b")],
      ["a dot", "400 malformed", () => mint(".")],
      ["two dots", "400 malformed", () => mint("..")],
      ["an empty id", "400 malformed", () => mint("")],
      ["65 characters", "400 malformed", () => mint("a".repeat(65))],
      ["an accent", "400 malformed", () => mint("é")],
      ["an unknown template", "404 no_such_template", () => mint("d3", { templateId: "tpl_none" })],
      ["properties that are a list", "400 malformed", () => mint("d3", { properties: "[]" })],
      ["properties that are no JSON", "400 malformed", () => mint("d3", { properties: "{" })],
      ["a member twice", "400 malformed", () => mint("d3", { properties: '{"a":1,"a":1}' })],
      ["__proto__", "400 malformed", () => mint("d3", { properties: '{"__proto__":{}}' })],
      ["an escaped NUL", "400 malformed", () => mint("d3", { properties: '{"a":"\\u0000"}' })],
      ["half an escaped pair", "400 malformed", () => mint("d3", { properties: '{"\\ud800":1}' })],
      ["1e400", "400 malformed", () => mint("d3", { properties: '{"a":1e400}' })],
      ["2^53", "400 malformed", () => mint("d3", { properties: '{"a":9007199254740992}' })],
      ["1e20", "400 malformed", () => mint("d3", { properties: '{"a":1e20}' })],
      ["too deep", "400 malformed", () => mint("d3", { properties: `${'{"a":'.repeat(17)}1${"}".repeat(17)}` })],
      [
        "far too deep",
        "400 malformed",
        () => mint("d3", { properties: `{"a":${"[".repeat(8_000)}${"]".repeat(8_000)}}` }),
      ],
      ["an object that is there", "409 object_exists", () => mint("d1")],
      ["an object that is not", "404 not_found", () => typed("Burn", { objectId: "nothing", holder: NOBODY })],
      [
        "a version that is over",
        "409 version_conflict",
        () => typed("Update", { objectId: "d1", version: "1", properties: "{}" }),
      ],
      [
        "a version beyond 2^53",
        "409 version_conflict",
        () => typed("Update", { objectId: "d1", version: "18446744073709551615", properties: "{}" }),
      ],
    ];
    for (const [what, reason, make] of asked) {
      const body = await make();
      await refuses(what, reason, () => post("/ebus/execute", body));
      const batch = await post<{ items: { error: { code: number; details: { field: string; reason: string }[] } }[] }>(
        "/ebus/actions/batch",
        { actions: [body] },
      );
      const { code, details } = batch.body.items[0]!.error;
      expect(`${what}: ${code} ${details[0]!.reason}`).toBe(`${what}: ${reason}`);
      expect(details[0]!.field, what).toMatch(/^actions\.0\./);
    }
    expect((await post("/objects", await mint("d4", { properties: '{"b":1,"10":-0,"9":1.50}' }))).body).toMatchObject({
      properties: { "9": 1.5, "10": 0, b: 1 },
    });
  });

  it("cannot make an object larger than its limit by several small changes", async () => {
    expect((await post("/objects", await mint("long"))).status).toBe(201);
    const add = (name: string) =>
      typed("SetAttributes", { objectId: "long", properties: JSON.stringify({ [name]: "x".repeat(9_000) }) });
    expect((await post("/ebus/execute", await add("a"))).status).toBe(200);
    const more = await add("b");
    await refuses("more", "400 properties_too_long", () => post("/ebus/execute", more));
    const less = await typed("SetAttributes", { objectId: "long", properties: '{"a":null}' });
    expect((await post("/ebus/execute", less)).status).toBe(200);
    expect((await post("/ebus/execute", more)).status).toBe(200);
  });

  it("expires at its deadline, and its nonce cannot be used for another action", async () => {
    const one = await typed("SetAttributes", { objectId: "d4", properties: '{"n":1}' });
    const { nonce } = one.message;
    const first = await post("/ebus/execute", one);
    expect(first.status).toBe(200);
    const other = await typedAction(server, ada, "SetAttributes", { objectId: "d4", properties: '{"n":2}' }, { nonce });
    expect(other.message.nonce).toBe(nonce);
    await refuses("a nonce that was used", "409 nonce_used", () => post("/ebus/execute", other));
    const nowhere = { objectId: "nowhere", holder: NOBODY };
    const worse = await typedAction(server, ada, "Burn", nowhere, { nonce });
    await refuses("the same for what nobody could do", "409 nonce_used", () => post("/ebus/execute", worse));
    const lost = await typed("Burn", nowhere);
    const late = await typed("SetAttributes", { objectId: "d4", properties: '{"n":3}' });
    server.clock.now += 600_000;
    await refuses("a deadline that passed", "401 deadline_passed", () => post("/ebus/execute", late));
    await refuses("the same for what nobody could do", "401 deadline_passed", () => post("/ebus/execute", lost));
    expect((await post("/ebus/execute", one)).body).toEqual(first.body);
  });

  it("is judged by its content only if the log is known not to contain it", async () => {
    const [one, two] = [await mint("u1"), await mint("u2")];
    const done = [await post("/ebus/execute", one), await post("/ebus/execute", two)].map(({ body }) => body);
    const change = await typed("SetAttributes", { objectId: "u1", properties: '{"n":1}' });
    const changed = (await post("/ebus/execute", change)).body;
    const { anchorlog } = server.parts;
    const verify = anchorlog.verify.bind(anchorlog);
    const unread = { verdict: "indeterminate", code: "archive_unavailable", message: "it", retryable: true } as const;
    // The verifier first judges the signature of the request itself.
    let known = 0;
    Object.assign(anchorlog, { verify: async (action: unknown) => (known-- > 0 ? verify(action) : unread) });
    try {
      await refuses("a retry", "503 archive_unavailable", () => post("/ebus/execute", one));
      for (const atomic of [false, true]) {
        const { body } = await post<{ items: { error?: { code: number } }[] }>("/ebus/actions/batch", {
          actions: [change, one],
          atomic,
        });
        expect(body.items.map(({ error }) => error?.code)).toEqual([atomic ? 503 : undefined, 503]);
      }
      known = 1;
      const burn = { action: { burn: { id: "nothing" } } };
      const asked = () => sign(server, ada, "POST", "/ebus/execute", { body: burn });
      await refuses("a request", "503 archive_unavailable", asked);
    } finally {
      Object.assign(anchorlog, { verify });
    }
    const again = await post<{ items: unknown[] }>("/ebus/actions/batch", {
      actions: [one, two, change],
      atomic: true,
    });
    expect(again.body.items).toEqual([...done, changed]);
  });

  it("is not executed by a request that another account signs around it", async () => {
    const mine = await typed("Burn", { objectId: "d1", holder: NOBODY });
    for (const [method, path, body] of [
      ["POST", "/ebus/execute", mine],
      ["POST", "/objects", await mint("d5")],
      ["PUT", "/objects/d1", await typed("Update", { objectId: "d1", version: "4", properties: "{}" })],
      ["POST", "/ebus/actions/batch", { actions: [mine] }],
    ] as const) {
      await refuses(path, "400 signed_twice", () => sign(server, ada, method, path, { body }));
      await refuses(path, "400 signed_twice", () => sign(server, bob, method, path, { body }));
    }
  });
});

describe("a signed request about objects", () => {
  it("is accepted only from its sender", async () => {
    const body = { action: { transfer: { id: "t1", to: addressOf(ada) } } };
    for (const [method, path, sent] of [
      ["POST", "/ebus/execute", body],
      ["POST", "/objects", { template_id: plain }],
      ["PUT", "/objects/t1", { properties: {} }],
      ["POST", "/ebus/actions/batch", { actions: [body] }],
    ] as const) {
      const by = (client: Client) => () => sign(server, client, method, path, { body: sent });
      await refuses(`${path}, another wallet`, "403 foreign_signer", by({ ...bob, wallet: newWallet() }));
      await refuses(`${path}, another member`, "403 foreign_signer", by({ ...bob, wallet: ada.wallet }));
      await refuses(`${path}, a key that may not act`, "403 not_permitted", by(reading));
    }
    // The template permits anyone, so a key that may act is enough.
    expect((await sign(server, key, "POST", "/ebus/execute", { body })).status).toBe(200);
    const carl = await join(server, ada, "carl@example.com", "owner");
    expect((await remove(server, ada, carl)).status).toBe(200);
    await refuses("nobody any more", "403 not_permitted", () => sign(server, carl, "POST", "/ebus/execute", { body }));
  });
});
