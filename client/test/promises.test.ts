import { describe, expect, it } from "vitest";
import { sentAction } from "@anchorlog/client";
import type { SentAction } from "anchorlog/http";
import { fromHex, type Hex } from "anchorlog";
import { privateKeySigner, randomNonce } from "anchorlog/action";
import { signReceipt, type Receipt } from "anchorlog/log/receipt";
import { startServer } from "../../server/test/harness.ts";
import { clientOf, newWallet, ownerOf } from "./served.ts";

/** Changes the JSON of an answer before the client gets it. */
let change: (path: string, body: Record<string, never>) => unknown = (_, body) => body;
const relay = async (request: Request): Promise<Response> => {
  const response = await server.heldFetch(request);
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get("content-type")?.startsWith("application/json") === true;
  const changed = isJson
    ? JSON.stringify(await change(new URL(request.url).pathname, JSON.parse(text) as never))
    : text;
  return new Response(changed, { status, headers: { "content-type": headers.get("content-type") ?? "" } });
};
const server = await startServer();
const ada = await ownerOf(server, "ada@example.com", { fetch: relay });
await ada.POST("/templates", { body: { name: "deed", custody: true } });

/** Calls while answers are changed. */
async function under<T>(changing: typeof change, call: () => Promise<T>): Promise<T> {
  change = changing;
  try {
    return await call();
  } finally {
    change = (_, body) => body;
  }
}

const deed = async (): Promise<string> => (await ada.GET("/templates")).data.items.at(-1)!.id;
const minted = async (id: string): Promise<string> => {
  const body = await ada.prepare({ mint: { id, template_id: await deed() } });
  return (await ada.POST("/ebus/execute", { body })).data.action_id;
};

