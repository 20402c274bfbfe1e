/** A chain with the limits of a public one, and a whole operator's life on it by commands. */
import { readFile, writeFile } from "node:fs/promises";
import { privateKeyToAccount } from "viem/accounts";
import { expect } from "vitest";
import { openAnchorlog, type Hex } from "anchorlog";
import { finalityDelay, presets } from "anchorlog/chain";
import { formatBundle } from "anchorlog/verify/bundle";
import { openAccount } from "../../src/daemon/config/keys.ts";
import { loadConfig } from "../../src/daemon/config/load.ts";
import { connectWriter, openOptions } from "../../src/daemon/config/open.ts";
import { startAnvil } from "../dispute/anvil.ts";
import { enter, newFolder } from "../folder.ts";
import { signActionFor, wallets } from "../operator.ts";
import { runHere, type Ran } from "./process.ts";

/** The limits of public chains: ids, block gas limits, and EIP-7825's limit for a transaction. */
export const CHAINS = {
  sepolia: { chainId: 11_155_111, gasLimit: 60_000_000, preset: "mainnet" },
  opSepolia: { chainId: 11_155_420, gasLimit: 40_000_000, preset: "l2" },
  mainnet: { chainId: 1, gasLimit: 60_000_000, preset: "mainnet" },
} as const;
type Terms = { readonly chainId: number; readonly gasLimit: number };

const ETHER = 10n ** 18n;
/** The private key of an account that no network uses. */
const DEPLOYER: Hex = `0x${"5e".repeat(32)}`;
export const deployer = privateKeyToAccount(DEPLOYER);

export type Rehearsal = Awaited<ReturnType<typeof startRehearsal>>;

/** Starts the chain, in a folder in which the deployer's key is. */
export async function startRehearsal({ chainId, gasLimit }: Terms) {
  const folder = newFolder();
  enter(folder);
  const args = ["--gas-limit", String(gasLimit), "--enable-tx-gas-limit"];
  const node = await startAnvil(Math.floor(Date.now() / 1000), chainId, { hardfork: "osaka", args });
  await writeFile("deployer", DEPLOYER, { mode: 0o600 });
  const env: Record<string, string> = { ANCHORLOG_CHAIN_RPC: node.url };
  const run = (...args: string[]): Promise<Ran> => runHere(args, env);
  /** Runs a command, and fails if it does not succeed. */
  const done = async (...args: string[]): Promise<string> => {
    const ran = await run(...args);
    expect(ran.code, ran.stderr).toBe(0);
    return ran.stdout;
  };
  const fund = (address: Hex, value: bigint) => node.test.setBalance({ address, value });
  const sent = () => node.client.getTransactionCount({ address: deployer.address });
  return { node, env, run, done, fund, sent };
}

/** Registers an operator by the deployed contracts, stakes, accepts an action, anchors it, and waits until it is final. */
export async function goRound({ node, env, done, fund }: Rehearsal, preset: "mainnet" | "l2"): Promise<void> {
  await done("init", "--deployment", "deployment.json", "--generate-keys", "keys", "--plain-keys");
  env["ANCHORLOG_OPERATOR_NAME"] = "Rehearsal";
  const transfer = { objectId: "string", to: "address", price: "uint256", salt: "bytes32" };
  env["ANCHORLOG_OPERATOR_KINDS"] = JSON.stringify({ Transfer: transfer });
  const { account } = JSON.parse(await done("keys", "--json")) as { account: Hex };
  await fund(account, presets[preset].stake.minimumStake + ETHER);
  await done("register");
  await done("stake", "deposit");

  const config = await loadConfig(undefined, { env });
  const { operator, ...options } = await openOptions(config, env);
  const chain = await connectWriter(config, await openAccount(config, env), env);
  const anchorlog = await openAnchorlog({ operator, ...options, chain });
  try {
    const deadline = Math.floor(Date.now() / 1000) + 3_600;
    const action = await signActionFor(operator, wallets[0]!, "my-organization", 0, { deadline });
    expect(await anchorlog.submit(action)).toMatchObject({ status: "accepted" });
    await anchorlog.closeBatches();
    expect(await anchorlog.anchor()).toMatchObject({ status: "anchored", size: 1 });
    await writeFile("bundle.json", formatBundle(await anchorlog.bundle({ log: "my-organization", index: 0 })));
  } finally {
    await anchorlog.close();
  }
  await writeFile("trust.json", await done("trust"));
  const verdict = async () => done("verify", "bundle.json", "--rpc", node.url, "--trust", "trust.json", "--json");
  expect(JSON.parse(await verdict())).toMatchObject({ state: "anchored" });
  await node.advance(finalityDelay(presets[preset].timing));
  expect(JSON.parse(await verdict())).toMatchObject({ state: "final" });
  // A watchtower needs only the core contracts.
  await done("export", "export");
  const watched = await done(
    "watch",
    "--trust",
    "trust.json",
    "--rpc",
    node.url,
    "--for",
    "operator",
    "--once",
    "--export",
    "export",
  );
  expect(watched).toContain('"event":"pass"');
  expect(await readFile("anchorlog.jsonc", "utf8")).toContain(`"chainId": ${operator.chainId}`);
}
