import { connect } from "node:net";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fromHex, toHex, verifyBundle } from "anchorlog";
import { formatBundle } from "anchorlog/verify/bundle";
import { decodeEntry } from "anchorlog/log";
import { checkReceipt } from "anchorlog/log/receipt";
import { ENGINES, environmentOf } from "../engines.ts";
import { call, sign, signIn, startServer, type Answer, type Client, type TestServer } from "../harness.ts";
import { bearer, enter, founder, invite, join, newWallet, reasonOf, type Person } from "../people.ts";
import { changesNothing, holdNext, prepare, send, type Prepared } from "../requests.ts";

const HEX = "0".repeat(32);

let server: TestServer;
let people = 0;
let ada: Person;

const nameOf = async (by: Person): Promise<string> => {
  const { body } = await call<{ organization: { name: string } }>(server, "GET", "/wallets/me", by);
  return body.organization.name;
};
/** A signed request that is easy to recognize: it names the organization. */
const naming = (by: Client & { org: string }, name: string, how: Parameters<typeof prepare>[4] = {}) =>
  prepare(server, by, "PUT", `/organizations/${by.org}`, { body: { name }, ...how });
const keyed = (key: string) => ({ headers: { "idempotency-key": key } });
const apiKey = async (by: Person, permissions: readonly string[]): Promise<Client["headers"]> => {
  const { status, body } = await sign<{ key: string }>(server, by, "POST", "/api-keys", {
    body: { name: "ci", permissions },
  });
  expect(status).toBe(201);
  return { "x-api-key": body.key };
};
const refusal = (prepared: Omit<Prepared, "sent">) => changesNothing(server, () => send(server, prepared));
/** Replaces the digest by that of the current content, as an attacker would. */
const redigested = async ({ body, headers, ...prepared }: Prepared): Promise<Omit<Prepared, "sent">> => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body ?? ""));
  const field = `sha-256=:${Buffer.from(digest).toString("base64")}:`;
  return { ...prepared, body, headers: { ...headers, "content-digest": field } };
};

