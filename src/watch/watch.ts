/**
 * A watchtower. Run it in a separate process, with other keys than the operator's.
 *
 * @module
 */
import { setTimeout as sleep } from "node:timers/promises";
import { reasonOf } from "../chain/failures.ts";
import { filePendingStore } from "../chain/transactions/file.ts";
import { openTransactions } from "../chain/transactions/open.ts";
import type { EndpointStatus, Transactions } from "../chain/transactions/types.ts";
import { toJson } from "../base/jsonable.ts";
import { AnchorlogError } from "../base/errors.ts";
import { createActor, type Acting, type DutyResult, type Proposal } from "./actions.ts";
import { forgetOld, raise, type Alarm } from "./alarms.ts";
import { proposeAnswers, proposeSettlements } from "./answering.ts";
import type { Beginning } from "./beginning.ts";
import { assertChain } from "./client.ts";
import { createFollower, type View } from "./follow.ts";
import { createInspector, isIndeterminate, type Remark } from "./inspect.ts";
import { readOptions, type WatchEvent, type WatchOptions } from "./options.ts";
import { faultKey, proposeReport } from "./reporting.ts";
import { openStateFile, setBack } from "./state.ts";
import { statusOf, type WatchStatus } from "./status.ts";
import { deliver } from "./webhook.ts";

/** The result of one pass. */
export type WatchPass = {
  /** Exit code for a command: 0 if nothing is wrong, 1 if something is wrong, 2 if some checks could not be made. */
  readonly exitCode: 0 | 1 | 2;
  /** The block at which this pass read everything; undefined if it could not. */
  readonly block: bigint | undefined;
  /** All alarms that hold now, new or not, and the results of actions. */
  readonly alarms: readonly Alarm[];
  readonly outcomes: readonly DutyResult[];
  /** The parts that could not be checked. */
  readonly errors: readonly { readonly part: string; readonly message: string }[];
};

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
 * @throws AnchorlogError `bad_option`, `wrong_chain`, `development_key`, `watch_locked`, `bad_state`.
 */
