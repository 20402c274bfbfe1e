import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createPublicClient, createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { privateKeySigner } from "anchorlog/action";
import { presets, rotateKey } from "anchorlog/chain";
import { identityOf, readConfig } from "anchorlog/daemon/config";
import { freePort, LOCAL_CHAIN, LOCAL_CHAIN_ID, startLocalChain } from "anchorlog/development";
import { closing } from "../../test/ends.ts";
import { newFolder } from "../../test/folder.ts";
import { configureOperator } from "../src/log/operator.ts";
import { call } from "./harness.ts";
import { addressOf, ANY_KEY, keyOf, production, registerOwn, secrets } from "./ownKeys.ts";
import { listening, serverAt, start, terminate, type Started } from "./process.ts";
import { isSlowSuite } from "../../test/slow.ts";

/** The key that replaces the anchor key. */
const NEXT = `0x${"a6".repeat(32)}` as const;

const folder = newFolder();
const file = () => join(folder, "anchorlog.jsonc");

const node = closing(await startLocalChain({ from: process.cwd(), folder, port: await freePort(0) }));
await registerOwn(folder, node, { settings: { "store.sqlite": "entries.sqlite", "guard.file": "entries.guard" } });

const startWith = (env: Record<string, string> = {}): Started => start(folder, { ...production(file()), ...env });
const refusal = async (env: Record<string, string>): Promise<[number | null, string]> => {
  const { ended, said } = startWith(env);
  return [await ended, said()];
};

/** Environments, and the pattern of the refusal. Each takes a process, so the default suite runs one of them. */
const REFUSED: readonly (readonly [Record<string, string>, RegExp])[] = [
  [{ ANCHORLOG_CONFIG: "/nowhere/anchorlog.jsonc" }, /\/nowhere\/anchorlog\.jsonc/],
  [{ ANCHORLOG_OPERATOR_CHAIN_ID: "1", ANCHORLOG_KEYS_ANCHOR: "development:2" }, /keys\.anchor.*publicly known/],
  [
    { ANCHORLOG_KEYS_ANCHOR: "development:2", ANCHORLOG_KEYS_NEXT_ANCHOR: "env:ANCHORLOG_SECRET_ANCHOR" },
    /NODE_ENV is production, but keys\.anchor/,
  ],
  [{ ANCHORLOG_SECRET_RECEIPT: keyOf("WATCH") }, /receiptKey is registered as 0x\w+, not as 0x/],
  [{ ANCHORLOG_SECRET_RECEIPT: "" }, /keys\.receipt: .*ANCHORLOG_SECRET_RECEIPT/],
  [{ ANCHORLOG_OPERATOR_KINDS: '{"Burn":{"objectId":"string"}}' }, /operator\.kinds .*"Mint":/],
  [{ ANCHORLOG_GUARD_FILE: "another.guard" }, /another\.guard/],
];

describe("a server whose operator has its own keys", () => {
  it.each(REFUSED.filter((_, i) => isSlowSuite || i === 3))("does not start with %j", async (env, says) => {
    const [code, said] = await refusal(env);
    expect([code, said]).toEqual([1, expect.stringMatching(says)]);
  });

  it("starts with that operator's configuration, and logs the operator", async () => {
    // The refused starts left nothing that prevents this one. A log of the operator's own belongs to no account.
    const server = startWith({ ANCHORLOG_OPERATOR_LOGS: "own" });
    const at = await serverAt(await listening(server));
    await expect.poll(() => server.said()).toMatch(/anybody can read GET \/metrics: set METRICS_SECRET/);
    expect(server.said()).not.toContain("Everybody knows");
    expect((await call(at, "GET", "/.well-known/anchorlog")).body).toMatchObject({
      domain: { name: "Example Platform", chainId: LOCAL_CHAIN_ID },
      operator: addressOf("ACCOUNT"),
      authority: "api.example",
      receipt_key: addressOf("RECEIPT"),
    });
    expect((await call(at, "GET", "/readyz")).body).toMatchObject({
      checks: { store: "ok", history: "ok", backlog: "ok", chain: "ok", mail: "unavailable" },
    });
    expect(await terminate(server)).toBe(0);
    expect(server.said()).not.toMatch(ANY_KEY);
  });

  it("refuses a process name that other processes cannot reach", async () => {
    const other = join(folder, "postgres.jsonc");
    const text = (await readFile(file(), "utf8"))
      .replace(/"sqlite": "[^"]+"/, `"postgres": "env:ANCHORLOG_SECRET_DATABASE", "leader": "first-host"`)
      .replace(/"file": "entries.guard"/, `"postgres": "env:ANCHORLOG_SECRET_GUARD"`);
    await writeFile(other, text);
    const env = {
      ...secrets,
      ANCHORLOG_SECRET_DATABASE: "postgresql://h/a",
      ANCHORLOG_SECRET_GUARD: "postgresql://g/a",
    };
    const given = configureOperator({ operator: { kind: "configured", file: other, env }, folder });
    await expect(given).rejects.toThrow(/store\.leader of .* is first-host: give http/);
  });

  it.each([
    ["ANCHORLOG_KEYS_NEXT_ANCHOR", "keys.nextAnchor"],
    ["ANCHORLOG_KEYS_NEXT_RECEIPT", "keys.nextReceipt"],
    ["ANCHORLOG_KEYS_NEXT_NOTE", "keys.nextNote"],
    ["ANCHORLOG_WATCH_ACCOUNT", "watch.account"],
  ])("refuses a publicly known key as %s in production", async (variable, name) => {
    const env = { ...secrets, [variable]: "development:7" };
    const configure = (more: Record<string, string>) =>
      configureOperator({ operator: { kind: "configured", file: file(), env: { ...env, ...more } }, folder });
    await expect(configure({ NODE_ENV: "production" })).rejects.toMatchObject({
      code: "development_key",
      message: expect.stringContaining(`but ${name} of`),
    });
    await configure({});
  });

  it.runIf(isSlowSuite)("shows the key that it signs with during a rotation", async () => {
    const server = startWith({
      ANCHORLOG_KEYS_NEXT_ANCHOR: "env:ANCHORLOG_SECRET_NEXT",
      ANCHORLOG_SECRET_NEXT: NEXT,
    });
    const next = privateKeySigner(NEXT);
    const at = await serverAt(await listening(server));
    const anchorKey = async () =>
      (await call<{ anchor_key: string }>(at, "GET", "/.well-known/anchorlog")).body.anchor_key;
    expect(await anchorKey()).toBe(addressOf("ANCHOR"));
    const config = readConfig(await readFile(file(), "utf8"), { env: secrets, folder, where: file() });
    const chain = {
      publicClient: createPublicClient({ chain: LOCAL_CHAIN, transport: http(node.url), pollingInterval: 50 }),
      walletClient: createWalletClient({
        account: privateKeyToAccount(keyOf("ACCOUNT")),
        chain: LOCAL_CHAIN,
        transport: http(node.url),
      }),
    };
    await rotateKey(chain, identityOf(config), "anchor", next);
    await node.request("evm_increaseTime", [presets.local.timing.margin + 1]);
    await node.request("evm_mine");
    expect(await anchorKey()).toBe(next.address.toLowerCase());
    await terminate(server);
  });
});
