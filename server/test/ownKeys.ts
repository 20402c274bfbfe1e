/** An operator with its own keys on a local chain, where these keys protect nothing of value. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { privateKeyToAccount } from "viem/accounts";
import { contractAddresses, presets } from "anchorlog/chain";
import { formatConfig, openGuard, readConfig } from "anchorlog/daemon/config";
import { deployContracts, LOCAL_CHAIN_ID, type LocalChain } from "anchorlog/development";
import { beginOperator } from "anchorlog/daemon";
import { DEFINITIONS } from "../src/objects/kinds.ts";

const KEYS = { ACCOUNT: "a1", ANCHOR: "a2", RECEIPT: "a3", NOTE: "a4", WATCH: "a5" };
type KeyName = keyof typeof KEYS;
export const keyOf = (name: KeyName): `0x${string}` => `0x${KEYS[name].repeat(32)}`;
export const addressOf = (name: KeyName): string => privateKeyToAccount(keyOf(name)).address.toLowerCase();
/** A pattern that finds any of the keys where it must not appear. */
export const ANY_KEY = /0x(a[1-5]){32}/;

/** The environment variable of each key. */
export const secrets: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(KEYS).map((name) => [`ANCHORLOG_SECRET_${name}`, keyOf(name as KeyName)]),
);

/**
 * Has the operator registered, as `anchorlog register` and `anchorlog stake deposit` do.
 *
 * @param stores the configuration of log and guard, and the variables with their secrets.
 * @returns the path of its configuration.
 */
export async function registerOwn(
  folder: string,
  node: LocalChain,
  { settings, env = {} }: { readonly settings: object; readonly env?: Readonly<Record<string, string>> },
): Promise<string> {
  const file = join(folder, "anchorlog.jsonc");
  await deployContracts(node);
  const text = formatConfig({
    "operator.chainId": LOCAL_CHAIN_ID,
    "operator.registry": contractAddresses(presets.local).registry,
    "operator.address": addressOf("ACCOUNT"),
    "operator.name": "Example Platform",
    "operator.maxAnchorDelaySeconds": 3_600,
    "operator.kinds": DEFINITIONS,
    "chain.rpc": [node.url],
    "watch.account": "env:ANCHORLOG_SECRET_WATCH",
    "publish.tiles": "tiles",
    "http.port": 0,
    ...settings,
  });
  await writeFile(file, text);
  for (const name of ["ACCOUNT", "WATCH"] as const) {
    await node.request("hardhat_setBalance", [addressOf(name), "0x56bc75e2d63100000"]);
  }
  const all = { ...secrets, ...env };
  const config = readConfig(text, { env: all, folder, where: file });
  await (await openGuard(config, { env: all, make: true }))?.close();
  await beginOperator(config, all);
  return file;
}

/** The environment of a server of that operator, as in production. */
export const production = (file: string): Record<string, string> => ({
  ...secrets,
  CHAIN: "",
  MAIL_DIR: "",
  NODE_ENV: "production",
  ANCHORLOG_CONFIG: file,
  PUBLIC_URL: "https://api.example",
  SERVER_SECRET: "5e".repeat(32),
  SMTP_URL: "smtp://127.0.0.1:9",
});
