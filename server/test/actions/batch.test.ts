import { beforeEach, describe, expect, it } from "vitest";
import { GROUPS } from "../../src/foundation/limitGroups.ts";
import { NOBODY, type KindName } from "../../src/objects/kinds.ts";
import { audit } from "../../src/main/replay/commands.ts";
import { call, sign, startServer, type Answer, type TestServer } from "../harness.ts";
import { founder, reasonOf } from "../people.ts";
import { typedAction } from "../objects/typed.ts";
import { tracesOf } from "./traces.ts";

type Item = {
  action_id?: string;
  object?: { id: string; version: number };
  x_receipt?: { entry: string };
  error?: { code: number; details: { field: string; reason: string }[] };
};
type Batch = { items: Item[] };

let server: TestServer = await startServer({}, { groups: GROUPS });
const ada = await founder(server, "ada@example.com");
const make = async (body: object) => (await sign<{ id: string }>(server, ada, "POST", "/templates", { body })).body.id;
const plain = await make({ name: "ticket" });
const held = await make({ name: "deed", custody: true });
// Each test starts with empty rate-limit windows.
beforeEach(() => {
  server.clock.now += 60_000;
});

const holder = () => ada.wallet.address.toLowerCase();
const typed = (kind: KindName, payload: object) => typedAction(server, ada, kind, payload);
const issue = (objectId: string) => typed("Issue", { objectId, to: holder(), templateId: plain, properties: "{}" });
const set = (objectId: string, n: number) => typed("SetAttributes", { objectId, properties: JSON.stringify({ n }) });
const post = <T = Batch>(body: unknown, path = "/ebus/actions/batch") =>
  call<T>(server, "POST", path, { headers: ada.headers, body });
const left = ({ headers }: Pick<Answer, "headers">) => Number(headers.get("x-ratelimit-remaining"));
const told = ({ error, object }: Item) =>
  error === undefined ? object?.version : `${error.code} ${error.details[0]!.field} ${error.details[0]!.reason}`;

it("MAX_BATCH limits the actions of a batch in development", async () => {
  const small = await startServer({ MAX_BATCH: "2" });
  const bob = await founder(small, "bob@example.com");
  const { body } = await sign<{ id: string }>(small, bob, "POST", "/templates", { body: { name: "ticket" } });
  const batch = (count: number) =>
    sign<Batch>(small, bob, "POST", "/ebus/actions/batch", {
      body: { actions: Array.from({ length: count }, () => ({ mint: { template_id: body.id } })) },
    });
  expect((await batch(2)).status).toBe(200);
  expect(reasonOf(await batch(3))).toMatch(/^400 /);
});

describe("the rate limit of the event bus", () => {
  const many = (count: number) => Array.from({ length: count }, () => ({ burn: { id: "nothing" } }));
  const asked = (count: number) =>
    sign<Batch>(server, ada, "POST", "/ebus/actions/batch", { body: { actions: many(count) } });

  it("counts each action of a request, and nothing of a request over the limit", async () => {
    expect(left(await asked(1_000))).toBe(1_000);
    expect(left(await asked(900))).toBe(100);
    const refused = await asked(101);
    expect([refused.status, left(refused), refused.headers.get("retry-after")]).toEqual([429, 0, "1"]);
    expect(refused.body).toMatchObject({ error: "rate_limit_exceeded" });
    expect(left(await asked(100))).toBe(0);
    expect((await post({ actions: many(1) }, "/ebus/actions/batch")).status).toBe(429);
    expect((await post({}, "/ebus/execute")).status).toBe(429);
    server.clock.now += 1_000;
    expect(left(await asked(1))).toBe(1_999);
  });

  it("counts refused requests by their actions if these can be read, else by their bytes", async () => {
    const { headers } = ada;
    let remaining = 2_000;
    const asks: readonly (readonly [counts: number, status: number, () => Promise<Answer>])[] = [
      [1, 400, () => post({})],
      [1, 400, () => post({ actions: [] })],
      [7, 400, () => post({ actions: many(1_001) })],
      [3, 401, () => post({ actions: many(3) })],
      [3, 404, () => asked(3)],
      [1, 400, () => call(server, "POST", "/ebus/actions/batch", { headers, content: "{" })],
      [
        1,
        415,
        () =>
          call(server, "POST", "/ebus/actions/batch", {
            headers: { ...headers, "content-type": "text/plain" },
            content: "a",
          }),
      ],
      [256, 413, () => post({ actions: ["x".repeat(1_048_577)] })],
      [
        1,
        400,
        () =>
          call(server, "POST", "/ebus/actions/batch", {
            headers: { ...headers, "anchorlog-action": "none" },
            body: { actions: many(5) },
          }),
      ],
      [1, 400, () => post({}, "/ebus/execute")],
    ];
    for (const [counts, status, ask] of asks) {
      const answer = await ask();
      remaining -= counts;
      expect([answer.status, left(answer)]).toEqual([status, remaining]);
    }
  });

  it("refuses a batch that is larger than the limit, without a time to retry", async () => {
    const { accounts } = server.parts.database.across;
    const own = (limits: string | null) =>
      accounts.updateTable("organization").set({ limits }).where("log", "=", ada.log).execute();
    await own('{"bus":{"second":10}}');
    const answer = await asked(11);
    expect([reasonOf(answer), left(answer)]).toEqual(["422 too_many_at_once", 9]);
    expect(left(await asked(9))).toBe(0);
    await own(null);
  });
});

