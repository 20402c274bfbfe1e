/** Opens what a configuration names: store, guard, chain, operator. */
import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  http,
  type Chain,
  type HttpTransport,
  type PublicClient,
  type WalletClient,
} from "viem";
import { defineActions } from "../action/kinds.ts";
import type { RegisteredIdentity } from "../anchor/registration.ts";
import { AnchorlogError } from "../errors.ts";
import { createFileGuard, createPostgresGuard, openFileGuard, openPostgresGuard, type Guard } from "../log/guard.ts";
import type { LogStore } from "../log/store.ts";
import type { AnchorlogOptions } from "../operator/options.ts";
import type { PublishOptions } from "../operator/publish.ts";
import { tileFolder } from "../tlog/node.ts";
import { parsePolicy } from "../tlog/policy.ts";
import { openKeys, type Account } from "./keys.ts";
import { pathOf, type Environment } from "./load.ts";
import { readSecretUrl } from "./secrets.ts";
import type { Config } from "./settings.ts";

const DATABASE = ["postgres", "postgresql"];
const RPC = ["http", "https"];
/** Milliseconds that a node has for one answer. */
const TIMEOUT = 10_000;

/** The operator's identity. */
export function identityOf(config: Config): RegisteredIdentity {
  return {
    chainId: config["operator.chainId"],
    registry: config["operator.registry"],
    operator: config["operator.address"],
    name: config["operator.name"],
    version: config["operator.version"],
  };
}

/** The store. Throws as `openSqliteStore` and `openPostgresStore` do. */
export async function openStore(config: Config, env: Environment = process.env): Promise<LogStore> {
  const sqlite = config["store.sqlite"];
  if (sqlite !== undefined) {
    const { openSqliteStore } = await import("../log/sqlite.ts");
    return openSqliteStore(pathOf(config, sqlite), { reserve: config["store.reserveBytes"] });
  }
  const place = { config, env, name: "store.postgres" };
  return (await import("../log/postgres.ts")).openPostgresStore({
    connectionString: await readSecretUrl(config["store.postgres"]!, DATABASE, place),
    holder: config["store.holder"] ?? `${hostname()}:${process.pid}`,
    leaseSeconds: config["store.leaseSeconds"],
  });
}

/**
 * The guard; undefined where there is none, as on the local chain.
 *
 * @param make one that is not there yet: on the day on which the operator begins.
 */
export async function openGuard(
  config: Config,
  { env = process.env, make = false }: { readonly env?: Environment; readonly make?: boolean } = {},
): Promise<Guard | undefined> {
  const operator = identityOf(config);
  const file = config["guard.file"];
  if (file !== undefined) return (make ? createFileGuard : openFileGuard)(pathOf(config, file), operator);
  const database = config["guard.postgres"];
  if (database === undefined) return undefined;
  const connectionString = await readSecretUrl(database, DATABASE, { config, env, name: "guard.postgres" });
  return (make ? createPostgresGuard : openPostgresGuard)({ connectionString }, operator);
}

/** The endpoints' transports, in their order. */
async function transports(config: Config, env: Environment) {
  const urls = await Promise.all(
    config["chain.rpc"].map((given) => readSecretUrl(given, RPC, { config, env, name: "chain.rpc" })),
  );
  return urls.map((url) => http(url, { timeout: TIMEOUT, retryCount: 1 }));
}

/** Reads the chain. */
export type Reader = PublicClient<HttpTransport, Chain>;
/** The chain as an account uses it. */
export type Writer = {
  readonly publicClient: Reader;
  readonly walletClient: WalletClient<HttpTransport, Chain, Account>;
  readonly others: readonly Reader[];
};

/** A client that reads the chain at each endpoint, in their order. */
export async function connectReaders(config: Config, env: Environment = process.env): Promise<Reader[]> {
  const chain = chainOf(config);
  return (await transports(config, env)).map((transport) => createPublicClient({ chain, transport, cacheTime: 0 }));
}

/** The chain as an account uses it, at the first endpoint; the others confirm what that says. */
export async function connectWriter(config: Config, account: Account, env: Environment = process.env): Promise<Writer> {
  const chain = chainOf(config);
  const [transport] = await transports(config, env);
  const [publicClient, ...others] = await connectReaders(config, env);
  return {
    publicClient: publicClient!,
    walletClient: createWalletClient({ account, chain, transport: transport! }),
    others,
  };
}

function chainOf(config: Config) {
  const id = config["operator.chainId"];
  const nativeCurrency = { name: "Ether", symbol: "ETH", decimals: 18 };
  return defineChain({ id, name: `chain ${id}`, nativeCurrency, rpcUrls: { default: { http: [] } } });
}

/** What `openAnchorlog` takes, but for the chain: store and guard are open, and `anchorlog.close` closes them. */
export async function openOptions(config: Config, env: Environment = process.env) {
  const keys = await openKeys(config, env);
  const publish = await publishOptions(config);
  const store = await openStore(config, env);
  try {
    const guard = await openGuard(config, { env });
    return {
      store,
      ...(guard === undefined ? {} : { guard }),
      operator: identityOf(config),
      logs: config["operator.logs"],
      types: defineActions(config["operator.kinds"]),
      keys,
      threads: config["process.threads"],
      maxInFlight: config["process.maxInFlight"],
      ...(publish === undefined ? {} : { publish }),
      maxAnchorDelay: config["operator.maxAnchorDelaySeconds"],
    } satisfies AnchorlogOptions;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Where the batch log is published; undefined where it is not. */
export async function publishOptions(config: Config): Promise<PublishOptions | undefined> {
  const [folder, policyFile] = [config["publish.tiles"], config["publish.policy"]];
  if (folder === undefined) return undefined;
  const tiles = tileFolder(pathOf(config, folder));
  const maxAge = 1000 * config["publish.maxAgeSeconds"];
  if (policyFile === undefined) return { tiles, maxAge };
  try {
    return { tiles, maxAge, policy: parsePolicy(await readFile(pathOf(config, policyFile), "utf8")) };
  } catch (cause) {
    throw new AnchorlogError(
      "bad_config",
      `publish.policy: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        fix: "give a policy file as c2sp.org/tlog-policy has it",
        cause,
      },
    );
  }
}
