import dns from "node:dns";
import { createServer as createTcpServer } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect, it, vi } from "vitest";
import { atEnd } from "../../../../test/ends.ts";
import { listenHere } from "../../../../test/listening.ts";
import { openSmtp } from "../../../src/foundation/mail/smtp.ts";
import { startOver, type ObservedServer } from "../../accounts/observed.ts";
import { call, type Refused } from "../../harness.ts";
import { CERTIFICATE, KEY } from "./certificate.ts";
import { startMailServer, type Received } from "./server.ts";

function startApi(url: string, timeout = "600000", env: Record<string, string> = {}): Promise<ObservedServer> {
  return startOver("SQLite", {
    SMTP_URL: url,
    TRUSTED_PROXIES: "127.0.0.1",
    MAIL_FROM: "Platform <codes@api.example>",
    MAIL_TIMEOUT: timeout,
    ...env,
  });
}

const ask = (api: ObservedServer, email = "ada@example.com", headers: Record<string, string> = {}) =>
  call<Refused & { nonce: string }>(api, "POST", "/auth/otp", { headers, body: { email } });
const from = (number: number) => ({ "x-forwarded-for": `192.0.2.${number}` });
const codes = async ({ parts }: ObservedServer) =>
  (await parts.database.across.accounts.selectFrom("one_time_code").select("id").execute()).length;

/** Expects an answer without a reason, and a log line without the recipient, if a mail is refused. */
async function expectUnavailable(api: ObservedServer, why: string): Promise<void> {
  const { status, headers, body } = await ask(api);
  expect([status, headers.get("retry-after"), body]).toEqual([
    503,
    "30",
    {
      error: {
        code: 503,
        message: "the code cannot be mailed now: ask for it again later",
        details: [{ field: "email", reason: "mail_unavailable" }],
        docs: "/reasons#mail_unavailable",
      },
      x_request_id: expect.any(String),
    },
  ]);
  expect(await codes(api)).toBe(0);
  const told = api.logged.filter(
    (line) => line.includes("the mail server did not accept a mail") && line.includes(why),
  );
  expect(told.length).toBe(1);
}

it("delivers a code over TLS with a login, and the code signs in", async () => {
  const trusted = getCACertificates("default");
  setDefaultCACertificates([...trusted, CERTIFICATE]);
  atEnd(() => setDefaultCACertificates(trusted));
  const mail = await startMailServer({
    secure: true,
    cert: CERTIFICATE,
    key: KEY,
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      password === "p@ss:w/rd" ? done(null, { user: username }) : done(new Error("no")),
  });
  const api = await startApi(`smtps://us%40er:p%40ss%3Aw%2Frd@localhost:${mail.port}`);
  const asked = await ask(api);
  expect(asked.status).toBe(202);
  const [{ from, to, text, user }] = mail.received as [Received];
  expect([from, to, user]).toEqual(["codes@api.example", ["ada@example.com"], "us@er"]);
  expect(text).toMatch(/^From: Platform <codes@api\.example>\r$/m);
  expect(text).toMatch(/^To: ada@example\.com\r$/m);
  const otp = /^Your code for api\.example is ([0-9]{6})\./m.exec(text)![1]!;
  expect(text).toContain(`Subject: ${otp} is your code\r`);
  const login = await call(api, "POST", "/auth/login", {
    body: { email: "ada@example.com", otp, nonce: asked.body.nonce },
  });
  expect(login.status).toBe(200);
  await api.parts.mailer.check();
});