export async function openWatch(given: WatchOptions): Promise<Watch> {
  const options = readOptions(given);
  const { operator, contracts, clients, duties, webhook, interval = 12, onEvent, clock = Date.now } = options;
  const acting = options.act;
  const file = await openStateFile(options.state, operator);
  const { state } = file;
  const save = (): Promise<void> => file.save();
  const transactions =
    acting &&
    (await resume(options, acting).catch((error: unknown) => {
      file.close();
      throw error;
    }));
  const follower = createFollower(
    operator,
    contracts,
    options.fromBlock,
    state,
    (beginning) => tell(...describeBeginning(beginning)),
    // A failure such as a full disk is reported at the end of the pass.
    () => save().catch(() => {}),
  );
  const inspector = createInspector(options, state);
  const actor = createActor(state, save, acting, transactions, clock);
  const endpoints: EndpointStatus[] = clients.map((_, index) => ({
    index,
    state: "good",
    why: undefined,
    block: undefined,
  }));
  let preferred = 0;
  let last: { view: View; at: number; outcomes: readonly DutyResult[] } | undefined;
  let lastError: WatchStatus["lastError"];
  let seen = false;
  let held: readonly Alarm[] = [];
  let passing: Promise<WatchPass> | undefined;

  const tell = (level: WatchEvent["level"], event: string, message: string, data: object = {}): void => {
    try {
      onEvent?.({ time: new Date(clock()).toISOString(), level, event, message, ...(toJson(data) as object) });
    } catch {
      // An error in the listener must not stop the pass.
    }
  };

  /** Reads from the first usable node, beginning with the last one that was usable. */
  const look = async (): Promise<View> => {
    let failure: unknown;
    for (let i = 0; i < clients.length; i++) {
      const index = (preferred + i) % clients.length;
      try {
        await assertChain(clients[index]!, operator.chainId);
        const view = await follower.follow(clients[index]!);
        preferred = index;
        endpoints[index] = { index, state: "good", why: undefined, block: Number(view.head.number) };
        return view;
      } catch (error) {
        failure = error;
        const { details } = error as AnchorlogError;
        const message = reasonOf(error);
        const why = details?.["state"] as EndpointStatus["state"] | undefined;
        endpoints[index] = { index, state: why ?? "silent", why: message, block: endpoints[index]!.block };
        tell("error", "node", message, { endpoint: index });
      }
    }
    throw failure;
  };

  const passOnce = async (): Promise<WatchPass> => {
    const alarms: Alarm[] = [];
    const outcomes: DutyResult[] = [];
    const errors: { part: string; message: string }[] = [];
    let block: bigint | undefined;
    const say = (remark: Remark): void => {
      const key = `${operator.chainId}/${operator.registry}/${operator.operator} ${remark.key}`;
      const { alarm, isNew } = raise(state, { ...remark, key }, clock(), webhook !== undefined);
      alarms.push(alarm);
      if (isNew) tell(alarm.level, alarm.type, alarm.message, { id: alarm.id, ...alarm.data });
    };
    const fail = (part: string, error: unknown): void => {
      const message = error instanceof AnchorlogError ? error.message : reasonOf(error);
      errors.push({ part, message });
      lastError = { at: clock(), part, message };
      tell("error", part, message);
    };
    const act = async (view: View, proposal: Proposal): Promise<void> => {
      const outcome = await actor.perform(view.client, view.head.baseFee, proposal);
      outcomes.push(outcome);
      for (const remark of remarksOn(outcome, view)) say(remark);
      if (outcome.state === "failed" && isUnknown(outcome)) fail(outcome.key, new Error(outcome.why));
      const { message, ...what } = outcome;
      if (outcome.state !== "done") tell("info", outcome.state, message, what);
    };

    try {
      setBack(state, clock());
      forgetOld(state, clock());
      const view = await look();
      // A failure such as a full disk is reported at the end of the pass, after the alarms.
      await save().catch(() => {});
      if (view.reorganized !== undefined) say(reorganization(view));
      if (view.account.status === "slashed") {
        say({ type: "operator.slashed", key: "", message: "the operator has lost its stake" });
      }
      // Answers come first, since a late answer costs the stake.
      if (duties.includes("answer")) {
        for (const proposal of proposeAnswers(view, contracts, options.records)) await act(view, proposal);
      }
      if (duties.includes("settle")) {
        for (const proposal of proposeSettlements(view, contracts)) await act(view, proposal);
      }
      const found = await inspector.inspect(view);
      for (const remark of found.remarks) say(remark);
      for (const { part, error } of found.errors) {
        if (isIndeterminate(error)) fail(part, error);
        else say({ type: "record.invalid", key: `${part} ${(error as AnchorlogError).code}`, message: error.message });
      }
      const faults = [...new Map(found.faults.map((fault) => [faultKey(fault), fault])).entries()];
      for (const [key, { proof, message }] of faults) {
        say({ type: "fault.found", key, message: `${proof.fault}: ${message}`, data: { fault: proof.fault, proof } });
      }
      const reports = duties.includes("report")
        ? faults.map(([, fault]) => proposeReport(view, operator, contracts, fault))
        : [];
      for (const proposal of [...reports, ...found.proposals]) await act(view, proposal);
      last = { view, at: clock(), outcomes };
      block = view.head.number;
      seen = true;
      held = [];
    } catch (error) {
      seen = false;
      fail("chain", error);
      say({ type: "node.unusable", key: String(Math.floor(clock() / 3_600_000)), message: reasonOf(error) });
    }
    held = unique([...held.filter(({ type }) => type !== "node.unusable"), ...alarms]);
    await finish(fail);
    const wrong = alarms.some(({ level, type }) => level === "alarm" && type !== "node.unusable");
    const exitCode = wrong ? 1 : errors.length > 0 ? 2 : 0;
    return { exitCode, block, alarms, outcomes, errors };
  };

  const finish = async (fail: (part: string, error: unknown) => void): Promise<void> => {
    await save().catch((error: unknown) => fail("state", error));
    if (webhook === undefined) return;
    // If this save fails, a delivered message is sent again after a restart, with the same id.
    const { error } = await deliver(state, webhook, clock(), () => save().catch(() => {}));
    if (error !== undefined) fail("webhook", new Error(error));
  };

  const pass = (): Promise<WatchPass> => {
    passing ??= passOnce().finally(() => (passing = undefined));
    return passing;
  };

  return {
    pass,
    run: async ({ signal }) => {
      while (!signal.aborted) {
        await pass();
        await sleep(1000 * interval, undefined, { signal }).catch(() => {});
      }
    },
    status: () =>
      statusOf(state, last, {
        seen,
        alarms: held,
        endpoints,
        lastError,
        spent: actor.spent(),
        acting,
        now: clock(),
      }),
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

/** Removes duplicate alarms, keeping the newest message of each. */
const unique = (alarms: readonly Alarm[]): Alarm[] => [
  ...new Map(alarms.filter(({ level }) => level === "alarm").map((alarm) => [alarm.id, alarm])).values(),
];

/** Whether the outcome is unknown, rather than that the action is impossible. */
const isUnknown = ({ code }: DutyResult): boolean => code === undefined || code === "chain_unavailable";

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

function reorganization({ reorganized, head }: View): Remark {
  const from = reorganized!.from;
  const message = `the chain was reorganized from block ${from} on, and read again from there`;
  return { type: "chain.reorganized", key: `${from} ${head.hash}`, message, data: { from } };
}

/** The alarms and notices for an outcome. */
function remarksOn(outcome: DutyResult, { head, terms }: View): Remark[] {
  const { key, duty, state, message, data, why, cost, transactionHash } = outcome;
  const more = { ...data, duty, why, cost, transactionHash };
  const remarks: Remark[] = [];
  const { deadline } = data as { deadline?: number };
  if (state === "sent") remarks.push({ type: "action.sent", key: transactionHash ?? key, message, data: more });
  if (state === "over_budget") {
    remarks.push({ type: "budget.exhausted", key, message: `the budget does not allow to ${message}`, data: more });
  }
  if (duty === "answer" && state === "would") {
    remarks.push({ type: "challenge.open", key, message: `would ${message}`, data: more });
  }
  const cannot = state === "refused" || (state === "failed" && !isUnknown(outcome));
  if (cannot && duty === "answer") {
    remarks.push({ type: "challenge.unanswerable", key, message: `cannot ${message}: ${why}`, data: more });
  } else if (cannot) {
    remarks.push({ type: "action.refused", key: `${key} ${why}`, message: `cannot ${message}: ${why}`, data: more });
  }
  const isLate = deadline !== undefined && deadline - head.time < terms.responseTime / 4;
  if (duty === "answer" && isLate && state !== "sent" && state !== "done") {
    remarks.push({
      type: "challenge.urgent",
      key,
      message: `${message}: ${deadline - head.time} s are left`,
      data: more,
    });
  }
  return remarks;
}
