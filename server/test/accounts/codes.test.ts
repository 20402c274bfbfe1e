import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { call, newestCode, type Answer, type Refused } from "../harness.ts";
import { ENGINES } from "../engines.ts";
import { startOver, type ObservedServer } from "./observed.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

describe.each(ENGINES)("one-time codes over %s", (engine) => {
  let server: ObservedServer;
  beforeAll(async () => {
    server = await startOver(engine);
  });
  afterAll(() => server.close());
  let [tests, ada, bob] = [0, "", ""];
  beforeEach(() => {
    tests += 1;
    [ada, bob] = [`ada${tests}@example.com`, `bob${tests}@example.com`];
  });

  const ask = (email: string) => call<Refused>(server, "POST", "/auth/otp", { body: { email } });
  const login = (email: string, otp: string) => call<Refused>(server, "POST", "/auth/login", { body: { email, otp } });
  const newest = async (email: string) => await newestCode(server, email);
  const asked = async (email: string) => {
    expect((await ask(email)).status).toBe(202);
    return newest(email);
  };
  const other = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, "0");
  const codes = () =>
    server.parts.database.across.accounts.selectFrom("one_time_code").selectAll().where("email", "=", ada).execute();
  const reasons = ({ status, body }: Answer<Refused>) => [status, body.error.details];
  const BAD = [401, [{ field: "otp", reason: "bad_code" }]];

  it("is good for ten minutes, and once", async () => {
    const first = await asked(ada);
    server.clock.now += 10 * MINUTE - 1;
    expect((await login(ada, first)).status).toBe(200);
    expect(reasons(await login(ada, first))).toEqual(BAD);
    const second = await asked(ada);
    server.clock.now += 10 * MINUTE;
    expect(reasons(await login(ada, second))).toEqual(BAD);
  });

  it("is the newest, of its address alone", async () => {
    const first = await asked(ada);
    let second = await asked(ada);
    if (second === first) second = await asked(ada);
    expect(reasons(await login(ada, first))).toEqual(BAD);
    expect(reasons(await login(bob, second))).toEqual(BAD);
    expect((await login(ada, second)).status).toBe(200);
  });

  it("is taken at the fifth try, and not at the sixth", async () => {
    const code = await asked(ada);
    for (let by = 1; by <= 4; by++) expect(reasons(await login(ada, other(code, by)))).toEqual(BAD);
    expect((await login(ada, code)).status).toBe(200);
    const next = await asked(ada);
    for (let by = 1; by <= 5; by++) expect(reasons(await login(ada, other(next, by)))).toEqual(BAD);
    expect(reasons(await login(ada, next))).toEqual(BAD);
  });

  it("counts five tries of many at once", async () => {
    const code = await asked(ada);
    const wrong = Array.from({ length: 12 }, (_, by) => login(ada, other(code, by + 1)));
    expect((await Promise.all(wrong)).map(reasons)).toEqual(wrong.map(() => BAD));
    expect(await codes()).toMatchObject([{ tries: 5, ended_at: null }]);
    expect(reasons(await login(ada, code))).toEqual(BAD);
  });

  it("signs in one of many at once", async () => {
    const code = await asked(ada);
    const all = await Promise.all(Array.from({ length: 5 }, () => login(ada, code)));
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401]);
  });

  it("is sent five times in a quarter of an hour, also across a restart", async () => {
    for (let count = 0; count < 5; count++) {
      await asked(ada);
      server.clock.now += MINUTE;
    }
    const refused = await ask(ada.toUpperCase());
    expect([refused.status, refused.body.error]).toEqual([429, "rate_limit_exceeded"]);
    expect(refused.headers.get("retry-after")).toBe("600");
    server = await server.restart();
    server.clock.now += 10 * MINUTE - 1;
    expect((await ask(ada)).status).toBe(429);
    server.clock.now += 1;
    expect((await ask(ada)).status).toBe(202);
    expect((await ask(bob)).status).toBe(202);
  });

  it("is sent twenty times a day", async () => {
    for (let count = 0; count < 20; count++) {
      await asked(ada);
      server.clock.now += 15 * MINUTE;
    }
    const refused = await ask(ada);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, `${(DAY - 300 * MINUTE) / 1_000}`]);
    server.clock.now += DAY - 300 * MINUTE;
    expect((await ask(ada)).status).toBe(202);
  });

  it("is sent five times where many ask at once, and one is good", async () => {
    const all = await Promise.all(Array.from({ length: 9 }, () => ask(ada)));
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      202, 202, 202, 202, 202, 429, 429, 429, 429,
    ]);
    const rows = await codes();
    expect([rows.length, rows.filter(({ ended_at }) => ended_at === null).length]).toEqual([5, 1]);
  });

  it("is kept as a code of authentication under the server's secret and its row", async () => {
    const code = await asked(ada);
    const [row] = await codes();
    expect(JSON.stringify(row).replaceAll(/[0-9]{13}/g, "")).not.toContain(code);
    expect(row!.hash).toBe(server.parts.secrets.mac("one-time code", row!.id, code).toString("hex"));
  });

  it("tells nobody whether there is an account", async () => {
    expect((await login("known@example.com", await asked("known@example.com"))).status).toBe(200);
    const seen = async (email: string) => {
      // The windows of who asks are empty again.
      server.clock.now += 20 * MINUTE;
      const answers: unknown[] = [];
      const note = ({ status, body, headers }: Answer<Refused>) => {
        const { "x-request-id": _id, "x-ratelimit-reset": _reset, date, ...rest } = Object.fromEntries(headers);
        answers.push([status, { ...body, x_request_id: typeof body.x_request_id }, typeof date, rest]);
      };
      server.statements.length = 0;
      note(await ask(email));
      const code = await newest(email);
      for (let by = 1; by <= 6; by++) note(await login(email, other(code, by)));
      for (let count = 0; count < 5; count++) note(await ask(email));
      return { answers, statements: [...server.statements] };
    };
    const known = await seen("known@example.com");
    expect(known.answers.length).toBe(12);
    expect(await seen("other@example.com")).toEqual(known);
  });

  it("is of an address in whatever case, and of no alias of it", async () => {
    const code = await asked(`Shop+${ada}`.toUpperCase());
    expect(reasons(await login(ada, code))).toEqual(BAD);
    expect((await login(`sHOP+${ada}`, code)).status).toBe(200);
    const { accounts } = server.parts.database.across;
    const named = accounts.selectFrom("account").select("email").where("email", "like", `%${ada}`);
    expect(await named.execute()).toEqual([{ email: `shop+${ada}` }]);
  });
});

