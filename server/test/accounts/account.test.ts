import type { KyselyPlugin } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { accountOf } from "../../src/accounts/account.ts";
import { call, owner, signIn, sign } from "../harness.ts";
import { ENGINES } from "../engines.ts";
import { startOver, type ObservedServer } from "./observed.ts";

describe.each(ENGINES)("accounts over %s", (engine) => {
  let server: ObservedServer;
  beforeEach(async () => {
    server = await startOver(engine);
  });

  const rows = async () => {
    const { accounts } = server.parts.database.across;
    return {
      accounts: await accounts.selectFrom("account").selectAll().execute(),
      organizations: await accounts.selectFrom("organization").selectAll().execute(),
    };
  };

  it("are created with an organization and its log at the first login, and reused afterwards", async () => {
    const { access_token } = await signIn(server, "ada@example.com");
    const before = await rows();
    expect(before).toMatchObject({
      accounts: [{ email: "ada@example.com", created_at: server.clock.now }],
      organizations: [{ name: "ada", founder: before.accounts[0]!.id }],
    });
    const client = await owner(server, "ada@example.com");
    expect(client.log).toBe(before.organizations[0]!.log);
    expect(await rows()).toEqual(before);
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await call(server, "GET", "/wallets/me", { headers })).body).toMatchObject({ role: "owner" });
  });

  it("are created once by concurrent first logins", async () => {
    const { parts } = server;
    const logs: string[] = [];
    const addLog = (name: string) => {
      logs.push(name);
      return parts.anchorlog.addLog(name);
    };
    const spied = { ...parts, anchorlog: { ...parts.anchorlog, addLog } };
    const all = await Promise.all(Array.from({ length: 6 }, () => accountOf(spied, "ada@example.com")));
    expect(new Set(all.map(({ account, org }) => `${account} ${org}`)).size).toBe(1);
    const made = await rows();
    expect([made.accounts.length, made.organizations.length]).toEqual([1, 1]);
    expect(new Set(logs)).toEqual(new Set([made.organizations[0]!.log]));
  });

  it.each([1, 2, 3, 4])("are created once if another first login completes during query %i", async (place) => {
    const { parts } = server;
    const { accounts } = parts.database.across;
    let [asked, other] = [0, Promise.resolve<unknown>(undefined)];
    // The account changes before the answer arrives, so the answer is outdated.
    const pause: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (++asked === place) await (other = accountOf(parts, "ada@example.com"));
        return result;
      },
    };
    const across = { ...parts.database.across, accounts: accounts.withPlugin(pause) };
    const late = await accountOf({ ...parts, database: { ...parts.database, across } }, "ada@example.com");
    expect(asked).toBeGreaterThan(place);
    expect(await other).toEqual(late);
    const made = await rows();
    expect([made.accounts.length, made.organizations.length]).toEqual([1, 1]);
  });

  it("are completed by the next login if one stopped between the rows and the log", async () => {
    const { parts } = server;
    const addLog = () => Promise.reject(new Error("killed"));
    const broken = { ...parts, anchorlog: { ...parts.anchorlog, addLog } };
    await expect(accountOf(broken, "ada@example.com")).rejects.toThrow("killed");
    const client = await owner(server, "ada@example.com");
    const made = await rows();
    expect([made.accounts.length, made.organizations.map(({ log }) => log)]).toEqual([1, [client.log]]);
    expect((await sign(server, client, "POST", "/api-keys", { body: { name: "ci" } })).status).toBe(201);
  });
});
