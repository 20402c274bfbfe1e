import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "../../src/foundation/secrets.ts";
import { call, newestCode, NO_NONCE, type Answer, type Refused } from "../harness.ts";
import { ENGINES } from "../engines.ts";
import { startOver, type ObservedServer } from "./observed.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

describe.each(ENGINES)("one-time codes over %s", (engine) => {
  let server: ObservedServer;
  beforeAll(async () => {
    server = await startOver(engine, { TRUSTED_PROXIES: "127.0.0.1" });
  });
  let [tests, ada, bob] = [0, "", ""];
  beforeEach(() => {
    tests += 1;
    [ada, bob] = [`ada${tests}@example.com`, `bob${tests}@example.com`];
  });

  type Code = { readonly email: string; readonly otp: string; readonly nonce: string };
  type Asked = Refused & { readonly nonce: string };
  const from = (address: string) => ({ "x-forwarded-for": address });
  const ask = (email: string, headers: Record<string, string> = {}) =>
    call<Asked>(server, "POST", "/auth/otp", { headers, body: { email } });
  const login = (body: Code) => call<Refused>(server, "POST", "/auth/login", { body });
  const asked = async (email: string, headers?: Record<string, string>): Promise<Code> => {
    const { status, body } = await ask(email, headers);
    expect(status).toBe(202);
    return { email, otp: await newestCode(server, email), nonce: body.nonce };
  };
  const other = (code: Code, by = 1): Code => ({
    ...code,
    otp: String((Number(code.otp) + by) % 1_000_000).padStart(6, "0"),
  });
  const codes = () =>
    server.parts.database.across.accounts
      .selectFrom("one_time_code")
      .selectAll()
      .where("email", "=", ada)
      .orderBy("created_at")
      .execute();
  const reasons = ({ status, body }: Answer<Refused>) => [status, body.error.details];
  const BAD = [401, [{ field: "otp", reason: "bad_code" }]];

  it("are valid for ten minutes and can be used once", async () => {
    const first = await asked(ada);
    server.clock.now += 10 * MINUTE - 1;
    expect((await login(first)).status).toBe(200);
    expect(reasons(await login(first))).toEqual(BAD);
    const second = await asked(ada);
    server.clock.now += 10 * MINUTE;
    expect(reasons(await login(second))).toEqual(BAD);
  });

  it("are valid only with their own nonce and address, even after a newer code was sent", async () => {
    const first = await asked(ada);
    let second = await asked(ada);
    if (second.otp === first.otp) second = await asked(ada);
    expect(reasons(await login({ ...first, otp: second.otp }))).toEqual(BAD);
    expect(reasons(await login({ ...first, nonce: NO_NONCE }))).toEqual(BAD);
    expect(reasons(await login({ ...second, email: bob }))).toEqual(BAD);
    expect((await login(first)).status).toBe(200);
    expect((await login(second)).status).toBe(200);
  });

  it("are not affected by a stranger who requests codes for the same address and guesses", async () => {
    const mine = await asked(ada, from("192.0.2.1"));
    for (let count = 0; count < 5; count++) {
      const theirs = await asked(ada, from("198.51.100.1"));
      for (let by = 1; by <= 5; by++) expect(reasons(await login(other(theirs, by)))).toEqual(BAD);
      for (let by = 1; by <= 5; by++)
        expect(reasons(await login({ ...other(mine, by), nonce: NO_NONCE }))).toEqual(BAD);
    }
    expect((await codes()).map(({ tries }) => tries).toSorted((a, b) => a - b)).toEqual([0, 5, 5, 5, 5, 5]);
    expect((await login(mine)).status).toBe(200);
  });

  it("are accepted at the fifth try and refused at the sixth", async () => {
    const code = await asked(ada);
    for (let by = 1; by <= 4; by++) expect(reasons(await login(other(code, by)))).toEqual(BAD);
    expect((await login(code)).status).toBe(200);
    const next = await asked(ada);
    for (let by = 1; by <= 5; by++) expect(reasons(await login(other(next, by)))).toEqual(BAD);
    expect(reasons(await login(next))).toEqual(BAD);
  });

  it("count at most five tries of many concurrent guesses", async () => {
    const code = await asked(ada);
    const wrong = Array.from({ length: 12 }, (_, by) => login(other(code, by + 1)));
    expect((await Promise.all(wrong)).map(reasons)).toEqual(wrong.map(() => BAD));
    expect(await codes()).toMatchObject([{ tries: 5, ended_at: null }]);
    expect(reasons(await login(code))).toEqual(BAD);
  });

  it("sign in exactly one of many concurrent logins", async () => {
    const code = await asked(ada);
    const all = await Promise.all(Array.from({ length: 5 }, () => login(code)));
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401]);
  });

  it("stay valid after a login that failed in the database", async () => {
    const code = await asked(ada);
    const { accounts } = server.parts.database.across;
    await accounts.schema.alterTable("session").renameTo("session_away").execute();
    try {
      expect((await login(code)).status).toBe(500);
    } finally {
      await accounts.schema.alterTable("session_away").renameTo("session").execute();
    }
    expect((await login(code)).status).toBe(200);
  });

  it("are limited to five in 15 minutes for a mailbox and network, even across a restart", async () => {
    const [mine, stranger] = [from("2001:db8:1::1"), from("2001:db8:2::1")];
    const sent = [ada, ada.replace("@", "+1@"), ada.replace("@", "+2@"), ada.replace("@", "+a+b@"), ada];
    for (const email of sent) {
      await asked(email, stranger);
      server.clock.now += MINUTE;
    }
    // Another network of the same subscriber.
    const again = () => ask(ada.toUpperCase(), from("2001:db8:2:ffff::1"));
    const refused = await again();
    expect([refused.status, refused.body.error]).toEqual([429, "rate_limit_exceeded"]);
    expect(refused.headers.get("retry-after")).toBe("600");
    expect((await ask(ada.replace("@", "+3@"), stranger)).status).toBe(429);
    expect((await ask(bob, stranger)).status).toBe(202);
    expect((await ask(ada, mine)).status).toBe(202);
    server = await server.restart();
    server.clock.now += 10 * MINUTE - 1;
    expect((await again()).status).toBe(429);
    server.clock.now += 1;
    expect((await again()).status).toBe(202);
  });

  it("are limited to 20 a day for a mailbox and network, and get longer after 20 from all networks", async () => {
    for (let count = 0; count < 20; count++) {
      expect((await asked(ada)).otp).toHaveLength(6);
      server.clock.now += 15 * MINUTE;
    }
    const refused = await ask(ada);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, `${(DAY - 300 * MINUTE) / 1_000}`]);
    const long = await asked(ada, from("192.0.2.1"));
    expect(long.otp).toHaveLength(9);
    expect(reasons(await login({ ...long, otp: long.otp.slice(0, 6) }))).toEqual(BAD);
    expect((await login(long)).status).toBe(200);
    server.clock.now += DAY - 300 * MINUTE;
    expect((await ask(ada)).status).toBe(202);
  });

  it("are limited to five among concurrent requests, and each is valid", async () => {
    const all = await Promise.all(Array.from({ length: 9 }, () => ask(ada)));
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      202, 202, 202, 202, 202, 429, 429, 429, 429,
    ]);
    expect((await codes()).map(({ ended_at }) => ended_at)).toEqual([null, null, null, null, null]);
  });

  it("are stored as a MAC under the server's secret, and their nonce as a hash", async () => {
    const { otp, nonce } = await asked(ada, from("192.0.2.1"));
    const [row] = await codes();
    const kept = JSON.stringify(row).replaceAll(/[0-9]{13}/g, "");
    for (const secret of [otp, nonce, "192.0.2.1"]) expect(kept).not.toContain(secret);
    expect(row).toMatchObject({
      id: sha256(nonce),
      hash: server.parts.secrets.mac("one-time code", row!.id, otp).toString("hex"),
    });
  });

  it("do not reveal whether an account exists", async () => {
    expect((await login(await asked("known@example.com"))).status).toBe(200);
    const seen = async (email: string) => {
      // The client's windows are empty again.
      server.clock.now += 20 * MINUTE;
      const answers: unknown[] = [];
      const note = ({ status, body, headers }: Answer<Refused & { nonce?: string }>) => {
        const { "x-request-id": _id, "x-ratelimit-reset": _reset, date, ...rest } = Object.fromEntries(headers);
        const { nonce, x_request_id, ...said } = body;
        answers.push([status, said, typeof x_request_id, nonce?.length, typeof date, rest]);
      };
      server.statements.length = 0;
      const first = await ask(email);
      note(first);
      const code = { email, otp: await newestCode(server, email), nonce: first.body.nonce };
      for (let by = 1; by <= 6; by++) note(await login(other(code, by)));
      for (let count = 0; count < 5; count++) note(await ask(email));
      return { answers, statements: [...server.statements] };
    };
    const known = await seen("known@example.com");
    expect(known.answers.length).toBe(12);
    expect(await seen("other@example.com")).toEqual(known);
  });

  it("ignore the case of the address, and are not valid for an alias of it", async () => {
    const code = await asked(`Shop+${ada}`.toUpperCase());
    expect(reasons(await login({ ...code, email: ada }))).toEqual(BAD);
    expect((await login({ ...code, email: `sHOP+${ada}` })).status).toBe(200);
    const { accounts } = server.parts.database.across;
    const named = accounts.selectFrom("account").select("email").where("email", "like", `%${ada}`);
    expect(await named.execute()).toEqual([{ email: `shop+${ada}` }]);
  });
});

