import { readdir, rm, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import type { ContractAddresses } from "../../chain/addresses.ts";
import { presets } from "../../chain/presets.ts";
import { developmentAccount, LOCAL_CHAIN_ID } from "../../development/keys.ts";
import { formatConfig } from "../../daemon/config/format.ts";
import { openKeys } from "../../daemon/config/keys.ts";
import { readTrusted } from "../../daemon/config/trusted.ts";
import { formatTrust } from "../../verify/trust.ts";
import { CONFIG_FILE, readConfig } from "../../daemon/config/load.ts";
import { identityOf, openGuard } from "../../daemon/config/open.ts";
import type { Config } from "../../daemon/config/settings.ts";
import { inLowerCase } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { makeFolder } from "../../base/folders.ts";
import { lockFile } from "../../store/lock.ts";
import type { Call } from "../command.ts";
import { BEGINNINGS, readPreset, type Preset } from "../init.ts";
import { createLog } from "../../daemon/log.ts";
import { beginOperator } from "../../daemon/begin.ts";
import { startOperation, type Operation } from "../../daemon/operation.ts";
import { untilStopped } from "../operate/signals.ts";
import { assertNone, EXIT_CODES, readPort } from "../usage.ts";
import { print, shellWord } from "../print.ts";
import { deployContracts } from "../../development/deploy.ts";
import { findNode, freePort, startLocalChain, type LocalChain } from "../../development/chain.ts";
import { PROGRAMS } from "./programs.ts";
import { devRoutes } from "./routes.ts";
import { SAMPLE_KINDS, SAMPLE_LOG, sampleAction } from "./sample.ts";

const ACTIONS = 6;
/**
 * The development accounts of the operator, its keys and its watchtower. Anvil gives ether to the watchtower's account.
 */
const ROLES = { account: 1, anchor: 2, receipt: 3, note: 0, watch: 7 } as const;

/** `anchorlog dev`: runs until a signal. Returns the exit code. */
export async function runDev({ values, positionals }: Call): Promise<number> {
  assertNone("dev", positionals);
  const given = values as { port?: string; "http-port"?: string; folder?: string; preset?: string };
  const asked = [readPort("--port", given.port ?? "8545"), readPort("--http-port", given["http-port"] ?? "9464")];
  const preset = readPreset(given.preset ?? "local", "dev");
  const folder = resolve(given.folder ?? "anchorlog-dev");
  const started = performance.now();
  const stopped = untilStopped();
  const unlock = await takeFolder(folder);
  try {
    // Fails early: without a node, the ports are not needed.
    findNode(process.cwd());
    const [port, httpPort] = [await freePort(asked[0]!), await freePort(asked[1]!)];
    return await runIn(folder, { port, httpPort, preset, started, stopped });
  } finally {
    unlock();
  }
}

async function runIn(
  folder: string,
  {
    port,
    httpPort,
    preset,
    started,
    stopped,
  }: {
    port: number;
    httpPort: number;
    preset: Preset;
    started: number;
    stopped: Promise<NodeJS.Signals>;
  },
): Promise<number> {
  await print(`anchorlog dev: these keys are publicly known, so nothing here has any value\n\n`);
  const node = await startLocalChain({ from: process.cwd(), folder, port });
  let operation: Operation | undefined;
  try {
    const contracts = await Promise.race([deployContracts(node, presets[preset]), stopped]);
    if (typeof contracts === "string") return EXIT_CODES.valid;
    const config = await configure(folder, { node, contracts, httpPort, preset });
    await (await openGuard(config, { make: true }))?.close();
    await beginOperator(config);
    operation = await startOperation(config, { log: createLog("warn"), route: devRoutes });
    await fill(operation, config);
    for (const [name, program] of Object.entries(PROGRAMS)) await writeFile(join(folder, name), program);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    await report({ folder: relative(process.cwd(), folder) || ".", node, contracts, operation, config, seconds });
    await stopped;
    await print("\nstopping\n");
  } finally {
    await operation?.stop();
    await node.close();
  }
  return EXIT_CODES.valid;
}

/** Identifies the folders of this command. A configuration file would not: real operators have one, too. */
const MARK = "anchorlog-dev";

/** Locks the folder for this process. Empties it if this command wrote it before, and fails if it has other files. */
async function takeFolder(folder: string): Promise<() => void> {
  const names = await readdir(folder).catch((): string[] => []);
  if (names.length > 0 && !names.includes(`${MARK}-lock`)) {
    throw new AnchorlogError("not_ours", `${folder} has files that \`anchorlog dev\` did not write`, {
      fix: "give another folder by --folder DIR",
    });
  }
  await makeFolder(folder);
  const { unlock } = lockFile(join(folder, MARK), "dev_locked");
  for (const name of names) if (name !== `${MARK}-lock`) await rm(join(folder, name), { recursive: true, force: true });
  return unlock;
}

async function configure(
  folder: string,
  {
    node,
    contracts,
    httpPort,
    preset,
  }: { node: LocalChain; contracts: ContractAddresses; httpPort: number; preset: Preset },
): Promise<Config> {
  const text = formatConfig({
    "operator.chainId": LOCAL_CHAIN_ID,
    "operator.registry": contracts.registry,
    "operator.address": inLowerCase(developmentAccount(ROLES.account, LOCAL_CHAIN_ID).address),
    "operator.name": "My Platform",
    "operator.maxAnchorDelaySeconds": BEGINNINGS[preset].delay,
    "operator.logs": [SAMPLE_LOG],
    "operator.kinds": SAMPLE_KINDS,
    "chain.rpc": [node.url],
    "keys.account": `development:${ROLES.account}`,
    "keys.anchor": `development:${ROLES.anchor}`,
    "keys.receipt": `development:${ROLES.receipt}`,
    "keys.note": `development:${ROLES.note}`,
    "store.sqlite": "anchorlog.sqlite",
    "guard.file": "anchorlog.guard",
    "batches.maxAgeSeconds": 2,
    "anchors.maxAgeSeconds": Math.max(10, presets[preset].timing.minAnchorInterval),
    "anchors.pollSeconds": 2,
    "export.folder": "export",
    "export.everySeconds": 5,
    "watch.account": `development:${ROLES.watch}`,
    "http.port": httpPort,
  });
  const where = join(folder, CONFIG_FILE);
  await writeFile(where, text);
  return readConfig(text, { env: {}, folder, where });
}

/** Submits actions, closes a batch, anchors it, and writes an export, and a bundle with the files that verify it. */
async function fill({ anchorlog, url }: Operation, config: Config): Promise<void> {
  const operator = identityOf(config);
  for (let i = 0; i < ACTIONS; i++) {
    const answer = await anchorlog.submit(await sampleAction(operator, i));
    if (answer.status !== "accepted") throw new AnchorlogError("not_accepted", JSON.stringify(answer));
  }
  await anchorlog.closeBatches();
  await anchorlog.anchor();
  await fetch(`${url}/export`, { method: "POST" });
  const { note } = await anchorlog.checkpoint();
  const bundle = await anchorlog.bundle({ log: SAMPLE_LOG, index: 0 });
  await writeFile(join(config.folder, "checkpoint"), note);
  await writeFile(join(config.folder, "bundle.json"), `${JSON.stringify(bundle, undefined, 2)}\n`);
  await writeFile(join(config.folder, "trust.json"), formatTrust(await readTrusted(config, await openKeys(config))));
}

async function report(done: {
  folder: string;
  node: LocalChain;
  contracts: ContractAddresses;
  operation: Operation;
  config: Config;
  seconds: string;
}): Promise<void> {
  const { folder, node, contracts, operation, config, seconds } = done;
  const rows = [
    ["chain", `${node.url} (${node.kind}, chain id ${LOCAL_CHAIN_ID})`],
    ["operator", `${operation.url} (/status, /livez, /readyz, /metrics)`],
    ["", config["operator.address"]],
    ...Object.entries(contracts),
    ["log", `${SAMPLE_LOG}: ${ACTIONS} actions, anchored`],
  ];
  const table = rows.map(([name, value]) => `  ${name!.padEnd(20)}${value}\n`).join("");
  const at = (name: string): string => shellWord(`${folder}/${name}`);
  await print(`${table}
Ready after ${seconds} s. What to try next, in another terminal:

  npx anchorlog verify ${at("bundle.json")} --rpc ${node.url} --trust ${at("trust.json")}
  npx anchorlog audit ${at("export")} --rpc ${node.url} --trust ${at("trust.json")} --report report
  npx anchorlog status --config ${at(CONFIG_FILE)}
  node ${at("act.mjs")} "my first object"
  node ${at("challenge.mjs")}

All of it is in ${folder}/; ${CONFIG_FILE} there says what can be set. Ctrl-C ends it.
`);
}
