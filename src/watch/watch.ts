/**
 * A watchtower. Run it in a separate process, with other keys than the operator's.
 *
 * @module
 */
import { setTimeout as sleep } from "node:timers/promises";
import { assertOptionsOf } from "../base/options.ts";
import { filePendingStore } from "../chain/transactions/file.ts";
import { openTransactions } from "../chain/transactions/open.ts";
import type { Transactions } from "../chain/transactions/types.ts";
import { toJson } from "../base/jsonable.ts";
import { AT_ONCE, createActor, type Acting } from "./actions.ts";
import type { Beginning } from "./beginning.ts";
import { createFollower } from "./follow.ts";
import { createInspector } from "./inspect.ts";
import { readOptions, type WatchOptions } from "./options.ts";
import { passOnce, type WatchPass } from "./pass.ts";
import { openStateFile } from "./state.ts";
import { statusOf, type Tell, type Tower, type WatchStatus } from "./status.ts";

/** A watchtower. */
export type Watch = {
  /** Checks everything once, acts, and sends due messages to the webhook. Never rejects. */
  pass(): Promise<WatchPass>;
  /** Runs one pass after the other until the signal aborts. A pass under way ends first. */
  run(options: { readonly signal: AbortSignal }): Promise<void>;
  status(): WatchStatus;
  /** Waits for a pass under way, and unlocks the state file. */
  close(): Promise<void>;
};

/**
 * Opens a watchtower.
 *
 * @example
 * ```ts
 * const watch = await openWatch({
 *   operator, clients: [publicClient, another], state: "/var/lib/watch/state.json", duties: OPERATOR_DUTIES,
 *   records: storeRecords(store, operator, types),
 *   act: { walletClient, budget: 10n ** 17n }, webhook: { url, secret },
 * });
 * await watch.run({ signal });
 * ```
 * @throws AnchorlogError `bad_option`, `wrong_chain`, `development_key`, `watch_locked`, `bad_state`; `unwritable` if the
 * lock beside the state's file cannot be made.
 */
export async function openWatch(given: WatchOptions): Promise<Watch> {
  assertOptionsOf("openWatch", given, "see WatchOptions");
  const options = readOptions(given);
  const { operator, clients, interval = 12, onEvent, clock = Date.now } = options;
  const file = await openStateFile(options.state, operator);
  const { state } = file;
  const save = (): Promise<void> => file.save();
  const tell: Tell = (level, event, message, data = {}) => {
    try {
      onEvent?.({ time: new Date(clock()).toISOString(), level, event, message, ...(toJson(data) as object) });
    } catch {
      // An error in the listener must not stop the pass.
    }
  };
  const transactions =
    options.act &&
    (await resume(options, options.act).catch((error: unknown) => {
      file.close();
      throw error;
    }));
  const tower: Tower = {
    options,
    clock,
    state,
    save,
    tell,
    follower: createFollower({
      ...options,
      state,
      say: (beginning) => tell(...describeBeginning(beginning)),
      // A failure such as a full disk is reported at the end of the pass.
      save: () => save().catch(() => {}),
    }),
    inspector: createInspector(options, state),
    actor: createActor(state, save, options.act, transactions, clock),
    endpoints: clients.map((_, index) => ({ index, state: "good", why: undefined, block: undefined })),
    preferred: 0,
    last: undefined,
    unsaved: undefined,
    lastError: undefined,
    seen: false,
    held: [],
  };
  let passing: Promise<WatchPass> | undefined;
  const pass = (): Promise<WatchPass> => (passing ??= passOnce(tower).finally(() => (passing = undefined)));
  return {
    pass,
    run: async ({ signal }) => {
      while (!signal.aborted) {
        await pass();
        await sleep(1000 * interval, undefined, { signal }).catch(() => {});
      }
    },
    status: () => statusOf(tower),
    close: async () => {
      await passing;
      await transactions?.close();
      file.close();
    },
  };
}

/** Continues with a pending transaction of the previous process. It is stored in a file beside the state. */
async function resume({ clients, state, clock }: WatchOptions, acting: Acting): Promise<Transactions> {
  const [publicClient, ...others] = clients;
  const transactions = openTransactions({
    chain: { publicClient: publicClient!, others, walletClient: acting.walletClient },
    store: filePendingStore(`${state}-transaction`),
    atOnce: AT_ONCE,
    ...(acting.transactions && { settings: acting.transactions }),
    ...(clock && { clock }),
  });
  try {
    await transactions.resume();
  } catch (error) {
    await transactions.close();
    throw error;
  }
  return transactions;
}

function describeBeginning({ block, lacking }: Beginning): ["info" | "notice", string, string, object] {
  if (lacking === undefined)
    return [
      "info",
      "begins",
      `the watchtower reads from block ${block} on: the operator registered there or later`,
      { block },
    ];
  const message =
    `every block is read, since the node does not have the state of block ${lacking}, so that it does not show when ` +
    "the operator registered: give that block, or an older one (--from-block, or watch.fromBlock), or a node with all states";
  return ["notice", "begins", message, { block, lacking }];
}
