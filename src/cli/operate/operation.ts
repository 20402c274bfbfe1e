/** A process that operates: its anchorlog open, batches closed and anchored by themselves, its status served. */
import type { TransactionSettings } from "../../anchor/transactions/types.ts";
import { openAccount } from "../../config/keys.ts";
import type { Environment } from "../../config/load.ts";
import { connectWriter, openOptions, openTimestamps } from "../../config/open.ts";
import type { Config } from "../../config/settings.ts";
import type { AnchorPolicy } from "../../operator/anchoring/policy.ts";
import { openAnchorlog, type Anchorlog } from "../../operator/open.ts";
import type { OperatorStatus } from "../../operator/status.ts";
import { errorFields, type Log } from "../log.ts";
import { serveStatus, type Route } from "./server.ts";
import { openTraces } from "./tracer.ts";

export type Operation = {
  readonly anchorlog: Anchorlog;
  /** Where its status is served. */
  readonly url: string;
  status(): Promise<OperatorStatus>;
  /** Resolves once what is being signed is signed, and everything is closed. */
  stop(): Promise<void>;
};

export type OperationOptions = {
  readonly env?: Environment;
  readonly log: Log;
  /** Answers further paths beside those of the status. */
  readonly route?: (anchorlog: Anchorlog) => Route;
  /** Now in Unix milliseconds; the system's clock by default. */
  readonly clock?: () => number;
};

/** @throws AnchorlogError whatever is wrong with keys, store, guard, registration or port. Nothing stays open then. */
export async function startOperation(
  config: Config,
  { env = process.env, log, route, clock }: OperationOptions,
): Promise<Operation> {
  const traces = config["process.traces"] ? await openTraces() : undefined;
  const account = await openAccount(config, env);
  const chain = await connectWriter(config, account, env);
  const timestamps = await openTimestamps(config, env);
  const options = await openOptions(config, env);
  const { store, guard } = options;
  const closeParts = async () => {
    await store.close();
    await guard?.close();
  };
  const anchorlog = await openAnchorlog({
    ...options,
    chain,
    ...(clock === undefined ? {} : { clock }),
    ...(traces && { tracer: traces.tracer }),
    batches: { maxEntries: config["batches.maxEntries"], maxAge: 1000 * config["batches.maxAgeSeconds"] },
    ...(store.archive === undefined ? {} : { archive: { after: config["archive.afterSeconds"] } }),
    anchors: anchorPolicy(config),
    transactions: transactionSettings(config),
    timestamps,
    onTimestamp: ({ what, ...timestamp }) => log("info", `timestamp_${what}`, timestamp),
    onCheckpoint: ({ what, size, root, block }) => log("info", `checkpoint_${what}`, { size, root, block }),
    onError: (error) => log("error", "failed", errorFields(error)),
  }).catch(async (error: unknown) => {
    await closeParts();
    throw error;
  });
  const status = () => anchorlog.status();
  try {
    const { host, port } = { host: config["http.host"], port: config["http.port"] };
    const onError = (error: unknown) => log("error", "status_failed", errorFields(error));
    const server = await serveStatus({ host, port, status, onError, ...(route && { route: route(anchorlog) }) });
    const stop = async () => {
      await server.close();
      await anchorlog.close();
      await traces?.flush();
    };
    return { anchorlog, url: server.url, status, stop };
  } catch (error) {
    await anchorlog.close();
    throw error;
  }
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

function transactionSettings(config: Config): TransactionSettings {
  return {
    confirmations: config["transactions.confirmations"],
    resubmissionTimeout: config["transactions.resubmissionTimeoutSeconds"],
    notInMempoolTimeout: config["transactions.notInMempoolTimeoutSeconds"],
    maxFeePerGas: config["transactions.maxFeeGwei"],
    feeLimitMultiplier: config["transactions.feeLimitMultiplier"],
    minPriorityFeePerGas: config["transactions.minTipGwei"],
  };
}
