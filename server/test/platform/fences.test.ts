import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NOBODY } from "../../src/platform/kinds.ts";
import { call, sign, startServer, type Answer, type Client, type TestServer } from "../harness.ts";
import { ENGINES, environmentOf } from "../engines.ts";
import { founder, join, newWallet, reasonOf, remove, setRole, type Person } from "../people.ts";
import type { Parts } from "../../src/parts.ts";
import { audit } from "../../src/replay/commands.ts";
import { typedAction } from "./typed.ts";

/** What is done between judging an action and its commit, once. */
let meanwhile: (() => Promise<unknown>) | undefined;
const interrupted = (parts: Parts): Parts => ({
  ...parts,
  anchorlog: {
    ...parts.anchorlog,
    submitMany: async (actions, options) => {
      const what = meanwhile;
      if (options?.effects !== undefined && options.effects.flat().length > 0) {
        meanwhile = undefined;
        await what?.();
      }
      return parts.anchorlog.submitMany(actions, options);
    },
  },
});

describe.each(ENGINES)("what an action was judged by, over %s", (engine) => {
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
  afterAll(() => server.close());
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

  it("was the newest version of its template: it is judged again by that", async () => {
    meanwhile = () => define({ name: "coin", custody: true, properties: { made: "by the second" } });
    const minted = await send(ada, await mint("c1", ada));
    expect(minted).toMatchObject({ status: 200, body: { object: { properties: { made: "by the second" } } } });
    meanwhile = () => define({ name: "coin", custody: true, actions: { transfer: ["owner"] } });
    expect(reasonOf(await send(ada, await mint("c2", ada)))).toBe("422 action_not_allowed");
    // What was made by an earlier version keeps its rules.
    const redeemed = await typedAction(server, ada, "Redeem", { objectId: "c1", holder: NOBODY });
    expect((await send(ada, redeemed)).status).toBe(200);
    expect((await define({ name: "coin", custody: true })).body.version).toBe(4);
  });

  it("was a role, which has been taken away", async () => {
    meanwhile = () => setRole(server, ada, issuer, "reader");
    expect(reasonOf(await send(issuer, await mint("c3", ada, issuer)))).toBe("403 not_permitted");
    expect((await setRole(server, ada, issuer, "issuer")).status).toBe(200);
    meanwhile = () => remove(server, ada, issuer);
    expect(reasonOf(await send(issuer, await mint("c3", ada, issuer)))).toBe("403 not_permitted");
    expect((await call(server, "GET", "/objects/c3", { headers: ada.headers })).status).toBe(404);
  });

  it("was an owner, who has given it away: nobody owns it beside another", async () => {
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

  it("was an owner by an action that came to nothing: the log says who holds it", async () => {
    const [bob, carl] = [
      { ...key, wallet: newWallet() },
      { ...key, wallet: newWallet() },
    ];
    expect((await send(ada, await mint("c5", bob))).status).toBe(200);
    const handOn = await typedAction(server, bob, "Transfer", { objectId: "c5", holder: carl.wallet.address });
    const more = await typedAction(server, carl, "Transfer", { objectId: "c5", holder: ada.wallet.address });
    const actions = [handOn, await mint("c6", ada)];
    let early: Answer | undefined;
    meanwhile = async () => {
      await define({ name: "coin", custody: true });
      early = await send(key, more);
    };
    // Both or neither: the template has a newer version by then.
    const batch = await send(key, { actions, atomic: true }, "/ebus/actions/batch");
    expect(batch.status).toBe(200);
    expect(reasonOf(early!)).toBe("409 not_holder");
    expect(reasonOf(await send(key, more))).toBe("403 not_permitted");
    // Past the server's own rule, by the same log.
    expect(await server.parts.anchorlog.submit(more as never)).toMatchObject({ status: "refused", code: "not_holder" });
    const { body } = await call<{ owner: string }>(server, "GET", "/objects/c5", { headers: ada.headers });
    expect(body.owner).toBe(bob.wallet.address.toLowerCase());
  });

  it("leaves tables that the log says", async () => {
    expect((await audit({ config: server.parts.config, secrets: server.parts.secrets })).differences).toEqual([]);
  });
});
