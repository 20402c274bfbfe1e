import { describe, expect, it, vi } from "vitest";
import { createClient, sentAction, type Client, type Tokens } from "@anchorlog/client";
import { freePort } from "anchorlog/development";
import { GROUPS } from "../../server/src/foundation/limitGroups.ts";
import { newestCode, startServer } from "../../server/test/harness.ts";
import { clientOf, faultyNetwork, ownerOf, signIn } from "./served.ts";

const { sent, fetch: network, through, begin: beginNetwork } = faultyNetwork(() => server);
const server = await startServer();
const ada = await ownerOf(server, "ada@example.com", through());

const cutOff = () => Promise.reject(new TypeError("fetch failed"));
const lost = async (request: Request): Promise<Response> => {
  await server.heldFetch(request);
  throw new TypeError("terminated");
};
const answering =
  (status: number, headers: Record<string, string> = {}) =>
  async () =>
    Response.json({ error: { code: status, message: "not now", details: [] } }, { status, headers });
const template = (name: string) => ada.POST("/templates", { body: { name } });
/** Starts a step: records requests and waits from now on. */
const begin = (...faults: Parameters<typeof beginNetwork>): void => {
  beginNetwork(...faults);
  ada.waited.length = 0;
};

describe("a signed request", () => {
  it("whose answer is lost is sent again unchanged, and executed once", async () => {
    begin(lost, lost);
    const { data } = await template("lost");
    const actions = sent.map(({ headers }) => headers.get("anchorlog-action"));
    expect(actions).toHaveLength(3);
    expect(new Set(actions).size).toBe(1);
    const all: string[] = [];
    for await (const { name, id } of ada.list("/templates")) if (name === "lost") all.push(id);
    expect(all).toEqual([data.id]);
  });

  it("whose answer breaks off is sent again", async () => {
    const broken = new ReadableStream({ start: (to) => to.error(new TypeError("terminated")) });
    begin(async () => new Response(broken, { status: 201 }));
    await template("broken off");
    expect(sent).toHaveLength(2);
  });

  it.each([429, 502, 503, 504])("is sent again after a %i, at the time that the answer names", async (status) => {
    begin(answering(status, { "retry-after": "7" }), answering(status));
    await template(`after ${status}`);
    expect(sent).toHaveLength(3);
    expect(ada.waited[0]).toBe(7_000);
    expect(ada.waited[1]).toBeGreaterThan(0);
    expect(ada.waited[1]).toBeLessThan(1_000);
  });

  it("is not sent again after a final refusal, or if the wait is too long", async () => {
    for (const refusal of [answering(500), answering(409), answering(503, { "retry-after": "61" })]) {
      begin(refusal);
      await expect(template("refused")).rejects.toMatchObject({ name: "PlatformError", message: "not now" });
      expect([sent.length, ada.waited]).toEqual([1, []]);
    }
    begin(answering(429, { "retry-after": "3600" }));
    await expect(template("limited")).rejects.toMatchObject({ status: 429, retryAfter: 3_600 });
  });

  it("without an answer is given up after all tries, and can be repeated from the error", async () => {
    begin(lost, cutOff, cutOff, cutOff, cutOff);
    const error = (await template("late").catch((caught: unknown) => caught)) as Error;
    expect(error).toMatchObject({
      name: "PlatformError",
      reason: "unreachable",
      message: expect.stringMatching("POST /templates") as string,
    });
    expect(sent).toHaveLength(5);
    const repeat = sentAction(error);
    expect(repeat).toMatchObject({ primaryType: "HttpRequest" });
    const { data } = await ada.POST("/templates", { body: { name: "late" }, repeat });
    expect(data).toMatchObject({ name: "late", version: 1 });
    await expect(ada.POST("/templates", { body: { name: "other" }, repeat })).rejects.toMatchObject({
      code: "other_action",
    });
  });

  it("with a file is aborted and repeated like any other", async () => {
    const hasty = clientOf(server, through({ account: ada.account, tokens: ada.tokens()!, tries: 1 }));
    const upload = (more = {}) => hasty.upload(new Blob(["Row 3"], { type: "text/plain" }), 'a "seat".txt', more);
    // The client knows its organization already, so the next request is the upload.
    await hasty.POST("/templates", { body: { name: "signed before" } });
    begin(lost);
    const error = (await upload().catch((caught: unknown) => caught)) as Error;
    expect(error).toMatchObject({ reason: "unreachable" });
    const repeat = sentAction(error);
    expect(repeat).toBeDefined();
    const stored = await upload({ repeat });
    const all: string[] = [];
    for await (const { id } of hasty.list("/storage/files")) all.push(id);
    expect(all).toEqual([stored.id]);
    const ended = new AbortController();
    begin(() => {
      ended.abort(new Error("enough"));
      return new Promise(() => {});
    });
    await expect(upload({ signal: ended.signal })).rejects.toThrow("enough");
  });

  it("is not sent again after its caller aborted it", async () => {
    const ended = new AbortController();
    const end = async (): Promise<Response> => {
      ended.abort(new Error("enough"));
      throw new TypeError("aborted");
    };
    begin(end);
    const call = ada.POST("/templates", { body: { name: "ended" }, signal: ended.signal });
    await expect(call).rejects.toThrow("enough");
    expect(sent).toHaveLength(1);
    // After the abort, the wallet is not asked to sign.
    const asked = { ...ada.account, signTypedData: () => Promise.reject(new Error("asked to sign")) };
    const other = clientOf(server, through({ account: asked, tokens: ada.tokens()! }));
    await other.GET("/wallets/me");
    await expect(other.POST("/templates", { body: { name: "ended" }, signal: ended.signal })).rejects.toThrow("enough");
  });

  it("accepts a receipt after a megabyte of other content", async () => {
    begin(async (request) => {
      const response = await server.heldFetch(request);
      const body = (await response.json()) as object;
      return Response.json({ filling: "x".repeat(1_100_000), ...body }, { status: response.status });
    });
    expect((await template("long")).data.name).toBe("long");
  });
});

