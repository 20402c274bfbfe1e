import { decodeJwt, decodeProtectedHeader } from "jose";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "../../src/foundation/secrets.ts";
import { call, signIn, type Refused } from "../harness.ts";
import { ENGINES } from "../engines.ts";
import { startOver, type ObservedServer } from "./observed.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

describe.each(ENGINES)("refresh tokens over %s", (engine) => {
  type Pair = { readonly access_token: string; readonly refresh_token: string; readonly expires_in: number };
  let server: ObservedServer;
  let first: Pair;
  let tests = 0;
  beforeAll(async () => {
    server = await startOver(engine);
  });
  beforeEach(async () => {
    first = await signIn(server, `ada${++tests}@example.com`);
  });

  const send = (refresh_token: unknown) =>
    call<Pair & Refused>(server, "POST", "/auth/refresh-token", { body: { refresh_token } });
  const refreshed = async ({ refresh_token }: Pick<Pair, "refresh_token">): Promise<Pair> => {
    const { status, headers, body } = await send(refresh_token);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    return body;
  };
  const refusal = async ({ refresh_token }: Pick<Pair, "refresh_token">) => {
    const { status, body } = await send(refresh_token);
    return [status, body.error?.details];
  };
  const BAD = [401, [{ field: "refresh_token", reason: "bad_refresh_token" }]];
  const access = async ({ access_token }: Pick<Pair, "access_token">) => {
    const headers = { authorization: `Bearer ${access_token}` };
    const { status, body } = await call<Refused>(server, "GET", "/wallets/me", { headers });
    return status === 200 ? 200 : body.error.details[0]!.reason;
  };

  it("are JWTs for one use, and give the same access as the login", async () => {
    expect(decodeProtectedHeader(first.refresh_token)).toEqual({ alg: "HS256", typ: "rt+jwt" });
    const ends = (server.clock.now + 30 * DAY) / 1_000;
    const claims = { iss: "http://api.example", aud: "http://api.example/auth/refresh-token", exp: ends };
    expect(decodeJwt(first.refresh_token)).toEqual({ ...claims, jti: expect.stringMatching(/^[\w-]{43}$/) });
    server.clock.now += 20 * MINUTE;
    const second = await refreshed(first);
    expect(second).toMatchObject({ expires_in: 900, token_type: "Bearer" });
    expect(decodeJwt(second.refresh_token)).toEqual({ ...claims, jti: expect.stringMatching(/^[\w-]{43}$/) });
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect([await access(first), await access(second)]).toEqual(["token_expired", 200]);
    const [old, young] = [first, second].map(({ access_token }) => decodeJwt(access_token));
    expect([young!.sub, young!["org"], young!["sid"]]).toEqual([old!.sub, old!["org"], old!["sid"]]);
  });

  it("are stored as hashes only", async () => {
    await refreshed(first);
    const { accounts } = server.parts.database.across;
    const session = decodeJwt(first.access_token)["sid"] as string;
    const rows = await accounts.selectFrom("refresh_token").selectAll().where("session", "=", session).execute();
    expect(rows.map(({ hash }) => hash)).toContain(sha256(decodeJwt(first.refresh_token).jti!));
    expect(rows.length).toBe(2);
    expect(JSON.stringify(rows)).not.toContain(decodeJwt(first.refresh_token).jti);
  });

  it("give the same successor if they are repeated within ten seconds", async () => {
    const second = await refreshed(first);
    server.clock.now += 10_000;
    const again = await refreshed(first);
    expect(again.refresh_token).toBe(second.refresh_token);
    expect(await access(again)).toBe(200);
    expect((await refreshed(second)).refresh_token).not.toBe(second.refresh_token);
  });

  it("give the same successor to concurrent requests", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => refreshed(first)));
    expect(new Set(all.map(({ refresh_token }) => refresh_token)).size).toBe(1);
    await refreshed(all[0]!);
  });

  it("give the same successor after a restart", async () => {
    const second = await refreshed(first);
    server = await server.restart();
    expect((await refreshed(first)).refresh_token).toBe(second.refresh_token);
  });

  it("end the session if they are reused after more than ten seconds", async () => {
    const second = await refreshed(first);
    server.clock.now += 10_001;
    expect(await access(second)).toBe(200);
    expect(await refusal(first)).toEqual(BAD);
    expect(await refusal(second)).toEqual(BAD);
    expect([await access(first), await access(second)]).toEqual(["session_ended", "session_ended"]);
  });

  it("give the same successor at any time, as long as the successor was not used", async () => {
    const lost = await refreshed(first);
    server.clock.now += DAY;
    const again = await refreshed(first);
    expect(again.refresh_token).toBe(lost.refresh_token);
    server.clock.now += DAY;
    const late = await refreshed(first);
    expect([late.refresh_token, await access(late)]).toEqual([lost.refresh_token, 200]);
    server.clock.now += 10_001;
    // The successor was used: a repeat of the token before it comes from somebody else.
    expect(await refusal(first)).toEqual(BAD);
    expect(await access(late)).toBe("session_ended");
  });

  it("end the session if they are reused after their successor was used", async () => {
    const second = await refreshed(first);
    const third = await refreshed(second);
    expect(await refusal(first)).toEqual(BAD);
    expect(await refusal(third)).toEqual(BAD);
    expect(await access(third)).toBe("session_ended");
  });

  it("end no other session", async () => {
    const other = await signIn(server, `ada${tests}@example.com`);
    const second = await refreshed(first);
    expect(await access(second)).toBe(200);
    server.clock.now += 10_001;
    expect(await refusal(first)).toEqual(BAD);
    expect(await access(other)).toBe(200);
    await refreshed(other);
  });

  it("expire with their login, also after a switch to another organization", async () => {
    const began = server.clock.now;
    const enter = async ({ access_token }: Pair) => {
      const headers = { authorization: `Bearer ${access_token}` };
      const id = decodeJwt(access_token)["org"];
      return call<Pair & Refused>(server, "POST", "/organizations/switch", { headers, body: { id } });
    };
    const { body: beside } = await enter(first);
    expect(decodeJwt(beside.access_token)["sid"]).not.toBe(decodeJwt(first.access_token)["sid"]);
    server.clock.now = began + 29 * DAY;
    const second = await refreshed(beside);
    const { body: third } = await enter(second);
    expect(decodeJwt(third.refresh_token).exp).toBe(Math.floor((began + 30 * DAY) / 1_000));
    await refreshed(third);
    server.clock.now += 10_001;
    expect(await refusal(beside)).toEqual(BAD);
    for (const each of [second, third]) expect(await access(each)).toBe("session_ended");
    expect(await refusal(first)).toEqual(BAD);
    expect((await enter(third)).body.error.details[0]!.reason).toBe("session_ended");
  });

  it("are ended by POST /auth/logout, with all sessions of the same login", async () => {
    const other = await signIn(server, `ada${tests}@example.com`);
    const headers = { authorization: `Bearer ${first.access_token}` };
    const id = decodeJwt(first.access_token)["org"];
    const { body: beside } = await call<Pair>(server, "POST", "/organizations/switch", { headers, body: { id } });
    const second = await refreshed(first);
    const out = (refresh_token: string) => call(server, "POST", "/auth/logout", { body: { refresh_token } });
    // A used token is enough, and an invalid one reveals nothing.
    for (const token of [first.refresh_token, first.refresh_token, "none"])
      expect(await out(token)).toMatchObject({ status: 204, body: "" });
    for (const each of [first, second, beside]) expect(await access(each)).toBe("session_ended");
    expect([await refusal(second), await refusal(beside)]).toEqual([BAD, BAD]);
    expect(await access(other)).toBe(200);
    await refreshed(other);
  });

  it("expire thirty days after the login, and access tokens with them", async () => {
    const began = server.clock.now;
    server.clock.now = began + 29 * DAY;
    const second = await refreshed(first);
    server.clock.now = began + 30 * DAY - 1_000;
    const third = await refreshed(second);
    expect(await access(third)).toBe(200);
    server.clock.now = began + 30 * DAY;
    expect(await refusal(third)).toEqual(BAD);
    expect(await access(third)).toBe("session_ended");
  });

  it("stay valid if the clock goes back", async () => {
    const second = await refreshed(first);
    server.clock.now -= 5_000;
    expect((await refreshed(first)).refresh_token).toBe(second.refresh_token);
    await refreshed(second);
    server.clock.now += 5_000;
  });

  it("are refused if they are forged or malformed", async () => {
    const [head, body, mac] = first.refresh_token.split(".") as [string, string, string];
    const forged = Buffer.from(JSON.stringify({ ...decodeJwt(first.refresh_token), jti: "x" })).toString("base64url");
    const bad = [
      `${head}.${forged}.${mac}`,
      `${head}.${body}.`,
      first.access_token,
      first.refresh_token.slice(0, -1),
      "rt",
    ];
    for (const refresh_token of bad) expect(await refusal({ refresh_token })).toEqual(BAD);
    expect(await access({ access_token: first.refresh_token })).toBe("bad_token");
    for (const refresh_token of ["", "x".repeat(1_025), 5, null, undefined]) {
      const { status, body: refused } = await send(refresh_token);
      expect([status, refused.error.details]).toEqual([400, [{ field: "refresh_token", reason: "malformed" }]]);
    }
    await refreshed(first);
  });
});
