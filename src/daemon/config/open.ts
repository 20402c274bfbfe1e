/** Opens the store, guard, chain and operator of a configuration. */
import { existsSync } from "node:fs";
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
import { defineActions, type ActionTypes } from "../../action/kinds.ts";
import type { RegisteredIdentity } from "../../chain/registration.ts";
import type { TransactionSettings } from "../../chain/transactions/types.ts";
import { AnchorlogError } from "../../base/errors.ts";
import {
  createFileGuard,
  createPostgresGuard,
  openFileGuard,
  openPostgresGuard,
  type Guard,
} from "../../store/guard.ts";
import { archiveFolder, type Archive } from "../../store/archive.ts";
import type { LogStore, OperationsStore } from "../../log/store.ts";
import type { AnchorlogOptions } from "../../operator/options.ts";
import type { PublishOptions } from "../../operator/seal/publish.ts";
import type { TimestampPolicy } from "../../operator/timestamp/policy.ts";
import { tileFolder } from "../../tlog/node.ts";
import { parsePolicy } from "../../tlog/policy.ts";
import { openAccountOf, openKeys, openMlDsaKey, type Account } from "./keys.ts";
import { pathOf, type Environment } from "./load.ts";
import { readSecretUrl, type SecretPlace } from "./secrets.ts";
import type { Config } from "./settings.ts";
import type { TimestampChainConfig } from "./timestamps.ts";
import type { SecretUrl } from "./values.ts";

const DATABASE = ["postgres", "postgresql"];
const RPC = ["http", "https"];
/** Milliseconds to wait for a node's answer. */
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

/**
 * The archive of older entries; undefined if they stay in the store.
 *
 * @example
 * const store = await openSqliteStore(copy, { archive: archiveOf(config) })
 * const missing = await findMissingSegments(store)
 */
export function archiveOf(config: Config): Archive | undefined {
  const folder = config["archive.folder"];
  return folder === undefined ? undefined : archiveFolder(pathOf(config, folder));
}

/**
 * Opens the store. Throws as `openSqliteStore` and `openPostgresStore` do.
 *
 * @param mustExist refuses a PostgreSQL database without tables. For SQLite, call {@link assertStored}.
 * @example
 * const config = await loadConfig(CONFIG_FILE)
 * const [store, guard] = [await openStore(config), await openGuard(config)]
 * const publish = await publishOptions(config, store)
 * const optional = { ...(guard && { guard }), ...(publish && { publish }) }
 * const anchorlog = await openAnchorlog({ store, operator: identityOf(config), logs, types, keys, ...optional })
 */
export async function openStore(
  config: Config,
  env: Environment = process.env,
  { mustExist = false }: { readonly mustExist?: boolean } = {},
): Promise<LogStore> {
  const sqlite = config["store.sqlite"];
  const archive = archiveOf(config);
  if (sqlite !== undefined) {
    const { openSqliteStore } = await import("../../store/sqlite.ts");
    return openSqliteStore(pathOf(config, sqlite), { reserve: config["store.reserveBytes"], archive });
  }
  return (await import("../../store/postgres.ts")).openPostgresStore({
    connectionString: (await databaseOf(config, env, "store.postgres"))!,
    leader: config["store.leader"] ?? `${hostname()}:${process.pid}`,
    leaseSeconds: config["store.leaseSeconds"],
    rememberedObjects: config["store.rememberedObjects"],
    queryTimeout: 1000 * config["process.answerSeconds"],
    archive,
    mustExist,
  });
}

/**
 * For commands that only continue a store: opening a path that was mistyped, or whose disk is not mounted, would make an
 * empty store there.
 *
 * @throws AnchorlogError `store_failed` if there is no store.
 */
export async function assertStored(config: Config, env: Environment = process.env): Promise<void> {
  const sqlite = config["store.sqlite"];
  if (sqlite === undefined) return (await openStore(config, env, { mustExist: true })).close();
  if (existsSync(pathOf(config, sqlite))) return;
  throw new AnchorlogError("store_failed", `there is no store ${pathOf(config, sqlite)}`, {
    fix: "check store.sqlite, and that its disk is mounted; a new operator's first `npx anchorlog operate` makes the store",
  });
}

/**
 * Opens the guard; undefined if the configuration has none, as on the local chain.
 *
 * @param make creates a new guard, on the operator's first day.
 */