describe("a request without a signature", () => {
  it("is sent again only if it changes nothing", async () => {
    begin(cutOff, answering(503));
    await ada.GET("/templates");
    begin(cutOff);
    await ada.POST("/ebus/prepare", { body: { action: { burn: { id: "none" } } } }).catch(() => {});
    expect(sent).toHaveLength(2);
    begin(lost);
    await expect(ada.requestCode("ada@example.com")).rejects.toMatchObject({ reason: "unreachable" });
    expect(sent).toHaveLength(1);
    // A request refused by a limit was not executed.
    begin(answering(429));
    await ada.requestCode("ada@example.com");
    expect(sent).toHaveLength(2);
  });

  it("sends no credential to public endpoints, and follows no redirect", async () => {
    begin();
    await createClient({ url: server.parts.config.publicUrl.origin, apiKey: "alk_x", fetch: network }).operator();
    expect(sent[0]!.headers.has("x-api-key")).toBe(false);
    begin(async (request) => {
      expect(request.redirect).toBe("error");
      return server.heldFetch(request);
    });
    await ada.GET("/wallets/me");
  });
});

describe("an answer", () => {
  const never = () => new Promise<Response>(() => {});
  const trickling = async () => new Response(new ReadableStream({ start: (to) => to.enqueue(new Uint8Array(1)) }));
  const endless = async () =>
    new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(8 * 1_048_576)) }));

  it.each([
    ["does not come", never],
    ["does not end", trickling],
  ])("that %s is given up after the timeout, and requested again", async (_, fault) => {
    const hasty = clientOf(server, through({ tokens: ada.tokens()!, timeout: 0.02, tries: 2 }));
    begin(fault, fault);
    await expect(hasty.GET("/templates")).rejects.toMatchObject({
      reason: "unreachable",
      message: expect.stringContaining("longer than 0.02 s") as string,
    });
    expect(sent).toHaveLength(2);
  });

  it("over the size limit is not read to its end, nor requested again", async () => {
    begin(endless);
    await expect(ada.GET("/templates")).rejects.toMatchObject({ reason: "answer_too_long" });
    expect(sent).toHaveLength(1);
  });

  it("is no longer awaited after its caller aborted, even if `fetch` ignores the signal", async () => {
    const ended = new AbortController();
    begin(() => {
      ended.abort(new Error("enough"));
      return never();
    });
    await expect(ada.GET("/templates", { signal: ended.signal })).rejects.toThrow("enough");
  });

  it("of another program is recognized", async () => {
    begin(async () => new Response("<!doctype html>", { headers: { "content-type": "text/html" } }));
    await expect(ada.GET("/templates")).rejects.toMatchObject({
      reason: "bad_answer",
      message: expect.stringContaining("see that url is the API's") as string,
    });
  });
});

it("a failed connection is reported with the network's reason", async () => {
  for (const host of ["127.0.0.1", "localhost"]) {
    const url = `http://${host}:${await freePort(0)}`;
    await expect(createClient({ url, tries: 1 }).operator()).rejects.toMatchObject({
      reason: "unreachable",
      message: expect.stringMatching(/^no answer to GET .* from http.*: fetch failed: .*ECONNREFUSED/) as string,
    });
  }
});

