import { connect } from "node:net";
import { once } from "node:events";
import express, { type Express, type Request as Request_, type Response as Response_ } from "express";
import Fastify from "fastify";
import { beforeEach, describe, expect, it } from "vitest";
import { AnchorlogError } from "anchorlog";
import type { SignedAction } from "anchorlog";
import { createSignedFetch, webActions, type ActionRecipient } from "anchorlog/http";
import { carriedAction, fastifyActions, fastifyUploads, nodeActions, nodeUploads } from "anchorlog/http/node";
import { listen } from "../listening.ts";
import { closing } from "../ends.ts";
import { keys, NOW, openTestOperator, operator, signAction, wallets } from "../operator.ts";
import { MADE_UP, ROUTES, SERVERS, sendRaw, startServer, type Answer } from "./servers.ts";

const authority = "api.example";
const account = wallets[0]!;
const signing = {
  account,
  operator,
  log: "a.example",
  authority,
  receiptKey: keys.receiptKey.address,
  readReceipt: "later",
  clock: () => NOW,
} as const;
const JSON_TYPE = { "content-type": "application/json" };

const errors: unknown[] = [];
const onError = (error: unknown): void => void errors.push(error);
let nonce = 1_000;

const test = await openTestOperator(undefined, undefined, { onError });
beforeEach(() => void (errors.length = 0));

/** The test fails if the handler rejects. */
const handler =
  (handle: (request: Request_, response: Response_) => Promise<void>) =>
  (request: Request_, response: Response_): void =>
    void handle(request, response);

type Options = Partial<Parameters<typeof nodeActions>[0]>;
const gateOf = (options: Options = {}): ReturnType<typeof nodeActions> =>
  nodeActions({ anchorlog: test.anchorlog, authority, onError, ...options });

async function serve(build: (app: Express) => void): Promise<string> {
  const app = express();
  build(app);
  return (await listen(app)).url;
}

const signedFetch = (url: string, options: object = {}): ReturnType<typeof createSignedFetch> =>
  createSignedFetch({ ...signing, origins: [url], ...options });
const voteFor = (fields: object = {}): Promise<SignedAction> =>
  signAction(account, "a.example", nonce++, { kind: "Vote", payload: { yes: true }, ...fields });
const post = (url: string, body: unknown, method = "POST"): Promise<Response> =>
  fetch(url, { method, headers: JSON_TYPE, body: JSON.stringify(body) });
const reasonOf = async (response: Response): Promise<string> => {
  const { error, status, submission } = (await response.json()) as Answer;
  return `${response.status} ${error?.details[0]?.reason ?? submission?.status ?? status}`;
};

describe.each(SERVERS)("%s", (kind) => {
  it("accepts an action only at routes of its kind, whether new or copied from a bundle", async () => {
    const server = await startServer(kind, test.anchorlog, { authority, onError });
    const paths = [...Object.keys(ROUTES), "/objects/42"];
    const fieldsOf: Record<string, object> = {
      Vote: { kind: "Vote", payload: { yes: true } },
      Ask: { kind: "Ask", payload: { objectKey: `0x${"0b".repeat(32)}` } },
    };
    for (const primaryType of ["Transfer", "Vote", "Ask", "HttpRequest"]) {
      const isRoute = (path: string): boolean => (ROUTES[path] ?? ["HttpRequest"]).includes(primaryType);
      const used = nonce++;
      const action = await signAction(account, "a.example", used, fieldsOf[primaryType]);
      const send = (path: string): Promise<Response> =>
        primaryType === "HttpRequest"
          ? signedFetch(server.url)(server.url + path, { method: "POST" }, { nonce: `${BigInt(used)}` })
          : post(server.url + path, action);
      // A new action is refused at other routes, accepted at its own route, and then still refused at other routes.
      const elsewhere = paths.filter((path) => !isRoute(path));
      const own = paths.filter(isRoute);
      const all = async (of: string[]): Promise<string[]> =>
        Promise.all(of.map(async (path) => reasonOf(await send(path))));
      const refused = elsewhere.map((path) => (path in ROUTES ? "400 misplaced_action" : "401 missing_action"));
      expect(await all(elsewhere), primaryType).toEqual(refused);
      for (const [i, path] of own.entries()) {
        expect(await reasonOf(await send(path)), path).toBe(i === 0 ? "201 accepted" : "200 retry");
      }
      expect(await all(elsewhere), primaryType).toEqual(refused);
    }
  });
});

