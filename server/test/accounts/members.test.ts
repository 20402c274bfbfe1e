import { rename, rm, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMailFolder } from "../../src/mail/folder.ts";
import { closeEngines, ENGINES, environmentOf } from "../engines.ts";
import { call, newestMail, sign, signIn, startServer, type Answer, type TestServer } from "../harness.ts";
import {
  bearer,
  changesNothing,
  enter,
  founder,
  holdNext,
  invite,
  join,
  newWallet,
  prepare,
  reasonOf,
  register,
  send,
  type Invitation,
  type Person,
  type Role,
} from "../people.ts";

type Page<T> = { items: T[]; next: string | null; has_more: boolean };
type Organization = { id: string; name: string; role: Role | null; state: string };
type Member = { id: string; role: Role; email: string | null; account: { address: string } };

const DAY = 86_400_000;
const NOBODY = `org_${"0".repeat(32)}`;

let server: TestServer;
afterAll(closeEngines);

const get = <T>(person: Pick<Person, "headers">, path: string) =>
  call<Page<T>>(server, "GET", path, { headers: person.headers });
const mailsTo = async (email: string): Promise<number> => {
  const folder = await openMailFolder(server.platform.config.mail as { folder: string; from: string });
  return (await folder.read(email)).length;
};
const setRole = (by: Person, { org, id }: Pick<Person, "org" | "id">, role: Role) =>
  sign<Member>(server, by, "PATCH", `/organizations/${org}/members/${id}`, { body: { role } });
const remove = (by: Person, { org, id }: Pick<Person, "org" | "id">) =>
  sign(server, by, "DELETE", `/organizations/${org}/members/${id}`);
const rolesOf = async (by: Person): Promise<Record<string, Role>> => {
  const { body } = await get<Member>(by, `/organizations/${by.org}/members?limit=100`);
  return Object.fromEntries(body.items.map(({ email, role }) => [email, role]));
};

