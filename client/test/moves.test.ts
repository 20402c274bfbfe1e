import { describe, expect, it } from "vitest";
import { NOBODY, toHex } from "anchorlog/action";
import type { ProveOptions } from "@anchorlog/client";
import { startServer } from "../../server/test/harness.ts";
import { startRegistries } from "./registry.ts";
import { clientOf, newWallet, ownerOf } from "./served.ts";

type Owner = Awaited<ReturnType<typeof ownerOf>>;

const wallet = newWallet();
const address = wallet.address.toLowerCase() as `0x${string}`;
/** The kinds that the holder has signed. */
const signed: string[] = [];
const account = {
  ...wallet,
  signTypedData: (data: Parameters<typeof wallet.signTypedData>[0]) => {
    signed.push(data.primaryType);
    return wallet.signTypedData(data);
  },
} as typeof wallet;
const templates = new Map<Owner, string>();

const chain = await startRegistries();
const server = await startServer();
chain.register(server);
/** Issuers: ada in the old log, nia in the next one, and eve in her own. */
const [ada, nia, eve] = [
  await ownerOf(server, "ada@example.com"),
  await ownerOf(server, "nia@example.com"),
  await ownerOf(server, "eve@example.com"),
];
/** Makes an issuer's template, and returns the holder's client of its log. */
async function clientWith(by: Owner): Promise<ReturnType<typeof clientOf>> {
  const { data: key } = await by.POST("/api-keys", { body: { name: "holders" } });
  templates.set(by, (await by.POST("/templates", { body: { name: "seat", custody: true } })).data.id);
  return clientOf(server, { apiKey: key.key, account });
}
const [old, next, foreign] = [await clientWith(ada), await clientWith(nia), await clientWith(eve)];

async function mint(by: Owner, kind: "Mint" | "MovedMint", objectId: string, holder = address): Promise<void> {
  const body = await by.sign(kind, { objectId, holder, templateId: templates.get(by)!, properties: "{}" });
  await by.POST("/objects", { body });
}

const issuer = () => nia.account.address;
/** The options of the latest request for a proof. */
let asked: ProveOptions = {};
/** A client of another log that treats every proof as final, since no proof becomes final on this chain. */
const final = (client: typeof next) => ({
  GET: client.GET,
  prove: (id: string, options: ProveOptions = {}) => {
    asked = options;
    return client.prove(id);
  },
});
const move = (objectId: string, more: object = {}) =>
  old.move(objectId, { to: final(next), rpc: chain.rpc, issuer: issuer(), ...more });

