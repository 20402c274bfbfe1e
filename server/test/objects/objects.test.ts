import { beforeAll, describe, expect, it } from "vitest";
import type { KindName } from "../../src/objects/kinds.ts";
import { NOBODY } from "../../src/objects/kinds.ts";
import { call, owner, sign, startServer, type Answer, type Client, type Refused, type TestServer } from "../harness.ts";
import { ENGINES, environmentOf } from "../engines.ts";
import { prepare, send } from "../requests.ts";
import { typedAction } from "./typed.ts";

type Shown = { id: string; owner: string; version: number; properties: object; state: string; state_hash: string };
type Result = { action_id: string; object: Shown; x_receipt: { entry: string } };

let server: TestServer;
let ada: Client;

const typed = (client: Client, kind: KindName, payload: object) => typedAction(server, client, kind, payload);

const post = <T = Result>(client: Client, path: string, body: unknown, method = "POST"): Promise<Answer<T>> =>
  call<T>(server, method, path, { headers: client.headers, body });
const reason = ({ status, body }: Answer): string => `${status} ${(body as Refused).error?.details[0]?.reason}`;

type ActionLog = { name: string; params: object };

/** The actions on an object, newest first. */
async function actionsOf(id: string): Promise<object[]> {
  const path = `/ebus/action-logs?object_id=${id}`;
  const { body } = await call<{ items: ActionLog[] }>(server, "GET", path, { headers: ada.headers });
  return body.items.map(({ name, params }) => ({ [name]: params }));
}