describe.each(ENGINES)("over %s", (engine) => {
  beforeAll(async () => {
    server = await startServer(await environmentOf(engine));
  });
  afterAll(() => server.close());

  it("invites by mail; the wallet that is registered by it is a member's, in that role", async () => {
    const ada = await founder(server, "ada@a.example");
    const invitation = await invite(server, ada, "Bob@A.example", "issuer");
    const created = Date.parse(invitation.created_at);
    expect(invitation).toMatchObject({
      organization_id: ada.org,
      email: "bob@a.example",
      status: "open",
      expires_at: new Date(created + 14 * DAY).toISOString(),
    });
    expect(await newestMail(server, "bob@a.example")).toContain(`/organizations/invitations/${invitation.id}/accept`);

    server.clock.now++;
    const session = { headers: bearer(await signIn(server, "bob@a.example")) };
    expect((await get<Organization>(session, "/organizations")).body).toEqual({
      items: [
        { id: expect.any(String), name: "bob", role: "owner", state: "member" },
        { id: ada.org, name: "ada", role: "issuer", state: "invited" },
      ],
      next: null,
      has_more: false,
    });
    const accepted = await call<{ access_token: string; refresh_token: string }>(
      server,
      "POST",
      `/organizations/invitations/${invitation.id}/accept`,
      session,
    );
    expect(accepted.status).toBe(200);
    server.clock.now++;
    const bob = await register(server, bearer(accepted.body), "bob@a.example");
    expect(bob.org).toBe(ada.org);

    const { body: members } = await get<Member>(ada, `/organizations/${ada.org}/members`);
    expect(members).toEqual({
      items: [bob, ada].map(({ id, email, wallet, org }, i) => ({
        id,
        wallet_id: id,
        organization_id: org,
        role: (["issuer", "owner"] as const)[i],
        email,
        nickname: null,
        account: { address: wallet.address.toLowerCase() },
        created_at: expect.any(String),
      })),
      next: null,
      has_more: false,
    });
    const { body: invitations } = await get<Invitation>(ada, `/organizations/${ada.org}/invitations`);
    expect(invitations.items).toMatchObject([{ id: invitation.id, status: "accepted", mailed_at: expect.any(String) }]);
    // Accepted once is accepted.
    const again = await call(server, "POST", `/organizations/invitations/${invitation.id}/accept`, session);
    expect(reasonOf(again)).toBe("404 not_found");
    expect((await get<Organization>(bob, "/organizations")).body.items).toMatchObject([
      { id: ada.org, state: "member", role: "issuer" },
      { name: "bob" },
    ]);
  });

  it("lets owners alone change anything", async () => {
    const ada = await founder(server, "ada@b.example");
    const path = `/organizations/${ada.org}`;
    const invitation = await invite(server, ada, "later@b.example", "reader");
    for (const role of ["issuer", "operator", "reader"] as const) {
      const member = await join(server, ada, `${role}@b.example`, role);
      const before = await rolesOf(ada);
      const refusals = [
        await changesNothing(server, () => sign(server, member, "PUT", path, { body: { name: "mine" } })),
        await changesNothing(server, () => setRole(member, member, "owner")),
        await changesNothing(server, () => remove(member, ada)),
        await changesNothing(server, () =>
          sign(server, member, "POST", `${path}/invitations`, { body: { email: "x@b.example", role: "owner" } }),
        ),
        await changesNothing(server, () => sign(server, member, "DELETE", `${path}/invitations/${invitation.id}`)),
        reasonOf(await get(member, `${path}/invitations`)),
      ];
      expect(refusals).toEqual(refusals.map(() => "403 not_permitted"));
      expect(await rolesOf(member)).toEqual(before);
      // With an owner's token, too: whoever signs is judged.
      const thief = { ...member, headers: ada.headers };
      expect(await changesNothing(server, () => setRole(thief, member, "owner"))).toBe("403 foreign_signer");
    }
    expect(await mailsTo("x@b.example")).toBe(0);
  });

  it("gives and takes roles, which hold at once", async () => {
    const ada = await founder(server, "ada@c.example");
    const bob = await join(server, ada, "bob@c.example", "reader");
    const name = (by: Person) => sign(server, by, "PUT", `/organizations/${ada.org}`, { body: { name: "c" } });
    expect(reasonOf(await name(bob))).toBe("403 not_permitted");
    const raised = await setRole(ada, bob, "owner");
    expect([raised.status, raised.body]).toMatchObject([
      200,
      { id: bob.id, wallet_id: bob.id, organization_id: ada.org, role: "owner" },
    ]);
    expect(reasonOf(await name(bob))).toBe("200");
    expect(reasonOf(await setRole(bob, ada, "operator"))).toBe("200");
    expect(reasonOf(await name(ada))).toBe("403 not_permitted");
    expect(await rolesOf(ada)).toEqual({ "ada@c.example": "operator", "bob@c.example": "owner" });
    for (const body of [{ role: "king" }, {}, { role: "owner", more: 1 }]) {
      const path = `/organizations/${ada.org}/members/${ada.id}`;
      expect(await changesNothing(server, () => sign(server, bob, "PATCH", path, { body }))).toBe("400 malformed");
    }
  });

  it("is not there for members of another organization, as one that is nowhere", async () => {
    const ada = await founder(server, "ada@d.example");
    const invitation = await invite(server, ada, "bob@d.example", "reader");
    const eve = await founder(server, "eve@d.example");
    const answers = async (org: string) => {
      const path = `/organizations/${org}`;
      const made = [
        await sign(server, eve, "PUT", path, { body: { name: "hers" } }),
        await get(eve, `${path}/members`),
        await sign(server, eve, "PATCH", `${path}/members/${ada.id}`, { body: { role: "reader" } }),
        await sign(server, eve, "DELETE", `${path}/members/${ada.id}`),
        await sign(server, eve, "POST", `${path}/invitations`, { body: { email: "eve@d.example", role: "owner" } }),
        await get(eve, `${path}/invitations`),
        await sign(server, eve, "DELETE", `${path}/invitations/${invitation.id}`),
        await call(server, "POST", "/organizations/switch", { headers: eve.headers, body: { id: org } }),
      ];
      return made.map((answer) => JSON.stringify([answer.status, (answer.body as { error: unknown }).error]));
    };
    const ofAda = await answers(ada.org);
    expect(ofAda).toEqual((await answers(NOBODY)).map((text) => text.replaceAll(NOBODY, ada.org)));
    expect(ofAda.every((text) => text.startsWith("[404"))).toBe(true);
    // By the own organization's path, neither.
    const own = `/organizations/${eve.org}`;
    const strangers = [
      await sign(server, eve, "PATCH", `${own}/members/${ada.id}`, { body: { role: "reader" } }),
      await sign(server, eve, "DELETE", `${own}/members/${ada.id}`),
      await sign(server, eve, "DELETE", `${own}/invitations/${invitation.id}`),
    ];
    expect(strangers.map(reasonOf)).toEqual(["404 not_found", "404 not_found", "404 not_found"]);
    // With a token of hers for a log of Ada's, and the other way round.
    const crossed = [
      { ...eve, log: ada.log },
      { ...eve, wallet: ada.wallet },
    ];
    const made = [];
    for (const client of crossed) made.push(await sign(server, client, "PUT", own, { body: { name: "crossed" } }));
    expect(made.map(reasonOf)).toEqual(["404 unknown_log", "403 unknown_signer"]);
    expect((await get<Member>(ada, `/organizations/${ada.org}/members`)).body.items).toMatchObject([{ role: "owner" }]);
    expect((await get<Invitation>(ada, `/organizations/${ada.org}/invitations`)).body.items).toMatchObject([
      { status: "open" },
    ]);
  });

  it("removes members, whose tokens are good for nothing at once; keys of the organization stay", async () => {
    const ada = await founder(server, "ada@e.example");
    const bob = await join(server, ada, "bob@e.example", "owner");
    const made = await sign<{ key: string }>(server, bob, "POST", "/api-keys", { body: { name: "ci" } });
    const removed = await remove(ada, bob);
    expect([removed.status, removed.body]).toMatchObject([
      200,
      { id: bob.id, organization_id: ada.org, removed_at: expect.any(String) },
    ]);
    const path = `/organizations/${ada.org}`;
    expect(reasonOf(await get(bob, `${path}/members`))).toBe("403 not_permitted");
    expect(await changesNothing(server, () => sign(server, bob, "PUT", path, { body: { name: "b" } }))).toBe(
      "403 not_permitted",
    );
    const register2 = { body: { address: bob.wallet.address } };
    expect(await changesNothing(server, () => sign(server, bob, "POST", "/wallets/register", register2))).toBe(
      "403 not_invited",
    );
    expect(
      reasonOf(await call(server, "POST", "/organizations/switch", { headers: bob.headers, body: { id: ada.org } })),
    ).toBe("404 not_found");
    expect((await get<Organization>(bob, "/organizations")).body.items).toMatchObject([{ name: "bob" }]);
    expect(await rolesOf(ada)).toEqual({ "ada@e.example": "owner" });
    // He is gone for those who would remove him again, or give him a role.
    expect(reasonOf(await remove(ada, bob))).toBe("404 not_found");
    expect(reasonOf(await setRole(ada, bob, "reader"))).toBe("404 not_found");
    // The key is the organization's; the wallet that was removed signs nothing with it.
    const key = { "x-api-key": made.body.key };
    expect((await call(server, "GET", `${path}/members`, { headers: key })).status).toBe(200);

    // Invited again: with the same address, and with another one the time after.
    await invite(server, ada, "bob@e.example", "reader");
    const again = await register(server, bob.headers, "bob@e.example", bob.wallet);
    expect(again.id).not.toBe(bob.id);
    expect(await rolesOf(ada)).toEqual({ "ada@e.example": "owner", "bob@e.example": "reader" });
    expect(reasonOf(await remove(ada, again))).toBe("200");
    await invite(server, ada, "bob@e.example", "operator");
    const third = await register(server, bob.headers, "bob@e.example");
    expect(await rolesOf(third)).toEqual({ "ada@e.example": "owner", "bob@e.example": "operator" });
    // The address that he left is free.
    await invite(server, ada, "cid@e.example", "reader");
    const cid = await enter(server, bearer(await signIn(server, "cid@e.example")), ada.org);
    await register(server, cid, "cid@e.example", bob.wallet);
  });

  it("keeps the founder out who was removed, and nobody returns by an invitation from before", async () => {
    const ada = await founder(server, "ada@f.example");
    const bob = await join(server, ada, "bob@f.example", "owner");
    expect(reasonOf(await remove(bob, ada))).toBe("200");
    const headers = bearer(await signIn(server, "ada@f.example"));
    expect((await get<Organization>({ headers }, "/organizations")).body.items).toEqual([]);
    const back = { ...ada, headers };
    const body = { address: ada.wallet.address };
    expect(reasonOf(await sign(server, back, "POST", "/wallets/register", { body }))).toBe("403 not_invited");
    // Who is a member is not invited; so no invitation is older than a removal.
    const invitation = { body: { email: "bob@f.example", role: "owner" } };
    const path = `/organizations/${bob.org}/invitations`;
    expect(await changesNothing(server, () => sign(server, bob, "POST", path, invitation))).toBe("409 already_member");
  });

  it("keeps an owner, one with an account", async () => {
    const ada = await founder(server, "ada@g.example");
    const made = await sign<{ key: string }>(server, ada, "POST", "/api-keys", {
      body: { name: "ci", permissions: ["read", "manage"] },
    });
    const user = await register(server, { "x-api-key": made.body.key }, "");
    expect(await changesNothing(server, () => setRole(ada, user, "owner"))).toBe("409 no_account");
    expect(await changesNothing(server, () => setRole(ada, ada, "issuer"))).toBe("409 last_owner");
    expect(await changesNothing(server, () => remove(ada, ada))).toBe("409 last_owner");
    expect(reasonOf(await setRole(ada, ada, "owner"))).toBe("200");
    const bob = await join(server, ada, "bob@g.example", "owner");
    expect(reasonOf(await remove(ada, ada))).toBe("200");
    expect(await rolesOf(bob)).toEqual({ "bob@g.example": "owner", null: "reader" });
  });

  it("keeps an owner of two that leave at once, and of two that demote each other", async () => {
    for (const [name, act] of Object.entries({
      demote: (by: Person, who: Person) => setRole(by, who, "reader"),
      remove: (by: Person, who: Person) => remove(by, who),
    })) {
      const ada = await founder(server, `ada-${name}@h.example`);
      const bob = await join(server, ada, `bob-${name}@h.example`, "owner");
      const each = await Promise.all([act(ada, bob), act(bob, ada)]);
      expect(each.map(reasonOf).toSorted()).toEqual(["200", "403 not_permitted"]);

      const eve = await founder(server, `eve-${name}@h.example`);
      const cid = await join(server, eve, `cid-${name}@h.example`, "owner");
      const own = await Promise.all([act(eve, eve), act(cid, cid)]);
      expect(own.map(reasonOf).toSorted()).toEqual(["200", "409 last_owner"]);
      const left = own[0].status === 200 ? cid : eve;
      expect(Object.values(await rolesOf(left)).filter((role) => role === "owner")).toEqual(["owner"]);
    }
  });

  it("takes no invitation that was withdrawn, replaced, or is another's", async () => {
    const ada = await founder(server, "ada@i.example");
    const headers = bearer(await signIn(server, "bob@i.example"));
    const accept = async (id: string, by = headers) =>
      reasonOf(await call(server, "POST", `/organizations/invitations/${id}/accept`, { headers: by }));
    const first = await invite(server, ada, "bob@i.example", "owner");
    const eve = await founder(server, "eve@i.example");
    expect(await accept(first.id, eve.headers)).toBe("404 not_found");
    expect(await accept(`inv_${"0".repeat(32)}`)).toBe("404 not_found");
    const second = await invite(server, ada, "BOB@i.example", "reader");
    expect([await accept(first.id), await accept(second.id)]).toEqual(["404 not_found", "200"]);
    const entered = await enter(server, headers, ada.org);

    const path = `/organizations/${ada.org}/invitations`;
    const withdrawn = await sign(server, ada, "DELETE", `${path}/${second.id}`);
    expect(withdrawn.body).toMatchObject({ id: second.id, organization_id: ada.org, status: "withdrawn" });
    expect(await changesNothing(server, () => sign(server, ada, "DELETE", `${path}/${second.id}`))).toBe(
      "409 not_open",
    );
    expect(await changesNothing(server, () => sign(server, ada, "DELETE", `${path}/inv_${"0".repeat(32)}`))).toBe(
      "404 not_found",
    );
    expect(await accept(second.id)).toBe("404 not_found");
    expect(reasonOf(await call(server, "POST", "/organizations/switch", { headers, body: { id: ada.org } }))).toBe(
      "404 not_found",
    );
    // Tokens that were taken before are good for nothing.
    const bob = { headers: entered, wallet: newWallet(), log: ada.log };
    expect(reasonOf(await get(bob, "/wallets"))).toBe("403 not_permitted");
    const body = { address: bob.wallet.address };
    expect(await changesNothing(server, () => sign(server, bob, "POST", "/wallets/register", { body }))).toBe(
      "403 not_invited",
    );
    const { body: list } = await get<Invitation>(ada, path);
    expect(list.items.map(({ id, status, role }) => [id, status, role])).toEqual([
      [second.id, "withdrawn", "reader"],
      [first.id, "withdrawn", "owner"],
    ]);
  });

  it("forgets invitations after 14 days, to the millisecond", async () => {
    let ada = await founder(server, "ada@j.example");
    const invitation = await invite(server, ada, "bob@j.example", "reader");
    const path = `/organizations/invitations/${invitation.id}/accept`;
    server.clock.now = Date.parse(invitation.expires_at) - 1;
    const headers = bearer(await signIn(server, "bob@j.example"));
    const accepted = await call<{ access_token: string; refresh_token: string }>(server, "POST", path, { headers });
    expect(accepted.status).toBe(200);
    const bob = { headers: bearer(accepted.body), wallet: newWallet(), log: ada.log };
    server.clock.now++;
    expect(reasonOf(await call(server, "POST", path, { headers }))).toBe("404 not_found");
    expect((await get<Organization>({ headers }, "/organizations")).body.items).toMatchObject([{ name: "bob" }]);
    const body = { address: bob.wallet.address };
    expect(await changesNothing(server, () => sign(server, bob, "POST", "/wallets/register", { body }))).toBe(
      "403 not_invited",
    );
    ada = { ...ada, headers: bearer(await signIn(server, "ada@j.example")) };
    const { body: list } = await get<Invitation>(ada, `/organizations/${ada.org}/invitations`);
    expect(list.items).toMatchObject([{ id: invitation.id, status: "expired" }]);
    // One that expired is in nobody's way.
    await invite(server, ada, "bob@j.example", "operator");
    await register(server, await enter(server, headers, ada.org), "bob@j.example");
  });

  it("mails an invitation once, and with a retry where it could not be mailed", async () => {
    const ada = await founder(server, "ada@k.example");
    const path = `/organizations/${ada.org}/invitations`;
    const body = (email: string) => ({ body: { email, role: "reader" } });
    const sent = await sign(server, ada, "POST", path, body("bob@k.example"));
    expect((await sent.repeat()).body).toEqual(sent.body);
    expect(await mailsTo("bob@k.example")).toBe(1);

    const { folder } = server.platform.config.mail as { folder: string };
    await rename(folder, `${folder}.away`);
    await writeFile(folder, "no folder");
    const unsent = await sign<Invitation>(server, ada, "POST", path, body("cid@k.example"));
    expect(unsent.status).toBe(201);
    const listed = async () => (await get<Invitation>(ada, path)).body.items[0];
    expect(await listed()).toMatchObject({ id: unsent.body.id, status: "open", mailed_at: null });
    await rm(folder);
    await rename(`${folder}.away`, folder);
    expect((await unsent.repeat()).body).toEqual(unsent.body);
    expect((await unsent.repeat()).body).toEqual(unsent.body);
    expect(await mailsTo("cid@k.example")).toBe(1);
    expect(await listed()).toMatchObject({ id: unsent.body.id, mailed_at: expect.any(String) });
  });

  it("invites an address five times in a day at most", async () => {
    const ada = await founder(server, "ada@l.example");
    for (let i = 0; i < 5; i++) await invite(server, ada, "bob@l.example", "reader");
    const path = `/organizations/${ada.org}/invitations`;
    const sixth = await prepare(server, ada, "POST", path, { body: { email: "Bob@l.example", role: "reader" } });
    expect(await changesNothing(server, () => send(server, sixth))).toBe("429 too_many_invitations");
    expect((await send(server, sixth)).headers.get("retry-after")).toBe("86400");
    await invite(server, ada, "cid@l.example", "reader");
    server.clock.now += DAY;
    const later = { ...ada, headers: bearer(await signIn(server, "ada@l.example")) };
    await invite(server, later, "bob@l.example", "reader");
  });

  it("holds to what it judged by until the entry commits", async () => {
    const ada = await founder(server, "ada@s.example");
    const path = `/organizations/${ada.org}`;
    const bob = await join(server, ada, "bob@s.example", "owner");
    /** What is answered to a request that was judged before something else was done. */
    const overtaken = async (request: () => Promise<Answer>, meanwhile: () => Promise<Answer>): Promise<string> => {
      const { reached, letGo } = holdNext(server);
      const late = request();
      await reached;
      expect(reasonOf(await meanwhile())).toMatch(/^20[01]$/);
      const refused = await changesNothing(server, () => {
        letGo();
        return late;
      });
      return refused;
    };
    const named = { body: { name: "Bob's" } };
    expect(
      await overtaken(
        () => sign(server, bob, "PUT", path, named),
        () => setRole(ada, bob, "issuer"),
      ),
    ).toBe("403 not_permitted");
    expect(
      await overtaken(
        () => setRole(ada, bob, "owner"),
        () => remove(ada, bob),
      ),
    ).toBe("404 not_found");
    const invitation = { body: { email: "bob@s.example", role: "owner" } };
    const bobAgain = await invite(server, ada, "bob@s.example", "reader");
    const registration = { body: { address: bob.wallet.address } };
    expect(
      await overtaken(
        () => sign(server, bob, "POST", "/wallets/register", registration),
        () => sign(server, ada, "DELETE", `${path}/invitations/${bobAgain.id}`),
      ),
    ).toBe("403 not_invited");
    await invite(server, ada, "bob@s.example", "reader");
    expect(
      await overtaken(
        () => sign(server, ada, "POST", `${path}/invitations`, invitation),
        () => sign(server, bob, "POST", "/wallets/register", registration),
      ),
    ).toBe("409 already_member");
  });

  it("lets the founder begin as owner but once, however it comes about", async () => {
    const headers = bearer(await signIn(server, "ada@t.example"));
    const me = await call<{ organization: { id: string; log: string } }>(server, "GET", "/wallets/me", { headers });
    const late = { headers, wallet: newWallet(), log: me.body.organization.log };
    const { reached, letGo } = holdNext(server);
    const body = { address: late.wallet.address };
    const held = sign(server, late, "POST", "/wallets/register", { body });
    await reached;
    const ada = await register(server, headers, "ada@t.example");
    const bob = await join(server, ada, "bob@t.example", "owner");
    expect(reasonOf(await remove(bob, ada))).toBe("200");
    letGo();
    expect(reasonOf(await held)).toBe("409 wallet_registered");
    expect(await rolesOf(bob)).toEqual({ "bob@t.example": "owner" });
  });

  it("answers a repeated request as the first time, and changes nothing", async () => {
    const ada = await founder(server, "ada@m.example");
    const bob = await join(server, ada, "bob@m.example", "reader");
    const invitation = await invite(server, ada, "cid@m.example", "reader");
    const path = `/organizations/${ada.org}`;
    const made = [
      await sign(server, ada, "PUT", path, { body: { name: "M" } }),
      await setRole(ada, bob, "issuer"),
      await sign(server, ada, "DELETE", `${path}/invitations/${invitation.id}`),
      await remove(ada, bob),
    ];
    for (const first of made) {
      expect(
        await changesNothing(server, async () => {
          const again = await first.repeat();
          expect([again.status, again.body]).toEqual([first.status, first.body]);
          return again;
        }),
      ).toBe("200");
    }
  });

  it("refuses without a trace: the same signed request is taken once it may be", async () => {
    const ada = await founder(server, "ada@n.example");
    const bob = await join(server, ada, "bob@n.example", "reader");
    const asked = await prepare(server, bob, "PUT", `/organizations/${ada.org}`, { body: { name: "Bob's" } });
    expect(await changesNothing(server, () => send(server, asked))).toBe("403 not_permitted");
    await setRole(ada, bob, "owner");
    expect(reasonOf(await send(server, asked))).toBe("200");
    const leave = await prepare(server, bob, "DELETE", `/organizations/${ada.org}/members/${bob.id}`);
    await setRole(bob, ada, "reader");
    expect(await changesNothing(server, () => send(server, leave))).toBe("409 last_owner");
    await setRole(bob, ada, "owner");
    expect(reasonOf(await send(server, leave))).toBe("200");
  });

  it("knows an account, and a wallet, in several organizations apart, and after a restart", async () => {
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
      // The old session goes on.
      expect(await rolesOf(bob)).toEqual({ "bob@o.example": "owner" });
      expect(await rolesOf(atAda)).toEqual({ "ada@o.example": "owner", "bob@o.example": "reader" });
      for (const { headers } of [bob, atAda]) {
        expect((await get<Organization>({ headers }, "/organizations")).body.items).toMatchObject([
          { id: ada.org, name: "ada", role: "reader", state: "member" },
          { id: bob.org, name: "Bob's", role: "owner", state: "member" },
        ]);
      }
      const back = await enter(server, atAda.headers, bob.org);
      expect((await call(server, "GET", "/wallets/me", { headers: back })).body).toMatchObject({
        id: bob.id,
        organization: { id: bob.org, name: "Bob's", log: bob.log },
      });
    };
    await check();
    const invitation = await invite(server, ada, "cid@o.example", "issuer");
    server = await server.restart();
    await check();
    expect((await get<Invitation>(ada, `/organizations/${ada.org}/invitations`)).body.items[0]).toMatchObject({
      id: invitation.id,
      status: "open",
    });
    await register(
      server,
      await enter(server, bearer(await signIn(server, "cid@o.example")), ada.org),
      "cid@o.example",
    );
    expect(await rolesOf(ada)).toMatchObject({ "cid@o.example": "issuer" });
  });

  it("shows an API key its organization, and lets it into no other", async () => {
    const ada = await founder(server, "ada@p.example");
    const { body } = await sign<{ key: string }>(server, ada, "POST", "/api-keys", { body: { name: "ci" } });
    const headers = { "x-api-key": body.key };
    expect((await get<Organization>({ headers }, "/organizations")).body).toEqual({
      items: [{ id: ada.org, name: "ada", role: null, state: "member" }],
      next: null,
      has_more: false,
    });
    const asked = await call(server, "POST", "/organizations/switch", { headers, body: { id: ada.org } });
    const accepted = await call(server, "POST", `/organizations/invitations/inv_${"0".repeat(32)}/accept`, { headers });
    expect([asked, accepted].map(reasonOf)).toEqual(["403 needs_token", "403 needs_token"]);
    const nobody = await call(server, "POST", "/organizations/switch", { body: { id: ada.org } });
    expect(reasonOf(nobody)).toBe("401 no_credential");
  });

  it("names organizations, by names that are some", async () => {
    const ada = await founder(server, "ada@q.example");
    const path = `/organizations/${ada.org}`;
    for (const name of ["", " \t ", "two\nlines", "nul\u0000", "x".repeat(101), 7, null]) {
      expect(await changesNothing(server, () => sign(server, ada, "PUT", path, { body: { name } }))).toBe(
        "400 malformed",
      );
    }
    for (const name of ["Ächtung & Söhne", "x".repeat(100)]) {
      const named = await sign(server, ada, "PUT", path, { body: { name } });
      expect([named.status, named.body]).toMatchObject([200, { id: ada.org, name }]);
      expect((await get<Organization>(ada, "/organizations")).body.items).toMatchObject([{ name }]);
    }
  });

  it("lists by pages, newest first, each once", async () => {
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
      const { items: all } = (await get<{ id: string }>(person, path)).body;
      expect(all).toHaveLength(count);
      const seen: { id: string }[] = [];
      let next: string | null = "";
      while (next !== null) {
        const cursor: string = next === "" ? "" : `&next=${next}`;
        const { body }: { body: Page<{ id: string }> } = await get(person, `${path}?limit=1${cursor}`);
        expect(body.items).toHaveLength(1);
        seen.push(...body.items);
        next = body.next;
      }
      expect(seen).toEqual(all);
      expect(reasonOf(await get(person, `${path}?limit=101`))).toBe("400 malformed");
      expect(reasonOf(await get(person, `${path}?next=AAAA`))).toBe("400 bad_cursor");
    }
  });
});
