/** Runs an operator: opens its anchorlog, closes and anchors batches automatically, and serves its status. */
import type { Anchored } from "../chain/anchorer.ts";
import { assertGiven } from "../base/options.ts";
import type { ActionTypes } from "../action/kinds.ts";
import { openAccount } from "./config/keys.ts";
import type { Environment } from "./config/load.ts";
import { connectWriter, openOptions, openTimestamps, transactionSettings } from "./config/open.ts";
import type { Config } from "./config/settings.ts";
import type { AnchorPolicy } from "../operator/anchor/policy.ts";
import type { LogStore } from "../log/store.ts";
import { openAnchorlog, type Anchorlog } from "../operator/open.ts";
import type { OperatorKeys } from "../operator/seal/keys.ts";
import type { OperatorStatus } from "../operator/observe/status.ts";
import { within } from "../base/within.ts";
import { openExporting, type Exporting } from "./exporting.ts";
import { errorFields, type Log } from "./log.ts";
import { operatorPages } from "./pages.ts";
import { requestRoute } from "./requests.ts";
import { serveStatus, type Route } from "./server.ts";
import { openTraces, type Traces } from "./tracer.ts";
import { openWatching, type Watching } from "./watching.ts";

export type Operation = {
  readonly anchorlog: Anchorlog;
  /** The store of `anchorlog`. */
  readonly store: LogStore;
  /** The keys that `anchorlog` signs with. */
  readonly keys: OperatorKeys;
  /** URL of the status server. */
  readonly url: string;
  status(): Promise<OperatorStatus>;
  /** Resolves once signatures under way are finished and everything is closed. */
  stop(): Promise<void>;
};

export type OperationOptions = {
  readonly env?: Environment;
  readonly log: Log;
  /** The kinds of actions, instead of the configuration's. */
  readonly types?: ActionTypes;
  /** Answers further paths on the status server. */
  readonly route?: (anchorlog: Anchorlog) => Route;
  /** Now in Unix milliseconds; the system's clock by default. */
  readonly clock?: () => number;
};

/**
 * Starts an operator. If the configuration has no node of the chain, nothing is anchored.
 *
 * @example
 * const config = await loadConfig("anchorlog.jsonc")
 * const operation = await startOperation(config, { log: createLog("info"), types })
 * await operation.anchorlog.submit(action)
 * await operation.stop()
 *
 * @throws AnchorlogError if keys, store, guard, registration or port are wrong. Nothing stays open then.
 */
export async function startOperation(config: Config, options: OperationOptions): Promise<Operation> {
  assertGiven("startOperation", { config, options }, "config", "options");
  const traces = config["process.traces"] ? await openTraces() : undefined;
  try {
    return await start(config, options, traces);
  } catch (error) {
    await traces?.flush();
    throw error;
  }
}

async function start(config: Config, given: OperationOptions, traces: Traces | undefined): Promise<Operation> {
  const { env = process.env, log, route, clock } = given;
  const { opened, options, partsClose } = await openOperator(config, { ...given, env, log }, traces);
  const { store } = options;
  let watching: Watching | undefined;
  let exporting: Exporting | undefined;
  const status = async (): Promise<OperatorStatus> => ({
    ...(await opened.status()),
    watch: watching?.status(),
    exportFailure: exporting?.failure(),
  });
  const anchorlog = { ...opened, status };
  try {
    const isLeader = async () => (await opened.status()).lease.held;
    watching = await openWatching(config, { env, types: options.types, store, isLeader, log, clock });
    const { host, port } = { host: config["http.host"], port: config["http.port"] };
    const onError = (error: unknown) => log("error", "status_failed", errorFields(error));
    const pages = operatorPages(status, { ownStore: !store.shared, onError });
    exporting = openExporting(config, { anchorlog, options, isLeader, log });
    const asked = requestRoute({ "/anchor": () => anchorNow(anchorlog), "/export": exporting.write }, onError);
    const own = route?.(anchorlog);
    const routes: Route = async (request, path) => (await own?.(request, path)) ?? asked(request, path);
    const server = await serveStatus({ host, port, pages, onError, route: routes });
    const stop = async () => {
      await server.close();
      const parts = Promise.all([watching?.stop(), exporting?.stop()]);
      await within(partsClose, parts, undefined);
      await anchorlog.close();
      await traces?.flush();
    };
    return { anchorlog, store, keys: options.keys, url: server.url, status, stop };
  } catch (error) {
    await watching?.stop();
    await exporting?.stop();
    await anchorlog.close();
    throw error;
  }
}

/**
 * Opens the operator, from its store and keys to its anchorlog.
 *
 * @returns `partsClose` milliseconds to wait for the watchtower and the export at the end, so that time is left to
 *   release the lease.
 */
async function openOperator(
  config: Config,
  {
    env,
    log,
    types,
    clock,
  }: Pick<OperationOptions, "types" | "clock"> & { readonly env: Environment; readonly log: Log },
  traces: Traces | undefined,
) {
  const anchoring = config["chain.rpc"] === undefined ? {} : await openChain(config, env);
  const timestamps = await openTimestamps(config, env);
  const closing = 1000 * config["process.closeSeconds"];
  const partsClose = closing / 3;
  const options = await openOptions(config, env, types);
  const { store, guard } = options;
  const opened = await openAnchorlog({
    ...options,
    ...anchoring,
    ...(clock === undefined ? {} : { clock }),
    ...(traces && { tracer: traces.tracer }),
    timeLimits: { answer: 1000 * config["process.answerSeconds"], close: closing - partsClose },
    batches: { maxEntries: config["batches.maxEntries"], maxAge: 1000 * config["batches.maxAgeSeconds"] },
    ...(store.archive === undefined ? {} : { archive: { after: config["archive.afterSeconds"] } }),
    timestamps,
    onTimestamp: ({ what, ...timestamp }) => log("info", `timestamp_${what}`, timestamp),
    onCheckpoint: ({ what, size, root, block }) => log("info", `checkpoint_${what}`, { size, root, block }),
    onError: (error, isPassing = false) => log(isPassing ? "warn" : "error", "failed", errorFields(error)),
  }).catch(async (error: unknown) => {
    await store.close();
    await guard?.close();
    throw error;
  });
  return { opened, options, partsClose };
}

/** Anchors everything promised so far, without waiting for the schedule. */
async function anchorNow(anchorlog: Anchorlog): Promise<Anchored> {
  await anchorlog.closeBatches();
  return anchorlog.anchor();
}

/** The options that concern the chain. */
async function openChain(config: Config, env: Environment) {
  return {
    chain: await connectWriter(config, await openAccount(config, env), env),
    anchors: anchorPolicy(config),
    transactions: transactionSettings(config),
    maxAnchorDelay: config["operator.maxAnchorDelaySeconds"],
  };
}

function anchorPolicy(config: Config): AnchorPolicy {
  const maxAge = config["anchors.maxAgeSeconds"];
  return {
    maxAge: maxAge === undefined ? undefined : 1000 * maxAge,
    maxBatches: config["anchors.maxBatches"],
    baseFeeCeiling: config["anchors.baseFeeCeilingGwei"],
    pollInterval: 1000 * config["anchors.pollSeconds"],
  };
}