export async function openGuard(
  config: Config,
  { env = process.env, make = false }: { readonly env?: Environment; readonly make?: boolean } = {},
): Promise<Guard | undefined> {
  const operator = identityOf(config);
  const file = config["guard.file"];
  if (file !== undefined) return (make ? createFileGuard : openFileGuard)(pathOf(config, file), operator);
  const connectionString = await databaseOf(config, env, "guard.postgres");
  if (connectionString === undefined) return undefined;
  return (make ? createPostgresGuard : openPostgresGuard)({ connectionString }, operator);
}

async function databaseOf(
  config: Config,
  env: Environment,
  name: "store.postgres" | "guard.postgres",
): Promise<string | undefined> {
  const given = config[name];
  return given === undefined ? undefined : readSecretUrl(given, DATABASE, { config, env, name });
}

/**
 * Refuses one database for both before the store creates its tables: a guard does not open in a database with a store.
 */
async function assertApart(config: Config, env: Environment): Promise<void> {
  const [store, guard] = await Promise.all([
    databaseOf(config, env, "store.postgres"),
    databaseOf(config, env, "guard.postgres"),
  ]);
  if (store === undefined || guard === undefined || placeOf(store) !== placeOf(guard)) return;
  throw new AnchorlogError(
    "bad_config",
    "guard.postgres leads to the store's own database, and would be restored with it",
    {
      fix: "give another database, best on another server",
      details: { key: "guard.postgres" },
    },
  );
}

function placeOf(text: string): string {
  const { hostname, port, pathname, searchParams } = new URL(text);
  return [searchParams.get("host") ?? hostname, searchParams.get("port") ?? (port || "5432"), pathname].join(" ");
}

/** The transports of the endpoints, in order. */
async function transportsOf(given: readonly SecretUrl[], place: SecretPlace) {
  const urls = await Promise.all(given.map((url) => readSecretUrl(url, RPC, place)));
  return urls.map(transportOf);
}

/**
 * Asks a node, and once more after a failure. A node may limit the rate of questions, but not silence a process: viem
 * would wait for as long as `Retry-After` says, and share the waiting call with later ones.
 */
export function transportOf(url: string): HttpTransport {
  return http(url, {
    timeout: TIMEOUT,
    retryCount: 1,
    fetchFn: async (...question) => {
      const { body, status, statusText, headers } = await fetch(...question);
      const others = new Headers(headers);
      others.delete("retry-after");
      return new Response(body, { status, statusText, headers: others });
    },
  });
}

/** A client that reads the chain. */
export type Reader = PublicClient<HttpTransport, Chain>;
/** The clients for an account that sends transactions. */
export type Writer = {
  readonly publicClient: Reader;
  readonly walletClient: WalletClient<HttpTransport, Chain, Account>;
  readonly others: readonly Reader[];
};

/** The chain's endpoints. @throws AnchorlogError `no_chain` if there are none. */
export function rpcOf(config: Config): readonly SecretUrl[] {
  const given = config["chain.rpc"];
  if (given !== undefined) return given;
  throw new AnchorlogError("no_chain", "the configuration names no node of the chain", { fix: "give chain.rpc" });
}

/** Opens one client for each endpoint, in order. @throws AnchorlogError `no_chain`. */
export async function connectReaders(config: Config, env: Environment = process.env): Promise<Reader[]> {
  const chain = chainOf(config["operator.chainId"]);
  const transports = await transportsOf(rpcOf(config), { config, env, name: "chain.rpc" });
  return transports.map((transport) => createPublicClient({ chain, transport, cacheTime: 0 }));
}

/** Opens the clients for an account. Transactions use the first endpoint, and the others confirm its answers. */
export async function connectWriter(
  config: Config,
  account: Account,
  env: Environment = process.env,
): Promise<Writer & { readonly transactions: TransactionSettings }> {
  const place = { config, env, name: "chain.rpc" };
  const writer = await connectAccount(config["operator.chainId"], rpcOf(config), account, place);
  return { ...writer, transactions: transactionSettings(config) };
}

