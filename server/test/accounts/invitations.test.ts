import { rename, rm, writeFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { ENGINES, environmentOf } from "../engines.ts";
import { call, mailsTo, sign, signIn, startServer, type Refused, type TestServer } from "../harness.ts";
import {
  bearer,
  enter,
  founder,
  invite,
  list,
  newWallet,
  reasonOf,
  register,
  type Invitation,
  type Member,
  type Organization,
} from "../people.ts";
import { audit } from "../../src/main/replay/commands.ts";
import { changesNothing, holdNext, prepare, send } from "../requests.ts";

const DAY = 86_400_000;

let server: TestServer;

describe.each(ENGINES)("invitations over %s", (engine) => {
  beforeAll(async () => {
    server = await startServer(await environmentOf(engine));
  });

  it("are mailed, and the wallet registered by one becomes a member with its role", async () => {
    const ada = await founder(server, "ada@a.example");
    const invitation = await invite(server, ada, "Bob@A.example", "issuer");
    const created = Date.parse(invitation.created_at);
    expect(invitation).toMatchObject({
      organization_id: ada.org,
      email: "bob@a.example",
      state: "open",
      expires_at: new Date(created + 14 * DAY).toISOString(),
    });
    expect((await mailsTo(server, "bob@a.example"))[0]).toContain(`/organizations/invitations/${invitation.id}/accept`);

    server.clock.now++;
    const session = { headers: bearer(await signIn(server, "bob@a.example")) };
    expect((await list<Organization>(server, session, "/organizations")).body).toEqual({
      items: [
        { id: expect.any(String), name: "bob", role: "owner", state: "member", created_at: expect.any(String) },
        { id: ada.org, name: "ada", role: "issuer", state: "invited", created_at: expect.any(String) },
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

    const { body: members } = await list<Member>(server, ada, `/organizations/${ada.org}/members`);
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
    const { body: invitations } = await list<Invitation>(server, ada, `/organizations/${ada.org}/invitations`);
    expect(invitations.items).toMatchObject([{ id: invitation.id, state: "accepted", mailed_at: expect.any(String) }]);
    // An accepted invitation stays accepted.
    const again = await call(server, "POST", `/organizations/invitations/${invitation.id}/accept`, session);
    expect(reasonOf(again)).toBe("404 not_found");
    expect((await list<Organization>(server, bob, "/organizations")).body.items).toMatchObject([
      { id: ada.org, state: "member", role: "issuer" },
      { name: "bob" },
    ]);
  });

  it("are refused if they are withdrawn, replaced or for another address", async () => {
    const ada = await founder(server, "ada@i.example");
    const headers = bearer(await signIn(server, "bob@i.example"));
    const accept = async (id: string) =>
      reasonOf(await call(server, "POST", `/organizations/invitations/${id}/accept`, { headers }));
    const first = await invite(server, ada, "bob@i.example", "owner");
    const eve = await founder(server, "eve@i.example");
    const stolen = await call<Refused>(server, "POST", `/organizations/invitations/${first.id}/accept`, eve);
    expect([stolen.status, stolen.body.error.message]).toEqual([404, `invitation ${first.id} does not exist`]);
    expect(await accept(`inv_${"0".repeat(32)}`)).toBe("404 not_found");
    const second = await invite(server, ada, "BOB@i.example", "reader");
    expect([await accept(first.id), await accept(second.id)]).toEqual(["404 not_found", "200"]);
    const entered = await enter(server, headers, ada.org);

    const path = `/organizations/${ada.org}/invitations`;
    const withdrawn = await sign(server, ada, "DELETE", `${path}/${second.id}`);
    expect(withdrawn.body).toMatchObject({ id: second.id, organization_id: ada.org, state: "withdrawn" });
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
    // Tokens issued before are invalid.
    const bob = { headers: entered, wallet: newWallet(), log: ada.log };
    expect(reasonOf(await list(server, bob, "/wallets"))).toBe("403 not_permitted");
    const body = { address: bob.wallet.address };
    expect(await changesNothing(server, () => sign(server, bob, "POST", "/wallets/register", { body }))).toBe(
      "403 not_invited",
    );
    const { body: listed } = await list<Invitation>(server, ada, path);
    expect(listed.items.map(({ id, state, role }) => [id, state, role])).toEqual([
      [second.id, "withdrawn", "reader"],
      [first.id, "withdrawn", "owner"],
    ]);
  });

  it("expire after 14 days, to the millisecond", async () => {
    let ada = await founder(server, "ada@j.example");
    const invitation = await invite(server, ada, "bob@j.example", "reader");
    const path = `/organizations/invitations/${invitation.id}/accept`;
    server.clock.now = Date.parse(invitation.expires_at) - 1;
    const headers = bearer(await signIn(server, "bob@j.example"));
    const accepted = await call<{ access_token: string; refresh_token: string }>(server, "POST", path, { headers });
    expect(accepted.status).toBe(200);
    const bob = { headers: bearer(accepted.body), wallet: newWallet(), log: ada.log };
    // A request judged in time that commits after the expiry is refused.
    const { reached, letGo } = holdNext(server);
    const late = sign(server, bob, "POST", "/wallets/register", { body: { address: bob.wallet.address } });
    await reached;
    server.clock.now++;
    letGo();
    expect(reasonOf(await late)).toBe("403 not_invited");
    expect(reasonOf(await call(server, "POST", path, { headers }))).toBe("404 not_found");
    expect((await list<Organization>(server, { headers }, "/organizations")).body.items).toMatchObject([
      { name: "bob" },
    ]);
    const body = { address: bob.wallet.address };
    expect(await changesNothing(server, () => sign(server, bob, "POST", "/wallets/register", { body }))).toBe(
      "403 not_invited",
    );
    ada = { ...ada, headers: bearer(await signIn(server, "ada@j.example")) };
    const { body: listed } = await list<Invitation>(server, ada, `/organizations/${ada.org}/invitations`);
    expect(listed.items).toMatchObject([{ id: invitation.id, state: "expired" }]);
    // An expired invitation does not prevent another one.
    await invite(server, ada, "bob@j.example", "operator");
    await register(server, await enter(server, headers, ada.org), "bob@j.example");
  });

  it("are mailed once, and again by a retry if the mail failed", async () => {
    const ada = await founder(server, "ada@k.example");
    const path = `/organizations/${ada.org}/invitations`;
    const body = (email: string) => ({ body: { email, role: "reader" } });
    const request = await prepare(server, ada, "POST", path, body("bob@k.example"));
    const [sent, twin] = await Promise.all([send(server, request), send(server, request)]);
    expect([sent.status, twin.status, twin.body]).toEqual([201, 201, sent.body]);
    server.clock.now += 120_000;
    expect((await send(server, request)).body).toEqual(sent.body);
    expect(await mailsTo(server, "bob@k.example")).toHaveLength(1);

    const { folder } = server.parts.config.mail as { folder: string };
    await rename(folder, `${folder}.away`);
    await writeFile(folder, "no folder");
    const unsent = await sign<Invitation>(server, ada, "POST", path, body("cid@k.example"));
    expect(unsent.status).toBe(201);
    const listed = async () => (await list<Invitation>(server, ada, path)).body.items[0];
    expect(await listed()).toMatchObject({ id: unsent.body.id, state: "open", mailed_at: null });
    await rm(folder);
    await rename(`${folder}.away`, folder);
    expect((await unsent.repeat()).body).toEqual(unsent.body);
    expect((await unsent.repeat()).body).toEqual(unsent.body);
    expect(await mailsTo(server, "cid@k.example")).toHaveLength(1);
    expect(await listed()).toMatchObject({ id: unsent.body.id, mailed_at: expect.any(String) });
  });

  it("are limited to five a day for an address", async () => {
    const ada = await founder(server, "ada@l.example");
    for (let i = 0; i < 5; i++) await invite(server, ada, "bob@l.example", "reader");
    const path = `/organizations/${ada.org}/invitations`;
    const sixth = () => sign<Refused>(server, ada, "POST", path, { body: { email: "Bob@l.example", role: "reader" } });
    expect(await changesNothing(server, sixth)).toBe("422 too_many_invitations");
    const until = new Date(server.clock.now + DAY).toISOString();
    expect((await sixth()).body.error.message).toMatch(new RegExp(`after ${until}$`));
    await invite(server, ada, "cid@l.example", "reader");
    server.clock.now += DAY;
    const later = { ...ada, headers: bearer(await signIn(server, "ada@l.example")) };
    await invite(server, later, "bob@l.example", "reader");
  });

  it("are limited to five a day among concurrent requests", async () => {
    const ada = await founder(server, "ada@m.example");
    const path = `/organizations/${ada.org}/invitations`;
    const body = { email: "bob@m.example", role: "reader" };
    const answers = await Promise.all(Array.from({ length: 7 }, () => sign(server, ada, "POST", path, { body })));
    expect(answers.map(reasonOf).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => "201"),
      "422 too_many_invitations",
      "422 too_many_invitations",
    ]);
    // An invitation that another one has replaced meanwhile is not mailed.
    expect((await mailsTo(server, "bob@m.example")).length).toBeLessThanOrEqual(5);
  });

  it("leave tables that match a replay of the log", async () => {
    expect((await audit(server.parts)).differences).toEqual([]);
  });
});
