import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fromHex, toHex } from "anchorlog";
import { decodeEntry } from "anchorlog/log";
import { checkReceipt } from "anchorlog/log/receipt";
import { ENGINES, environmentOf } from "../engines.ts";
import { call, sign, signIn, startServer, type Answer, type Client, type TestServer } from "../harness.ts";
import { bearer, founder, join, newWallet, reasonOf, type Invitation, type Person } from "../people.ts";
import { changesNothing, holdNext, prepare, rowsOf, send, type Prepared } from "../requests.ts";

const DAY = 86_400_000;
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
const refusal = (prepared: Omit<Prepared, "sent">) => changesNothing(server, () => send(server, prepared));

describe.each(ENGINES)("an Idempotency-Key over %s", (engine) => {
  beforeAll(async () => {
    server = await startServer(await environmentOf(engine));
  });
  beforeEach(async () => {
    ada = await founder(server, `ada-${++people}@signed.example`);
  });

  it("executes a request once, even if it is signed again", async () => {
    const invitation = (email: string) => ({ email, role: "reader" });
    const path = `/organizations/${ada.org}/invitations`;
    const post = (body: object, how = keyed("k1"), by: Person = ada) =>
      prepare(server, by, "POST", path, { body, ...how });
    const first = await send<Invitation>(server, await post(invitation("x@signed.example")));
    expect(first.status).toBe(201);
    const again = async () => {
      const anew = await post(invitation("x@signed.example"));
      const answer = await changesNothing(server, async () => {
        const made = await send(server, anew);
        expect([made.status, made.body]).toEqual([first.status, first.body]);
        return made;
      });
      expect(answer).toBe("201");
    };
    await again();
    const bob = await join(server, ada, `bob-${people}@signed.example`, "owner");
    const others = {
      body: await refusal(await post(invitation("y@signed.example"))),
      bytes: await refusal(await post({ role: "reader", email: "x@signed.example" })),
      route: await refusal(await naming(ada, "x", keyed("k1"))),
      signer: await refusal(await post(invitation("x@signed.example"), keyed("k1"), bob)),
    };
    expect(others).toEqual({
      body: "422 idempotency_mismatch",
      bytes: "422 idempotency_mismatch",
      route: "422 idempotency_mismatch",
      signer: "422 idempotency_mismatch",
    });
    server = await server.restart();
    await again();
    // Another organization may use the same key.
    const eve = await founder(server, `eve-${people}@signed.example`);
    expect(reasonOf(await send(server, await naming(eve, "eve's", keyed("k1"))))).toBe("200");
    // The key is kept for a day, with any signed deadline.
    server.clock.now = Date.parse(first.body.created_at) + DAY - 1;
    ada = { ...ada, headers: bearer(await signIn(server, ada.email)) };
    await again();
    server.clock.now++;
    const later = await send<Invitation>(server, await post(invitation("z@signed.example")));
    expect([later.status, later.body.email]).toEqual([201, "z@signed.example"]);
    expect(await refusal(await post(invitation("x@signed.example")))).toBe("422 idempotency_mismatch");
  });

  it("in use by an unfinished request is refused, in any process", async () => {
    const { reached, letGo } = holdNext(server);
    const held = send(server, await naming(ada, "first", keyed("k2")));
    await reached;
    const [same, other] = [await naming(ada, "first", keyed("k2")), await naming(ada, "second", keyed("k2"))];
    const busy = await send(server, same);
    expect([reasonOf(busy), busy.headers.get("retry-after")]).toEqual(["409 idempotency_under_way", "1"]);
    expect(await refusal(other)).toBe("409 idempotency_under_way");
    letGo();
    const first = await held;
    expect(await send(server, same)).toMatchObject({ status: 200, body: first.body });
    expect(await refusal(other)).toBe("422 idempotency_mismatch");

    // Another process commits while this one has a request in progress: the row in the database decides.
    const next = holdNext(server);
    const lost = await naming(ada, "lost", keyed("k3"));
    const late = send(server, lost);
    await next.reached;
    await server.parts.anchorlog.run([
      {
        sql:
          "INSERT INTO idempotency (org, key, digest, idx, action, created_at) " +
          `SELECT org, 'k3', digest, idx, action, created_at FROM idempotency WHERE key = 'k2' AND org = '${ada.org}'`,
        expect: 1,
      },
    ]);
    const before = await rowsOf(server);
    next.letGo();
    expect(reasonOf(await late)).toBe("409 idempotency_under_way");
    expect(await rowsOf(server)).toEqual(before);
    expect(await nameOf(ada)).toBe("first");
  });

  it("of a refused request can be used again", async () => {
    const key = keyed("k4");
    const path = `/organizations/${ada.org}/members/${ada.id}`;
    const demoting = await prepare(server, ada, "PATCH", path, { body: { role: "reader" }, ...key });
    expect(await refusal(demoting)).toBe("409 last_owner");
    expect(await refusal(await naming({ ...ada, wallet: newWallet() }, "x", key))).toBe("403 unknown_signer");
    expect(
      await refusal(await prepare(server, ada, "PUT", `/organizations/org_${HEX}`, { body: { name: "x" }, ...key })),
    ).toBe("404 not_found");
    expect(reasonOf(await send(server, await naming(ada, "free", key)))).toBe("200");
  });

  it("is stored together with the action, or not at all", async () => {
    const { anchorlog } = server.parts;
    const submitMany = anchorlog.submitMany.bind(anchorlog);
    /** Fails as if the process had ended at this place. */
    const dyingAt = (place: "before" | "after") =>
      Object.assign(anchorlog, {
        submitMany: async (...args: Parameters<typeof submitMany>) => {
          anchorlog.submitMany = submitMany;
          if (place === "after") await submitMany(...args);
          throw new Error("the process died");
        },
      });
    const asked = async () => send(server, await naming(ada, "again", keyed("k5")));
    dyingAt("before");
    expect(await changesNothing(server, asked)).toBe("500 internal_error");
    dyingAt("after");
    const unanswered = await naming(ada, "again", keyed("k5"));
    expect(reasonOf(await send(server, unanswered))).toBe("500 internal_error");
    server = await server.restart();
    const answers = [await asked(), await asked(), await send(server, unanswered)];
    expect(answers.map(reasonOf)).toEqual(["200", "200", "200"]);
    // All answers are about the one entry of the request that got no answer.
    expect(answers[1]!.body).toEqual(answers[0]!.body);
    expect(answers[2]!.body).toEqual(answers[0]!.body);
    expect(toHex(entryOf(answers[0]!).digest)).toBe(unanswered.sent.digest);
  });

  it("marks repeated answers, and a client does not accept their receipts for its new action", async () => {
    const first = await naming(ada, "once", keyed("k6"));
    const done = await send(server, first);
    const anew = await naming(ada, "once", keyed("k6"));
    const repeated = await send(server, anew);
    // The same action again is a retry.
    const retried = await send(server, first);
    expect([done, repeated, retried].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([
      null,
      "true",
      null,
    ]);
    const { operator, keys } = server.parts;
    const rules = { operator, receiptKey: keys.receipt, clock: () => server.clock.now };
    await checkReceipt(repeated.body.x_receipt, first.sent, rules);
    const foreign = { code: "entry_mismatch" };
    await expect(checkReceipt(repeated.body.x_receipt, anew.sent, rules)).rejects.toMatchObject(foreign);
    const asClient = sign(server, ada, "PUT", `/organizations/${ada.org}`, { body: { name: "once" }, ...keyed("k6") });
    await expect(asClient).rejects.toMatchObject(foreign);
  });

  it("is refused if it is malformed", async () => {
    for (const key of ["", "two words", "x".repeat(256), "a, b", "\u00fc"]) {
      expect(await refusal(await naming(ada, "x", keyed(key)))).toBe("400 malformed");
    }
    for (const key of ["x".repeat(255), '"8e03978e-40d5-43dd-bc93-6894a57f9324"']) {
      expect(reasonOf(await send(server, await naming(ada, "x", keyed(key))))).toBe("200");
    }
  });
});

function entryOf(answer: Answer<{ x_receipt: { entry: `0x${string}` } }>) {
  return decodeEntry(fromHex(answer.body.x_receipt.entry));
}
