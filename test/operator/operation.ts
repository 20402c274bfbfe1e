/** Operators that run by a configuration, on a real node. */
import { depositStake, presets, registerOperator } from "anchorlog/chain";
import { contractAddresses } from "../../src/chain/addresses.ts";
import { openRpc } from "../../src/chain/rpc.ts";
import { deployContracts } from "../../src/development/deploy.ts";
import { startOperation, type Operation } from "../../src/daemon/operation.ts";
import { developmentAccount, LOCAL_CHAIN_ID } from "../../src/development/keys.ts";
import { formatConfig } from "../../src/daemon/config/format.ts";
import { openAccount, openKeys } from "../../src/daemon/config/keys.ts";
import { readConfig } from "../../src/daemon/config/load.ts";
import { connectWriter, identityOf, openGuard } from "../../src/daemon/config/open.ts";
import type { Config, SettingName } from "../../src/daemon/config/settings.ts";
import type { Anvil } from "../dispute/anvil.ts";
import { newFolder } from "../folder.ts";
import { signActionFor, wallets } from "../operator.ts";

export const LOG = "acme-games";
/** Seconds. */
export const DELAY = 3_600;

/** Deploys all contracts to a node. */
export async function deployTo(node: Pick<Anvil, "url">): Promise<void> {
  const rpc = openRpc(node.url, 10_000);
  const request = (method: string, params: readonly unknown[] = []) => rpc({ method, params });
  await deployContracts({ request });
}

/** An operator's folder and configuration, registered as the development account `index`. */
export async function makeOperator(
  node: Pick<Anvil, "url">,
  index: number,
  { stake = true, ...own }: Partial<Record<SettingName, unknown>> & { stake?: boolean } = {},
): Promise<Config> {
  const folder = newFolder();
  const text = formatConfig({
    "operator.chainId": LOCAL_CHAIN_ID,
    "operator.registry": contractAddresses(presets.local).registry,
    "operator.address": developmentAccount(index, LOCAL_CHAIN_ID).address.toLowerCase(),
    "operator.name": "Test platform",
    "operator.maxAnchorDelaySeconds": DELAY,
    "operator.logs": [LOG],
    "operator.kinds": { Transfer: { objectId: "string", to: "address", price: "uint256", salt: "bytes32" } },
    "chain.rpc": [node.url],
    "keys.account": `development:${index}`,
    "keys.anchor": "development:18",
    "keys.receipt": "development:19",
    "keys.note": "development:0",
    "store.sqlite": "anchorlog.sqlite",
    "guard.file": "anchorlog.guard",
    "http.port": 0,
    "process.threads": 0,
    ...own,
  });
  const config = readConfig(text, { env: {}, folder, where: "test" });
  await (await openGuard(config, { make: true }))?.close();
  const chain = await connectWriter(config, await openAccount(config));
  const operator = identityOf(config);
  await registerOperator(chain, operator, { ...operator, maxAnchorDelay: DELAY, ...(await openKeys(config)) });
  if (stake) await depositStake(chain, operator);
  return config;
}

export type Log = { readonly level: string; readonly event: string; readonly fields: object };

/** Starts an operator, whose clock can be set ahead, and keeps what it logs. */
export async function startOperator(
  config: Config,
  seconds = 0,
): Promise<Operation & { log: Log[]; ahead: { seconds: number } }> {
  const log: Log[] = [];
  const ahead = { seconds };
  const operation = await startOperation(config, {
    env: {},
    log: (level, event, fields = {}) => void log.push({ level, event, fields }),
    clock: () => Date.now() + 1000 * ahead.seconds,
  });
  return { ...operation, log, ahead };
}

let sent = 0;

/** Submits an action to it. */
export async function act({ anchorlog }: Operation, config: Config, seconds = 0) {
  const deadline = Math.floor(Date.now() / 1000) + seconds + 3_600;
  return anchorlog.submit(await signActionFor(identityOf(config), wallets[0]!, LOG, sent++, { deadline }));
}
