import { describe, expect, it } from "vitest";
import { call, mailsTo, newestCode, type Refused, type TestServer } from "../harness.ts";
import { ENGINES, environmentOf } from "../engines.ts";
import { startServer } from "../harness.ts";
import { bearer, founder, invite, list, reasonOf, register, type Organization } from "../people.ts";

const HOUR = 3_600_000;

let server: TestServer;

type Tokens = { readonly access_token: string; readonly refresh_token: string };
const from = (address: string) => ({ "x-forwarded-for": address });
const ask = (email: string, headers = from("192.0.2.1")) =>
  call<Refused & { nonce: string }>(server, "POST", "/auth/otp", { headers, body: { email } });
/** Signs in, and returns the answer. */
async function enter(email: string, headers = from("192.0.2.1")) {
  const { nonce } = (await ask(email, headers)).body;
  const body = { email, otp: await newestCode(server, email), nonce };
  return call<Tokens & Refused>(server, "POST", "/auth/login", { headers, body });
}
const organizations = async (tokens: Tokens) =>
  (await list<Organization>(server, { headers: bearer(tokens) }, "/organizations")).body.items;

describe.each(ENGINES)("sign-up over %s", (engine) => {
  it("is open to addresses in SIGN_UP and invited ones; others learn of it only by mail", async () => {
    server = await startServer({ ...(await environmentOf(engine)), SIGN_UP: "Company.example,root@example.com" });
    const ada = await founder(server, "ada@company.example");
    expect((await enter("Root@example.com")).status).toBe(200);

    const strange = await ask("eve@example.com");
    expect([strange.status, strange.body.nonce.length]).toEqual([202, 43]);
    const [mail] = await mailsTo(server, "eve@example.com");
    expect(mail).toContain("no account");
    expect(mail).not.toMatch(/[0-9]{6}/);
    const guess = { email: "eve@example.com", otp: "000000", nonce: strange.body.nonce };
    expect(reasonOf(await call(server, "POST", "/auth/login", { body: guess }))).toBe("401 bad_code");

    // An invited account enters the invitation's organization, and gets none of its own.
    await invite(server, ada, "eve@example.com", "issuer");
    const invited = await enter("eve@example.com");
    expect(invited.status).toBe(200);
    expect(await organizations(invited.body)).toMatchObject([{ id: ada.org, state: "invited" }]);
    const eve = await register(server, bearer(invited.body), "eve@example.com");
    expect(eve.org).toBe(ada.org);
    expect(await organizations((await enter("eve@example.com")).body)).toMatchObject([
      { id: ada.org, role: "issuer", state: "member" },
    ]);
  });

  it("is open only to invited addresses if SIGN_UP is invitation", async () => {
    server = await startServer(await environmentOf(engine));
    const ada = await founder(server, "ada@example.com");
    const pending = (await ask("late@example.com")).body.nonce;
    const otp = await newestCode(server, "late@example.com");
    server = await server.restart({ SIGN_UP: "invitation" });
    expect((await enter("ada@example.com")).status).toBe(200);
    const late = { email: "late@example.com", otp, nonce: pending };
    const login = () => call<Tokens & Refused>(server, "POST", "/auth/login", { body: late });
    expect(reasonOf(await login())).toBe("403 sign_up_closed");
    await invite(server, ada, "late@example.com", "reader");
    // The refused code is still valid.
    expect((await login()).status).toBe(200);
  });

  it("is limited to ORGANIZATIONS_PER_HOUR for a network", async () => {
    server = await startServer({
      ...(await environmentOf(engine)),
      TRUSTED_PROXIES: "127.0.0.1",
      ORGANIZATIONS_PER_HOUR: "2",
    });
    for (const email of ["a@example.com", "b@example.com"]) expect((await enter(email)).status).toBe(200);
    const { nonce } = (await ask("c@example.com")).body;
    const body = { email: "c@example.com", otp: await newestCode(server, "c@example.com"), nonce };
    const login = (headers: Record<string, string>) => call<Tokens>(server, "POST", "/auth/login", { headers, body });
    const refused = await login(from("192.0.2.1"));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, String(HOUR / 1_000)]);
    // The limit affects neither accounts with an organization nor another network with the same code.
    expect((await enter("a@example.com")).status).toBe(200);
    expect((await login(from("192.0.2.2"))).status).toBe(200);
    server.clock.now += HOUR;
    expect((await enter("d@example.com")).status).toBe(200);
  });
});
