import fastify, { type FastifyBaseLogger } from "fastify";
import { beforeEach, describe, expect, it } from "vitest";
import { KEY_AGE } from "../../src/accounts/signingKeys.ts";
import { forgetExpired, MOST_FORGOTTEN, registerHousekeeping } from "../../src/main/housekeeping.ts";
import { createLogger } from "../../src/foundation/logger.ts";
import { ENGINES, environmentOf } from "../engines.ts";
import { call, owner, sign, signIn, startServer, type TestServer } from "../harness.ts";
import { staysFor } from "../../../test/until.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

describe.each(ENGINES)("housekeeping over %s", (engine) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer(await environmentOf(engine));
  });

  const count = async (table: "one_time_code" | "session" | "refresh_token" | "signing_key") =>
    (await server.parts.database.across.accounts.selectFrom(table).selectAll().execute()).length;
  const keys = async () =>
    (await server.parts.database.across.tables.selectFrom("idempotency").selectAll().execute()).length;

  it("removes codes after the day for which they count", async () => {
    const began = server.clock.now;
    for (let index = 0; index < 5; index++)
      await call(server, "POST", "/auth/otp", { body: { email: "a@example.com" } });
    server.clock.now = began + DAY - 1;
    expect(await forgetExpired(server.parts)).toBe(false);
    expect(await count("one_time_code")).toBe(5);
    server.clock.now = began + DAY;
    await forgetExpired(server.parts);
    expect(await count("one_time_code")).toBe(0);
  });

  it("removes sessions and their tokens after thirty days, used and revoked ones no earlier", async () => {
    const began = server.clock.now;
    const { refresh_token } = await signIn(server, "a@example.com");
    const refresh = () =>
      call<{ access_token: string }>(server, "POST", "/auth/refresh-token", { body: { refresh_token } });
    const { status, body } = await refresh();
    expect(status).toBe(200);
    await call(server, "GET", "/wallets/me", { headers: { authorization: `Bearer ${body.access_token}` } });
    server.clock.now += MINUTE;
    expect((await refresh()).status).toBe(401);
    await signIn(server, "b@example.com");
    server.clock.now = began + 30 * DAY - 1;
    await forgetExpired(server.parts);
    expect([await count("session"), await count("refresh_token")]).toEqual([2, 3]);
    server.clock.now = began + 30 * DAY;
    await forgetExpired(server.parts);
    expect([await count("session"), await count("refresh_token")]).toEqual([1, 1]);
  });

  it("removes expired signing keys, and never the current one", async () => {
    const began = server.clock.now;
    server.clock.now = began + KEY_AGE - MINUTE;
    await signIn(server, "a@example.com");
    await forgetExpired(server.parts);
    expect(await count("signing_key")).toBe(2);
    server.clock.now = began + KEY_AGE + DAY;
    await forgetExpired(server.parts);
    expect(await count("signing_key")).toBe(1);
    await signIn(server, "a@example.com");
  });

  it("removes idempotency keys after a day", async () => {
    const client = await owner(server, "a@example.com");
    const headers = { "idempotency-key": "one" };
    const made = await sign(server, client, "POST", "/api-keys", { headers, body: { name: "ci" } });
    expect(made.status).toBe(201);
    server.clock.now += DAY - 1;
    await forgetExpired(server.parts);
    expect(await keys()).toBe(1);
    server.clock.now += 1;
    await forgetExpired(server.parts);
    expect(await keys()).toBe(0);
  });

  it("removes a limited number of rows in a pass, and reports that there are more", async () => {
    const { accounts } = server.parts.database.across;
    const rows = Array.from({ length: MOST_FORGOTTEN + 1 }, (_, index) => ({
      id: `code-${index}`,
      email: "a@example.com",
      mailbox: "a@example.com",
      network: "",
      hash: "00",
      tries: 0,
      created_at: 0,
      expires_at: 0,
      ended_at: 0,
    }));
    await accounts.insertInto("one_time_code").values(rows.slice(0, 600)).execute();
    await accounts.insertInto("one_time_code").values(rows.slice(600)).execute();
    expect([await forgetExpired(server.parts), await count("one_time_code")]).toEqual([true, 1]);
    expect([await forgetExpired(server.parts), await count("one_time_code")]).toEqual([false, 0]);
  });
});

describe("the housekeeping loop", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer();
  });

  const keep = (logged: string[], parts = server.parts) => {
    const loggerInstance: FastifyBaseLogger = createLogger("error", {
      write: (line: string) => void logged.push(line),
    });
    const app = fastify({ loggerInstance });
    registerHousekeeping(app, parts, 1);
    return app;
  };

  it("runs until the server closes, and continues after a failed pass, which it logs", async () => {
    const logged: string[] = [];
    await call(server, "POST", "/auth/otp", { body: { email: "a@example.com" } });
    server.clock.now += DAY;
    let [passes, isBroken] = [0, true];
    const clock = () => {
      passes += 1;
      if (isBroken) throw new Error("no clock");
      return server.clock.now;
    };
    const app = keep(logged, { ...server.parts, clock });
    await app.ready();
    await expect.poll(() => logged.length).toBeGreaterThan(1);
    expect(JSON.parse(logged[0]!)).toMatchObject({
      msg: "expired rows could not be deleted",
      err: { message: "no clock" },
    });
    isBroken = false;
    const { accounts } = server.parts.database.across;
    await expect.poll(() => accounts.selectFrom("one_time_code").select("id").execute()).toEqual([]);
    await app.close();
    await staysFor(20, () => passes);
  });

  it("runs one pass at a time, and the server's end waits for it", async () => {
    const { parts } = server;
    let [begun, ended, most] = [0, 0, 0];
    let release = (): void => {};
    const run = async (...args: Parameters<typeof parts.anchorlog.run>) => {
      begun += 1;
      most = Math.max(most, begun - ended);
      await new Promise<void>((resolve) => (release = resolve));
      const counts = await parts.anchorlog.run(...args);
      ended += 1;
      return counts;
    };
    const app = keep([], { ...parts, anchorlog: { ...parts.anchorlog, run } });
    await app.ready();
    await expect.poll(() => begun).toBe(1);
    release();
    await expect.poll(() => begun).toBe(2);
    const closed = app.close();
    release();
    await closed;
    expect([begun, ended, most]).toEqual([2, 2, 1]);
  });
});