describe("a batch", () => {
  it("answers in order, names the refused actions, and executes once", async () => {
    const actions = [
      await issue("o1"),
      { action: { burn: { id: "o1" } } },
      await set("o1", 1),
      await issue("o1"),
      await set("o1", 2),
      await set("nothing", 1),
      await typed("Assign", { objectId: "o1", to: "0x" + "11".repeat(20) }),
    ];
    const twice = [...actions, actions[0]!, actions[4]!];
    const first = await post({ actions: twice });
    const wanted = [
      1,
      "401 actions.1.Anchorlog-Action missing_action",
      2,
      "409 actions.3.id object_exists",
      3,
      "404 actions.5.id not_found",
      4,
      1,
      3,
    ];
    expect(first.body.items.map(told)).toEqual(wanted);
    expect(first.body.items[7]).toEqual(first.body.items[0]);
    expect(first.body.items[8]).toEqual(first.body.items[4]);
    const before = tracesOf(server);
    expect((await post({ actions: twice })).body).toEqual(first.body);
    const alone = await post<Item>(actions[4], "/ebus/execute");
    expect(alone.body).toEqual(first.body.items[4]);
    expect(tracesOf(server)).toEqual(before);
    server = await server.restart();
    // The remaining entries were closed in a batch.
    const closed = tracesOf(server);
    expect((await post({ actions: twice })).body).toEqual(first.body);
    expect(tracesOf(server)).toEqual(closed);
  });

  it("changes objects that it mints itself, in both shapes of an action", async () => {
    const inShape = async (action: object, kind: KindName, payload: object) => {
      const { message, signature } = await typed(kind, payload);
      const { nonce, deadline, actor: account } = message;
      return { action, nonce, deadline, auth: { account, signature } };
    };
    const payloadOf = (objectId: string) => ({ objectId, holder: holder(), templateId: held, properties: "{}" });
    const mint = (id: string) => inShape({ mint: { id, template_id: held } }, "Mint", payloadOf(id));
    const burn = (id: string) => inShape({ burn: { id } }, "Burn", { objectId: id, holder: NOBODY });
    const [early, later] = [await burn("deed1"), await burn("deed1")];
    const actions = [early, await mint("deed1"), later, await typed("Mint", payloadOf("deed2")), await burn("deed2")];
    expect((await post({ actions })).body.items.map(told)).toEqual(["404 actions.0.id not_found", 1, 2, 1, 2]);
    expect((await post({ actions: [await burn("deed3")] })).body.items.map(told)).toEqual([
      "404 actions.0.id not_found",
    ]);
  });

  it("is refused as a whole if it is malformed, and the error names the place", async () => {
    const good = await issue("o2");
    const { signature: _, ...unsigned } = good;
    const bad: readonly (readonly [field: string, body: object, message?: string])[] = [
      ["actions", {}],
      ["actions", { actions: {} }],
      ["atomic", { actions: [good], atomic: "yes" }],
      ["actions.1", { actions: [good, 5] }],
      ["actions.1.signature", { actions: [good, unsigned] }],
      ["actions.1.message.nonce", { actions: [good, { ...good, message: { ...good.message, nonce: 1 } }] }],
      ["organization_id", { actions: [good], organization_id: "org_1" }, "organization_id is no member here"],
      ["actions.0.note", { actions: [{ ...good, note: "hi" }] }, "actions.0.note is no member here"],
      ["actions.0.action.transfer.to", { actions: [{ action: { transfer: { id: "a", to: "ada" } } }] }],
      [
        "actions.0.auth.account",
        { actions: [{ action: { burn: { id: "a" } }, nonce: "1", deadline: "1", auth: { signature: "0x12" } }] },
      ],
    ];
    const before = tracesOf(server);
    for (const [field, body, message = expect.any(String) as string] of bad) {
      const reason = typeof message === "string" ? "unknown_member" : "malformed";
      const answer = (await post<unknown>(body)) as Answer<{ error: { code: number; details: unknown } }>;
      expect(answer.body.error).toMatchObject({ code: 400, message, details: [{ field, reason }] });
    }
    expect(tracesOf(server)).toEqual(before);
  });

  it("commits all or nothing if it is atomic, and a refusal blocks no later action", async () => {
    const before = tracesOf(server);
    const actions = [await issue("o3"), await set("o3", 1), await issue("o1")];
    const none = await post({ actions, atomic: true });
    expect(none.body.items.map(told)).toEqual([
      "409 actions.0.atomic not_appended",
      "409 actions.1.atomic not_appended",
      "409 actions.2.id object_exists",
    ]);
    expect(tracesOf(server)).toEqual(before);
    const all = await post({ actions: actions.slice(0, 2), atomic: true });
    expect(all.body.items.map(told)).toEqual([1, 2]);
    // An executed action stays executed, even if it is sent again with other actions.
    expect((await post({ actions, atomic: true })).body.items.map(told)).toEqual([
      1,
      2,
      "409 actions.2.id object_exists",
    ]);
  });

  it("never moves an object with custody by a signed request", async () => {
    const mint = await typed("Mint", { objectId: "deed", holder: holder(), templateId: held, properties: "{}" });
    expect((await post<Item>(mint, "/ebus/execute")).status).toBe(200);
    const to = `0x${"22".repeat(20)}`;
    const commands = [
      { mint: { template_id: held } },
      { transfer: { id: "deed", to } },
      { update: { id: "deed", properties: {} } },
      { set_attributes: { id: "deed", properties: {} } },
      { redeem: { id: "deed" } },
      { burn: { id: "deed" } },
    ];
    const before = tracesOf(server);
    for (const action of commands) {
      const alone = await sign(server, ada, "POST", "/ebus/execute", { body: { action } });
      expect(reasonOf(alone), JSON.stringify(action)).toBe("422 wrong_kind");
      const together = await sign(server, ada, "POST", "/ebus/actions/batch", {
        body: { actions: [{ mint: { template_id: plain, id: "free" } }, action] },
      });
      expect(together.body).toMatchObject({ error: { code: 422, details: [{ field: "actions.1.primaryType" }] } });
    }
    expect(reasonOf(await sign(server, ada, "PUT", "/objects/deed", { body: { properties: {} } }))).toBe(
      "422 wrong_kind",
    );
    for (const action of [
      await typed("Assign", { objectId: "deed", to }),
      await typed("Issue", { objectId: "deed2", to, templateId: held, properties: "{}" }),
    ])
      expect(reasonOf(await post<unknown>(action, "/ebus/execute"))).toBe("422 wrong_kind");
    expect(tracesOf(server)).toEqual(before);
  });
});

