/** The operator's configuration: what its file says, or, in development, one for a local chain. */
import { join } from "node:path";
import { AnchorlogError } from "anchorlog";
import { contractAddresses, presets } from "anchorlog/anchor";
import {
  CONFIG_FILE,
  formatConfig,
  loadConfig,
  readConfig,
  type Config as Operator,
  type Environment,
} from "anchorlog/config";
import { developmentAccount, LOCAL_CHAIN_ID, ROLES } from "anchorlog/development";
import type { Config } from "../config.ts";
import { readProcessUrl, type StoreConfig } from "../config/operator.ts";
import { bad } from "../config/settings.ts";
import { ServerError } from "../errors.ts";
import { DEFINITIONS } from "../platform/kinds.ts";

/** An operator's configuration, and what of the environment it names. */
export type Configured = { readonly operator: Operator; readonly env: Environment };

/** Seconds within which an entry of a local chain's operator is anchored. */
const DELAY = 3_600;
/** On a local chain there is something to see soon. Seconds. */
const SOON = { batches: 1, anchors: 3, polls: 1, published: 3 };
/** Without a chain nobody waits for it: a day, in seconds. */
const LATER = { batches: 86_400, anchors: 60, polls: 60, published: 86_400 };
/** Under these names the configuration finds what the server was given in its own settings. */
const [STORE, GUARD] = ["ANCHORLOG_SECRET_DATABASE", "ANCHORLOG_SECRET_GUARD_DATABASE"];

/**
 * Reads it.
 *
 * @param local in development: the address of the local chain, and the port to serve the operator's status at.
 * @throws AnchorlogError `bad_config`. @throws ServerError `bad_config`, `other_kinds`, `development_key`.
 */
export async function configureOperator(
  { operator, folder }: Pick<Config, "operator" | "folder">,
  local: { readonly rpc?: string; readonly statusPort?: number } = {},
): Promise<Configured & { readonly text?: string }> {
  if (operator.kind === "configured") {
    const { file, env } = operator;
    const configured = await loadConfig(file, { env }).catch((error: unknown) => {
      if (!(error instanceof AnchorlogError) || error.code !== "unreadable") throw error;
      const { message } = (error.cause ?? error) as Error;
      throw bad("ANCHORLOG_CONFIG", `names no configuration (${message})`, "name the file that `anchorlog init` wrote");
    });
    assertKinds(configured["operator.kinds"], file);
    // By this name other processes find it.
    readProcessUrl(`store.leader of ${file}`, configured["store.leader"]);
    if (env["NODE_ENV"] === "production") assertOwnKeys(configured, file);
    return { operator: configured, env };
  }
  const { store, traces } = operator;
  const secrets = store.kind === "postgres" ? { [STORE]: store.url, [GUARD]: store.guardUrl } : {};
  const text = developmentConfig(store, { ...local, traces });
  return { operator: readConfig(text, { env: secrets, folder, where: join(folder, CONFIG_FILE) }), env: secrets, text };
}

/** On a local chain, anybody's keys are taken. */
function assertOwnKeys(given: Operator, file: string): void {
  // Whichever settings hold keys, those of development are known by where they are from.
  const isKnown = (value: unknown): boolean => (value as { from?: unknown } | undefined)?.from === "development";
  const [known] = Object.entries(given).find(([, value]) => isKnown(value)) ?? [];
  if (known === undefined) return;
  throw new ServerError("development_key", `NODE_ENV is production, and everybody knows ${known} of ${file}`, {
    fix: "name a key of your own",
  });
}

/** The commands of anchorlog read the log by the kinds that the configuration names. */
function assertKinds(given: Operator["operator.kinds"], file: string): void {
  const inOrder = (kinds: object): string =>
    JSON.stringify(Object.entries(kinds).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  if (inOrder(given) === inOrder(DEFINITIONS)) return;
  throw new ServerError("other_kinds", `operator.kinds of ${file} are not those that this server has signed`, {
    fix: `let them be ${JSON.stringify(DEFINITIONS)}`,
  });
}

/** As text, so that the commands of anchorlog can be used beside a server in development, too. */
function developmentConfig(
  store: StoreConfig,
  { rpc, statusPort = 0, traces }: { readonly rpc?: string; readonly statusPort?: number; readonly traces: boolean },
): string {
  const pace = rpc === undefined ? LATER : SOON;
  return formatConfig({
    "operator.chainId": LOCAL_CHAIN_ID,
    "operator.registry": contractAddresses(presets.local).registry,
    "operator.address": developmentAccount(ROLES.operator, LOCAL_CHAIN_ID).address.toLowerCase(),
    "operator.name": "Anchorlog Platform",
    "operator.maxAnchorDelaySeconds": DELAY,
    "operator.kinds": DEFINITIONS,
    ...(rpc !== undefined && { "chain.rpc": [rpc], "watch.account": `development:${ROLES.watchtower}` }),
    "keys.account": `development:${ROLES.operator}`,
    "keys.anchor": `development:${ROLES.anchorKey}`,
    "keys.receipt": `development:${ROLES.receiptKey}`,
    "keys.note": "development:0",
    ...(store.kind === "sqlite"
      ? { "store.sqlite": "log.sqlite", "guard.file": "log.guard", "publish.tiles": "tiles" }
      : {
          "store.postgres": `env:${STORE}`,
          "store.leaseSeconds": store.leaseSeconds,
          ...(store.processUrl !== undefined && { "store.leader": store.processUrl }),
          "guard.postgres": `env:${GUARD}`,
          "publish.inStore": true,
        }),
    "publish.maxAgeSeconds": pace.published,
    "batches.maxAgeSeconds": pace.batches,
    "anchors.maxAgeSeconds": pace.anchors,
    "anchors.pollSeconds": pace.polls,
    "watch.state": "watch.json",
    "http.port": statusPort,
    "process.traces": traces,
  });
}
