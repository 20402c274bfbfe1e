import { rename } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../src/foundation/config.ts";
import { setLimits } from "../../src/main/setLimits.ts";
import { browse, chromium } from "../browser.ts";
import { createDatabase } from "../engines.ts";
import { call, owner, startServer, type Answer, type Client, type Refused, type TestServer } from "../harness.ts";

const PASSWORD = "a-password-of-an-operator-with-40-signs.";
let server: TestServer;
let ada: Client;
beforeAll(async () => {
  server = await startServer({ ADMIN_SECRET: PASSWORD });
  ada = await owner(server, "ada@example.com");
});

const basic = (password: string, name = "anybody") => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`,
});
const page = (headers: Record<string, string> = basic(PASSWORD), query = ""): Promise<Answer<string>> =>
  call<string>(server, "GET", `/admin${query}`, { headers });
const me = async () =>
  (
    await call<{ organization: { id: string; log_name: string } }>(server, "GET", "/wallets/me", {
      headers: ada.headers,
    })
  ).body;

describe("the page for operators", () => {
  it("is shown only with the password", async () => {
    const refused = [
      {},
      basic(PASSWORD.slice(1)),
      basic(""),
      basic(`x:${PASSWORD}`),
      ada.headers,
      { authorization: "Basic %" },
    ];
    for (const headers of refused) {
      const answer = (await page(headers)) as unknown as Answer<Refused>;
      expect([answer.status, answer.body.error.details[0]!.reason]).toEqual([401, "no_credential"]);
      expect(answer.headers.get("www-authenticate")).toMatch(/^Basic realm=/);
    }
    expect((await page()).status).toBe(200);
  });

  it("counts in the rate limit of sign-in, so that its password cannot be guessed", async () => {
    expect((await page({})).headers.get("x-ratelimit-limit")).toBe(
      (await call(server, "POST", "/auth/login", { body: {} })).headers.get("x-ratelimit-limit"),
    );
  });

  it("shows the state of the log and the organizations, and nothing of their contents", async () => {
    const { organization } = await me();
    const { body, headers } = await page();
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).not.toMatch(/<script|src=|href="(?!\?)/);
    const row = new RegExp(`${organization.id}</small>.*?<td>${organization.log_name}.*?<td>1.*?<td>1`, "s");
    expect(body).toMatch(row);
    expect(body).toContain("<dt>store</dt><dd>ok</dd>");
    for (const secret of ["ada@example.com", ada.wallet.address.toLowerCase(), PASSWORD])
      expect(body.toLowerCase()).not.toContain(secret);
  });

  it("escapes text that others chose", async () => {
    const { id } = (await me()).organization;
    await setLimits(server.parts.config, id, '{"reads":{"minute":301}}');
    expect((await page()).body).toContain("{&quot;reads&quot;:{&quot;minute&quot;:301}}");
    await setLimits(server.parts.config, id, "usual");
  });

  it("lists what needs the operator", async () => {
    expect((await page()).body).toContain('<p class="good">Nothing.</p>');
    const { folder } = server.parts.config.mail as { folder: string };
    await rename(folder, `${folder}-away`);
    await expect.poll(async () => (await page()).body).toContain('<li class="bad"><b>mail</b>: unavailable</li>');
    await rename(`${folder}-away`, folder);
  });

  it("is paged", async () => {
    const { organization } = await me();
    expect((await page(undefined, `?before=${organization.id}`)).body).not.toContain(organization.id);
    expect((await page(undefined, "?before=%3Cscript%3E")).status).toBe(400);
  });

  describe.skipIf(chromium === undefined)("in a browser", () => {
    it("fits a phone and a screen", async () => {
      const open = await startServer();
      await owner(open, "bob@example.com");
      await browse(`${open.url}/admin`, 1_280, async (shown) => {
        for (const width of [1_280, 360]) {
          await shown.resize(width);
          const [inner, scrolled] = await shown.evaluate<number[]>(
            "[innerWidth, document.documentElement.scrollWidth]",
          );
          expect(scrolled).toBeLessThanOrEqual(inner!);
        }
        expect(shown.errors).toEqual([]);
      });
    });
  });
});

describe("an organization's own limits", () => {
  it("take effect immediately in a running server, and can be removed", async () => {
    const { id } = (await me()).organization;
    const limit = async () =>
      (await call(server, "GET", "/wallets/me", { headers: ada.headers })).headers.get("x-ratelimit-limit");
    const usual = await limit();
    expect(await setLimits(server.parts.config, id, '{"reads":{"second":7}}')).toMatchObject({
      now: '{"reads":{"second":7}}',
    });
    expect(await limit()).toBe("7");
    await setLimits(server.parts.config, id, "usual");
    expect(await limit()).toBe(usual);
    expect((await setLimits(server.parts.config, id, undefined)).now).toBeUndefined();
  });

  it("are refused without a change if they or the organization are invalid", async () => {
    const { id } = (await me()).organization;
    await expect(setLimits(server.parts.config, id, '{"reads":{"minute":0}}')).rejects.toMatchObject({
      code: "bad_limits",
    });
    await expect(setLimits(server.parts.config, id, '{"auth":{"minute":5}}')).rejects.toMatchObject({
      code: "bad_limits",
    });
    await expect(setLimits(server.parts.config, "org_00", "usual")).rejects.toMatchObject({ code: "no_organization" });
    expect((await setLimits(server.parts.config, id, undefined)).now).toBeUndefined();
  });

  it("are refused if the database is unavailable or no server has used it", async () => {
    const environment = { DATABASE_URL: await createDatabase(), GUARD_DATABASE_URL: await createDatabase() };
    const away = { ...environment, DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" };
    for (const [env, code, why] of [
      [environment, "no_log", /has no tables of a server/],
      [away, "no_database", /ECONNREFUSED/],
    ] as const) {
      const message = expect.stringMatching(why) as string;
      await expect(setLimits(readConfig(env), "org_00", "usual")).rejects.toMatchObject({ code, message });
    }
  });
});
