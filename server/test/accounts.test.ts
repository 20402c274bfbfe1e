import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { environmentOf } from "./engines.ts";
import { call, owner, sign, signIn, startServer, type Refused, type TestServer } from "./harness.ts";

let server: TestServer;

describe.each(["SQLite", "PostgreSQL"] as const)("over %s", (engine) => {
  beforeAll(async () => {
    server = await startServer(await environmentOf(engine));
  });
  afterAll(() => server.close());

  it("signs in, registers a wallet, and makes an API key that reads", async () => {
    const client = await owner(server, "Ada@example.com");
    const me = await call(server, "GET", "/wallets/me", { headers: client.headers });
    expect(me.body).toMatchObject({
      email: "ada@example.com",
      role: "owner",
      account: { address: client.wallet.address.toLowerCase() },
    });
    const made = await sign<{ key: string; id: string }>(server, client, "POST", "/api-keys", {
      body: { name: "ci", permissions: ["read"] },
    });
    expect(made.status).toBe(201);
    const repeated = await made.repeat();
    expect(repeated).toMatchObject({ status: 201, body: made.body });
    const headers = { "x-api-key": made.body.key };
    expect((await call(server, "GET", "/wallets", { headers })).body).toMatchObject({
      items: [{ email: "ada@example.com" }],
      next: null,
    });
    const refused = await call<Refused>(server, "GET", "/api-keys", { headers });
    expect([refused.status, refused.body.error.details]).toEqual([
      403,
      [{ field: "permission", reason: "not_permitted" }],
    ]);
    const { refresh_token } = await signIn(server, "ada@example.com");
    expect((await call(server, "POST", "/auth/refresh-token", { body: { refresh_token } })).status).toBe(200);
    expect((await call(server, "POST", "/api-keys", { headers: client.headers, body: { name: "x" } })).status).toBe(
      401,
    );
  });
});
