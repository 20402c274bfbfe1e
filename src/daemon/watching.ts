/** The watchtower in an operator's own process. It answers challenges, since an unanswered one costs the stake. */
import { createWalletClient, custom } from "viem";
import type { ActionTypes } from "../action/kinds.ts";
import { openAccountOf } from "./config/keys.ts";
import { pathOf, type Environment } from "./config/load.ts";
import { connectReaders, identityOf } from "./config/open.ts";
import type { Config } from "./config/settings.ts";
import type { BatchStore, ChainStore } from "../log/store.ts";
import { startLoop } from "../operator/loop.ts";
import { OPERATOR_DUTIES, openWatch, storeRecords, type WatchEvent, type WatchStatus } from "../watch/index.ts";
import { errorFields, withoutUrls, type Level, type Log } from "./log.ts";

/** Milliseconds until the first pass. */
const SOON = 1_000;
const LEVELS: Readonly<Record<WatchEvent["level"], Level>> = {
  info: "info",
  notice: "info",
  alarm: "error",
  error: "warn",
};

export type Watching = {
  /** Undefined while another process watches. */
  status(): WatchStatus | undefined;
  stop(): Promise<void>;
};

/**
 * Starts the watchtower if the configuration has an account for it. If several processes operate, only the leader
 * answers.
 *
 * @throws AnchorlogError as `openWatch` and `openAccountOf` do.
 */
export async function openWatching(
  config: Config,
  parts: {
    readonly env: Environment;
    readonly types: Pick<ActionTypes, "kinds">;
    readonly store: Pick<BatchStore, "batches"> & Pick<ChainStore, "allLogNames" | "entries">;
    readonly isLeader: () => Promise<boolean>;
    readonly log: Log;
    readonly clock?: (() => number) | undefined;
  },
): Promise<Watching | undefined> {
  const { env, types, store, isLeader, log, clock } = parts;
  const reference = config["watch.account"];
  if (reference === undefined) return undefined;
  const operator = identityOf(config);
  const account = await openAccountOf(reference, operator.chainId, { config, env, name: "watch.account" });
  const clients = await connectReaders(config, env);
  const { chain } = clients[0]!;
  const walletClient = createWalletClient({ account, chain, transport: custom(clients[0]!) });
  const watch = await openWatch({
    operator,
    clients,
    state: pathOf(config, config["watch.state"]),
    ...(config["watch.fromBlock"] !== undefined && { fromBlock: BigInt(config["watch.fromBlock"]) }),
    duties: OPERATOR_DUTIES,
    records: storeRecords(store, operator, types),
    act: { walletClient, budget: config["watch.budgetEther"] },
    // Without the event's time, since the log adds its own.
    onEvent: ({ level, event, ...what }) =>
      log(LEVELS[level], `watch_${event}`, { ...what, message: withoutUrls(what.message) }),
    ...(clock === undefined ? {} : { clock }),
  });
  const pace = 1_000 * config["anchors.pollSeconds"];
  let hasLooked = false;
  let leads = false;
  const loop = startLoop(
    async () => {
      hasLooked = true;
      leads = await isLeader();
      if (leads) await watch.pass();
    },
    () => (hasLooked ? pace : Math.min(SOON, pace)),
    (error) => log("error", "watch_failed", errorFields(error)),
  );
  return {
    status: () => (leads ? watch.status() : undefined),
    stop: async () => {
      await loop.stop();
      await watch.close();
    },
  };
}