describe("a handler", () => {
  it("deletes nothing for a stranger with an action from a bundle, and nothing twice", async () => {
    let deleted = 0;
    const url = await serve((app) => {
      app.use(gateOf());
      app.delete(
        "/objects/42",
        handler(async (request, response) => {
          const carried = carriedAction(request, ["HttpRequest"]);
          const outcome = carried.status === "new" ? await carried.submit() : carried;
          if (outcome.status === "accepted") deleted++;
          response.json({ status: outcome.status });
        }),
      );
    });
    const vote = await voteFor();
    expect(await test.anchorlog.submitMany([vote])).toMatchObject([{ status: "accepted" }]);
    expect(await reasonOf(await post(`${url}/objects/42`, vote, "DELETE"))).toBe("401 missing_action");
    expect(deleted).toBe(0);
    const repeat = { nonce: `${BigInt(nonce++)}` } as const;
    for (const status of ["accepted", "retry", "retry"]) {
      const response = await signedFetch(url)(`${url}/objects/42`, { method: "DELETE" }, repeat);
      expect(await response.json()).toEqual({ status });
    }
    expect(deleted).toBe(1);
  });

  it("gets a retry's action and receipt, so that it can repeat the first answer", async () => {
    const url = await serve((app) => {
      app.use(gateOf());
      app.put(
        "/objects/42",
        handler(async (request, response) => {
          const carried = carriedAction(request, ["HttpRequest"]);
          const outcome = carried.status === "new" ? await carried.submit() : carried;
          if (!("action" in carried && (outcome.status === "accepted" || outcome.status === "retry"))) {
            response.status(500).end();
            return;
          }
          const { log, index, receipt } = outcome.status === "accepted" ? outcome.accepted : outcome.submission;
          response.json({ target: carried.action.message.payload["target"], log, index, receipt });
        }),
      );
    });
    const repeat = { nonce: `${BigInt(nonce++)}` } as const;
    const answers = [];
    for (let i = 0; i < 2; i++) {
      const response = await signedFetch(url)(`${url}/objects/42`, { method: "PUT" }, repeat);
      answers.push(await response.json());
    }
    expect(answers[0]).toMatchObject({ target: "/objects/42", log: "a.example", receipt: { key: expect.anything() } });
    expect(answers[1]).toEqual(answers[0]);
  });

  it("gets one of three simultaneous requests as new; the others get the same receipt", async () => {
    const url = await serve((app) => {
      app.post(
        "/votes",
        gateOf({ kinds: ["Vote"] }),
        handler(async (request, response) => {
          const carried = carriedAction(request, ["Vote"]);
          const outcome = carried.status === "new" ? await carried.submit() : carried;
          response.json("answer" in outcome ? outcome.answer.body : outcome.accepted);
        }),
      );
    });
    const vote = await voteFor();
    const answers = await Promise.all([1, 2, 3].map(async () => (await post(`${url}/votes`, vote)).json()));
    const receipts = answers.map((answer) => (answer as { receipt: unknown }).receipt);
    expect(receipts[1]).toEqual(receipts[0]);
    expect(receipts[2]).toEqual(receipts[0]);
    expect(answers.map((answer) => (answer as { status: string }).status).sort()).toEqual([
      "accepted",
      "retry",
      "retry",
    ]);
  });

  it("gets no action without naming the kinds that it accepts", () => {
    for (const kinds of [undefined, [], "Vote"]) {
      expect(() => carriedAction({}, kinds as string[])).toThrow(expect.objectContaining({ code: "bad_kinds" }));
    }
    expect(carriedAction({}, ["Vote"])).toMatchObject({ status: "missing", answer: { status: 401 } });
  });

  it("passes the errors of statements and store to onError, and hides them from the client", async () => {
    const url = await serve((app) => {
      app.post(
        "/:what",
        gateOf({ kinds: ["Vote"] }),
        handler(async (request, response) => {
          const carried = carriedAction(request, ["Vote"]);
          if (carried.status !== "new") throw new Error(carried.status);
          const outcome = await carried.submit({ effects: [{ sql: "INSERT INTO secret_table VALUES (1)" }] });
          if (outcome.status !== "refused") throw new Error(outcome.status);
          expect(outcome).toMatchObject({ code: "effect_broken", message: expect.not.stringMatching(/secret/) });
          response.status(outcome.answer.status).json(outcome.answer.body);
        }),
      );
    });
    const refused = await post(`${url}/effects`, await voteFor());
    const text = await refused.text();
    expect([refused.status, text.includes("effect_broken"), /secret|sqlite|table/i.test(text)]).toEqual([
      500,
      true,
      false,
    ]);
    expect(errors.pop()).toMatchObject({
      code: "effect_broken",
      message: expect.stringMatching(/secret_table/),
      details: { log: "a.example", statement: 0 },
    });
    const words = Object.assign(new Error("password authentication failed for user postgres at 10.0.0.7"));
    for (const broken of ["verify", "submitMany"] as const) {
      const anchorlog = { ...test.anchorlog, [broken]: () => Promise.reject(words) };
      const url = await serve((app) => {
        app.post(
          "/",
          gateOf({ anchorlog, kinds: ["Vote"] }),
          handler(async (request, response) => {
            const carried = carriedAction(request, ["Vote"]);
            if (carried.status !== "new") throw new Error(carried.status);
            const outcome = await carried.submit();
            if (outcome.status !== "failed") throw new Error(outcome.status);
            response.status(outcome.answer.status).json(outcome.answer.body);
          }),
        );
      });
      const response = await post(url, await voteFor());
      expect([broken, response.status, /postgres|10\.0/.test(await response.text())]).toEqual([broken, 500, false]);
      expect(errors.pop()).toBe(words);
    }
  });
});