describe.each(ENGINES)("objects over %s", (engine) => {
  let plain: string;
  let held: string;
  beforeAll(async () => {
    server = await startServer(await environmentOf(engine));
    ada = await owner(server, "ada@example.com");
    const make = async (body: object) =>
      (await sign<{ id: string }>(server, ada, "POST", "/templates", { body })).body.id;
    plain = await make({ name: "ticket", properties: { colour: "red" } });
    held = await make({ name: "deed", custody: true });
  });

  it("are minted, changed, transferred and burned by signed requests", async () => {
    const made = await sign<Shown>(server, ada, "POST", "/objects", {
      body: { template_id: plain, id: "t1", properties: { seat: 4 } },
    });
    expect(made).toMatchObject({
      status: 201,
      body: { id: "t1", version: 1, properties: { colour: "red", seat: 4 }, owner: ada.wallet.address.toLowerCase() },
    });
    expect((await made.repeat()).body).toEqual(made.body);
    const put = await sign<Shown>(server, ada, "PUT", "/objects/t1", { body: { properties: { seat: 5 }, version: 1 } });
    expect(put).toMatchObject({ status: 200, body: { version: 2, properties: { seat: 5 } } });
    const stale = await sign(server, ada, "PUT", "/objects/t1", { body: { properties: {}, version: 1 } });
    expect(reason(stale)).toBe("409 version_conflict");
    const to = `0x${"77".repeat(20)}`;
    const moved = await sign<Result>(server, ada, "POST", "/ebus/execute", {
      body: { action: { transfer: { id: "t1", to } } },
    });
    expect(moved).toMatchObject({
      status: 200,
      body: { status: "completed", steps: [{ output: { ids: ["t1"] } }], object: { owner: to, version: 3 } },
    });
    expect((await moved.repeat()).body).toEqual(moved.body);
    expect(reason(await sign(server, ada, "POST", "/ebus/execute", { body: { action: { burn: { id: "t1" } } } }))).toBe(
      "403 not_permitted",
    );
    const read = await call<Shown>(server, "GET", "/objects/t1", { headers: ada.headers });
    expect(read.body).toMatchObject({ owner: to, version: 3, state: "active" });
    const owner = ada.wallet.address.toLowerCase();
    // Each action is shown with the members of its own request.
    expect(await actionsOf("t1")).toEqual([
      { transfer: { id: "t1", to } },
      { update: { id: "t1", version: 1, properties: { seat: 5 } } },
      { mint: { id: "t1", template_id: plain, to: owner, properties: { seat: 4 } } },
    ]);
  });

  it("with If-Match are changed only if they have that state", async () => {
    const at = (id: string) => call<Shown>(server, "GET", `/objects/${id}`, { headers: ada.headers });
    await sign(server, ada, "POST", "/objects", { body: { template_id: plain, id: "m1" } });
    const seen = await at("m1");
    expect(seen.headers.get("etag")).toBe(`"${seen.body.state_hash}"`);
    const put = (match: string, to: object) =>
      sign<Shown>(server, ada, "PUT", "/objects/m1", { body: { properties: to }, headers: { "if-match": match } });
    const first = await put(`"x" , "${seen.body.state_hash}"`, { a: 1 });
    expect(first).toMatchObject({ status: 200, body: { version: 2 } });
    const old = seen.body.state_hash;
    for (const stale of [`"${old}"`, `W/"${old}"`, '""', 'W/""'])
      expect(reason(await put(stale, { a: 2 })), stale).toBe("412 precondition_failed");
    for (const bad of ["x", '"x" "y"', '"x",', "*, *", `w/"${old}"`])
      expect(reason(await put(bad, { a: 2 })), bad).toBe("400 malformed");
    expect((await at("m1")).body).toMatchObject({ version: 2, properties: { a: 1 } });
    // A proxy that compresses makes tags weak.
    expect(await put(`W/"x", W/"${first.body.state_hash}"`, { a: 2 })).toMatchObject({ status: 200 });
    expect((await put("*", { a: 3 })).status).toBe(200);
    // An executed action stays executed.
    expect(await first.repeat()).toMatchObject({ status: 200, body: first.body });
    // A typed action is refused as well, and can be sent again later.
    const holder = ada.wallet.address.toLowerCase();
    await post(
      ada,
      "/objects",
      await typed(ada, "Mint", { objectId: "m2", holder, templateId: held, properties: "{}" }),
    );
    const update = await typed(ada, "Update", { objectId: "m2", version: "1", properties: '{"a":1}' });
    const putTyped = (match: string) =>
      call<Shown>(server, "PUT", "/objects/m2", { headers: { ...ada.headers, "if-match": match }, body: update });
    expect(reason(await putTyped('"x"'))).toBe("412 precondition_failed");
    const { state_hash } = (await at("m2")).body;
    for (let times = 0; times < 2; times++)
      expect(await putTyped(`"${state_hash}"`)).toMatchObject({ status: 200, body: { version: 2 } });
  });

  it("answer 304 to a client that has their current state", async () => {
    await sign(server, ada, "POST", "/objects", { body: { template_id: plain, id: "n1" } });
    const at = (headers = {}) => call<Shown>(server, "GET", "/objects/n1", { headers: { ...ada.headers, ...headers } });
    const seen = await at();
    expect(seen.headers.get("cache-control")).toBe("private, no-cache");
    const etag = seen.headers.get("etag")!;
    for (const known of [etag, `"other", W/${etag}`, "*"])
      expect(await at({ "if-none-match": known })).toMatchObject({ status: 304, body: "" });
    for (const other of ['"other"', etag.slice(1, -1), ""])
      expect(await at({ "if-none-match": other })).toMatchObject({ status: 200, body: { id: "n1" } });
    await sign(server, ada, "PUT", "/objects/n1", { body: { properties: { a: 1 } } });
    expect(await at({ "if-none-match": etag })).toMatchObject({ status: 200, body: { version: 2 } });
  });

  it("with custody are moved only by their holder's typed action", async () => {
    const holder = ada.wallet.address.toLowerCase();
    const mint = await typed(ada, "Mint", { objectId: "d1", holder, templateId: held, properties: "{}" });
    expect(await post(ada, "/objects", mint)).toMatchObject({ status: 201, body: { id: "d1", owner: holder } });
    expect(await post(ada, "/ebus/execute", mint)).toMatchObject({ status: 200, body: { object: { id: "d1" } } });
    const asRequest = await sign(server, ada, "POST", "/ebus/execute", {
      body: { action: { transfer: { id: "d1", to: holder } } },
    });
    expect(reason(asRequest)).toBe("422 wrong_kind");
    const assign = await typed(ada, "Assign", { objectId: "d1", to: holder });
    expect(reason(await post(ada, "/ebus/execute", assign))).toBe("422 wrong_kind");
    const to = `0x${"88".repeat(20)}`;
    const prepared = await post<{ typed_data: never; nonce: string; deadline: string }>(ada, "/ebus/prepare", {
      action: { transfer: { id: "d1", to } },
    });
    const signature = await ada.wallet.signTypedData(prepared.body.typed_data);
    const { nonce, deadline } = prepared.body;
    const auth = { account: ada.wallet.address, signature };
    const body = { action: { transfer: { id: "d1", to } }, nonce, deadline, auth };
    expect(await post(ada, "/ebus/execute", body)).toMatchObject({
      status: 200,
      body: { object: { owner: to, version: 2 } },
    });
    expect(reason(await post(ada, "/ebus/execute", await typed(ada, "Burn", { objectId: "d1", holder: NOBODY })))).toBe(
      "403 not_permitted",
    );
    expect(await actionsOf("d1")).toEqual([
      { transfer: { id: "d1", to } },
      { mint: { id: "d1", template_id: held, to: holder, properties: {} } },
    ]);
  });

  it("are changed by batches, atomic or not", async () => {
    const holder = ada.wallet.address.toLowerCase();
    const issue = (id: string) =>
      typed(ada, "Issue", { objectId: id, to: holder, templateId: plain, properties: "{}" });
    const actions = [
      await issue("b1"),
      await issue("t1"),
      await issue("b2"),
      await typed(ada, "SetAttributes", { objectId: "b1", properties: '{"a":1}' }),
    ];
    const first = await post<{ items: object[] }>(ada, "/ebus/actions/batch", { actions });
    expect(first.body.items).toMatchObject([
      { object: { id: "b1", version: 1 } },
      { error: { code: 409, details: [{ reason: "object_exists" }] } },
      { object: { id: "b2" } },
      { object: { id: "b1", version: 2, properties: { colour: "red", a: 1 } } },
    ]);
    const again = await post<{ items: object[] }>(ada, "/ebus/actions/batch", { actions });
    expect(again.body).toEqual(first.body);
    const none = await post<{ items: object[] }>(ada, "/ebus/actions/batch", {
      actions: [await issue("b3"), await issue("b1")],
      atomic: true,
    });
    expect(none.body.items).toMatchObject([
      { error: { details: [{ reason: "not_appended" }] } },
      { error: { details: [{ reason: "object_exists" }] } },
    ]);
    expect((await call(server, "GET", "/objects/b3", { headers: ada.headers })).status).toBe(404);
    const asOne = await sign<{ items: object[] }>(server, ada, "POST", "/ebus/actions/batch", {
      body: {
        actions: [
          { mint: { template_id: plain, id: "c1" } },
          { set_attributes: { id: "c1", properties: { x: [1] } } },
          { burn: { id: "c1" } },
        ],
      },
    });
    expect(asOne.body.items).toMatchObject([
      { object: { version: 1 } },
      { object: { version: 2 } },
      { object: { version: 3, state: "burned" } },
    ]);
    expect((await asOne.repeat()).body).toEqual(asOne.body);
    const beyond = { content: '{"action":{"set_attributes":{"id":"b1","properties":{"a":1e400}}}}' };
    expect(await send(server, await prepare(server, ada, "POST", "/ebus/execute", beyond))).toMatchObject({
      status: 400,
      body: { error: { details: [{ field: "action.set_attributes.properties.a", reason: "malformed" }] } },
    });
    const page = await call<{ items: { id: string }[] }>(server, "GET", "/objects?limit=2", { headers: ada.headers });
    expect(page.body).toMatchObject({ items: [{ id: "c1" }, { id: "b2" }], has_more: true });
  });

  it("are not changed without a signature", async () => {
    for (const [path, body] of [
      ["/ebus/execute", { action: { burn: { id: "b1" } } }],
      ["/objects", { template_id: plain }],
      ["/ebus/actions/batch", { actions: [{ burn: { id: "b1" } }] }],
    ] as const) {
      const answer = await post<{ items?: [{ error: object }] }>(ada, path, body);
      if (answer.body.items === undefined) expect(reason(answer as Answer), path).toBe("401 missing_action");
      else expect(answer.body.items).toMatchObject([{ error: { code: 401 } }]);
    }
  });
});