describe("the same action in concurrent requests", () => {
  it("is executed once, also on different routes", async () => {
    server.clock.now += 60_000;
    const action = await issue("p1");
    const answers = await Promise.all([
      post<Item>(action, "/ebus/execute"),
      post<Item>(action, "/ebus/execute"),
      post({ actions: [action, action] }),
      post({ actions: [action], atomic: true }),
      post<{ id: string }>(action, "/objects"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201]);
    const receipts = [
      answers[0].body.x_receipt,
      answers[1].body.x_receipt,
      ...answers[2].body.items.map(({ x_receipt }) => x_receipt),
      ...answers[3].body.items.map(({ x_receipt }) => x_receipt),
      (answers[4].body as Item).x_receipt,
    ];
    expect(receipts.every((receipt) => receipt !== undefined && receipt.entry === receipts[0]!.entry)).toBe(true);
  });

  it("is executed once if the request itself is signed", async () => {
    const body = { actions: [{ set_attributes: { id: "p2", properties: {} } }, { burn: { id: "p2" } }] };
    const early = await sign<Batch>(server, ada, "POST", "/ebus/actions/batch", { body });
    expect(reasonOf(early)).toBe("404 not_found");
    expect((await post<Item>(await issue("p2"), "/ebus/execute")).status).toBe(200);
    const [first, second, third] = await Promise.all([early.repeat(), early.repeat(), early.repeat()]);
    expect(first.body.items.map(told)).toEqual([2, 3]);
    const { items, x_receipt } = first.body as Batch & Item;
    expect(items.map((item) => item.x_receipt)).toEqual([x_receipt, x_receipt]);
    expect(x_receipt).toMatchObject({ entry: expect.any(String) });
    expect([second.body, third.body]).toEqual([first.body, first.body]);
  });

  it("can be sent again after it was refused", async () => {
    const change = await set("p3", 1);
    const refused = await Promise.all([post<Item>(change, "/ebus/execute"), post<Item>(change, "/ebus/execute")]);
    expect(refused.map((answer) => reasonOf(answer))).toEqual(["404 not_found", "404 not_found"]);
    expect((await post<Item>(await issue("p3"), "/ebus/execute")).status).toBe(200);
    expect((await post<Item>(change, "/ebus/execute")).body.object).toMatchObject({ version: 2 });
  });
});

it("leaves tables that match a replay of the log", async () => {
  const { differences } = await audit({ config: server.parts.config, secrets: server.parts.secrets });
  expect(differences).toEqual([]);
});