describe("a receipt", () => {
  const withoutReceipt = (_: string, { x_receipt: _receipt, ...body }: Record<string, never>) => body;

  it("must not be missing for a request, an action, or an action of a batch", async () => {
    const missing = { code: "no_receipt" };
    await expect(under(withoutReceipt, () => ada.POST("/templates", { body: { name: "a" } }))).rejects.toMatchObject(
      missing,
    );
    const mint = async (id: string) => ada.prepare({ mint: { id, template_id: await deed() } });
    const body = await mint("a");
    await expect(under(withoutReceipt, () => ada.POST("/ebus/execute", { body }))).rejects.toMatchObject(missing);
    const actions = [await mint("b"), await mint("c")];
    const second = (_: string, { items }: Record<string, Record<string, never>[]>) => ({
      items: items![1] === undefined ? items : [items![0], withoutReceipt("", items![1])],
    });
    const batch = () => ada.POST("/ebus/actions/batch", { body: { actions } });
    await expect(under(second as never, batch)).rejects.toMatchObject(missing);
    // The action remains executed: a retry returns the receipts.
    expect((await batch()).data.items).toHaveLength(2);
  });

  it("of another action is refused", async () => {
    const template_id = await deed();
    const [one, other] = await Promise.all(["d", "e"].map((id) => ada.prepare({ mint: { id, template_id } })));
    const { data } = await ada.POST("/ebus/execute", { body: one! });
    const swapped = (_: string, body: object) => ({ ...body, x_receipt: data.x_receipt });
    const call = () => ada.POST("/ebus/execute", { body: other! });
    await expect(under(swapped as never, call)).rejects.toMatchObject({ code: "entry_mismatch" });
  });

  it("cannot be replaced by a refusal that comes with the result", async () => {
    const body = await ada.prepare({ mint: { id: "refused", template_id: await deed() } });
    const beside = (_: string, answer: Record<string, never>) =>
      withoutReceipt("", { ...answer, error: { code: 409 } } as never);
    const call = () => ada.POST("/ebus/execute", { body });
    await expect(under(beside as never, call)).rejects.toMatchObject({ code: "no_receipt" });
    const each = (path: string, answer: { items: Record<string, never>[] }) =>
      path === "/ebus/actions/batch" ? { items: answer.items.map((item) => beside("", item)) } : answer;
    const batch = () => ada.POST("/ebus/actions/batch", { body: { actions: [body] } });
    await expect(under(each as never, batch)).rejects.toMatchObject({ code: "no_receipt" });
    const more = (path: string, answer: { items: object[] }) =>
      path === "/ebus/actions/batch" ? { items: [...answer.items, ...answer.items] } : answer;
    await expect(under(more as never, batch)).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it("of a repeated action has the date of the first answer", async () => {
    const carry = clientOf(server, { tokens: ada.tokens()!, account: ada.account });
    const signed = await ada.prepare({ mint: { id: "sent-again", template_id: await deed() } });
    const kept = JSON.parse(JSON.stringify({ signed, sent: sentAction(signed) })) as {
      signed: typeof signed;
      sent: SentAction;
    };
    const { data } = await carry.POST("/ebus/execute", { body: kept.signed });
    server.clock.now += 310_000;
    // The same client knows when it first sent the action. Another client gets that time as an option.
    expect((await carry.POST("/ebus/execute", { body: kept.signed })).data).toEqual(data);
    const fresh = clientOf(server, { tokens: ada.tokens()!, account: ada.account });
    const again = (repeat?: SentAction) => fresh.POST("/ebus/execute", { body: { ...kept.signed }, repeat });
    await expect(again()).rejects.toMatchObject({ code: "receipt_misdated" });
    expect((await again(kept.sent)).data).toEqual(data);
    const { data: batch } = await fresh.POST("/ebus/actions/batch", {
      body: { actions: [{ ...kept.signed }] },
      repeat: kept.sent,
    });
    expect(batch.items).toMatchObject([{ action_id: data.action_id }]);
    await expect(again({ ...kept.sent, digest: `0x${"00".repeat(32)}` })).rejects.toMatchObject({
      reason: "other_action",
    });
    // In DUAL's shape as well.
    const mint = { id: "sent-again-2", template_id: await deed(), to: ada.account.address.toLowerCase() };
    const { message, signature } = await ada.prepare({ mint });
    const { nonce, deadline } = message;
    const dual = {
      action: { mint },
      nonce,
      deadline,
      auth: { account: ada.account.address, signature },
    };
    const first = await carry.POST("/ebus/execute", { body: dual });
    server.clock.now += 310_000;
    expect((await carry.POST("/ebus/execute", { body: dual })).data).toEqual(first.data);
  });

  it("must come with the id of its own action", async () => {
    const other = await minted("named");
    const renaming = (path: string, answer: Record<string, object>) => {
      if (path === "/ebus/execute") return { ...answer, action_id: other };
      if (path !== "/ebus/actions/batch") return answer;
      return { ...answer, items: (answer["items"] as object[]).map((item) => ({ ...item, action_id: other })) };
    };
    const other_action = { reason: "other_action" };
    const body = await ada.prepare({ mint: { id: "n1", template_id: await deed() } });
    const { data: plain } = await ada.POST("/templates", { body: { name: "plain" } });
    const action = { mint: { id: "n2", template_id: plain.id } };
    const calls: (() => Promise<unknown>)[] = [
      () => ada.POST("/ebus/execute", { body }),
      () => ada.POST("/ebus/actions/batch", { body: { actions: [body] } }),
      () => ada.POST("/ebus/execute", { body: { action } }),
      () => ada.POST("/ebus/actions/batch", { body: { actions: [{ mint: { ...action.mint, id: "n3" } }] } }),
    ];
    for (const call of calls) await expect(under(renaming as never, call)).rejects.toMatchObject(other_action);
  });

  it("of another key than the stored one is refused", async () => {
    const stranger = privateKeySigner(`0x${"5e".repeat(32)}`);
    const resigning = async (_path: string, answer: object) => {
      const { x_receipt } = answer as { x_receipt?: Receipt };
      if (x_receipt === undefined) return answer;
      return { ...answer, x_receipt: await signReceipt(server.trusted, fromHex(x_receipt.entry), stranger) };
    };
    const call = () => ada.POST("/templates", { body: { name: "f" } });
    await expect(under(resigning as never, call)).rejects.toMatchObject({ code: "receipt_key_mismatch" });
  });
});

describe("a typed action that the API prepares", () => {
  const offering = (payload: object, primary_type?: string) => (path: string, body: Record<string, never>) => {
    if (path !== "/ebus/prepare") return body;
    const { message } = body["typed_data"]!;
    const typed_data = { message: { payload: { ...(message as { payload: object }).payload, ...payload } } };
    return { ...body, typed_data, ...(primary_type && { primary_type }) };
  };

  it.each([
    ["another receiver", { holder: newWallet().address.toLowerCase() }, undefined],
    ["another object", { objectId: "another" }, undefined],
    ["other properties", { properties: '{"seat":{"extra":2,"row":1},"zone":"a"}' }, undefined],
    ["malformed properties", { properties: "{" }, undefined],
    ["properties with a repeated member", { properties: '{"seat":{"row":2,"row":1},"zone":"a"}' }, undefined],
    ["properties in another order", { properties: '{"zone":"a","seat":{"row":1}}' }, undefined],
    ["properties in another spelling", { properties: '{"seat":{"row":1.0},"zone":"a"}' }, undefined],
    ["a missing member", { templateId: undefined }, undefined],
    ["another kind", {}, "Burn"],
  ])("is not signed if it has %s", async (_, payload, kind) => {
    const action = { mint: { id: "offered", template_id: await deed(), properties: { zone: "a", seat: { row: 1 } } } };
    const prepare = () => ada.prepare(action);
    await expect(under(offering(payload, kind), prepare)).rejects.toMatchObject({ reason: "other_action" });
    const properties = '{"seat":{"row":1},"zone":"a"}';
    expect(await prepare()).toMatchObject({ primaryType: "Mint", message: { payload: { properties } } });
  });

  it("is not signed if JSON cannot express the requested action", async () => {
    for (const seats of [NaN, [undefined]]) {
      const action = { mint: { id: "offered", template_id: await deed(), properties: { seats } } };
      await expect(ada.prepare(action)).rejects.toMatchObject({ reason: "other_action" });
      const none = () => ada.prepare(action);
      await expect(under(offering({ properties: '{"seats":[]}' }), none)).rejects.toMatchObject({
        reason: "other_action",
      });
    }
  });

  it("is signed if members are undefined: JSON leaves them out", async () => {
    const mint = {
      id: "left-out",
      template_id: await deed(),
      to: undefined,
      properties: { zone: "a", row: undefined },
    };
    const action = { transfer: undefined, mint } as object as Parameters<typeof ada.prepare>[0];
    const holder = ada.account.address.toLowerCase();
    const signed = await ada.prepare(action);
    expect(signed.message.payload).toMatchObject({ holder, properties: '{"zone":"a"}' });
    // The same in DUAL's shape: the receipt belongs to the signed action.
    const { nonce, deadline } = signed.message;
    const body = { action, nonce, deadline, auth: { account: ada.account.address, signature: signed.signature } };
    expect((await ada.POST("/ebus/execute", { body })).data.object.owner).toBe(holder);
  });
});

describe("a proof", () => {
  it("is verified with the keys of the receipts, and awaited", async () => {
    const id = await minted("proven");
    const promised = await ada.prove(id);
    expect(promised).toMatchObject({ state: "promised", bundle: { action: { primaryType: "Mint" } } });
    expect(ada.waited).toEqual([]);
    let looks = 0;
    const patient = clientOf(server, {
      tokens: ada.tokens()!,
      wait: async () => {
        if (++looks > 3) throw new Error("it is not included");
        if (looks < 2) return;
        await server.parts.anchorlog.closeBatches();
        await server.parts.anchorlog.checkpoint();
      },
    });
    expect(await patient.prove(id, { until: "included" })).toMatchObject({ state: "included" });
    expect(looks).toBe(2);
    const early = await minted("early");
    await expect(ada.prove(early, { until: "included", within: 3 })).rejects.toMatchObject({ reason: "not_yet" });
    expect(ada.waited).toEqual([1_000, 1_000, 1_000]);
    // If the machine sleeps during the wait, the time is up when it wakes.
    const sleepy = clientOf(server, {
      tokens: ada.tokens()!,
      wait: async () => void (server.clock.now += 60_000),
    });
    await expect(sleepy.prove(early, { until: "included", within: 100 })).rejects.toMatchObject({ reason: "not_yet" });
  });

  it("is requested at growing intervals: other readers share the rate limit", async () => {
    const id = await minted("looked-for");
    const { data: key } = await ada.POST("/api-keys", { body: { name: "reader" } });
    const waits: number[] = [];
    const wait = async (milliseconds: number): Promise<void> => {
      waits.push(milliseconds);
      server.clock.now += milliseconds;
    };
    const reader = clientOf(server, { apiKey: key.key, wait });
    await expect(reader.prove(id, { until: "included", within: 600 })).rejects.toMatchObject({ reason: "not_yet" });
    expect(waits.slice(0, 3)).toEqual([1_000, 1_000, 1_000]);
    expect(waits.reduce((sum, one) => sum + one)).toBe(600_000);
    expect(Math.max(...waits)).toBe(15_000);
    expect(waits.length).toBeLessThan(60);
  });

  it.each([{ until: "final" }, { until: "anchored" }, { until: "finally", rpc: "http://x" }, { within: NaN }] as const)(
    "is refused with options that would wait in vain or forever: %j",
    async (options) => {
      await expect(ada.prove("act_1", options as object)).rejects.toMatchObject({ reason: "bad_option" });
    },
  );

  it("must be of the requested action", async () => {
    const [one, other] = [await minted("one"), await minted("other")];
    const { text } = await ada.prove(one);
    const swapped = (path: string, body: object) => (path.endsWith("/proof") ? (JSON.parse(text) as object) : body);
    await expect(under(swapped as never, () => ada.prove(other))).rejects.toMatchObject({ reason: "other_proof" });
    const forged = (path: string, body: Record<string, object>) =>
      path.endsWith("/proof")
        ? { ...body, receipt: { ...body["receipt"], key: newWallet().address.toLowerCase() } }
        : body;
    await expect(under(forged as never, () => ada.prove(one))).rejects.toMatchObject({ reason: "receipt_mismatch" });
  });

  it("covers each action that one request asked for", async () => {
    const { data: template } = await ada.POST("/templates", { body: { name: "many" } });
    const actions = ["m1", "m2"].map((id) => ({ mint: { id, template_id: template.id } }));
    const { data } = await ada.POST("/ebus/actions/batch", { body: { actions } });
    for (const { action_id } of data.items) {
      expect((await ada.prove(action_id!)).bundle.action.primaryType).toBe("HttpRequest");
    }
  });

  it("is refused by a client that trusts other keys", async () => {
    const id = await minted("foreign");
    const operator = { ...server.trusted, receiptKey: newWallet().address.toLowerCase() as Hex };
    const foreign = clientOf(server, { operator, tokens: ada.tokens()! });
    await expect(foreign.prove(id)).rejects.toMatchObject({ reason: "unknown_receipt_key" });
  });
});

describe("the holder of an object", () => {
  const newest = (text: string) => (path: string, body: object) =>
    path.endsWith("/proof") ? (JSON.parse(text) as object) : body;

  it("is requested from the log, verified, and awaited", async () => {
    await minted("held");
    const friend = newWallet().address.toLowerCase() as `0x${string}`;
    const me = ada.account.address.toLowerCase();
    const first = await ada.holder("held");
    expect(first).toMatchObject({ holder: me, state: "promised", bundle: { action: { primaryType: "Ask" } } });
    expect([first.prior, first.at]).toEqual([first.index - 1, server.clock.now]);
    const patient = clientOf(server, {
      tokens: ada.tokens()!,
      wait: async () => {
        // By the time it is included, another minute has begun.
        server.clock.now += 60_000;
        await server.parts.anchorlog.closeBatches();
        await server.parts.anchorlog.checkpoint();
      },
    });
    const included = await patient.holder("held", { until: "included" });
    expect([included.state, included.index]).toEqual(["included", first.index]);
    await ada.POST("/ebus/execute", { body: await ada.sign("Transfer", { objectId: "held", holder: friend }) });
    expect(await ada.holder("held")).toMatchObject({ holder: friend, prior: first.index + 1 });
  });

  it("is not taken from proofs of other objects, older proofs, or objects without custody", async () => {
    await minted("x");
    await minted("y");
    const { text } = await ada.holder("x");
    const swapped = newest(text) as never;
    await expect(under(swapped, () => ada.holder("y"))).rejects.toMatchObject({ reason: "other_proof" });
    // The same name in another organization's log.
    const eve = await ownerOf(server, "eve@example.com", { fetch: relay });
    const { data: deeds } = await eve.POST("/templates", { body: { name: "deed", custody: true } });
    await eve.POST("/objects", { body: await eve.prepare({ mint: { id: "x", template_id: deeds.id } }) });
    await expect(under(swapped, () => eve.holder("x"))).rejects.toMatchObject({ reason: "other_proof" });
    server.clock.now += 300_000;
    expect(await under(swapped, () => ada.holder("x"))).toMatchObject({ holder: ada.account.address.toLowerCase() });
    server.clock.now += 60_001;
    await expect(under(swapped, () => ada.holder("x"))).rejects.toMatchObject({ reason: "stale_proof" });
    const lying = (path: string, body: Record<string, string>) =>
      path.endsWith("/proof") ? { ...body, entry: `${body["entry"]!.slice(0, -40)}${"ee".repeat(20)}` } : body;
    await expect(under(lying as never, () => ada.holder("x"))).rejects.toMatchObject({ reason: "receipt_mismatch" });
    const { data: free } = await ada.POST("/templates", { body: { name: "free" } });
    await ada.POST("/objects", { body: { id: "z", template_id: free.id } });
    await ada.POST("/ebus/execute", { body: await ada.prepare({ set_attributes: { id: "z", properties: { n: 1 } } }) });
    await expect(ada.holder("z")).rejects.toMatchObject({ reason: "no_custody" });
  });

  it("is requested with the caller's nonce: an older answer is refused", async () => {
    await minted("asked");
    const { text } = await ada.holder("asked");
    const nonce = randomNonce();
    const sold = newWallet().address;
    const body = await ada.prepare({ transfer: { id: "asked", to: sold } });
    await ada.POST("/ebus/execute", { body });
    const held = await ada.holder("asked", { nonce });
    expect(held.holder).toBe(sold.toLowerCase());
    expect(held.bundle.action).toMatchObject({ primaryType: "Ask", message: { nonce } });
    // An Ask from before the sale, and a new one.
    expect(await under(newest(text) as never, () => ada.holder("asked"))).toMatchObject({
      holder: ada.account.address.toLowerCase(),
    });
    for (const other of [text, held.text]) {
      const asking = () => ada.holder("asked", { nonce: randomNonce() });
      await expect(under(newest(other) as never, asking)).rejects.toMatchObject({ reason: "other_ask" });
    }
    for (const bad of ["", "-1", "0x1", `${1n << 256n}`])
      await expect(ada.holder("asked", { nonce: bad })).rejects.toMatchObject({ reason: "bad_option" });
  });
});
