import { expect, it } from "vitest";
import { call, sign, startServer, type Client } from "../harness.ts";
import { founder, join, newWallet, reasonOf, remove } from "../people.ts";
import { tracesOf } from "./traces.ts";

type Prepared = {
  typed_data: { primaryType: string; message: { actor: string; deadline: string } };
  primary_type: string;
  nonce: string;
  deadline: string;
  object_id: string;
};

const templates: Record<string, string> = {};
const server = await startServer();
const ada = await founder(server, "ada@example.com");
for (const custody of [true, false]) {
  const body = { name: `custody ${custody}`, custody };
  templates[String(custody)] = (await sign<{ id: string }>(server, ada, "POST", "/templates", { body })).body.id;
}
const made = await sign<{ key: string }>(server, ada, "POST", "/api-keys", { body: { name: "users" } });
const key = { headers: { "x-api-key": made.body.key }, wallet: newWallet(), log: ada.log };

const prepare = (body: object, { headers }: Pick<Client, "headers"> = ada) =>
  call<Prepared>(server, "POST", "/ebus/prepare", { headers, body });
const execute = (body: object, { headers }: Pick<Client, "headers"> = ada) =>
  call<{ object: { id: string; version: number } }>(server, "POST", "/ebus/execute", { headers, body });

it.each([true, false])("returns what a wallet signs, for both shapes of an action, custody %s", async (custody) => {
  const kinds = custody ? ["Mint", "Transfer"] : ["Issue", "Assign"];
  const id = `o-${custody}`;
  const actions = [
    { mint: { template_id: templates[String(custody)]!, id, properties: { é: [1.5, null] } } },
    { set_attributes: { id, properties: { n: 1 } } },
    { transfer: { id, to: `0x${"AB".repeat(20)}` } },
  ];
  for (const [i, action] of actions.entries()) {
    const { body, status } = await prepare({ action });
    expect([status, body.primary_type]).toEqual([200, [kinds[0], "SetAttributes", kinds[1]][i]]);
    const signature = await ada.wallet.signTypedData(body.typed_data as never);
    const { nonce, deadline, primary_type: primaryType } = body;
    const auth = { account: ada.wallet.address, signature: signature.toUpperCase().replace("0X", "0x") };
    // The signature covers all of these members: with another one, the action is refused.
    const others: readonly object[] = [
      { action, nonce: "1", deadline, auth },
      { action, nonce, deadline: String(Number(deadline) + 1), auth },
      { action, nonce, deadline, auth: { ...auth, signature: `0x${"11".repeat(65)}` } },
    ];
    const before = tracesOf(server);
    for (const other of others) expect((await execute(other)).status).toBe(401);
    const foreign = { action, nonce, deadline, auth: { ...auth, account: newWallet().address } };
    expect(reasonOf(await execute(foreign))).toBe("403 foreign_signer");
    expect((await execute(foreign, key)).status).toBe(401);
    expect(tracesOf(server)).toEqual(before);
    const done = await execute({ action, nonce, deadline, auth });
    expect(done).toMatchObject({ status: 200, body: { object: { id, version: i + 1 } } });
    const typed = { primaryType, message: body.typed_data.message, signature };
    expect((await execute(typed)).body).toEqual(done.body);
  }
});

it("returns a new object id, the account and the deadline", async () => {
  const mint = { template_id: templates["true"]! };
  const [first, second] = [await prepare({ action: { mint } }), await prepare({ action: { mint } })];
  expect(first.body.object_id).toMatch(/^obj_[0-9a-f]{32}$/);
  expect(second.body.object_id).not.toBe(first.body.object_id);
  expect(first.body.deadline).toBe(String(server.clock.now / 1_000 + 300));
  const later = await prepare({ action: { mint }, account: key.wallet.address, deadline_after: 60 }, key);
  expect(later.body.typed_data.message).toMatchObject({
    actor: key.wallet.address.toLowerCase(),
    deadline: String(server.clock.now / 1_000 + 60),
  });
});

it("refuses actions that nobody can sign, and names the field", async () => {
  const mint = { template_id: templates["true"]! };
  const id = "o-true";
  const bad: readonly (readonly [string, object, Pick<Client, "headers">?])[] = [
    ["400 no_account", { action: { mint } }, key],
    ["400 malformed", {}],
    ["400 malformed", { action: {} }],
    ["400 malformed", { action: { mint, burn: { id } } }],
    ["400 malformed", { action: { mint: { ...mint, id: "a/b" } } }],
    ["400 malformed", { action: { mint }, account: "ada" }],
    ["400 malformed", { action: { mint }, deadline_after: 0 }],
    ["400 malformed", { action: { mint }, deadline_after: 86_401 }],
    ["400 malformed", { action: { update: { id, properties: {} } } }],
    ["400 malformed", { action: { update: { id, version: 1e300, properties: {} } } }],
    ["400 malformed", { action: { update: { id, version: 1.5, properties: {} } } }],
    ["400 malformed", { action: { update: { id, version: 1, properties: { n: 1e20 } } } }],
    ["400 properties_too_long", { action: { mint: { ...mint, properties: { a: "x".repeat(20_000) } } } }],
    ["404 no_such_template", { action: { mint: { template_id: `tpl_${"0".repeat(32)}` } } }],
    ["404 not_found", { action: { burn: { id: "nothing" } } }],
  ];
  for (const [reason, body, by] of bad) {
    expect(`${JSON.stringify(body).slice(0, 80)}: ${reasonOf(await prepare(body, by ?? ada))}`).toBe(
      `${JSON.stringify(body).slice(0, 80)}: ${reason}`,
    );
  }
  const former = await join(server, ada, "bob@example.com", "owner");
  await remove(server, ada, former);
  expect(reasonOf(await prepare({ action: { burn: { id } }, account: former.wallet.address }, former))).toBe(
    "403 not_permitted",
  );
});