it("sends nothing to a server with an untrusted certificate, and logs that at start", async () => {
  const mail = await startMailServer({ secure: true, cert: CERTIFICATE, key: KEY });
  const api = await startApi(`smtps://localhost:${mail.port}`);
  await expect
    .poll(() => api.logged.join(""))
    .toMatch(/the mail server cannot be used \(ESOCKET.*see whether SMTP_URL/);
  await expectUnavailable(api, "ESOCKET");
  expect(mail.received).toEqual([]);
  await expect(api.parts.mailer.check()).rejects.toThrow("the mail server cannot be used (");
});

it("sends nothing to another machine without TLS", async () => {
  const mail = await startMailServer();
  // This machine, at an address that is not recognized as local.
  const api = await startApi(`smtp://0.0.0.0:${mail.port}`);
  await expectUnavailable(api, "ETLS");
  expect(mail.received).toEqual([]);
});

it("does not accept a host name that only begins like the local address", async () => {
  const mail = await startMailServer();
  // The owner of a host name decides which address it has.
  const addresses = vi.spyOn(dns.Resolver.prototype, "resolve4").mockImplementation((_name, ...rest: unknown[]) => {
    (rest.at(-1) as (error: null, found: string[]) => void)(null, ["127.0.0.1"]);
  });
  const others = vi.spyOn(dns, "lookup").mockImplementation((_name, ...rest: unknown[]) => {
    (rest.at(-1) as (error: null, found: object[]) => void)(null, [{ address: "127.0.0.1", family: 4 }]);
  });
  atEnd(() => [addresses, others].forEach((spy) => spy.mockRestore()));
  const url = `smtp://127.0.0.1.mail.example:${mail.port}`;
  const smtp = openSmtp({ url, from: "codes@api.example", name: "api.example", timeout: 600_000 });
  await expect(smtp.send({ to: "ada@example.com", subject: "x", text: "y", by: "a", isAsked: true })).rejects.toThrow(
    "ETLS",
  );
  expect(mail.received).toEqual([]);
});

it("does not count a code if the mail server refused it, and hides the reason from the client", async () => {
  let isRefusing = true;
  const mail = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(isRefusing ? Object.assign(new Error(`no ${address} here`), { responseCode: 550 }) : null),
  });
  const api = await startApi(`smtp://127.0.0.1:${mail.port}`);
  for (let count = 0; count < 6; count++) expect((await ask(api)).status).toBe(503);
  api.logged.length = 0;
  await expectUnavailable(api, "EENVELOPE RCPT TO 550");
  isRefusing = false;
  for (let count = 0; count < 5; count++) expect((await ask(api)).status).toBe(202);
  expect((await ask(api)).status).toBe(429);
  expect(mail.received.length).toBe(5);
});

it("reports an unreachable server as unavailable, and uses it when it is back", async () => {
  const mail = await startMailServer();
  const api = await startApi(`smtp://127.0.0.1:${mail.port}`);
  await mail.close();
  await expectUnavailable(api, "ESOCKET");
  await expect(api.parts.mailer.check()).rejects.toThrow("the mail server cannot be used (");
  await startMailServer({}, mail.port);
  expect((await ask(api)).status).toBe(202);
});

it("gives up on a server that never answers", async () => {
  const { port } = await listenHere(createTcpServer(() => {}));
  const api = await startApi(`smtp://127.0.0.1:${port}`, "200");
  await expectUnavailable(api, "mail_failed");
  await expect(api.parts.mailer.check()).rejects.toThrow("the mail server cannot be used (");
});

it("gives up on a server that receives a mail and never confirms it", async () => {
  const mail = await startMailServer({ onData: (stream) => void stream.resume() });
  const api = await startApi(`smtp://127.0.0.1:${mail.port}`, "200");
  await expectUnavailable(api, "mail_failed");
});

it("one hanging mail delays no other, and the server's end waits for it", async () => {
  const waiting: (() => void)[] = [];
  const mail = await startMailServer({
    onRcptTo: ({ address }, _session, done) => (address.startsWith("slow") ? void waiting.push(done) : done()),
  });
  const api = await startApi(`smtp://127.0.0.1:${mail.port}`);
  const slow = Array.from({ length: 8 }, (_, number) => ask(api, `slow${number}@example.com`, from(number)));
  await expect.poll(() => waiting.length).toBe(8);
  for (let number = 0; number < 3; number++)
    expect((await ask(api, `fast${number}@example.com`, from(8))).status).toBe(202);
  const closed = api.close();
  const isOpen = () => ask(api, "late@example.com").then(Boolean, () => false);
  await expect.poll(isOpen).toBe(false);
  const before = mail.received.length;
  for (const go of waiting) go();
  const answers = (await Promise.all(slow)).map(({ status, headers }) => [status, headers.get("connection")]);
  // A connection kept open would delay closing.
  expect(answers).toEqual(slow.map(() => [202, "close"]));
  await closed;
  expect(mail.received.length).toBe(before + 8);
});

