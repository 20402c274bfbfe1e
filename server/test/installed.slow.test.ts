import { execFile } from "node:child_process";
import { constants, existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { freePort, startLocalChain } from "anchorlog/development";
import { closing } from "../../test/ends.ts";
import { startAnvil } from "../../test/dispute/anvil.ts";
import { newFolder } from "../../test/folder.ts";
import { environmentOf } from "./engines.ts";
import { call, sign } from "./harness.ts";
import { startMailServer } from "./foundation/mail/server.ts";
import { addressOf, ANY_KEY, production, registerOwn } from "./ownKeys.ts";
import { bearer, newWallet } from "./people.ts";
import { listening, serverAt, signingFor, start, terminate, type Started } from "./process.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** The files of a built server. */
const PARTS = [
  "package.json",
  "package-lock.json",
  "bin",
  "dist",
  "server",
  "client",
  "engines",
  "circuits",
  "node_modules",
];
/** The chain id of mainnet, where publicly known keys would be a disaster. */
const MAINNET = 1;

const folder = newFolder();
const installed = join(folder, "installed");
const how = { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE };
for (const part of PARTS) await cp(join(root, part), join(installed, part), how);
const prune = ["prune", "--omit=dev", "--ignore-scripts", "--offline", "--no-audit", "--no-fund"];
await promisify(execFile)("npm", prune, { cwd: installed });
const startInstalled = (env: Record<string, string>): Started =>
  start(folder, env, [], join(installed, "server/src/main/main.ts"));

it("runs without development packages, installed as OPERATING describes", async () => {
  const has = (name: string): boolean => existsSync(join(installed, "node_modules", name));
  expect(["vitest", "hardhat", "@foundry-rs/anvil", "fastify", "viem"].filter(has)).toEqual(["fastify", "viem"]);

  const server = startInstalled({});
  const at = await serverAt(await listening(server));
  const asked = [
    await call(at, "POST", "/auth/otp", { body: { email: "you@example.com" } }),
    await call(at, "GET", "/docs/scalar.js"),
    await call(at, "GET", "/verify"),
    await call(at, "GET", "/openapi.json"),
  ];
  expect(asked.map(({ status }) => status)).toEqual([202, 200, 200, 200]);
  expect(await terminate(server)).toBe(0);
});

it("runs in production with a given node, keys and databases", async () => {
  const node = closing(await startLocalChain({ from: root, folder, port: await freePort(0) }));
  expect(node.kind).toBe("anvil");
  const mail = await startMailServer();
  const databases = await environmentOf("PostgreSQL");
  const env = {
    ANCHORLOG_SECRET_DATABASE: databases["DATABASE_URL"]!,
    ANCHORLOG_SECRET_GUARD: databases["GUARD_DATABASE_URL"]!,
  };
  const settings = {
    "store.postgres": "env:ANCHORLOG_SECRET_DATABASE",
    "guard.postgres": "env:ANCHORLOG_SECRET_GUARD",
  };
  const file = await registerOwn(folder, node, { settings, env });
  const all = { ...production(file), ...env, SMTP_URL: `smtp://127.0.0.1:${mail.port}`, LOG_LEVEL: "trace" };

  // Publicly known keys are refused: the package's own keys on every chain but the local one, and in production all of
  // them.
  const mainnet = await startAnvil(Math.floor(Date.now() / 1_000), MAINNET);
  const everybodys = { ANCHORLOG_KEYS_ANCHOR: "development:2" };
  const refused: readonly [Record<string, string>, RegExp][] = [
    [{ ...everybodys, ANCHORLOG_OPERATOR_CHAIN_ID: String(MAINNET) }, /keys\.anchor.*publicly known/],
    // The existing key would be unused, as no setting names it.
    [
      { ...everybodys, ANCHORLOG_KEYS_NEXT_ANCHOR: "env:ANCHORLOG_SECRET_ANCHOR" },
      /NODE_ENV is production, but keys\.anchor/,
    ],
    [{ ANCHORLOG_CONFIG: "" }, /publicly known development keys/],
    [{ ANCHORLOG_CONFIG: "", NODE_ENV: "", CHAIN: mainnet.url }, /the node at CHAIN has the chain ID 1:/],
  ];
  for (const [more, says] of refused) {
    const server = startInstalled({ ...all, ...more });
    expect([await server.ended, server.said()]).toEqual([1, expect.stringMatching(says)]);
  }

  const server = startInstalled(all);
  const remote = await signingFor(await listening(server), folder, all);
  const email = "ada@example.com";
  const { nonce } = (await call<{ nonce: string }>(remote, "POST", "/auth/otp", { body: { email } })).body;
  const otp = /\b[0-9]{6}\b/.exec(mail.received[0]!.text.split("\r\n\r\n")[1]!)![0];
  const login = await call<{ access_token: string; refresh_token: string }>(remote, "POST", "/auth/login", {
    body: { email, otp, nonce },
  });
  const headers = bearer(login.body);
  const me = await call<{ organization: { log_name: string } }>(remote, "GET", "/wallets/me", { headers });
  const ada = { headers, wallet: newWallet(), log: me.body.organization.log_name };
  const address = ada.wallet.address;
  expect((await sign(remote, ada, "POST", "/wallets/register", { body: { address } })).status).toBe(201);
  // The receipt is signed by the operator's own key, as the client checks.
  const made = await sign<{ id: string }>(remote, ada, "POST", "/templates", { body: { name: "deed" } });
  expect([made.status, remote.parts.keys.receipt]).toEqual([201, addressOf("RECEIPT")]);
  const ready = (await (await fetch(`${remote.url}/readyz`)).json()) as object;
  expect(ready).toMatchObject({ status: "ready", checks: { store: "ok", history: "ok", chain: "ok", mail: "ok" } });
  expect(await terminate(server)).toBe(0);
  expect(server.said()).not.toMatch(ANY_KEY);
});
