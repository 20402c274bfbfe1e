import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Hex } from "viem";
import { describe, expect, it } from "vitest";
import { fromHex, toHex } from "anchorlog";
import { privateKeySigner } from "anchorlog/action";
import { parseBundle, parseTrust, type TrustedOperator } from "anchorlog/verify/bundle";
import { decodeEntry } from "anchorlog/log";
import { atEnd } from "../../test/ends.ts";
import { startServer } from "../../server/test/harness.ts";
import { startRegistries } from "./registry.ts";
import { clientOf, describedBy, newWallet, ownerOf } from "./served.ts";

const chain = await startRegistries();
const rpc = chain.rpc;
const server = await startServer();
const ada = await ownerOf(server, "ada@example.com");
chain.register(server, newWallet().address);
const { data: deeds } = await ada.POST("/templates", { body: { name: "deed", custody: true } });
const body = await ada.prepare({ mint: { id: "held", template_id: deeds.id } });
const actionId = (await ada.POST("/ebus/execute", { body })).data.action_id;

const other = newWallet().address.toLowerCase() as Hex;

describe.each(["a node of the chain", "the operator's keys"])("proofs that are judged with %s", (by) => {
  const options = () => (by === "the operator's keys" ? {} : { rpc });

  it.each<[string, Partial<TrustedOperator>]>([
    ["operator", { operator: other }],
    ["registry", { registry: other }],
    ["chain", { chainId: 1 }],
  ])("must be of the pinned %s", async (_, changed) => {
    const mistrusting = clientOf(server, { tokens: ada.tokens()!, operator: { ...server.trusted, ...changed } });
    const refusal = { reason: "other_operator" };
    await expect(mistrusting.prove(actionId, options())).rejects.toMatchObject(refusal);
    await expect(mistrusting.holder("held", options())).rejects.toMatchObject(refusal);
    const trusting = clientOf(server, { tokens: ada.tokens()! });
    expect(await trusting.prove(actionId, options())).toMatchObject({ state: "promised" });
    const holder = ada.account.address.toLowerCase();
    expect(await trusting.holder("held", options())).toMatchObject({ holder, state: "promised" });
  });
});

describe("a node of the chain", () => {
  it("confirms an operator once and stores it, and refuses one that the registry contradicts", async () => {
    const { registry, operator } = server.trusted;
    const kept: TrustedOperator[] = [];
    const given = { tokens: ada.tokens()!, account: ada.account, operator: undefined };
    const sign = (more: object) =>
      clientOf(server, { ...given, ...more }).sign("Transfer", { objectId: "held", holder: other });
    await sign({ rpc, registry, onOperator: (known: TrustedOperator) => kept.push(known) });
    expect(kept).toEqual([server.trusted]);
    await sign({ operator: kept[0] });
    const { receiptKeys, ...named } = chain.registered.get(operator)!;
    for (const [asked, entry] of [
      [
        { rpc, registry: other },
        { receiptKeys, ...named },
      ],
      [
        { rpc, registry },
        { receiptKeys: [newWallet().address], ...named },
      ],
      [
        { rpc, registry },
        { receiptKeys, ...named, name: "Another" },
      ],
    ] as const) {
      chain.registered.set(operator, entry);
      await expect(sign(asked)).rejects.toMatchObject({ reason: "unconfirmed" });
    }
    chain.registered.set(operator, { receiptKeys, ...named });
  });

  it("that fails does not make a proof invalid", async () => {
    const trusting = clientOf(server, { tokens: ada.tokens()! });
    chain.state.isFailing = true;
    atEnd(() => (chain.state.isFailing = false));
    await expect(trusting.prove(actionId, { rpc })).rejects.toMatchObject({
      reason: "rpc_unavailable",
      message: expect.stringContaining("cannot be judged") as string,
    });
  });

  it("that fails is asked again while a proof is awaited", async () => {
    // The node answers again as soon as the client waits for it.
    const wait = async () => void (chain.state.isFailing = false);
    const trusting = clientOf(server, { tokens: ada.tokens()!, wait });
    chain.state.isFailing = true;
    atEnd(() => (chain.state.isFailing = false));
    const away = trusting.holder("held", { rpc, until: "anchored", within: 0 });
    await expect(away).rejects.toMatchObject({ reason: "rpc_unavailable" });
    const waiting = trusting.prove(actionId, { rpc, until: "anchored", within: 1 });
    await expect(waiting).rejects.toMatchObject({ reason: "not_yet" });
    expect(chain.state.isFailing).toBe(false);
    const gone = trusting.prove(actionId, { rpc: "http://127.0.0.1:1", until: "anchored", within: 0 });
    await expect(gone).rejects.toMatchObject({ code: "chain_unavailable" });
  });

  it("is asked about an unreleased registry only if the operator was pinned", async () => {
    const read = (name: string) =>
      readFileSync(new URL(`../../test/vectors/bundles/v1/${name}`, import.meta.url), "utf8");
    const text = read("anchored.json");
    const { operator, entry, inclusion } = parseBundle(text);
    const trusted = parseTrust(read("trust.json"));
    const { chainId, registry } = trusted;
    const key = privateKeySigner(`0x${"5e".repeat(32)}`);
    const own = { ...trusted, receiptKey: key.address.toLowerCase() as Hex };
    const { name, version } = operator;
    const said = await describedBy(key, own, { domain: { name, version, chainId, verifyingContract: registry } });
    const receiptKeys = [trusted.receiptKey, own.receiptKey];
    chain.registered.set(own.operator, { name, version, receiptKeys, anchored: inclusion!.checkpoint });
    const digest = toHex(decodeEntry(fromHex(entry)).digest).slice(2);
    const id = `act_${digest.slice(0, 32)}`;
    const api = async (request: Request) => {
      const isAbout = new URL(request.url).pathname === "/.well-known/anchorlog";
      return new Response(isAbout ? JSON.stringify(said) : text, { headers: { "content-type": "application/json" } });
    };
    const keeping = clientOf(server, { operator: own, fetch: api });
    expect(await keeping.prove(id, { rpc })).toMatchObject({ state: "anchored" });
    // The id of the last of the 4,000 actions that one request may have.
    const last = createHash("sha256").update(`${digest} 3999`).digest("hex").slice(0, 32);
    expect(await keeping.prove(`act_${last}`, { rpc })).toMatchObject({ state: "anchored" });
    const believing = clientOf(server, { operator: undefined, fetch: api });
    await expect(believing.prove(id, { rpc })).rejects.toMatchObject({ reason: "unknown_registry" });
    // Knowing one registry says nothing about another.
    const elsewhere = clientOf(server, { operator: { ...own, registry: other }, fetch: api });
    await expect(elsewhere.prove(id, { rpc })).rejects.toMatchObject({ reason: "other_operator" });
  });
});
