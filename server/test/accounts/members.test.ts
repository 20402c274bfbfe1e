import { beforeAll, describe, expect, it } from "vitest";
import { ENGINES, environmentOf } from "../engines.ts";
import { call, mailsTo, sign, signIn, startServer, type Answer, type TestServer } from "../harness.ts";
import {
  bearer,
  enter,
  founder,
  invite,
  join,
  list,
  newWallet,
  reasonOf,
  register,
  remove,
  rolesOf,
  setRole,
  type Organization,
  type Person,
} from "../people.ts";
import { audit } from "../../src/main/replay/commands.ts";
import { changesNothing, holdNext, prepare, send } from "../requests.ts";

let server: TestServer;

describe.each(ENGINES)("members over %s", (engine) => {
  beforeAll(async () => {
    server = await startServer(await environmentOf(engine));
  });

  it("cannot change anything unless they are owners", async () => {
    const ada = await founder(server, "ada@b.example");
    const path = `/organizations/${ada.org}`;
    const invitation = await invite(server, ada, "later@b.example", "reader");
    for (const role of ["issuer", "operator", "reader"] as const) {
      const member = await join(server, ada, `${role}@b.example`, role);
      const before = await rolesOf(server, ada);
      const refusals = [
        await changesNothing(server, () => sign(server, member, "PUT", path, { body: { name: "mine" } })),
        await changesNothing(server, () => setRole(server, member, member, "owner")),
        await changesNothing(server, () => remove(server, member, ada)),
        await changesNothing(server, () =>
          sign(server, member, "POST", `${path}/invitations`, { body: { email: "x@b.example", role: "owner" } }),
        ),
        await changesNothing(server, () => sign(server, member, "DELETE", `${path}/invitations/${invitation.id}`)),
        reasonOf(await list(server, member, `${path}/invitations`)),
      ];
      expect(refusals).toEqual(refusals.map(() => "403 not_permitted"));
      expect(await rolesOf(server, member)).toEqual(before);
      // An owner's token does not help: the signer's role decides.
      const thief = { ...member, headers: ada.headers };
      expect(await changesNothing(server, () => setRole(server, thief, member, "owner"))).toBe("403 foreign_signer");
    }
    expect(await mailsTo(server, "x@b.example")).toHaveLength(0);
  });

  it("get and lose roles with immediate effect", async () => {
    const ada = await founder(server, "ada@c.example");
    const bob = await join(server, ada, "bob@c.example", "reader");
    const name = (by: Person) => sign(server, by, "PUT", `/organizations/${ada.org}`, { body: { name: "c" } });
    expect(reasonOf(await name(bob))).toBe("403 not_permitted");
    const raised = await setRole(server, ada, bob, "owner");
    expect([raised.status, raised.body]).toMatchObject([
      200,
      { id: bob.id, wallet_id: bob.id, organization_id: ada.org, role: "owner" },
    ]);
    expect(reasonOf(await name(bob))).toBe("200");
    expect(reasonOf(await setRole(server, bob, ada, "operator"))).toBe("200");
    expect(reasonOf(await name(ada))).toBe("403 not_permitted");
    expect(await rolesOf(server, ada)).toEqual({ "ada@c.example": "operator", "bob@c.example": "owner" });
    for (const body of [{ role: "king" }, {}, { role: "owner", more: 1 }]) {
      const path = `/organizations/${ada.org}/members/${ada.id}`;
      const reason = "more" in body ? "unknown_member" : "malformed";
      expect(await changesNothing(server, () => sign(server, bob, "PATCH", path, { body }))).toBe(`400 ${reason}`);
    }
  });

  it("lose their tokens when they are removed, and the organization's API keys stay valid", async () => {
    const ada = await founder(server, "ada@e.example");
    const bob = await join(server, ada, "bob@e.example", "owner");
    const made = await sign<{ key: string }>(server, bob, "POST", "/api-keys", { body: { name: "ci" } });
    const removed = await remove(server, ada, bob);
    expect([removed.status, removed.body]).toMatchObject([200, { id: bob.id, removed_at: expect.any(String) }]);
    const path = `/organizations/${ada.org}`;
    expect(reasonOf(await list(server, bob, `${path}/members`))).toBe("403 not_permitted");
    expect(await changesNothing(server, () => sign(server, bob, "PUT", path, { body: { name: "b" } }))).toBe(
      "403 not_permitted",
    );
    const register2 = { body: { address: bob.wallet.address } };
    expect(await changesNothing(server, () => sign(server, bob, "POST", "/wallets/register", register2))).toBe(
      "403 not_invited",
    );
    // Nor may he read anything.
    const auth = { account: bob.wallet.address, signature: `0x${"11".repeat(65)}` };
    const burn = { action: { burn: { id: "nothing" } }, nonce: "1", deadline: "1", auth };
    expect(reasonOf(await call(server, "POST", "/ebus/execute", { headers: bob.headers, body: burn }))).toBe(
      "403 not_permitted",
    );
    expect(
      reasonOf(await call(server, "POST", "/organizations/switch", { headers: bob.headers, body: { id: ada.org } })),
    ).toBe("404 not_found");
    expect((await list<Organization>(server, bob, "/organizations")).body.items).toMatchObject([{ name: "bob" }]);
    expect(await rolesOf(server, ada)).toEqual({ "ada@e.example": "owner" });
    // He can be neither removed again nor given a role.
    expect(reasonOf(await remove(server, ada, bob))).toBe("404 not_found");
    expect(reasonOf(await setRole(server, ada, bob, "reader"))).toBe("404 not_found");
    // The API key belongs to the organization; the removed wallet cannot sign with it.
    const key = { "x-api-key": made.body.key };
    expect((await call(server, "GET", `${path}/members`, { headers: key })).status).toBe(200);

    // Invited again, with the same wallet, and later with another one.
    await invite(server, ada, "bob@e.example", "reader");
    const again = await register(server, bob.headers, "bob@e.example", bob.wallet);
    expect(again.id).not.toBe(bob.id);
    expect(await rolesOf(server, ada)).toEqual({ "ada@e.example": "owner", "bob@e.example": "reader" });
    expect(reasonOf(await remove(server, ada, again))).toBe("200");
    await invite(server, ada, "bob@e.example", "operator");
    const third = await register(server, bob.headers, "bob@e.example");
    expect(await rolesOf(server, third)).toEqual({ "ada@e.example": "owner", "bob@e.example": "operator" });
    // The wallet that he no longer uses is free.
    await invite(server, ada, "cid@e.example", "reader");
    const cid = await enter(server, bearer(await signIn(server, "cid@e.example")), ada.org);
    await register(server, cid, "cid@e.example", bob.wallet);
  });

  it("cannot return by an invitation from before their removal", async () => {
    const ada = await founder(server, "ada@u.example");
    await invite(server, ada, "bob@u.example", "reader");
    // Judged before anybody had an account with this address, and committed when he is a member.
    const { reached, letGo } = holdNext(server);
    const late = invite(server, ada, "bob@u.example", "owner");
    await reached;
    const headers = await enter(server, bearer(await signIn(server, "bob@u.example")), ada.org);
    const bob = await register(server, headers, "bob@u.example");
    letGo();
    expect((await late).state).toBe("open");
    expect(await rolesOf(server, ada)).toMatchObject({ "bob@u.example": "reader" });
    expect(reasonOf(await remove(server, ada, bob))).toBe("200");
    const body = { address: bob.wallet.address };
    expect(reasonOf(await sign(server, bob, "POST", "/wallets/register", { body }))).toBe("403 not_invited");
  });

  it("cannot stay by registering another wallet during their removal", async () => {
    const ada = await founder(server, "ada@v.example");
    const bob = await join(server, ada, "bob@v.example", "owner");
    const wallet = newWallet();
    const { reached, letGo } = holdNext(server);
    const late = sign(server, { ...bob, wallet }, "POST", "/wallets/register", { body: { address: wallet.address } });
    // A removal cannot overtake the request.
    const judged = await Promise.race([late.then(reasonOf), reached.then(() => "on its way")]);
    letGo();
    expect(judged).toBe("409 wallet_registered");
    expect(reasonOf(await remove(server, ada, bob))).toBe("200");
    expect(await rolesOf(server, ada)).toEqual({ "ada@v.example": "owner" });
  });

  it("include no founder who was removed", async () => {
    const ada = await founder(server, "ada@f.example");
    const bob = await join(server, ada, "bob@f.example", "owner");
    expect(reasonOf(await remove(server, bob, ada))).toBe("200");
    // The old token gives no access to the organization.
    const body = { address: ada.wallet.address };
    expect(reasonOf(await sign(server, ada, "POST", "/wallets/register", { body }))).toBe("403 not_invited");
    // A removed founder who signs in again gets one new organization, or enters one that accepted them.
    const enterAgain = async (): Promise<(string | null)[]> => {
      const headers = bearer(await signIn(server, "ada@f.example"));
      const me = await call<Organization & { role: string }>(server, "GET", "/wallets/me", { headers });
      const { items } = (await list<Organization>(server, { headers }, "/organizations")).body;
      expect(items.map(({ id }) => id)).not.toContain(ada.org);
      return [me.body.role, ...items.map(({ id, role }) => `${id} ${role}`)];
    };
    const anew = await enterAgain();
    expect(anew).toEqual(["owner", expect.stringMatching(/^org_.* owner$/)]);
    expect(await enterAgain()).toEqual(anew);
    // An invitation to the organization that removed them does not bring them back without acceptance.
    const again = await invite(server, bob, "ada@f.example", "reader");
    const { body: entered } = await call<{ organization: Organization }>(server, "GET", "/wallets/me", {
      headers: bearer(await signIn(server, "ada@f.example")),
    });
    expect(anew[1]).toContain(entered.organization.id);
    await sign(server, bob, "DELETE", `/organizations/${bob.org}/invitations/${again.id}`);
    // A member cannot be invited.
    const invitation = { body: { email: "bob@f.example", role: "owner" } };
    const path = `/organizations/${bob.org}/invitations`;
    expect(await changesNothing(server, () => sign(server, bob, "POST", path, invitation))).toBe("409 already_member");
  });

  it("always include an owner with an account", async () => {
    const ada = await founder(server, "ada@g.example");
    const made = await sign<{ key: string }>(server, ada, "POST", "/api-keys", {
      body: { name: "ci", permissions: ["read", "manage"] },
    });
    const user = await register(server, { "x-api-key": made.body.key }, "");
    expect(await changesNothing(server, () => setRole(server, ada, user, "owner"))).toBe("409 no_account");
    expect(await changesNothing(server, () => setRole(server, ada, ada, "issuer"))).toBe("409 last_owner");
    expect(await changesNothing(server, () => remove(server, ada, ada))).toBe("409 last_owner");
    expect(reasonOf(await setRole(server, ada, ada, "owner"))).toBe("200");
    const bob = await join(server, ada, "bob@g.example", "owner");
    expect(reasonOf(await remove(server, ada, ada))).toBe("200");
    expect(await rolesOf(server, bob)).toEqual({ "bob@g.example": "owner", null: "reader" });
  });

  it("keep one owner if two leave or demote each other concurrently", async () => {
    for (const [name, act] of Object.entries({
      demote: (by: Person, who: Person) => setRole(server, by, who, "reader"),
      remove: (by: Person, who: Person) => remove(server, by, who),
    })) {
      const ada = await founder(server, `ada-${name}@h.example`);
      const bob = await join(server, ada, `bob-${name}@h.example`, "owner");
      const each = await Promise.all([act(ada, bob), act(bob, ada)]);
      // The reason of the refusal depends on how far the second request came.
      expect(each.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);

      const eve = await founder(server, `eve-${name}@h.example`);
      const cid = await join(server, eve, `cid-${name}@h.example`, "owner");
      const own = await Promise.all([act(eve, eve), act(cid, cid)]);
      expect(own.map(reasonOf).toSorted()).toEqual(["200", "409 last_owner"]);
      const left = own[0].status === 200 ? cid : eve;
      expect(Object.values(await rolesOf(server, left)).filter((role) => role === "owner")).toEqual(["owner"]);
    }
  });

  it("are protected from requests whose permission ended before their entry commits", async () => {
    const ada = await founder(server, "ada@s.example");
    const path = `/organizations/${ada.org}`;
    const bob = await join(server, ada, "bob@s.example", "owner");
    /** Returns the answer to a request that was judged before something else was done. */
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
        () => setRole(server, ada, bob, "issuer"),
      ),
    ).toBe("403 not_permitted");
    expect(
      await overtaken(
        () => setRole(server, ada, bob, "owner"),
        () => remove(server, ada, bob),
      ),
    ).toBe("404 not_found");
    const bobAgain = await invite(server, ada, "bob@s.example", "reader");
    const registration = { body: { address: bob.wallet.address } };
    expect(
      await overtaken(
        () => sign(server, bob, "POST", "/wallets/register", registration),
        () => sign(server, ada, "DELETE", `${path}/invitations/${bobAgain.id}`),
      ),
    ).toBe("403 not_invited");
  });

  it("let the founder become owner only once, in any order of registration and removal", async () => {
    const headers = bearer(await signIn(server, "ada@t.example"));
    const me = await call<{ organization: { id: string; log_name: string } }>(server, "GET", "/wallets/me", {
      headers,
    });
    const late = { headers, wallet: newWallet(), log: me.body.organization.log_name };
    const { reached, letGo } = holdNext(server);
    const body = { address: late.wallet.address };
    const held = sign(server, late, "POST", "/wallets/register", { body });
    await reached;
    const ada = await register(server, headers, "ada@t.example");
    const bob = await join(server, ada, "bob@t.example", "owner");
    expect(reasonOf(await remove(server, bob, ada))).toBe("200");
    letGo();
    expect(reasonOf(await held)).toBe("409 wallet_registered");
    expect(await rolesOf(server, bob)).toEqual({ "bob@t.example": "owner" });
  });

  it("answer a repeated request as the first time, and change nothing", async () => {
    const ada = await founder(server, "ada@m.example");
    const bob = await join(server, ada, "bob@m.example", "reader");
    const invitation = await invite(server, ada, "cid@m.example", "reader");
    const path = `/organizations/${ada.org}`;
    const made = [
      await sign(server, ada, "PUT", path, { body: { name: "M" } }),
      await setRole(server, ada, bob, "issuer"),
      await sign(server, ada, "DELETE", `${path}/invitations/${invitation.id}`),
      await remove(server, ada, bob),
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

  it("refuse a request without a trace: it is accepted once its signer has permission", async () => {
    const ada = await founder(server, "ada@n.example");
    const bob = await join(server, ada, "bob@n.example", "reader");
    const asked = await prepare(server, bob, "PUT", `/organizations/${ada.org}`, { body: { name: "Bob's" } });
    expect(await changesNothing(server, () => send(server, asked))).toBe("403 not_permitted");
    await setRole(server, ada, bob, "owner");
    expect(reasonOf(await send(server, asked))).toBe("200");
    const leave = await prepare(server, bob, "DELETE", `/organizations/${ada.org}/members/${bob.id}`);
    await setRole(server, bob, ada, "reader");
    expect(await changesNothing(server, () => send(server, leave))).toBe("409 last_owner");
    await setRole(server, bob, ada, "owner");
    expect(reasonOf(await send(server, leave))).toBe("200");
  });

  it("leave tables that match a replay of the log", async () => {
    expect((await audit(server.parts)).differences).toEqual([]);
  });
});