describe("a statement that changes no row", () => {
  const stale = { code: "version_conflict", message: "version: somebody was faster", status: 412 };

  /** Submits with options of any form. Returns the answer and the result that the handler saw. */
  const submitWith = async (options: object): Promise<[Response, unknown]> => {
    let heard: unknown;
    const url = await serve((app) => {
      app.post(
        "/",
        gateOf({ kinds: ["Vote"] }),
        handler(async (request, response) => {
          const carried = carriedAction(request, ["Vote"]);
          if (carried.status !== "new") throw new Error(carried.status);
          const outcome = await carried.submit(options);
          if (outcome.status === "accepted") throw new Error("it was accepted");
          heard = outcome;
          response.status(outcome.answer.status).json(outcome.answer.body);
        }),
      );
    });
    return [await post(url, await voteFor()), heard];
  };
  const none = { sql: "SELECT 1 WHERE 0", expect: 1 };

  it("is answered with the server's refusal, or as a conflict", async () => {
    const { status: _, ...bare } = stale;
    for (const [refusal, status] of [
      [stale, 412],
      [bare, 409],
    ] as const) {
      const [response, heard] = await submitWith({ effects: [{ ...none, refusal }] });
      expect(heard).toMatchObject({ status: "refused", code: "effect_failed", message: stale.message, refusal });
      expect([response.status, await response.json()]).toEqual([
        status,
        { error: { code: status, message: stale.message, details: [{ field: "document", reason: stale.code }] } },
      ]);
    }
    expect(await reasonOf((await submitWith({ effects: [none] }))[0])).toBe("409 effect_failed");
    expect(errors).toEqual([]);
  });

  it("is not skipped because of a misspelt option", async () => {
    for (const options of [{ effect: [none] }, { effects: [none], atomic: true }, { effects: none }]) {
      const [response, heard] = await submitWith(options);
      expect(await reasonOf(response)).toBe("500 internal_error");
      expect(heard).toMatchObject({
        status: "failed",
        error: { code: expect.stringMatching(/^bad_(option|effect)$/) },
      });
      expect(errors.pop()).toBe((heard as { error: unknown }).error);
    }
  });
});

