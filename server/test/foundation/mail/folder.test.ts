import { get } from "node:http";
import { readdir, stat } from "node:fs/promises";
import { expect, it } from "vitest";
import { newFolder } from "../../../../test/folder.ts";
import { openMailFolder } from "../../../src/foundation/mail/folder.ts";
import { startOver } from "../../accounts/observed.ts";
import { call, startServer, type Refused } from "../../harness.ts";

const server = await startServer();

type Mailbox = { readonly items: readonly { to: string; subject: string; text: string; sent_at: string }[] };

const ask = (email: string) => call<{ nonce: string }>(server, "POST", "/auth/otp", { body: { email } });
const mailbox = (to: string) => call<Mailbox>(server, "GET", `/dev/mailbox?to=${encodeURIComponent(to)}`);

it("lists the mails to an address, newest first", async () => {
  const nonces: string[] = [];
  for (const email of ["ada@example.com", "bob+x@example.com", "ADA@example.com"])
    nonces.push((await ask(email)).body.nonce);
  const { status, headers, body } = await mailbox("Ada@Example.com");
  expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(body.items.map(({ to }) => to)).toEqual(["ada@example.com", "ada@example.com"]);
  const [newest, first] = body.items.map(({ text }) => /[0-9]{6}/.exec(text)![0]);
  const code = { email: "ada@example.com", nonce: nonces[2] };
  const login = (otp: string) => call(server, "POST", "/auth/login", { body: { ...code, otp } });
  if (first !== newest) expect((await login(first!)).status).toBe(401);
  expect((await login(newest!)).status).toBe(200);
  expect((await mailbox("bob+x@example.com")).body.items.length).toBe(1);
  expect((await mailbox("eve@example.com")).body).toEqual({ items: [] });
});

it("lists at most twenty mails", async () => {
  const { mail } = server.parts.config;
  const folder = await openMailFolder(mail as { folder: string; from: string });
  for (let count = 0; count < 22; count++)
    await folder.send({ to: "x@example.com", subject: `${count}`, text: "", by: "a", isAsked: true });
  const subjects = (await mailbox("x@example.com")).body.items.map(({ subject }) => Number(subject));
  expect(subjects).toEqual(Array.from({ length: 20 }, (_, at) => 21 - at));
});

it("lists mails in the order of sending, even if earlier names are ahead of the clock", async () => {
  const folder = newFolder();
  const settings = { folder, from: "a@example.com" };
  const first = await openMailFolder(settings);
  for (let at = 0; at < 50; at += 1)
    await first.send({ to: "x@example.com", subject: String(at), text: "", by: "a", isAsked: true });
  const next = await openMailFolder(settings);
  await next.send({ to: "x@example.com", subject: "newest", text: "", by: "a", isAsked: true });
  expect((await next.read()).slice(0, 2).map(({ subject }) => subject)).toEqual(["newest", "49"]);
});

it("is readable only by its owner", async () => {
  const { folder } = server.parts.config.mail as { folder: string };
  const modes = [folder, ...(await readdir(folder)).map((name) => `${folder}/${name}`)].map(async (path) =>
    ((await stat(path)).mode & 0o077).toString(8),
  );
  expect(new Set(await Promise.all(modes))).toEqual(new Set(["0"]));
});

it("refuses an invalid address and unknown parameters", async () => {
  for (const path of ["/dev/mailbox?to=ada", "/dev/mailbox?to=ada@example.com&all=1"]) {
    expect((await call(server, "GET", path)).status).toBe(400);
  }
});

it("shows all mails to a browser, as text only", async () => {
  const folder = await openMailFolder(server.parts.config.mail as { folder: string; from: string });
  await folder.send({
    to: "eve@example.com",
    subject: "<script>1</script>",
    text: 'a & b\n"c"',
    by: "a",
    isAsked: true,
  });
  await folder.send({ to: "zoe@example.com", subject: "newest", text: "", by: "a", isAsked: true });
  const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  const page = await call<string>(server, "GET", "/dev/mailbox", { headers: { accept } });
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(page.body).toMatch(/newest[^]+To eve@example\.com/);
  expect(page.body).toContain("<h2>&lt;script&gt;1&lt;/script&gt;</h2>");
  expect(page.body).toContain("<pre>a &amp; b\n&quot;c&quot;</pre>");
  for (const other of ["*/*", "application/json", "application/json, text/html;q=0.5", "text/html;q=0"]) {
    const { headers } = await call(server, "GET", "/dev/mailbox", { headers: { accept: other } });
    expect(headers.get("content-type"), other).toMatch(/^application\/json/);
  }
  const { body } = await call<Mailbox>(server, "GET", "/dev/mailbox");
  expect(body.items.slice(0, 2).map(({ to }) => to)).toEqual(["zoe@example.com", "eve@example.com"]);
});

it("has no endpoint if mails are sent by SMTP", async () => {
  const sending = await startOver("SQLite", { SMTP_URL: "smtp://127.0.0.1:1" });
  const { status, body } = await call<Refused>(sending, "GET", "/dev/mailbox?to=ada@example.com");
  expect([status, body.error.details[0]!.reason]).toEqual([404, "no_such_endpoint"]);
});

it("is served only for local host names and the API's own", async () => {
  const { port } = new URL(server.url);
  const statusFor = (host: string, path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { host, "x-forwarded-host": "localhost" };
      get({ host: "127.0.0.1", port, path, headers, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode!);
      }).on("error", reject);
    });
  for (const path of ["/dev/mailbox", "/admin"]) {
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, "[::1]", "app.localhost", "api.example"])
      expect([path, host, await statusFor(host, path)]).toEqual([path, host, 200]);
    for (const host of [`evil.example:${port}`, "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1"])
      expect([path, host, await statusFor(host, path)]).toEqual([path, host, 403]);
  }
});
