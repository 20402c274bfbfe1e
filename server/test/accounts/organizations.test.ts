import { beforeAll, describe, expect, it } from "vitest";
import { ENGINES, environmentOf } from "../engines.ts";
import { call, sign, signIn, startServer, type TestServer } from "../harness.ts";
import {
  bearer,
  enter,
  founder,
  invite,
  join,
  list,
  reasonOf,
  register,
  rolesOf,
  type Invitation,
  type Member,
  type Organization,
  type Page,
  type Person,
} from "../people.ts";
import { changesNothing } from "../requests.ts";

const NOBODY = `org_${"0".repeat(32)}`;

let server: TestServer;

describe.each(ENGINES)("organizations over %s", (engine) => {
  beforeAll(async () => {
    server = await startServer(await environmentOf(engine));
  });

  it("answer members of other organizations as if they did not exist", async () => {
    const ada = await founder(server, "ada@d.example");
    const invitation = await invite(server, ada, "bob@d.example", "reader");
    const eve = await founder(server, "eve@d.example");
    const answers = async (org: string) => {
      const path = `/organizations/${org}`;
      const made = [
        await sign(server, eve, "PUT", path, { body: { name: "hers" } }),
        await list(server, eve, `${path}/members`),
        await sign(server, eve, "PATCH", `${path}/members/${ada.id}`, { body: { role: "reader" } }),
        await sign(server, eve, "DELETE", `${path}/members/${ada.id}`),
        await sign(server, eve, "POST", `${path}/invitations`, { body: { email: "eve@d.example", role: "owner" } }),
        await list(server, eve, `${path}/invitations`),
        await sign(server, eve, "DELETE", `${path}/invitations/${invitation.id}`),
        await call(server, "POST", "/organizations/switch", { headers: eve.headers, body: { id: org } }),
      ];
      return made.map((answer) => JSON.stringify([answer.status, (answer.body as { error: unknown }).error]));
    };
    const ofAda = await answers(ada.org);
    expect(ofAda).toEqual((await answers(NOBODY)).map((text) => text.replaceAll(NOBODY, ada.org)));
    expect(ofAda.every((text) => text.startsWith("[404"))).toBe(true);
    // The path of the own organization does not help either.
    const own = `/organizations/${eve.org}`;
    const strangers = [
      await sign(server, eve, "PATCH", `${own}/members/${ada.id}`, { body: { role: "reader" } }),
      await sign(server, eve, "DELETE", `${own}/members/${ada.id}`),
      await sign(server, eve, "DELETE", `${own}/invitations/${invitation.id}`),
    ];
    expect(strangers.map(reasonOf)).toEqual(["404 not_found", "404 not_found", "404 not_found"]);
    // Eve's token with an action for Ada's log, and Ada's token with one for Eve's log.
    const crossed = [
      { ...eve, log: ada.log },
      { ...eve, wallet: ada.wallet },
    ];
    const made = [];
    for (const client of crossed) made.push(await sign(server, client, "PUT", own, { body: { name: "crossed" } }));
    expect(made.map(reasonOf)).toEqual(["404 unknown_log", "403 unknown_signer"]);
    expect((await list<Member>(server, ada, `/organizations/${ada.org}/members`)).body.items).toMatchObject([
      { role: "owner" },
    ]);
    expect((await list<Invitation>(server, ada, `/organizations/${ada.org}/invitations`)).body.items).toMatchObject([
      { state: "open" },
    ]);
  });

  it("keep an account's and a wallet's memberships apart, also after a restart", async () => {
    const ada = await founder(server, "ada@o.example");
    const bob = await founder(server, "bob@o.example");
    await invite(server, ada, "bob@o.example", "reader");
    server.clock.now++;
    const atAda = await register(server, await enter(server, bob.headers, ada.org), "bob@o.example", bob.wallet);
    const name = (by: Person, org: string) =>
      sign(server, by, "PUT", `/organizations/${org}`, { body: { name: "Bob's" } });
    const check = async () => {
      expect(reasonOf(await name(atAda, ada.org))).toBe("403 not_permitted");
      expect(reasonOf(await name(bob, bob.org))).toBe("200");
      expect(reasonOf(await name({ ...atAda, headers: bob.headers }, bob.org))).toBe("404 unknown_log");
      // The old session stays valid.
      expect(await rolesOf(server, bob)).toEqual({ "bob@o.example": "owner" });
      expect(await rolesOf(server, atAda)).toEqual({ "ada@o.example": "owner", "bob@o.example": "reader" });
      for (const { headers } of [bob, atAda]) {
        expect((await list<Organization>(server, { headers }, "/organizations")).body.items).toMatchObject([
          { id: ada.org, name: "ada", role: "reader", state: "member", created_at: expect.any(String) },
          { id: bob.org, name: "Bob's", role: "owner", state: "member", created_at: expect.any(String) },
        ]);
      }
      const back = await enter(server, atAda.headers, bob.org);
      expect((await call(server, "GET", "/wallets/me", { headers: back })).body).toMatchObject({
        id: bob.id,
        organization: { id: bob.org, name: "Bob's", log_name: bob.log },
      });
    };
    await check();
    const invitation = await invite(server, ada, "cid@o.example", "issuer");
    server = await server.restart();
    await check();
    expect((await list<Invitation>(server, ada, `/organizations/${ada.org}/invitations`)).body.items[0]).toMatchObject({
      id: invitation.id,
      state: "open",
    });
    await register(
      server,
      await enter(server, bearer(await signIn(server, "cid@o.example")), ada.org),
      "cid@o.example",
    );
    expect(await rolesOf(server, ada)).toMatchObject({ "cid@o.example": "issuer" });
  });

  it("are shown to an API key only if they are its own", async () => {
    const ada = await founder(server, "ada@p.example");
    const { body } = await sign<{ key: string }>(server, ada, "POST", "/api-keys", { body: { name: "ci" } });
    const headers = { "x-api-key": body.key };
    expect((await list<Organization>(server, { headers }, "/organizations")).body).toEqual({
      items: [{ id: ada.org, name: "ada", role: null, state: "member", created_at: expect.any(String) }],
      next: null,
      has_more: false,
    });
    const asked = await call(server, "POST", "/organizations/switch", { headers, body: { id: ada.org } });
    const accepted = await call(server, "POST", `/organizations/invitations/inv_${"0".repeat(32)}/accept`, { headers });
    expect([asked, accepted].map(reasonOf)).toEqual(["403 needs_token", "403 needs_token"]);
    const nobody = await call(server, "POST", "/organizations/switch", { body: { id: ada.org } });
    expect(reasonOf(nobody)).toBe("401 no_credential");
  });

  it("accept valid names and refuse invalid ones", async () => {
    const ada = await founder(server, "ada@q.example");
    const path = `/organizations/${ada.org}`;
    const put = (name: unknown) => changesNothing(server, () => sign(server, ada, "PUT", path, { body: { name } }));
    for (const name of ["", " \t ", "two\nlines", "x".repeat(101), 7, null]) {
      expect(await put(name)).toBe("400 malformed");
    }
    expect(await put("nul\u0000")).toBe("400 bad_text");
    for (const name of ["Ächtung & Söhne", "x".repeat(100)]) {
      const named = await sign(server, ada, "PUT", path, { body: { name } });
      expect([named.status, named.body]).toMatchObject([200, { id: ada.org, name }]);
      expect((await list<Organization>(server, ada, "/organizations")).body.items).toMatchObject([{ name }]);
    }
  });

  it("are listed in pages, newest first, each once", async () => {
    const ada = await founder(server, "ada@r.example");
    const dot = await founder(server, "dot@r.example");
    for (const by of [ada, dot]) {
      for (const who of ["bob", "cid"]) await join(server, by, `${who}@r.example`, "reader");
    }
    const bob = { headers: bearer(await signIn(server, "bob@r.example")) };
    for (const [person, path, count] of [
      [ada, `/organizations/${ada.org}/members`, 3],
      [ada, `/organizations/${ada.org}/invitations`, 2],
      [bob, "/organizations", 3],
    ] as const) {
      const { items: all } = (await list<{ id: string }>(server, person, path)).body;
      expect(all).toHaveLength(count);
      const seen: { id: string }[] = [];
      let next: string | null = "";
      while (next !== null) {
        const cursor: string = next === "" ? "" : `&next=${next}`;
        const { body }: { body: Page<{ id: string }> } = await list(server, person, `${path}?limit=1${cursor}`);
        expect(body.items).toHaveLength(1);
        seen.push(...body.items);
        next = body.next;
      }
      expect(seen).toEqual(all);
      expect(reasonOf(await list(server, person, `${path}?limit=101`))).toBe("400 malformed");
      expect(reasonOf(await list(server, person, `${path}?next=AAAA`))).toBe("400 bad_cursor");
    }
  });
});