describe.each(ENGINES)("a signed request over %s", (engine) => {
  beforeAll(async () => {
    server = await startServer(await environmentOf(engine));
  });
  beforeEach(async () => {
    ada = await founder(server, `ada-${++people}@signed.example`);
  });

  it("is required for every write; without a signature no row changes", async () => {
    const org = `/organizations/${ada.org}`;
    const writes = [
      ["POST", "/wallets/register", { address: ada.wallet.address }],
      ["POST", "/api-keys", { name: "ci" }],
      ["DELETE", `/api-keys/key_${HEX}`],
      ["PUT", org, { name: "x" }],
      ["PATCH", `${org}/members/${ada.id}`, { role: "owner" }],
      ["DELETE", `${org}/members/${ada.id}`],
      ["POST", `${org}/invitations`, { email: "x@signed.example", role: "owner" }],
      ["DELETE", `${org}/invitations/inv_${HEX}`],
    ] as const;
    for (const [method, path, body] of writes) {
      const { headers } = ada;
      expect(await changesNothing(server, () => call(server, method, path, { headers, body }))).toBe(
        "401 missing_action",
      );
      const garbled = { ...headers, "anchorlog-action": "log=:AAAA:" };
      expect(await changesNothing(server, () => call(server, method, path, { headers: garbled, body }))).toMatch(
        /^400/,
      );
    }
  });

  it("is refused if its signer has no permission", async () => {
    const reader = await join(server, ada, "reader@signed.example", "reader");
    const left = await join(server, ada, "left@signed.example", "owner");
    const other = await join(server, ada, "other@signed.example", "owner");
    expect((await sign(server, ada, "DELETE", `/organizations/${ada.org}/members/${left.id}`)).status).toBe(200);
    const eve = await founder(server, `eve-${people}@signed.example`);
    const key = await apiKey(ada, ["manage"]);
    const refused = {
      unregistered: await refusal(await naming({ ...ada, wallet: newWallet() }, "x")),
      foreign: await refusal(await naming({ ...ada, wallet: other.wallet }, "x")),
      foreignReader: await refusal(await naming({ ...ada, wallet: reader.wallet }, "x")),
      otherOrganization: await refusal(await naming({ ...ada, wallet: eve.wallet }, "x")),
      otherLog: await refusal(await naming({ ...ada, log: eve.log }, "x")),
      otherLogBySigner: await refusal(await naming({ ...ada, log: eve.log, wallet: eve.wallet }, "x")),
      noLog: await refusal(await naming({ ...ada, log: `org-${HEX}` }, "x")),
      role: await refusal(await naming(reader, "x")),
      removed: await refusal(await naming(left, "x")),
      removedByOthersToken: await refusal(await naming({ ...ada, wallet: left.wallet }, "x")),
      keyWithRole: await refusal(await naming({ ...reader, headers: key }, "x")),
      keyWithRemoved: await refusal(await naming({ ...left, headers: key }, "x")),
      keyWithStranger: await refusal(await naming({ ...ada, wallet: eve.wallet, headers: key }, "x")),
      keyWithoutPermission: await refusal(await naming({ ...ada, headers: await apiKey(ada, ["read", "act"]) }, "x")),
    };
    expect(refused).toEqual({
      unregistered: "403 unknown_signer",
      foreign: "403 foreign_signer",
      foreignReader: "403 foreign_signer",
      otherOrganization: "403 unknown_signer",
      otherLog: "404 unknown_log",
      otherLogBySigner: "404 unknown_log",
      noLog: "404 unknown_log",
      role: "403 not_permitted",
      removed: "403 not_permitted",
      removedByOthersToken: "403 unknown_signer",
      keyWithRole: "403 not_permitted",
      keyWithRemoved: "403 unknown_signer",
      keyWithStranger: "403 unknown_signer",
      keyWithoutPermission: "403 not_permitted",
    });
    // A key with the permission, and an owner's signature. Both are needed.
    const done = await naming({ ...ada, headers: key }, "By key");
    expect([reasonOf(await send(server, done)), await nameOf(ada)]).toEqual(["200", "By key"]);
  });

  it("is refused if any part of it was changed", async () => {
    const good = await naming(ada, "as signed");
    const otherBody = { ...good, body: JSON.stringify({ name: "tampered" }) };
    const path = `/organizations/${ada.org}`;
    const action = good.headers["anchorlog-action"]!;
    const { "content-digest": _, ...undigested } = good.headers;
    const tampered = {
      body: await refusal(otherBody),
      bodyAndDigest: await refusal(await redigested(otherBody)),
      bodyWithoutDigest: await refusal({ ...otherBody, headers: undigested }),
      query: await refusal({ ...good, path: `${path}?a=b` }),
      spelling: await refusal({ ...good, path: path.replace("org_", "org%5f") }),
      method: await refusal({ ...good, method: "POST", path: `${path}/invitations` }),
      type: await refusal({ ...good, headers: { ...good.headers, "content-type": "application/json; charset=utf-8" } }),
      signature: await refusal({
        ...good,
        headers: { ...good.headers, "anchorlog-action": action.replace(/signature=:..../, "signature=:AAAA") },
      }),
      nonce: await refusal({
        ...good,
        headers: { ...good.headers, "anchorlog-action": action.replace(/nonce=:..../, "nonce=:AAAA") },
      }),
      authority: await refusal(await naming(ada, "x", { authority: "other.example" })),
      deadline: await refusal(await naming(ada, "x", { deadlineAfter: 10_000_000 })),
      encoding: await refusal({ ...good, headers: { ...good.headers, "content-encoding": "identity" } }),
    };
    expect(tampered).toEqual({
      body: "400 digest_mismatch",
      bodyAndDigest: "401 signature_mismatch",
      bodyWithoutDigest: "401 signature_mismatch",
      query: "401 signature_mismatch",
      spelling: "401 signature_mismatch",
      method: "401 signature_mismatch",
      type: "401 signature_mismatch",
      signature: expect.stringMatching(/^401 signature_/),
      nonce: "401 signature_mismatch",
      authority: "401 signature_mismatch",
      deadline: "400 deadline_too_far",
      encoding: "415 content_coded",
    });
    const late = await naming(ada, "late", { deadlineAfter: 60 });
    server.clock.now += 61_000;
    expect(await refusal(late)).toBe("401 deadline_passed");
    // None of these requests used a nonce.
    expect([reasonOf(await send(server, good)), await nameOf(ada)]).toEqual(["200", "as signed"]);
  });

  it("with content that the route refuses does not use its nonce", async () => {
    const path = `/organizations/${ada.org}`;
    const [ok, raw] = ["7", JSON.stringify({ name: "x" })];
    const nonce = `${ok}${people}` as const as `${bigint}`;
    const of = (how: Parameters<typeof prepare>[4]) => prepare(server, ada, "PUT", path, { nonce, ...how });
    const member = `${path}/members/${ada.id}`;
    const refused = [
      await refusal(await of({ body: { name: "x", more: 1 } })),
      await refusal(await of({ body: [] })),
      await refusal(await of({})),
      await refusal(await of({ body: raw, headers: { "content-type": "text/plain" } })),
      await refusal(await prepare(server, ada, "DELETE", member, { nonce, body: { really: true } })),
      await refusal(await prepare(server, ada, "PUT", "/organizations/1", { nonce, body: { name: "x" } })),
      await refusal(await prepare(server, ada, "PUT", "/nowhere", { nonce, body: { name: "x" } })),
    ];
    expect(refused).toEqual([
      "400 unknown_member",
      "400 malformed",
      expect.stringMatching(/^4(00|15) /),
      "415 unsupported_media_type",
      "400 unexpected_body",
      "404 not_found",
      "404 no_such_endpoint",
    ]);
    expect(reasonOf(await send(server, await of({ body: { name: "x" } })))).toBe("200");
    expect(await refusal(await of({ body: { name: "y" } }))).toBe("409 nonce_used");
  });

  it("is checked for exactly one credential before its body is read", async () => {
    const { authorization, ...bare } = (await naming(ada, "x")).headers;
    const good = await naming(ada, "x");
    const key = await apiKey(ada, ["manage"]);
    expect(await refusal({ ...good, headers: bare })).toBe("401 no_credential");
    expect(await refusal({ ...good, headers: bare, body: "{" })).toBe("401 no_credential");
    expect(await refusal({ ...good, headers: { ...good.headers, ...key } })).toBe("400 two_credentials");
    expect(await refusal({ ...good, headers: { ...bare, authorization: "Bearer x.y.z" } })).toBe("401 bad_token");
    expect(await refusal({ ...good, headers: { ...bare, authorization: `Basic ${authorization!.slice(7)}` } })).toBe(
      "401 no_credential",
    );
    expect(await refusal({ ...good, headers: { ...bare, "x-api-key": `${key["x-api-key"]}x` } })).toBe(
      "401 bad_api_key",
    );
    // This body is never sent.
    const head = `PUT /organizations/${ada.org} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`;
    expect(await firstLine(head)).toBe("HTTP/1.1 401 Unauthorized");
  });

  it("gets the same answer again: repeated, concurrently, after a restart, after its deadline", async () => {
    const made = await prepare(server, ada, "POST", "/api-keys", { body: { name: "ci" }, deadlineAfter: 60 });
    const [one, two, three] = await Promise.all([send(server, made), send(server, made), send(server, made)]);
    expect(one.status).toBe(201);
    const { status, body } = one;
    const again = async () => {
      expect(
        await changesNothing(server, async () => {
          const answer = await send(server, made);
          expect([answer.status, answer.body]).toEqual([status, body]);
          return answer;
        }),
      ).toBe("201");
    };
    expect([two.status, two.body, three.status, three.body]).toEqual([status, body, status, body]);
    await again();
    server = await server.restart();
    await again();
    server.clock.now += 120_000;
    await again();
    // The second request completes while the first is in progress. The first one's answer shows its own result.
    const held = await naming(ada, "held");
    const { reached, letGo } = holdNext(server);
    const first = send(server, held);
    await reached;
    const second = await send(server, held);
    letGo();
    expect([(await first).status, (await first).body]).toEqual([second.status, second.body]);
    // The same if only its signature was judged before: its change cannot be made twice.
    for (const how of [{}, keyed("twin")]) {
      const bob = await join(server, ada, `bob-${people}@signed.example`, "reader");
      const path = `/organizations/${ada.org}/members/${bob.id}`;
      const removal = await prepare(server, ada, "DELETE", path, how);
      const judged = holdNext(server, "signature judged");
      const late = send(server, removal);
      await judged.reached;
      const done = await send(server, removal);
      judged.letGo();
      expect(done.status).toBe(200);
      expect([(await late).status, (await late).body]).toEqual([200, done.body]);
    }
    const keyedTwin = await naming(ada, "twin", keyed("twins"));
    const twins = holdNext(server);
    const older = send(server, keyedTwin);
    await twins.reached;
    const younger = await send(server, keyedTwin);
    twins.letGo();
    expect([(await older).status, (await older).body]).toEqual([200, younger.body]);
    expect(await send(server, { ...made, headers: { ...made.headers, "idempotency-key": "late" } })).toMatchObject({
      status,
      body,
    });
  });

  it("gets its answer again only with a credential that could have sent it", async () => {
    const bob = await join(server, ada, "bob@signed.example", "owner");
    const made = await prepare(server, bob, "POST", "/api-keys", { body: { name: "ci" } });
    expect((await send(server, made)).status).toBe(201);
    const eve = await founder(server, `eve-${people}@signed.example`);
    const as = (headers: Client["headers"]) => {
      const { authorization: _, ...bare } = made.headers;
      return refusal({ ...made, headers: { ...bare, ...headers } });
    };
    expect(await as({})).toBe("401 no_credential");
    expect(await as(eve.headers)).toBe("404 unknown_log");
    expect(await as(ada.headers)).toBe("403 foreign_signer");
    // An API key cannot make keys, and cannot read the made one.
    expect(await as(await apiKey(ada, ["manage"]))).toBe("403 needs_token");
    expect((await sign(server, ada, "DELETE", `/organizations/${ada.org}/members/${bob.id}`)).status).toBe(200);
    expect(await as(bob.headers)).toBe("403 not_permitted");
  });

  it("gets a receipt and a bundle that verify for exactly this action", async () => {
    const made = await naming(ada, "proven");
    const answer = await send(server, made);
    const { operator, keys, anchorlog } = server.parts;
    const clock = () => server.clock.now;
    await checkReceipt(answer.body.x_receipt, made.sent, { operator, receiptKey: keys.receipt, clock });
    const entry = entryOf(answer);
    expect(toHex(entry.digest)).toBe(made.sent.digest);
    const other = await naming(ada, "other");
    await expect(
      checkReceipt(answer.body.x_receipt, other.sent, { operator, receiptKey: keys.receipt, clock }),
    ).rejects.toMatchObject({ code: "entry_mismatch" });
    await anchorlog.closeBatches();
    const checkpoint = await anchorlog.checkpoint();
    const bundle = await anchorlog.bundle({ log: ada.log, index: entry.index });
    expect(bundle.action).toMatchObject({ primaryType: "HttpRequest", message: made.sent.message });
    expect(await verifyBundle(formatBundle(bundle), { checkpoint: checkpoint.note })).toMatchObject({
      verdict: "valid",
      state: "included",
    });
  });

  it("registers only the address that signed it", async () => {
    const invited = `new-${people}@signed.example`;
    await invite(server, ada, invited, "reader");
    const headers = await enter(server, bearer(await signIn(server, invited)), ada.org);
    const wallet = newWallet();
    const client = { headers, wallet, log: ada.log };
    const of = (body: object) => prepare(server, client, "POST", "/wallets/register", { body });
    expect(await refusal(await of({ address: newWallet().address }))).toBe("400 not_the_signer");
    expect(await refusal(await of({ address: wallet.address.slice(2) }))).toBe("400 malformed");
    // A registration that another wallet signed for this client's log, sent with this client's token.
    const stolen = await prepare(server, { ...client, wallet: ada.wallet }, "POST", "/wallets/register", {
      body: { address: ada.wallet.address },
    });
    expect(await refusal(stolen)).toBe("409 wallet_registered");
    expect(reasonOf(await send(server, await of({ address: wallet.address })))).toBe("201");
  });
});

function entryOf(answer: Answer<{ x_receipt: { entry: `0x${string}` } }>) {
  return decodeEntry(fromHex(answer.body.x_receipt.entry));
}

/** The first line of the answer to a request that has only a head. */
function firstLine(head: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1", () => socket.write(head));
  socket.once("data", (data) => {
    resolve(data.toString("latin1").split("\r\n")[0]!);
    socket.destroy();
  });
  socket.once("error", reject);
  return promise;
}
