import { beforeAll, describe, expect, it } from "vitest";
import { fromHex, toHex, type Receipt } from "anchorlog";
import type { SignedAction } from "anchorlog/action";
import { decodeEntry } from "anchorlog/log";
import { NOBODY, objectKeyFor, type KindName } from "../../src/objects/kinds.ts";
import { call, sign, startServer, type Client, type TestServer } from "../harness.ts";
import { ENGINES, environmentOf } from "../engines.ts";
import { founder, join, newWallet, reasonOf, type Person } from "../people.ts";
import { audit } from "../../src/main/replay/commands.ts";
import { interruptNext, interrupted } from "./interrupted.ts";
import { typedAction } from "./typed.ts";

type Shown = { id: string; owner: string; version: number; state: string; moved_to: string | null; state_hash: string };
type Done = { action_id: string; object: Shown; x_receipt: Receipt };
type Me = { organization: { log_id: string; successor_log_id: string | null } };

/** The logs of two organizations, old and next. The issuer of both is the same person; so is the holder. */
describe.each(ENGINES)("an object that moves to another log, over %s", (engine) => {
  let server: TestServer;
  let ada: Person;
  let nia: Person;
  /** A holder without an account, as a client of both organizations by their API keys. */
  let [old, next]: Client[] = [];
  const logs = { old: "", next: "" };
  const templates = { old: "", next: "" };
  let toNext: SignedAction;

  const idOf = async (by: Person, name: string, custody = true) =>
    (await sign<{ id: string }>(server, by, "POST", "/templates", { body: { name, custody } })).body.id;
  const keyOf = async (by: Person): Promise<Client> => {
    const { body } = await sign<{ key: string }>(server, by, "POST", "/api-keys", { body: { name: "holders" } });
    return { headers: { "x-api-key": body.key }, wallet: newWallet(), log: by.log };
  };
  const me = async (by: Client) => (await call<Me>(server, "GET", "/wallets/me", { headers: by.headers })).body;
  const send = (by: Client, body: unknown, path = "/ebus/execute") =>
    call<Done>(server, "POST", path, { headers: by.headers, body });
  const typed = (by: Client, kind: KindName, payload: object) => typedAction(server, by, kind, payload);
  const move = (by: Client, objectId: string, toLog: string) => typed(by, "Move", { objectId, holder: NOBODY, toLog });
  const give = (by: Client, objectId: string, to: Client) =>
    typed(by, "Transfer", { objectId, holder: to.wallet.address });
  const mint = (by: Person, kind: "Mint" | "MovedMint", objectId: string, holder: Client) => {
    const templateId = by === ada ? templates.old : templates.next;
    return typed(by, kind, { objectId, holder: holder.wallet.address, templateId, properties: "{}" });
  };
  const succeed = (by: Person, log_id: string | null, org = by.org) =>
    sign<{ log_id: string | null }>(server, by, "PUT", `/organizations/${org}/successor`, { body: { log_id } });
  const at = async (by: Client, id: string) =>
    (await call<Shown>(server, "GET", `/objects/${id}`, { headers: by.headers })).body;

  beforeAll(async () => {
    server = await startServer(await environmentOf(engine), { wrap: interrupted });
    ada = await founder(server, "ada@example.com");
    nia = await founder(server, "nia@example.com");
    old = await keyOf(ada);
    next = { ...(await keyOf(nia)), wallet: old.wallet };
    templates.old = await idOf(ada, "seat");
    templates.next = await idOf(nia, "seat");
    logs.old = (await me(ada)).organization.log_id;
    logs.next = (await me(nia)).organization.log_id;
    for (const id of ["seat-1", "seat-2", "seat-3", "seat-4"])
      expect((await send(ada, await mint(ada, "Mint", id, old))).status).toBe(200);
  });

  it("cannot move until the organization has named the successor log", async () => {
    toNext = await move(old!, "seat-1", logs.next);
    expect(reasonOf(await send(old!, toNext))).toBe("422 not_the_successor");
    const bob = await join(server, ada, "bob@example.com", "issuer");
    expect(reasonOf(await succeed(bob, logs.next))).toBe("403 not_permitted");
    expect(reasonOf(await succeed(nia, logs.next, ada.org))).toBe("404 not_found");
    expect(reasonOf(await succeed(ada, logs.old))).toBe("400 malformed");
    const named = await succeed(ada, logs.next);
    expect(named).toMatchObject({ status: 200, body: { log_id: logs.next } });
    expect((await named.repeat()).body).toEqual(named.body);
    expect((await me(old!)).organization.successor_log_id).toBe(logs.next);
    expect((await me(next!)).organization.successor_log_id).toBeNull();
  });

  it("cannot be sold or changed after that, and nothing new can be minted", async () => {
    const bo = { ...old!, wallet: newWallet() };
    const update = { objectId: "seat-1", version: "1", properties: "{}" };
    for (const [by, action] of [
      [old!, await give(old!, "seat-1", bo)],
      [old!, await typed(old!, "Update", update)],
      [old!, await typed(old!, "Burn", { objectId: "seat-1", holder: NOBODY })],
      [ada, await mint(ada, "Mint", "seat-9", old!)],
      [ada, await mint(ada, "MovedMint", "seat-9", old!)],
    ] as const) {
      expect(reasonOf(await send(by, action)), action.primaryType).toBe("409 log_succeeded");
    }
    expect((await at(ada, "seat-1")).version).toBe(1);
    const gate = `0x${"9a".repeat(20)}`;
    const redeem = await typed(old!, "Redeem", { objectId: "seat-4", holder: NOBODY, gate });
    expect((await send(old!, redeem)).body.object).toMatchObject({ state: "redeemed", moved_to: null });
  });

  it("is first minted in the other log by its issuer, once", async () => {
    const arriving = await mint(nia, "MovedMint", "seat-1", next!);
    expect(reasonOf(await send(next!, await typedAction(server, next!, "MovedMint", arriving.message.payload)))).toBe(
      "403 not_permitted",
    );
    const arrived = await call<Shown & { x_receipt: Receipt }>(server, "POST", "/objects", {
      headers: nia.headers,
      body: arriving,
    });
    const owner = next!.wallet.address.toLowerCase();
    expect(arrived).toMatchObject({ status: 201, body: { owner, state: "active", moved_to: null, version: 1 } });
    const { prior, holder, objectKey } = decodeEntry(fromHex(arrived.body.x_receipt.entry));
    expect([prior, toHex(holder), toHex(objectKey)]).toEqual([undefined, owner, objectKeyFor("seat-1")]);
    const thief = { ...next!, wallet: newWallet() };
    for (const kind of ["MovedMint", "Mint"] as const)
      expect(reasonOf(await send(nia, await mint(nia, kind, "seat-1", thief)))).toBe("409 object_exists");
    const { body } = await call<{ items: { name: string; kind: string; params: object }[] }>(
      server,
      "GET",
      "/ebus/action-logs?object_id=seat-1",
      { headers: nia.headers },
    );
    const params = { id: "seat-1", template_id: templates.next, to: owner, properties: {}, moved: true };
    expect(body.items).toMatchObject([{ name: "mint", kind: "MovedMint", params }]);
  });

  it("is moved only by its holder, only to the named log, and only in this log", async () => {
    const thief = { ...old!, wallet: newWallet() };
    expect(reasonOf(await send(thief, await move(thief, "seat-1", logs.next)))).toBe("403 not_permitted");
    expect(reasonOf(await send(ada, await move(ada, "seat-1", logs.next)))).toBe("403 not_permitted");
    expect(reasonOf(await send(old!, await move(old!, "seat-1", `0x${"0f".repeat(32)}`)))).toBe(
      "422 not_the_successor",
    );
    expect(reasonOf(await send(old!, await move(old!, "seat-1", logs.old)))).toBe("422 not_the_successor");
    // Signed for the old log, and sent to the next one: the same wallet holds the object there.
    expect(reasonOf(await send(next!, toNext))).toBe("404 unknown_log");
    const toSomebody = await typed(old!, "Move", {
      objectId: "seat-1",
      holder: old!.wallet.address,
      toLog: logs.next,
    });
    expect(reasonOf(await send(old!, toSomebody))).toBe("400 malformed");
    expect(await at(ada, "seat-1")).toMatchObject({ state: "active", version: 1 });
  });

  it("is moved once, and shows where; nobody can act on it in this log afterwards", async () => {
    const before = await at(ada, "seat-1");
    const moved = await send(old!, toNext);
    const owner = old!.wallet.address.toLowerCase();
    expect(moved).toMatchObject({
      status: 200,
      body: { object: { state: "moved", moved_to: logs.next, owner, version: 2 } },
    });
    expect(moved.body.object.state_hash).not.toBe(before.state_hash);
    const { holder } = decodeEntry(fromHex(moved.body.x_receipt.entry));
    expect(toHex(holder)).toBe(NOBODY);
    // A replay is a retry, and gets the first answer.
    expect((await send(old!, toNext)).body).toEqual(moved.body);
    expect(await at(ada, "seat-1")).toEqual(moved.body.object);
    const bo = { ...old!, wallet: newWallet() };
    for (const act of [
      await move(old!, "seat-1", logs.next),
      await give(old!, "seat-1", bo),
      await typed(old!, "Redeem", { objectId: "seat-1", holder: NOBODY, gate: NOBODY }),
    ]) {
      expect(reasonOf(await send(old!, act)), act.primaryType).toBe("409 not_active");
      // Directly to the log, without the server's own rule.
      expect(await server.parts.anchorlog.submit(act)).toMatchObject({ status: "refused", code: "not_holder" });
    }
    const found = await call<{ items: Shown[] }>(server, "GET", "/indexer/query?state=moved", { headers: ada.headers });
    expect(found.body.items.map(({ id }) => id)).toEqual(["seat-1"]);
    const sold = await send(next!, await give(next!, "seat-1", { ...bo, log: next!.log }));
    expect(sold.body.object).toMatchObject({ state: "active", owner: bo.wallet.address.toLowerCase() });
  });

  it("can also be minted and moved in DUAL's shape of an action", async () => {
    const prepare = async (by: Client, action: object) => {
      const account = by.wallet.address;
      const { body } = await call<{ typed_data: object; nonce: string; deadline: string }>(
        server,
        "POST",
        "/ebus/prepare",
        { headers: by.headers, body: { action, account } },
      );
      const { nonce, deadline } = body;
      const auth = { account, signature: await by.wallet.signTypedData(body.typed_data as never) };
      return { action, nonce, deadline, auth };
    };
    const to = old!.wallet.address;
    const arrives = { mint: { id: "seat-2", template_id: templates.next, to, moved: true } };
    const { body } = await send(nia, await prepare(nia, arrives));
    expect(body.object).toMatchObject({ id: "seat-2", owner: to.toLowerCase(), state: "active" });
    const leaves = { move: { id: "seat-2", log_id: logs.next } };
    // If the request were signed instead, the log would not contain its content.
    const signing = { ...old!, headers: old!.headers };
    expect(reasonOf(await sign(server, signing, "POST", "/ebus/execute", { body: { action: leaves } }))).toBe(
      "422 wrong_kind",
    );
    expect((await send(old!, await prepare(old!, leaves))).body.object).toMatchObject({ moved_to: logs.next });
    for (const missing of [{ id: "seat-3" }, { to }]) {
      const action = { mint: { template_id: templates.next, moved: true, ...missing } };
      expect(reasonOf(await send(nia, { action }, "/ebus/prepare"))).toBe("400 malformed");
    }
  });

  it("must have custody", async () => {
    const plain = await idOf(nia, "ticket", false);
    const payload = { objectId: "t", holder: next!.wallet.address, templateId: plain, properties: "{}" };
    expect(reasonOf(await send(nia, await typed(nia, "MovedMint", payload)))).toBe("422 action_not_allowed");
  });

  it("is judged again if the successor changes while its action commits", async () => {
    const moving = await move(old!, "seat-3", logs.next);
    interruptNext(() => succeed(ada, null));
    expect(reasonOf(await send(old!, moving))).toBe("422 not_the_successor");
    const bo = { ...old!, wallet: newWallet() };
    interruptNext(() => succeed(ada, logs.next));
    expect(reasonOf(await send(old!, await give(old!, "seat-3", bo)))).toBe("409 log_succeeded");
    await succeed(ada, null);
    interruptNext(() => succeed(ada, logs.next));
    expect(reasonOf(await send(ada, await mint(ada, "Mint", "seat-9", old!)))).toBe("409 log_succeeded");
    expect(await at(ada, "seat-3")).toMatchObject({ state: "active", version: 1 });
    expect((await send(old!, moving)).body.object).toMatchObject({ state: "moved", moved_to: logs.next });
  });

  it("leaves tables that match a replay of the log", async () => {
    expect((await audit({ config: server.parts.config, secrets: server.parts.secrets })).differences).toEqual([]);
  });
});