describe("a path", () => {
  it.each(["", ".", ".."])("may not have the segment %j, which would lead elsewhere", async (id) => {
    begin();
    const call = ada.GET("/objects/{id}/history", { params: { path: { id } } });
    await expect(call).rejects.toMatchObject({ reason: "bad_path" });
    expect(sent).toEqual([]);
  });

  it("may not lack a parameter", async () => {
    begin();
    await expect(ada.GET("/objects/{id}", {} as never)).rejects.toMatchObject({ reason: "bad_path" });
    expect(sent).toEqual([]);
  });

  it("always stays at the API's origin", async () => {
    begin();
    const call = ada.GET("@evil.example/" as "/templates");
    await expect(call).rejects.toMatchObject({ reason: "bad_path" });
    await ada.GET("/templates", { baseUrl: "https://evil.example", redirect: "follow", fetch: cutOff });
    expect(sent.map(({ url, redirect }) => [new URL(url).origin, redirect])).toEqual([
      [server.parts.config.publicUrl.origin, "error"],
    ]);
  });
});

describe("tokens", () => {
  const inFuture = (seconds: number) => void (server.clock.now += Math.ceil(seconds * 1_000));

  it("are renewed before they expire, once for all waiting calls", async () => {
    const told: string[] = [];
    const eve = clientOf(server, through({ onTokens: ({ access_token }) => void told.push(access_token) }));
    await signIn(server, eve, "eve@example.com");
    inFuture(880);
    begin();
    await Promise.all([1, 2, 3].map(() => eve.GET("/wallets/me")));
    expect(sent.map(({ url }) => new URL(url).pathname).toSorted()).toEqual([
      "/auth/refresh-token",
      ...Array<string>(3).fill("/wallets/me"),
    ]);
    expect(told).toHaveLength(2);
    expect(eve.tokens()?.access_token).toBe(told[1]);
  });

  it("are renewed if the API refuses them, for a signed request too", async () => {
    const eve = await ownerOf(server, "eva@example.com", through());
    const { access_token, refresh_token = "" } = eve.tokens()!;
    // The client does not know when these tokens expire.
    const kept = clientOf(server, through({ account: eve.account, tokens: { access_token, refresh_token } }));
    await kept.GET("/wallets/me");
    inFuture(1_000);
    begin();
    await kept.POST("/templates", { body: { name: "renewed" } });
    expect(kept.tokens()?.refresh_token).not.toBe(refresh_token);
    // Once the session has ended, the client reports that and stops trying.
    inFuture(31 * 86_400);
    begin();
    await expect(kept.GET("/wallets/me")).rejects.toMatchObject({ status: 401 });
    expect(sent.length).toBeLessThan(4);
  });

  it("are requested again with the same refresh token if the answer to a renewal is lost", async () => {
    const eve = clientOf(server, through());
    await signIn(server, eve, "eve-of-silence@example.com");
    inFuture(880);
    const arrived = Promise.withResolvers<void>();
    begin(async (request) => {
      await server.heldFetch(request);
      arrived.resolve();
      return new Promise(() => {});
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const call = eve.GET("/wallets/me");
    await arrived.promise;
    vi.advanceTimersByTime(4_000);
    expect((await call).response.status).toBe(200);
    vi.useRealTimers();
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual([
      "/auth/refresh-token",
      "/auth/refresh-token",
      "/wallets/me",
    ]);
  });

  it("are invalid after their client has signed out, for every client", async () => {
    const eve = clientOf(server, through());
    await signIn(server, eve, "eve-who-left@example.com");
    const kept = clientOf(server, through({ tokens: eve.tokens()! }));
    await kept.GET("/wallets/me");
    await eve.signOut();
    expect(eve.tokens()).toBe(undefined);
    await expect(kept.GET("/wallets/me")).rejects.toMatchObject({ status: 401, reason: "bad_refresh_token" });
    await expect(eve.GET("/wallets/me")).rejects.toMatchObject({ status: 401, reason: "no_credential" });
    await eve.signOut();
  });

  it("that another client of the session has renewed are used, and not renewed again", async () => {
    let kept: Tokens | undefined;
    const shared = { onTokens: (tokens: Tokens) => void (kept = tokens), savedTokens: () => kept };
    const one = clientOf(server, through(shared));
    await signIn(server, one, "tabs@example.com");
    const other = clientOf(server, through({ ...shared, tokens: kept }));
    const ask = async (client: Client) => {
      begin();
      await client.GET("/wallets/me");
      return sent.map(({ url }) => new URL(url).pathname);
    };
    const [again, renewing] = ["/wallets/me", "/auth/refresh-token"];
    inFuture(880);
    expect(await ask(one)).toEqual([renewing, again]);
    inFuture(100);
    expect(await ask(other)).toEqual([again, again]);
    // Both clients slept: the first one to wake renews.
    inFuture(1_000);
    expect(await ask(other)).toEqual([again, renewing, again]);
    inFuture(1_000);
    expect(await ask(one)).toEqual([again, renewing, again]);
    expect(await ask(other)).toEqual([again]);
    // It does not use the tokens of another session.
    const bob = clientOf(server, through(shared));
    await signIn(server, bob, "bob-of-tabs@example.com");
    inFuture(1_000);
    expect((await other.GET("/wallets/me")).data.email).toBe("tabs@example.com");
  });

  it.each([429, 503])("that another client renews during a wait after %i are used", async (status) => {
    let kept: Tokens | undefined;
    const shared = { onTokens: (tokens: Tokens) => void (kept = tokens), savedTokens: () => kept };
    const one = clientOf(server, through(shared));
    await signIn(server, one, `waiting-${status}@example.com`);
    const wait = async (milliseconds: number): Promise<void> => {
      await one.GET("/wallets/me");
      inFuture(milliseconds / 1_000);
    };
    const other = clientOf(server, through({ ...shared, tokens: kept, wait }));
    inFuture(1_000);
    // A renewal answered with 503 may have succeeded, so it is not repeated after 8 s.
    begin(server.heldFetch, answering(status, { "retry-after": status === 429 ? "20" : "7" }));
    await other.GET("/wallets/me");
    expect(other.tokens()).toEqual(kept);
    expect(sent.filter(({ url }) => url.endsWith("/auth/refresh-token"))).toHaveLength(2);
    inFuture(1_000);
    await one.GET("/wallets/me");
  });

  it("are not renewed again after the time at which a second renewal would end the session", async () => {
    const eve = clientOf(server, through({ wait: async (milliseconds) => inFuture(milliseconds / 1_000) }));
    await signIn(server, eve, "eve-of-proxies@example.com");
    inFuture(880);
    const done = async (request: Request, headers: Record<string, string>): Promise<Response> => {
      await server.heldFetch(request);
      return answering(504, headers)();
    };
    begin((request) => done(request, { "retry-after": "20" }));
    await expect(eve.GET("/wallets/me")).rejects.toMatchObject({ status: 504, retryAfter: 20 });
    expect(sent).toHaveLength(1);
    // A wait may take longer than planned, for example if the machine sleeps.
    const sleepy = clientOf(server, through({ tokens: eve.tokens()!, wait: async () => inFuture(9) }));
    inFuture(20);
    begin(server.heldFetch, lost);
    await expect(sleepy.GET("/wallets/me")).rejects.toMatchObject({ reason: "unreachable" });
    expect(sent).toHaveLength(2);
    // A request refused by a limit was not executed, however long ago it was.
    const limited = clientOf(server, through({ wait: async (milliseconds) => inFuture(milliseconds / 1_000) }));
    await signIn(server, limited, "limited@example.com");
    inFuture(880);
    begin(answering(429, { "retry-after": "20" }), lost);
    await limited.GET("/wallets/me");
    expect(sent).toHaveLength(4);
  });

  it("set during a renewal are kept: they may belong to another account", async () => {
    const eve = clientOf(server, through());
    await signIn(server, eve, "evelyn@example.com");
    inFuture(880);
    await eve.requestCode("mallory@example.com");
    const code = await newestCode(server, "mallory@example.com");
    // The renewal is answered after another account has signed in.
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    begin(async (request) => {
      const response = await server.heldFetch(request);
      await held;
      return response;
    });
    const call = eve.GET("/wallets/me");
    await eve.signIn("mallory@example.com", code);
    answer();
    await call;
    expect((await eve.GET("/wallets/me")).data.email).toBe("mallory@example.com");
  });

  it("are no longer awaited after the caller aborted", async () => {
    const eve = clientOf(server, through());
    await signIn(server, eve, "eva2@example.com");
    inFuture(880);
    const ended = new AbortController();
    begin(() => {
      ended.abort(new Error("enough"));
      return new Promise(() => {});
    });
    await expect(eve.GET("/wallets/me", { signal: ended.signal })).rejects.toThrow("enough");
  });

  it("without a refresh token, and API keys, are refused without a retry", async () => {
    const { access_token } = ada.tokens()!;
    for (const credential of [{ tokens: { access_token } }, { apiKey: "alk_none" }]) {
      begin();
      await expect(clientOf(server, through(credential)).GET("/wallets/me")).rejects.toMatchObject({ status: 401 });
      expect(sent).toHaveLength(1);
    }
  });
});

it("waits for the end of a rate limit of the API", async () => {
  const limited = await startServer({}, { groups: GROUPS });
  const waits: number[] = [];
  const bob = await ownerOf(limited, "bob@example.com", {
    wait: async (milliseconds) => {
      waits.push(milliseconds);
      limited.clock.now += milliseconds;
    },
  });
  await Promise.all(Array.from({ length: 12 }, (_, n) => bob.POST("/templates", { body: { name: `t-${n}` } })));
  expect(waits.length).toBeGreaterThan(0);
  expect((await bob.GET("/templates")).data.items).toHaveLength(12);
});