describe("addresses and codes in requests", () => {
  let server: ObservedServer;
  beforeAll(async () => {
    server = await startOver("SQLite");
  });
  beforeEach(() => {
    server.statements.length = 0;
  });

  it.each([
    ["no characters", ""],
    ["no domain", "ada"],
    ["two @ signs", "ada@b@example.com"],
    ["one label", "ada@localhost"],
    ["a number for a domain", "ada@127.0.0.1"],
    ["a literal domain", "ada@[127.0.0.1]"],
    ["a leading space", " ada@example.com"],
    ["a trailing space", "ada@example.com "],
    ["a line break", "ada@example.com\n"],
    ["a header", "ada@example.com\r\nBcc: eve@example.com"],
    ["a header in quotes", '"\r\nBcc: eve@example.com\r\n"@example.com'],
    ["quotes", '"ada"@example.com'],
    ["two addresses", "ada@example.com,eve@example.com"],
    ["a name", "Ada <ada@example.com>"],
    ["NUL", "ada\0@example.com"],
    ["another script", "ädä@example.com"],
    ["a domain of another script", "ada@exämple.com"],
    ["a letter that folds to ASCII", "\u212Aelvin@example.com"],
    ["two dots", "a..da@example.com"],
    ["a long local part", `${"a".repeat(65)}@example.com`],
    ["a long label", `ada@${"a".repeat(64)}.com`],
    ["more than 254", `ada@${"a.".repeat(124)}com`],
  ])("an address with %s is refused before anything is done", async (_, email) => {
    const answers = await Promise.all([
      call<Refused>(server, "POST", "/auth/otp", { body: { email } }),
      call<Refused>(server, "POST", "/auth/login", { body: { email, otp: "000000", nonce: NO_NONCE } }),
      // A parameter without a value counts as absent.
      call<Refused>(server, "GET", `/dev/mailbox?to=${encodeURIComponent(email || "ada")}`),
    ]);
    const fields = answers.map(({ status, body }) => [status, body.error.details]);
    const refused = (field: string, reason = "malformed") => [400, [{ field, reason }]];
    // No text in JSON may contain U+0000.
    const reason = email.includes("\0") ? "bad_text" : "malformed";
    expect(fields).toEqual([refused("email", reason), refused("email", reason), refused("to")]);
    expect(server.statements.filter((sql) => sql.includes("one_time_code"))).toEqual([]);
  });

  it.each([
    ["a 64 long local part", `${"a".repeat(64)}@example.com`],
    ["punycode", "ada@xn--exmple-cua.com"],
    ["signs", "o'ada_{b}=/x@a-b.example.com"],
  ])("an address with %s is accepted", async (_, email) => {
    expect((await call(server, "POST", "/auth/otp", { body: { email } })).status).toBe(202);
  });

  it.each([["12345"], ["1234567"], ["１２３４５６"], ["12345a"], ["123456\n"], [123456]])(
    "the code %j is refused without a database query",
    async (otp) => {
      const body = { email: "ada@example.com", otp, nonce: NO_NONCE };
      const { status, body: refused } = await call<Refused>(server, "POST", "/auth/login", { body });
      expect([status, refused.error.details]).toEqual([400, [{ field: "otp", reason: "malformed" }]]);
      expect(server.statements.filter((sql) => sql.includes("one_time_code"))).toEqual([]);
    },
  );
});
