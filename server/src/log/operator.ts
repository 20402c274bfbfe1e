/** The operator's configuration: from its file, or generated for a local chain in development. */
import { join } from "node:path";
import { AnchorlogError } from "anchorlog";
import { contractAddresses, presets } from "anchorlog/chain";
import {
  CONFIG_FILE,
  formatConfig,
  loadConfig,
  readConfig,
  type Config as Operator,
  type Environment,
} from "anchorlog/daemon/config";
import { developmentAccount, LOCAL_CHAIN_ID, ROLES } from "anchorlog/development";
import type { Config } from "../foundation/config.ts";
import { readProcessUrl, type StoreConfig } from "../foundation/config/operator.ts";
import { bad } from "../foundation/config/settings.ts";
import { ServerError } from "../foundation/errors.ts";
import { DEFINITIONS } from "../objects/kinds.ts";

/** An operator's configuration, and the environment with its secrets. */
export type Configured = { readonly operator: Operator; readonly env: Environment };

/** Maximum seconds until an entry is anchored on a local chain. */
const DELAY = 3_600;
/** Short intervals for a local chain, in seconds, so that results are visible soon. */
const SOON = { batches: 1, anchors: 3, polls: 1, published: 3 };
/** Long intervals without a chain, in seconds. */
const LATER = { batches: 86_400, anchors: 60, polls: 60, published: 86_400 };
/** Names under which the configuration finds secrets from the server's own settings. */
const [STORE, GUARD] = ["ANCHORLOG_SECRET_DATABASE", "ANCHORLOG_SECRET_GUARD_DATABASE"];

/**
 * Reads or generates the configuration.
 *
 * @param local in development: the local chain's URL, and the port for the operator's status.
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
      throw bad(
        "ANCHORLOG_CONFIG",
        `does not name a configuration (${message})`,
        "name the file that `anchorlog init` wrote",
      );
    });
    assertKinds(configured["operator.kinds"], file);
    // Other processes use this name as the URL of this one.
    readProcessUrl(`store.leader of ${file}`, configured["store.leader"]);
    if (env["NODE_ENV"] === "production") assertOwnKeys(configured, file);
    return { operator: configured, env };
  }
  const { store, traces } = operator;
  const secrets = store.kind === "postgres" ? { [STORE]: store.url, [GUARD]: store.guardUrl } : {};
  const text = developmentConfig(store, { ...local, traces });
  return { operator: readConfig(text, { env: secrets, folder, where: join(folder, CONFIG_FILE) }), env: secrets, text };
}

/** Rejects development keys in production. They are publicly known. */
function assertOwnKeys(given: Operator, file: string): void {
  // All settings are searched: a development key is recognized by its source.
  const isKnown = (value: unknown): boolean => (value as { from?: unknown } | undefined)?.from === "development";
  const [known] = Object.entries(given).find(([, value]) => isKnown(value)) ?? [];
  if (known === undefined) return;
  throw new ServerError("development_key", `NODE_ENV is production, but ${known} of ${file} is publicly known`, {
    fix: "name a key of your own",
  });
}

/** The commands of anchorlog decode the log by the kinds in the configuration. */
function assertKinds(given: Operator["operator.kinds"], file: string): void {
  const inOrder = (kinds: object): string =>
    JSON.stringify(Object.entries(kinds).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  if (inOrder(given) === inOrder(DEFINITIONS)) return;
  throw new ServerError("other_kinds", `operator.kinds of ${file} differ from the kinds of this server`, {
    fix: `set them to ${JSON.stringify(DEFINITIONS)}`,
  });
}

/** Returns the configuration as text, so that anchorlog's commands can use it in development as well. */
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
