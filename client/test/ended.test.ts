import { describe, expect, it } from "vitest";
import { sentAction } from "@anchorlog/client";
import { fromHex } from "anchorlog";
import { privateKeySigner } from "anchorlog/action";
import { signReceipt, type Receipt } from "anchorlog/log/receipt";
import { startServer } from "../../server/test/harness.ts";
import { clientOf, faultyNetwork, ownerOf } from "./served.ts";

const { sent, fetch: network, through, begin } = faultyNetwork(() => server);
const server = await startServer();
const ada = await ownerOf(server, "ada@example.com", through());

describe("a call that its caller aborts", () => {
  const never = () => new Promise<never>(() => {});
  /** Aborts a call once it waits for an answer that never comes. */
  const ended = async (call: (signal: AbortSignal, hang: () => Promise<never>) => Promise<unknown>) => {
    const end = new AbortController();
    const hang = () => {
      end.abort(new Error("enough"));
      return never();
    };
    const error = await call(end.signal, hang).then(
      () => expect.unreachable("it is done"),
      (caught: Error) => caught,
    );
    expect(error.message).toBe("enough");
    return error;
  };

  it("does not wait for the wallet, and does not send what the wallet signs later", async () => {
    let sign = (): void => {};
    const error = await ended(async (signal, hang) => {
      const asked = new Promise<void>((resolve) => (sign = resolve));
      const signTypedData: typeof ada.account.signTypedData = async (data) => {
        void hang();
        await asked;
        return ada.account.signTypedData(data);
      };
      const slow = clientOf(server, through({ account: { ...ada.account, signTypedData }, tokens: ada.tokens()! }));
      begin();
      return slow.POST("/templates", { body: { name: "signed late" }, signal });
    });
    expect(sentAction(error)).toBe(undefined);
    sign();
    await ada.GET("/wallets/me");
    expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("does not wait for the check of a receipt, and reports what was sent", async () => {
    const stranger = privateKeySigner(`0x${"5e".repeat(32)}`);
    /** A receipt by an unknown key: the client asks the API once more for its keys. */
    const of = (hang: () => Promise<never>) => {
      let asked = 0;
      const fetch = async (request: Request): Promise<Response> => {
        if (new URL(request.url).pathname === "/.well-known/anchorlog" && asked++ > 0) return hang();
        const response = await network(request);
        if (request.method !== "POST" || !response.ok) return response;
        const body = (await response.json()) as { readonly x_receipt: Receipt };
        const x_receipt = await signReceipt(server.trusted, fromHex(body.x_receipt.entry), stranger);
        return Response.json({ ...body, x_receipt }, { status: response.status });
      };
      return clientOf(server, { fetch, account: ada.account, tokens: ada.tokens()! });
    };
    begin();
    const error = await ended((signal, hang) => of(hang).POST("/templates", { body: { name: "judged" }, signal }));
    await ada.POST("/templates", { body: { name: "judged" }, repeat: sentAction(error) });
    const { data: deed } = await ada.POST("/templates", { body: { name: "deed", custody: true } });
    const body = await ada.prepare({ mint: { id: "judged", template_id: deed.id } });
    await ended((signal, hang) => of(hang).POST("/ebus/execute", { body, signal }));
  });

  it.each(["/.well-known/anchorlog", "/wallets/me", "/checkpoints"])("waits for no proof at %s", async (path) => {
    const look = (of: "holder" | "prove") =>
      ended((signal, hang) => {
        const fetch = (request: Request) => (new URL(request.url).pathname === path ? hang() : network(request));
        begin();
        return clientOf(server, { fetch, tokens: ada.tokens()! })[of]("none", { signal });
      });
    await look("holder");
    if (path !== "/wallets/me") await look("prove");
  });
});

it("each of several failed calls reports what it sent", async () => {
  const eve = await ownerOf(server, "eve-of-three@example.com", through({ tries: 1 }));
  const names = ["one", "two", "three"];
  const make = (name: string, more = {}) => eve.POST("/templates", { body: { name }, ...more });
  const refused = async (calls: Promise<unknown>[]) => {
    const outcomes = await Promise.allSettled(calls);
    return outcomes.map((outcome) =>
      outcome.status === "rejected" ? (outcome.reason as Error) : expect.unreachable(),
    );
  };
  await make("zero");
  server.clock.now += 880_000;
  begin(async () => Response.json({}, { status: 503 }));
  const unrenewed = await refused(names.map((name) => make(name)));
  expect(sent.map(({ url }) => new URL(url).pathname)).toEqual(["/auth/refresh-token"]);
  for (const error of unrenewed) expect(error).toMatchObject({ name: "PlatformError", status: 503 });
  begin();
  await eve.GET("/wallets/me");
  begin(...names.map(() => () => new Promise<Response>(() => {})));
  const ended = new AbortController();
  const calls = names.map((name) => make(`${name} more`, { signal: ended.signal }));
  await expect.poll(() => sent.length).toBe(3);
  ended.abort();
  const aborted = await refused(calls);
  for (const error of aborted) expect(error).toMatchObject({ name: "AbortError", cause: ended.signal.reason });
  begin();
  for (const [i, name] of names.entries()) {
    await make(name, { repeat: sentAction(unrenewed[i]!) });
    await make(`${name} more`, { repeat: sentAction(aborted[i]!) });
  }
  const all: string[] = [];
  for await (const { name } of eve.list("/templates")) all.push(name);
  expect(all.toSorted()).toEqual(["zero", ...names.flatMap((name) => [name, `${name} more`])].toSorted());
});