describe("no request reaches a handler", () => {
  const reach = async (options: Options, send: (url: string) => Promise<Response>): Promise<[string, number]> => {
    let reached = 0;
    const url = await serve((app) => {
      app.use(gateOf(options));
      app.use((_, response) => {
        reached++;
        response.json({ status: "reached" });
      });
    });
    return [await reasonOf(await send(url)), reached];
  };

  it("with a made-up signature, a passed deadline, or a used nonce", async () => {
    const made = (url: string) => fetch(url, { method: "POST", headers: { "Anchorlog-Action": MADE_UP } });
    expect(await reach({}, made)).toEqual(["401 signature_mismatch", 0]);
    const signed =
      (options: object, repeat = {}) =>
      (url: string) =>
        signedFetch(url, options)(`${url}/x`, { method: "POST" }, repeat);
    expect(await reach({}, signed({ clock: () => 0 }))).toEqual(["401 deadline_passed", 0]);
    expect(await reach({}, signed({ deadlineAfter: 90_000 }))).toEqual(["400 deadline_too_far", 0]);
    const vote = await voteFor();
    await test.anchorlog.submitMany([vote]);
    expect(await reach({}, signed({}, { nonce: vote.message.nonce }))).toEqual(["409 nonce_used", 0]);
    expect(await reach({}, signed({}))).toEqual(["200 reached", 1]);
  });

  it("with an act on an object that another account holds, even if that changed meanwhile", async () => {
    const hand = (objectId: string, to = wallets[1]!) =>
      signAction(account, "a.example", nonce++, {
        kind: "Hand",
        payload: { objectId, holder: to.address.toLowerCase() },
      });
    const [sold, again] = [await hand("seat 1"), await hand("seat 1")];
    const sending = (action: SignedAction) => (url: string) => post(url, action);
    const kinds = ["Hand"];
    expect(await reach({ kinds }, sending(sold))).toEqual(["200 reached", 1]);
    await test.anchorlog.submitMany([sold]);
    expect(await reach({ kinds }, sending(again))).toEqual(["409 not_holder", 0]);
    // A retry of an action that was carried out is answered.
    expect(await reach({ kinds }, sending(sold))).toEqual(["200 reached", 1]);
    const url = await serve((app) => {
      app.use(gateOf({ kinds }));
      app.use(
        handler(async (request, response) => {
          const carried = carriedAction(request, kinds);
          if (carried.status !== "new") throw new Error(carried.status);
          const [first] = await test.anchorlog.submitMany([await hand("seat 2", account), await hand("seat 2")]);
          expect(first).toMatchObject({ status: "accepted" });
          const outcome = await carried.submit();
          response.status("answer" in outcome ? outcome.answer.status : 201);
          response.json("answer" in outcome ? outcome.answer.body : {});
        }),
      );
    });
    const lost = await hand("seat 2");
    expect(await reasonOf(await post(url, lost))).toBe("409 not_holder");
  });

  it("while the store is unreachable; the client learns of that, but of no other failure", async () => {
    for (const [code, reason] of [
      ["store_failed", "503 store_failed"],
      ["bad_option", "500 internal_error"],
    ] as const) {
      const verify = () => Promise.reject(new AnchorlogError(code, "connect ECONNREFUSED 10.0.0.7"));
      const send = (url: string) => signedFetch(url)(url, { method: "POST" });
      expect(await reach({ anchorlog: { ...test.anchorlog, verify } }, send)).toEqual([reason, 0]);
      expect(errors.pop()).toMatchObject({ code });
    }
  });

  it("with a verdict that is not explicitly valid", async () => {
    const verdicts: unknown[] = [
      undefined,
      null,
      true,
      "valid",
      {},
      { verdict: "Valid", isRetry: false },
      { verdict: "valid" },
    ];
    for (const verdict of verdicts) {
      const anchorlog = { ...test.anchorlog, verify: async () => verdict } as unknown as ActionRecipient;
      const send = (url: string) => signedFetch(url)(url, { method: "POST" });
      expect(await reach({ anchorlog }, send), JSON.stringify(verdict)).toEqual(["500 internal_error", 0]);
      expect(errors.pop()).toBeDefined();
    }
    const silent = { verdict: "indeterminate", code: "chain_unavailable", message: "https://node/key=1" };
    const anchorlog = { ...test.anchorlog, verify: async () => silent } as unknown as ActionRecipient;
    const send = (url: string) => signedFetch(url)(url, { method: "POST" });
    expect(await reach({ anchorlog }, send)).toEqual(["503 chain_unavailable", 0]);
  });

  it("through a gate without a recipient, or with unknown kinds", () => {
    const bad = expect.objectContaining({ code: "bad_gate" }) as Error;
    for (const anchorlog of [undefined, null, {}, { verify: () => true }]) {
      expect(() => gateOf({ anchorlog: anchorlog as never })).toThrow(bad);
    }
    for (const kinds of [[], ["Veto"], ["Vote", "vote"]]) expect(() => gateOf({ kinds })).toThrow(bad);
    for (const size of [0, -1, Number.NaN, 1.5]) expect(() => gateOf({ maxBodyBytes: size })).toThrow(bad);
    expect(() => gateOf({ kinds: "Vote" as never })).toThrow(bad);
    expect(() => gateOf({ bodyTimeout: 2 ** 31 })).toThrow(bad);
    const misspelt = { isRequird: () => true } as object;
    expect(() => gateOf(misspelt)).toThrow(/the gate has no option isRequird/);
    for (const gate of [webActions, nodeActions, nodeUploads, fastifyActions, fastifyUploads]) {
      expect(() => gate(undefined as never)).toThrow(/the gate takes an object of options, not undefined/);
      // A framework calls the function itself, if it was given that: `register(fastifyActions, options)`.
      expect(() => gate({ ready: () => {} } as never)).toThrow(/the gate has no operator.*\n.*nodeActions\(\{/);
    }
    for (const name of ["", "API.example", "https://api.example", undefined]) {
      expect(() => gateOf({ authority: name as string })).toThrow(expect.objectContaining({ code: "bad_authority" }));
    }
  });

  it("for an unknown log; only a valid signature gets the answer unknown_log", async () => {
    const url = await serve((app) => {
      app.post("/", gateOf({ kinds: ["Vote"] }), (_, response) => void response.json({ status: "reached" }));
    });
    const mine = await voteFor();
    const elsewhere = await signAction(account, "c.example", nonce++, { kind: "Vote", payload: { yes: true } });
    const other = (await voteFor()).signature;
    const reasons = [mine, elsewhere].map(async (vote) => reasonOf(await post(url, { ...vote, signature: other })));
    expect(await Promise.all(reasons)).toEqual(["401 signature_mismatch", "401 signature_mismatch"]);
    expect(await reasonOf(await post(url, elsewhere))).toBe("404 unknown_log");
  });

  it("after a parser has read the body, which onError reports", async () => {
    const url = await serve((app) => {
      app.use(express.json(), gateOf(), (_, response) => void response.json({ status: "reached" }));
    });
    const init = { method: "POST", headers: JSON_TYPE, body: "{}" };
    expect(await reasonOf(await signedFetch(url)(url, init))).toBe("500 internal_error");
    expect(errors).toMatchObject([{ code: "body_already_read" }]);
  });
});

describe("a gate", () => {
  it("tells a client without a signature how to authenticate", async () => {
    const url = await serve((app) => void app.use(gateOf()));
    const response = await fetch(url, { method: "POST" });
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Anchorlog"]);
    expect(
      (await fetch(url, { method: "POST", headers: { "Anchorlog-Action": "" } })).headers.has("www-authenticate"),
    ).toBe(false);
  });

  it("recognizes that an earlier gate has judged, even if a parser read the body in between", async () => {
    let judged = 0;
    const verify: ActionRecipient["verify"] = (action) => {
      judged++;
      return test.anchorlog.verify(action);
    };
    const anchorlog = { ...test.anchorlog, verify };
    const url = await serve((app) => {
      app.use(gateOf({ anchorlog, kinds: ["HttpRequest", "Vote"] }), express.json());
      app.post("/votes", gateOf({ anchorlog, kinds: ["Vote"] }));
      app.post("/objects", gateOf({ anchorlog }));
      app.use((request, response) => void response.json({ status: Object.keys(request.body as object).join() }));
    });
    const init = { method: "POST", headers: JSON_TYPE, body: '{"a":1}' };
    expect(await reasonOf(await post(`${url}/votes`, await voteFor()))).toBe("200 primaryType,message,signature");
    expect(await reasonOf(await post(`${url}/objects`, await voteFor()))).toBe("400 misplaced_action");
    expect(await reasonOf(await signedFetch(url)(`${url}/objects`, init))).toBe("200 a");
    expect(await reasonOf(await signedFetch(url)(`${url}/votes`, init))).toBe("400 misplaced_action");
    expect(judged).toBe(4);
  });

  it("accepts the signed path if a proxy strips a prefix", async () => {
    const url = await serve((app) => {
      app.use(gateOf({ target: (received) => `/v1${received}` }), (request, response) => {
        const carried = carriedAction(request, ["HttpRequest"]);
        response.json({ status: carried.status === "new" ? carried.action.message.payload["target"] : carried.status });
      });
    });
    // The proxy's rewriting.
    const strip = (request: Request) => fetch(new Request(request.url.replace("/v1", ""), request));
    const response = await signedFetch(url, { fetch: strip })(`${url}/v1/a?b=%2F`, { method: "POST" });
    expect(await response.json()).toEqual({ status: "/v1/a?b=%2F" });
    expect((await signedFetch(url)(`${url}/a?b=%2F`, { method: "POST" })).status).toBe(401);
  });

  it("passes Fastify's route to isRequired, for any spelling of the path", async () => {
    const app = Fastify({
      routerOptions: { caseSensitive: false, ignoreDuplicateSlashes: true, ignoreTrailingSlash: true },
    });
    const routes = new Set<unknown>();
    const isRequired = ({ route }: { route: string | undefined }): boolean => {
      routes.add(route);
      return route !== "/hooks/:name";
    };
    await app.register(fastifyActions({ anchorlog: test.anchorlog, authority, onError, isRequired }));
    app.post("/api/objects", async () => ({ status: "reached" }));
    app.post("/hooks/:name", async () => ({ status: "reached" }));
    const url = await closing(app).listen({ host: "127.0.0.1", port: 0 });
    const send = async (target: string): Promise<string> => {
      const { status, body } = await sendRaw(url, { method: "POST", target, headers: [], body: Buffer.alloc(0) });
      return `${status} ${body.error?.details[0]?.reason ?? body.status}`;
    };
    for (const target of [
      "/api/objects",
      "/API/objects",
      "/%61pi/objects",
      "//api//objects",
      `${url}/api/objects`,
      "/no",
    ]) {
      expect(await send(target), target).toBe("401 missing_action");
    }
    expect(await send("/HOOKS/a")).toBe("200 reached");
    expect(routes).toEqual(new Set(["/api/objects", "/hooks/:name", undefined]));
  });

  it("requires at least the default if no route is known, and more if isRequired asks for it", async () => {
    const isRequired = ({ method, route }: { method: string; route: string | undefined }): boolean =>
      method === "GET" || route?.startsWith("/api/") === true;
    const url = await serve((app) => {
      app.use(gateOf({ isRequired }), (_, response) => void response.json({ status: "reached" }));
    });
    expect(await reasonOf(await fetch(`${url}/API/x`, { method: "POST" }))).toBe("401 missing_action");
    expect(await reasonOf(await fetch(`${url}/API/x`))).toBe("401 missing_action");
    expect((await fetch(`${url}/API/x`, { method: "HEAD" })).status).toBe(200);
  });

  it("drops a request whose sender has disconnected", async () => {
    let [refused, reached] = [0, 0];
    const requestId = (): string => `${++refused}`;
    const url = await serve((app) => {
      app.use(gateOf({ requestId }), (_, response) => {
        reached++;
        response.end();
      });
    });
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.end(`POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\nAnchorlog-Action: ${MADE_UP}\r\n\r\nabc`);
    await expect.poll(() => refused).toBe(1);
    expect([reached, errors]).toEqual([0, []]);
    socket.destroy();
  });

  it("answers 500 if an option's function throws, on node:http as well", async () => {
    const broken = (): never => {
      throw new Error("no such rule");
    };
    for (const options of [{ isRequired: broken }, { target: broken }, { requestId: broken }]) {
      const gate = gateOf(options);
      const server = await listen((request, response) => gate(request, response, () => void response.end("{}")));
      const headers: Record<string, string> = "isRequired" in options ? {} : { "Anchorlog-Action": MADE_UP };
      expect((await fetch(server.url, { method: "POST", headers })).status).toBe(500);
      expect(errors.pop()).toMatchObject({ message: "no such rule" });
    }
    const named = gateOf({ isRequired: broken, requestId: () => "request-8" });
    const server = await listen((request, response) => named(request, response, () => void response.end("{}")));
    const answer = await fetch(server.url, { method: "POST" });
    expect([answer.status, await answer.json()]).toMatchObject([500, { x_request_id: "request-8" }]);
    expect(errors.pop()).toMatchObject({ message: "no such rule" });
  });
});

describe("before the body is read", () => {
  /** Sends only the headers, and returns the status of the answer. */
  const statusOf = async (url: string, head: string[], body = ""): Promise<string> => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write(`${["POST / HTTP/1.1", "Host: a", ...head].join("\r\n")}\r\n\r\n${body}`);
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
    while (!text.includes("\r\n\r\n")) await once(socket, "data");
    socket.destroy();
    return `${text.split(" ")[1]} ${/"reason":"([a-z_]+)"/.exec(text)?.[1]}`;
  };
  const digest = `Content-Digest: sha-256=:${"A".repeat(43)}=:`;

  it("the headers are judged, including the signature if there is a Content-Digest", async () => {
    const url = await serve((app) => void app.use(gateOf()));
    const LONG = "Content-Length: 1000000";
    for (const [head, expected] of [
      [[LONG], "401 missing_action"],
      [["Transfer-Encoding: chunked"], "401 missing_action"],
      [[LONG, "Content-Type: application/json"], "401 missing_action"],
      [[LONG, "Anchorlog-Action: log=:AA:"], "400 malformed"],
      [[LONG, `Anchorlog-Action: ${MADE_UP}`, digest], "401 signature_mismatch"],
      [[LONG, `Anchorlog-Action: ${MADE_UP}`, "Content-Digest: sha-256=:AA==:"], "400 malformed"],
      [[LONG, `Anchorlog-Action: ${MADE_UP}`, "Content-Encoding: gzip"], "415 content_coded"],
      [["Content-Length: 1048577", `Anchorlog-Action: ${MADE_UP}`], "413 body_too_large"],
    ] as const) {
      expect(await statusOf(url, [...head]), head.join()).toBe(expected);
    }
    const votes = await serve((app) => void app.use(gateOf({ kinds: ["Vote"] })));
    expect(await statusOf(votes, [LONG, "Content-Type: text/plain"])).toBe("401 missing_action");
    expect(await statusOf(votes, [LONG, `Anchorlog-Action: ${MADE_UP}`])).toBe("400 misplaced_action");
  });

  it("all unjudged bodies together are bounded in memory, and each in time", async () => {
    const gate = { maxBodyBytes: 100_000, maxUnjudgedBytes: 300_000 };
    const url = await serve((app) => {
      app.use(gateOf(gate), (_, response) => void response.json({ status: "reached" }));
    });
    const unsigned = ["Content-Length: 90000", `Anchorlog-Action: ${MADE_UP}`];
    const sockets = Array.from({ length: 12 }, () => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => undefined);
      socket.write(`${["POST / HTTP/1.1", "Host: a", ...unsigned].join("\r\n")}\r\n\r\n${"a".repeat(80_000)}`);
      return socket;
    });
    let busy = 0;
    for (const socket of sockets) socket.on("data", (chunk: Buffer) => (busy += chunk.includes("too_busy") ? 1 : 0));
    // Room for three bodies of 80,000 bytes. Since room is reserved in advance, only two may fit.
    await expect.poll(() => busy).toBeGreaterThanOrEqual(9);
    for (const socket of sockets) socket.destroy();
    // Their memory is free again. A request with a signed digest of its content needs no memory for it.
    const body = new Uint8Array(90_000);
    const send = async (): Promise<string> => reasonOf(await signedFetch(url)(url, { method: "POST", body }));
    expect(await send()).toBe("200 reached");
    const headers = { "Anchorlog-Action": MADE_UP };
    await expect
      .poll(async () => reasonOf(await fetch(url, { method: "POST", headers, body })))
      .toBe("401 signature_mismatch");
    const hasty = await serve((app) => void app.use(gateOf({ ...gate, bodyTimeout: 50 })));
    expect(await statusOf(hasty, unsigned, "a")).toBe("408 body_timeout");
  });
});
