import { beforeEach, expect, it } from "vitest";
import { takeNewSecret } from "../../src/main/newSecret.ts";
import { audit } from "../../src/main/replay/commands.ts";
import { createSecrets } from "../../src/foundation/secrets.ts";
import { environmentOf } from "../engines.ts";
import { call, owner, sign, signIn, startServer, type Answer, type Client, type TestServer } from "../harness.ts";
import { reasonOf } from "../people.ts";
import { isSlowSuite } from "../../../test/slow.ts";

const OTHER = "0e".repeat(32);
let server: TestServer;
let ada: Client;
beforeEach(async () => {
  server = await startServer();
  ada = await owner(server, "ada@example.com");
});

/** @returns the answer to a request with a key. */
const ask = (key: string): Promise<Answer> => call(server, "GET", "/templates", { headers: { "x-api-key": key } });
const makeKey = async (): Promise<string> =>
  (await sign<{ key: string }>(server, ada, "POST", "/api-keys", { body: { name: "key" } })).body.key;

it("moves data of another secret to the given one, and audit and rebuild agree", async () => {
  const hook = { name: "ledger", url: "https://hooks.example/", events: ["*"] };
  const { body: made } = await sign<{ id: string; secret: string }>(server, ada, "POST", "/webhooks", { body: hook });
  const key = await makeKey();
  const { config } = server.parts;
  await expect(takeNewSecret(server.parts)).rejects.toMatchObject({ code: "store_locked" });
  await server.close();
  await expect(takeNewSecret({ config, secrets: server.parts.secrets })).rejects.toMatchObject({ code: "same_secret" });
  await expect(server.restart({ SERVER_SECRET: OTHER })).rejects.toMatchObject({ code: "bad_secret" });
  const secrets = createSecrets(Buffer.from(OTHER, "hex"));
  expect(await takeNewSecret({ config, secrets })).toEqual({ apiKeys: 1, webhooks: 1, sessions: 1 });

  server = await server.restart({ SERVER_SECRET: OTHER });
  expect((await audit(server.parts)).differences).toEqual([]);
  expect((await call(server, "GET", "/wallets/me", { headers: ada.headers })).status).toBe(401);
  expect(reasonOf(await ask(key))).toBe("401 bad_api_key");
  const { access_token } = await signIn(server, "ada@example.com");
  ada = { ...ada, headers: { authorization: `Bearer ${access_token}` } };
  expect((await ask(await makeKey())).status).toBe(200);
  const rotated = await sign<{ secret: string }>(server, ada, "PATCH", `/webhooks/${made.id}`, {
    body: { rotate_secret: true },
  });
  expect([rotated.status, rotated.body.secret === made.secret]).toEqual([200, false]);
});

it("changes nothing if no server has run", async () => {
  const { config, secrets } = server.parts;
  const nowhere = { ...config, folder: `${config.folder}/none` };
  await expect(takeNewSecret({ config: nowhere, secrets })).rejects.toMatchObject({ code: "no_log" });
});

it.runIf(isSlowSuite)("changes nothing over PostgreSQL while a process runs", async () => {
  const env = {
    ...(await environmentOf("PostgreSQL")),
    PROCESS_URL: "http://10.0.0.7:3000",
    FILES_DIR: `${server.parts.config.folder}/files`,
  };
  const process = await startServer(env);
  const { config } = process.parts;
  const secrets = createSecrets(Buffer.from(OTHER, "hex"));
  await process.parts.anchorlog.closeBatches();
  await expect(takeNewSecret({ config, secrets })).rejects.toMatchObject({ code: "server_runs" });
  await process.close();
  expect(await takeNewSecret({ config, secrets })).toMatchObject({ apiKeys: 0 });
  await process.restart({ SERVER_SECRET: OTHER });
});
