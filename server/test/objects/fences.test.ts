import { beforeAll, describe, expect, it } from "vitest";
import { NOBODY } from "../../src/objects/kinds.ts";
import { call, sign, startServer, type Answer, type Client, type TestServer } from "../harness.ts";
import { ENGINES, environmentOf } from "../engines.ts";
import { founder, join, newWallet, reasonOf, remove, setRole, type Person } from "../people.ts";
import { holdNext } from "../requests.ts";
import { audit } from "../../src/main/replay/commands.ts";
import { interruptNext, interrupted } from "./interrupted.ts";
import { typedAction } from "./typed.ts";

describe.each(ENGINES)("a change while an action commits, over %s", (engine) => {
  let server: TestServer;
  let ada: Person;
  let issuer: Person;
  let key: Client;
  let template: string;
  const define = (body: object) => sign<{ id: string; version: number }>(server, ada, "POST", "/templates", { body });
  beforeAll(async () => {
    server = await startServer(await environmentOf(engine), { wrap: interrupted });
    ada = await founder(server, "ada@example.com");
    issuer = await join(server, ada, "ida@example.com", "issuer");
    template = (await define({ name: "coin", custody: true })).body.id;
    const made = await sign<{ key: string }>(server, ada, "POST", "/api-keys", { body: { name: "users" } });
    key = { headers: { "x-api-key": made.body.key }, wallet: newWallet(), log: ada.log };
  });
  const send = (by: Client, body: unknown, path = "/ebus/execute") =>
    call<{ object: { owner: string; version: number; properties: object } }>(server, "POST", path, {
      headers: by.headers,
      body,
    });
  const mint = (objectId: string, holder: Client, by: Client = ada) =>
    typedAction(server, by, "Mint", {
      objectId,
      holder: holder.wallet.address,
      templateId: template,
      properties: "{}",
    });

  it("of the template: the action is judged again by the newest version", async () => {
    interruptNext(() => define({ name: "coin", custody: true, properties: { made: "by the second" } }));
    const minted = await send(ada, await mint("c1", ada));
    expect(minted).toMatchObject({ status: 200, body: { object: { properties: { made: "by the second" } } } });
    interruptNext(() => define({ name: "coin", custody: true, actions: { transfer: ["owner"] } }));
    expect(reasonOf(await send(ada, await mint("c2", ada)))).toBe("422 action_not_allowed");
    // An object minted by an earlier version keeps its rules.
    const redeemed = await typedAction(server, ada, "Redeem", { objectId: "c1", holder: NOBODY, gate: NOBODY });
    expect((await send(ada, redeemed)).status).toBe(200);
    expect((await define({ name: "coin", custody: true })).body.version).toBe(4);
  });

  it("of the signer's role: the action is refused without that role", async () => {
    interruptNext(() => setRole(server, ada, issuer, "reader"));
    expect(reasonOf(await send(issuer, await mint("c3", ada, issuer)))).toBe("403 not_permitted");
    expect((await setRole(server, ada, issuer, "issuer")).status).toBe(200);
    interruptNext(() => remove(server, ada, issuer));
    expect(reasonOf(await send(issuer, await mint("c3", ada, issuer)))).toBe("403 not_permitted");
    expect((await call(server, "GET", "/objects/c3", { headers: ada.headers })).status).toBe(404);
  });

  it("of the owner: an object never has two owners", async () => {
    const [bob, carl] = [
      { ...key, wallet: newWallet() },
      { ...key, wallet: newWallet() },
    ];
    expect((await send(ada, await mint("c4", bob))).status).toBe(200);
    const transfer = (to: Client) =>
      typedAction(server, bob, "Transfer", { objectId: "c4", holder: to.wallet.address });
    const [first, second] = [await transfer(carl), await transfer(bob)];
    const answers = await Promise.all([
      send(key, first),
      send(key, second),
      send(key, { actions: [second] }, "/ebus/actions/batch"),
    ]);
    expect(answers[0].status).toBe(200);
    const { body } = await call<{ owner: string }>(server, "GET", "/objects/c4", { headers: ada.headers });
    expect(body.owner).toBe(carl.wallet.address.toLowerCase());
  });

  it("of the owner that is rolled back: the action is judged by the log", async () => {
    const [bob, carl] = [
      { ...key, wallet: newWallet() },
      { ...key, wallet: newWallet() },
    ];
    expect((await send(ada, await mint("c5", bob))).status).toBe(200);
    const handOn = await typedAction(server, bob, "Transfer", { objectId: "c5", holder: carl.wallet.address });
    const more = await typedAction(server, carl, "Transfer", { objectId: "c5", holder: ada.wallet.address });
    const actions = [handOn, await mint("c6", ada)];
    let early: Answer | undefined;
    interruptNext(async () => {
      await define({ name: "coin", custody: true });
      early = await send(key, more);
    });
    // Both or neither: the template has a newer version by then.
    const batch = await send(key, { actions, atomic: true }, "/ebus/actions/batch");
    expect(batch.status).toBe(200);
    expect(reasonOf(early!)).toBe("409 not_holder");
    expect(reasonOf(await send(key, more))).toBe("403 not_permitted");
    // Directly to the log, without the server's own rule.
    expect(await server.parts.anchorlog.submit(more as never)).toMatchObject({ status: "refused", code: "not_holder" });
    const { body } = await call<{ owner: string }>(server, "GET", "/objects/c5", { headers: ada.headers });
    expect(body.owner).toBe(bob.wallet.address.toLowerCase());
  });

  /** Holds the first request before its commit, and sends the second one meanwhile. */
  async function duringHeld<T, U>(sendFirst: () => Promise<T>, sendSecond: () => Promise<U>, before = async () => {}) {
    const { anchorlog } = server.parts;
    const held = holdNext(server);
    const first = sendFirst();
    await held.reached;
    await before();
    const judged = Promise.withResolvers<void>();
    const [judge, verify] = [anchorlog.judge.bind(anchorlog), anchorlog.verify.bind(anchorlog)];
    const heard =
      <A extends unknown[], R>(method: (...args: A) => R) =>
      (...args: A): R => {
        judged.resolve();
        return method(...args);
      };
    Object.assign(anchorlog, { judge: heard(judge), verify: heard(verify) });
    const second = sendSecond();
    await judged.promise;
    Object.assign(anchorlog, { judge, verify });
    // Its queries of the tables are answered before this.
    await call(server, "GET", "/objects/none", { headers: ada.headers });
    held.letGo();
    return Promise.all([first, second]);
  }

  it("by a retry changes nothing, and refuses nothing", async () => {
    const bob = { ...key, wallet: newWallet() };
    const transfer = (by: Client, to: Client) =>
      typedAction(server, by, "Transfer", { objectId: "c7", holder: to.wallet.address });
    expect((await send(ada, await mint("c7", ada))).status).toBe(200);
    const first = await transfer(ada, bob);
    for (const [by, action] of [
      [ada, first],
      [key, await transfer(bob, ada)],
    ] as const)
      expect((await send(by, action)).status).toBe(200);
    const change = await typedAction(server, ada, "SetAttributes", { objectId: "c7", properties: '{"n":1}' });
    const [again, changed] = await duringHeld(
      () => send(ada, first),
      () => send(ada, change),
    );
    expect(again).toMatchObject({ status: 200, body: { object: { version: 2 } } });
    expect(changed).toMatchObject({ status: 200, body: { object: { version: 4, properties: { n: 1 } } } });
  });

  it("that is rolled back refuses neither a signed request nor a typed action", async () => {
    const plain = (await define({ name: "ticket", actions: { mint: ["anyone"], burn: ["owner"], update: ["owner"] } }))
      .body;
    const next = () => define({ name: "ticket", actions: { mint: ["anyone"] } });
    const [to, templateId, properties] = [ada.wallet.address.toLowerCase(), plain.id, "{}"];
    const issue = (objectId: string) => typedAction(server, ada, "Issue", { objectId, to, templateId, properties });
    for (const objectId of ["p1", "p2"]) expect((await send(ada, await issue(objectId))).status).toBe(200);
    const update = await typedAction(server, ada, "Update", { objectId: "p1", version: "1", properties: "{}" });
    const byRequest = () => sign(server, ada, "PUT", "/objects/p2", { body: { properties: {} } });
    for (const [objectId, ask] of [
      ["p1", () => send(ada, update)],
      ["p2", byRequest],
    ] as const) {
      const burn = await typedAction(server, ada, "Burn", { objectId, holder: NOBODY });
      // Both or neither: the template has a newer version by then.
      const actions = [burn, await issue(`${objectId}-other`)];
      const [batch, asked] = await duringHeld<Answer, Answer>(
        () => send(ada, { actions, atomic: true }, "/ebus/actions/batch"),
        ask,
        async () => void (await next()),
      );
      expect(batch.body).toMatchObject({ items: [{ error: { code: 409 } }, { error: { code: 409 } }] });
      expect(asked.status, objectId).toBe(200);
    }
  });

  it("leaves tables that match a replay of the log", async () => {
    expect((await audit({ config: server.parts.config, secrets: server.parts.secrets })).differences).toEqual([]);
  });
});