describe("a move to another log", () => {
  it("is signed only by the `move` call, which judges it first", async () => {
    await mint(ada, "Mint", "seat-1");
    const { organization } = (await next.GET("/wallets/me")).data;
    const payload = { objectId: "seat-1", holder: toHex(NOBODY), toLog: organization.log_id as `0x${string}` };
    await expect(old.sign("Move", payload)).rejects.toMatchObject({ reason: "bad_option" });
    const action = { move: { id: "seat-1", log_id: organization.log_id } };
    await expect(old.prepare(action)).rejects.toMatchObject({ reason: "bad_option" });
    expect(signed).toEqual([]);
  });

  it("is not signed unless the object's first act there is its issuer's mint to this account", async () => {
    for (const id of ["sold", "stranger", "plain", "again"]) await mint(ada, "Mint", id);
    const refusal = (why: RegExp) => ({ reason: "not_minted", message: expect.stringMatching(why) as string });
    await expect(move("sold")).rejects.toMatchObject(refusal(/it is not there/));
    await mint(nia, "MovedMint", "sold", newWallet().address.toLowerCase() as typeof address);
    await expect(move("sold")).rejects.toMatchObject(refusal(/it is to 0x/));
    await mint(nia, "MovedMint", "stranger");
    await expect(move("stranger", { issuer: ada.account.address })).rejects.toMatchObject(refusal(/it is by 0x/));
    // The issuer in this log must be the issuer in the other one, unless the caller names another.
    await expect(move("stranger", { issuer: undefined })).rejects.toMatchObject(refusal(/it is by 0x/));
    await mint(nia, "Mint", "plain");
    await expect(move("plain")).rejects.toMatchObject(refusal(/it is a Mint/));
    // A moved object cannot move to the log that it is in.
    await mint(ada, "MovedMint", "here");
    const itself = { to: final(old), issuer: undefined };
    await expect(move("here", itself)).rejects.toMatchObject(refusal(/it is in the same log/));
    expect(signed).toEqual([]);
  });

  it("is not signed if the other API shows anything but the object's first act", async () => {
    await mint(nia, "MovedMint", "again");
    const { data } = await next.GET("/objects/{id}/history", { params: { path: { id: "stranger" } } });
    const other = { prove: () => next.prove(data.items[0]!.id), GET: next.GET };
    await expect(move("again", { to: other })).rejects.toMatchObject({ reason: "other_proof" });
    const body = await nia.sign("SetAttributes", { objectId: "again", properties: '{"n":1}' });
    await expect(nia.POST("/ebus/execute", { body })).rejects.toMatchObject({ reason: "not_permitted" });
    const later = await next.sign("Transfer", { objectId: "again", holder: address });
    const { action_id } = (await next.POST("/ebus/execute", { body: later })).data;
    const behind = { prove: () => next.prove(action_id), GET: next.GET };
    await expect(move("again", { to: behind })).rejects.toMatchObject({ reason: "other_proof" });
    // Another organization's log of the same operator has an object with the same name.
    await mint(eve, "MovedMint", "again");
    const { log_name: log } = (await next.GET("/wallets/me")).data.organization;
    const elsewhere = { to: final(foreign), issuer: eve.account.address, log };
    await expect(move("again", elsewhere)).rejects.toMatchObject({ reason: "other_proof" });
    expect(signed).toEqual(["Transfer"]);
  });

  it("is not signed before the mint is final on chain", async () => {
    const early = old.move("again", { to: next, rpc: chain.rpc, issuer: issuer(), within: 0 });
    await expect(early).rejects.toMatchObject({ reason: "not_yet" });
    const away = old.move("again", { to: final(next), rpc: "http://127.0.0.1:1", issuer: issuer() });
    await expect(away).rejects.toMatchObject({ code: "chain_unavailable" });
    expect(signed).toEqual(["Transfer"]);
  });

  it("is signed and sent after the mint is final, and returns both mints", async () => {
    await mint(nia, "MovedMint", "seat-1");
    await expect(move("seat-1", { within: 7 })).rejects.toMatchObject({ status: 422, reason: "not_the_successor" });
    expect(asked).toMatchObject({ until: "final", rpc: chain.rpc, within: 7 });
    const [{ organization: here }, { organization: there }] = [
      (await ada.GET("/wallets/me")).data,
      (await next.GET("/wallets/me")).data,
    ];
    const params = { path: { id: here.id } };
    await ada.PUT("/organizations/{id}/successor", { params, body: { log_id: there.log_id } });
    signed.length = 0;
    const { object, action_id, mint: first, arrival } = await move("seat-1");
    expect(object).toMatchObject({ state: "moved", moved_to: there.log_id, owner: address });
    expect(signed).toEqual(["Move"]);
    expect([first, arrival].map(({ bundle }) => [bundle.log, bundle.action.primaryType])).toEqual([
      [here.log_name, "Mint"],
      [there.log_name, "MovedMint"],
    ]);
    expect((await old.prove(action_id)).bundle.action.primaryType).toBe("Move");
    expect(await old.holder("seat-1")).toMatchObject({ holder: toHex(NOBODY) });
    expect(await next.holder("seat-1")).toMatchObject({ holder: address });
    await expect(move("seat-1")).rejects.toMatchObject({ status: 409, reason: "not_active" });
  });

  it("is refused for objects without custody", async () => {
    await ada.PUT("/organizations/{id}/successor", {
      params: { path: { id: (await ada.GET("/wallets/me")).data.organization.id } },
      body: { log_id: null },
    });
    const { data: template } = await ada.POST("/templates", { body: { name: "ticket" } });
    await ada.POST("/objects", { body: { id: "ticket", template_id: template.id } });
    await expect(move("ticket")).rejects.toMatchObject({ reason: "no_custody" });
  });
});