describe("addresses", () => {
  let server: ObservedServer;
  beforeAll(async () => {
    server = await startOver("SQLite");
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.statements.length = 0;
  });

  it.each([
    ["nothing", ""],
    ["no domain", "ada"],
    ["two signs", "ada@b@example.com"],
    ["one label", "ada@localhost"],
    ["a number for a domain", "ada@127.0.0.1"],
    ["a literal domain", "ada@[127.0.0.1]"],
    ["a space in front", " ada@example.com"],
    ["a space behind", "ada@example.com "],
    ["a line end", "ada@example.com\n"],
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
  ])("are refused with %s, before anything is done", async (_, email) => {
    const answers = await Promise.all([
      call<Refused>(server, "POST", "/auth/otp", { body: { email } }),
      call<Refused>(server, "POST", "/auth/login", { body: { email, otp: "000000" } }),
      call<Refused>(server, "GET", `/dev/mailbox?to=${encodeURIComponent(email)}`),
    ]);
    const fields = answers.map(({ status, body }) => [status, body.error.details]);
    const refused = (field: string, reason = "malformed") => [400, [{ field, reason }]];
    // No text of JSON may have it, whatever it is.
    const reason = email.includes("\0") ? "bad_text" : "malformed";
    expect(fields).toEqual([refused("email", reason), refused("email", reason), refused("to")]);
    expect(server.statements.filter((sql) => sql.includes("one_time_code"))).toEqual([]);
  });

  it.each([
    ["a 64 long local part", `${"a".repeat(64)}@example.com`],
    ["punycode", "ada@xn--exmple-cua.com"],
    ["signs", "o'ada_{b}=/x@a-b.example.com"],
  ])("are taken with %s", async (_, email) => {
    expect((await call(server, "POST", "/auth/otp", { body: { email } })).status).toBe(202);
  });

  it.each([["12345"], ["1234567"], ["１２３４５６"], ["12345a"], ["123456\n"], [123456]])(
    "are not looked up with %j for a code",
    async (otp) => {
      const body = { email: "ada@example.com", otp };
      const { status, body: refused } = await call<Refused>(server, "POST", "/auth/login", { body });
      expect([status, refused.error.details]).toEqual([400, [{ field: "otp", reason: "malformed" }]]);
      expect(server.statements.filter((sql) => sql.includes("one_time_code"))).toEqual([]);
    },
  );
});