/** Opens the clients for an account at these endpoints. */
export async function connectAccount(
  chainId: number,
  rpc: readonly SecretUrl[],
  account: Account,
  place: SecretPlace,
): Promise<Writer> {
  const chain = chainOf(chainId);
  const transports = await transportsOf(rpc, place);
  const [publicClient, ...others] = transports.map((transport) =>
    createPublicClient({ chain, transport, cacheTime: 0 }),
  );
  return {
    publicClient: publicClient!,
    walletClient: createWalletClient({ account, chain, transport: transports[0]! }),
    others,
  };
}

function chainOf(id: number) {
  const nativeCurrency = { name: "Ether", symbol: "ETH", decimals: 18 };
  return defineChain({ id, name: `chain ${id}`, nativeCurrency, rpcUrls: { default: { http: [] } } });
}

/** The settings for sending transactions. */
export function transactionSettings(config: Config): TransactionSettings {
  return {
    confirmations: config["transactions.confirmations"],
    resubmissionTimeout: config["transactions.resubmissionTimeoutSeconds"],
    notInMempoolTimeout: config["transactions.notInMempoolTimeoutSeconds"],
    maxFeePerGas: config["transactions.maxFeeGwei"],
    feeLimitMultiplier: config["transactions.feeLimitMultiplier"],
    minPriorityFeePerGas: config["transactions.minTipGwei"],
  };
}

/** Opens the further chains, each with its account. Throws as `openAccount` does. */
export function openTimestamps(config: Config, env: Environment = process.env): Promise<TimestampPolicy[]> {
  return Promise.all((config["timestamps.chains"] ?? []).map((chain, i) => openFurther(chain, i, config, env)));
}

async function openFurther(
  further: TimestampChainConfig,
  at: number,
  config: Config,
  env: Environment,
): Promise<TimestampPolicy> {
  const { chainId, rpc, everySeconds, finality, maxFeeGwei, baseFeeCeilingGwei } = further;
  const name = `timestamps.chains, item ${at + 1}`;
  const account = await openAccountOf(further.account, chainId, { config, env, name });
  const fees = maxFeeGwei === undefined ? undefined : { maxFeePerGas: maxFeeGwei };
  return {
    chain: await connectAccount(chainId, rpc, account, { config, env, name }),
    every: everySeconds === undefined ? undefined : 1_000 * everySeconds,
    finality,
    baseFeeCeiling: baseFeeCeilingGwei,
    transactions: fees,
  };
}

/**
 * Opens the options of `openAnchorlog`, except for the chain. `anchorlog.close` closes the store and the guard.
 *
 * @param types the kinds of actions, instead of the configuration's.
 */
export async function openOptions(config: Config, env: Environment = process.env, types?: ActionTypes) {
  const kinds = types ?? defineActions(config["operator.kinds"]);
  const keys = await openKeys(config, env);
  await assertApart(config, env);
  const store = await openStore(config, env);
  try {
    const publish = await publishOptions(config, store);
    const mlDsaKey = await openMlDsaKey(config, env);
    // Opened last: nothing after it fails and would leave it open.
    const guard = await openGuard(config, { env });
    return {
      store,
      ...(guard === undefined ? {} : { guard }),
      operator: identityOf(config),
      logs: config["operator.logs"],
      types: kinds,
      contractHolders: config["operator.contractHolders"],
      keys,
      threads: config["process.threads"],
      maxInFlight: config["process.maxInFlight"],
      ...(publish && { publish: { ...publish, ...(mlDsaKey && { mlDsaKey }) } }),
    } satisfies AnchorlogOptions;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The place where the batch log is published; undefined if it is not published. */
export async function publishOptions(
  config: Config,
  store: Pick<OperationsStore, "tiles">,
): Promise<PublishOptions | undefined> {
  const [folder, policyFile] = [config["publish.tiles"], config["publish.policy"]];
  const tiles =
    folder === undefined
      ? config["publish.inStore"] === true
        ? store.tiles
        : undefined
      : tileFolder(pathOf(config, folder));
  if (tiles === undefined) return undefined;
  const maxAge = 1000 * config["publish.maxAgeSeconds"];
  if (policyFile === undefined) return { tiles, maxAge };
  try {
    return { tiles, maxAge, policy: parsePolicy(await readFile(pathOf(config, policyFile), "utf8")) };
  } catch (cause) {
    throw new AnchorlogError(
      "bad_config",
      `publish.policy: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        fix: "give a policy file in the form of c2sp.org/tlog-policy",
        cause,
      },
    );
  }
}