it("hanging mails of one network or to one domain do not delay others, and closing waits for all", async () => {
  const waiting: (() => void)[] = [];
  const mail = await startMailServer({
    onRcptTo: ({ address }, _session, done) => (address.startsWith("slow") ? void waiting.push(done) : done()),
  });
  const url = `smtp://127.0.0.1:${mail.port}`;
  const smtp = openSmtp({ url, from: "codes@api.example", name: "api.example", timeout: 600_000 });
  const send = (to: string, by: string) => smtp.send({ to, by, isAsked: true, subject: "x", text: "y" });
  // 60 slow mails from 12 networks, to one domain.
  const held = Array.from({ length: 60 }, (_, number) => send(`slow${number}@slow.example`, `network ${number % 12}`));
  const ends = Promise.allSettled(held);
  await expect.poll(() => waiting.length).toBe(10);
  await send("ada@example.com", "another");
  // Three mails of one network, to as many domains.
  const own = Array.from({ length: 3 }, (_, number) => send(`slow@${number}.example`, "own"));
  await expect.poll(() => waiting.length).toBe(13);
  const fourth = send("ada@example.com", "own").then(
    () => "sent",
    () => "refused",
  );
  await send("bob@example.com", "another");
  const closed = smtp.close();
  for (const go of waiting) go();
  await closed;
  await Promise.all(own);
  expect(await fourth).toBe("refused");
  expect((await ends).filter(({ status }) => status === "fulfilled").length).toBe(10);
  expect(mail.received.length).toBe(15);
});

it("greets with the public host or MAIL_NAME, and marks mails as automatic", async () => {
  const names: unknown[] = [];
  const mail = await startMailServer({
    onMailFrom: (_address, session, done) => {
      names.push((session as { hostNameAppearsAs?: unknown }).hostNameAppearsAs);
      done();
    },
  });
  const url = `smtp://127.0.0.1:${mail.port}`;
  expect((await ask(await startApi(url))).status).toBe(202);
  expect((await ask(await startApi(url, "10000", { MAIL_NAME: "mail.example" }))).status).toBe(202);
  expect(names).toEqual(["api.example", "mail.example"]);
  for (const { text } of mail.received) expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
});

it("logs which command a mail server refused, with its answer, and not the recipient", async () => {
  const refusing = createTcpServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 mx.example\r\n");
    socket.on("data", () => void socket.write("550 5.7.1 <[127.0.0.1]>: Helo command rejected: need a name\r\n"));
  });
  const { port } = await listenHere(refusing);
  await expectUnavailable(
    await startApi(`smtp://127.0.0.1:${port}`),
    "HELO 550): 550 5.7.1 <[…]>: Helo command rejected",
  );
  const mail = await startMailServer({
    onRcptTo: ({ address }, _session, done) => {
      const said = `no ${address} at 192.0.2.1, Ada is unknown; see 123456`;
      done(Object.assign(new Error(said), { responseCode: 550 }));
    },
  });
  const api = await startApi(`smtp://127.0.0.1:${mail.port}`);
  await expectUnavailable(api, "RCPT TO 550): 550 no … at …, … is unknown; see …");
  expect(api.logged.join("")).not.toContain("see whether SMTP_URL is right");
});

it("checks a mail server at intervals, and again after it refused a mail", async () => {
  let [connections, isRefusing] = [0, false];
  const mail = await startMailServer({
    onConnect: (_session, done) => {
      connections++;
      done();
    },
    onRcptTo: (_address, _session, done) =>
      done(isRefusing ? Object.assign(new Error("no"), { responseCode: 550 }) : null),
  });
  const smtp = openSmtp({
    url: `smtp://127.0.0.1:${mail.port}`,
    from: "codes@api.example",
    name: "api.example",
    timeout: 600_000,
  });
  const send = () => smtp.send({ to: "ada@example.com", subject: "x", text: "y", by: "a", isAsked: true });
  vi.useFakeTimers({ toFake: ["performance"] });
  await Promise.all([smtp.check(), smtp.check()]);
  vi.advanceTimersByTime(29_999);
  await smtp.check();
  expect(connections).toBe(1);
  vi.advanceTimersByTime(1);
  await smtp.check();
  expect(connections).toBe(2);
  // Each mail reports it as well.
  isRefusing = true;
  await expect(send()).rejects.toThrow("550");
  await smtp.check();
  expect(connections).toBe(4);
  isRefusing = false;
  vi.advanceTimersByTime(30_000);
  await send();
  await smtp.check();
  expect(connections).toBe(5);
});
