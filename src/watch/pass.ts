/**
 * One pass of a watchtower: reads the chain, inspects what was published, acts, and raises alarms.
 *
 * @module
 */
import { reasonOf } from "../chain/failures.ts";
import type { EndpointStatus } from "../chain/transactions/types.ts";
import { AnchorlogError } from "../base/errors.ts";
import { createTurns } from "../base/turns.ts";
import { AT_ONCE, type DutyResult, type Proposal } from "./actions.ts";
import { forgetOld, raise, type Alarm } from "./alarms.ts";
import { proposeAnswers, proposeSettlements } from "./answering.ts";
import { assertChain } from "./client.ts";
import type { View } from "./follow.ts";
import { isIndeterminate, type Remark } from "./inspect.ts";
import { faultKey, proposeReport } from "./reporting.ts";
import { setBack } from "./state.ts";
import type { Tower } from "./status.ts";
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

/** The pass under way. */
type Pass = {
  readonly alarms: Alarm[];
  readonly outcomes: DutyResult[];
  readonly errors: WatchPass["errors"][number][];
};

/** Checks everything once, acts, and sends due messages to the webhook. Never rejects. */
export async function passOnce(tower: Tower): Promise<WatchPass> {
  const { state, clock, save } = tower;
  const pass: Pass = { alarms: [], outcomes: [], errors: [] };
  const { alarms, outcomes, errors } = pass;
  let block: bigint | undefined;
  try {
    setBack(state, clock());
    forgetOld(state, clock());
    const view = await look(tower);
    // `finish` saves again after the alarms, and reports a failure such as a full disk.
    await save().catch(() => {});
    await work(tower, pass, view);
    tower.last = { view, outcomes };
    block = view.head.number;
    tower.seen = true;
    tower.held = [];
  } catch (error) {
    tower.seen = false;
    fail(tower, pass, "chain", error);
    const hour = String(Math.floor(clock() / 3_600_000));
    say(tower, pass, { type: "node.unusable", key: hour, message: reasonOf(error) });
  }
  tower.held = unique([...tower.held.filter(({ type }) => type !== "node.unusable"), ...alarms]);
  await finish(tower, pass);
  const wrong = alarms.some(({ level, type }) => level === "alarm" && type !== "node.unusable");
  const exitCode = wrong ? 1 : errors.length > 0 ? 2 : 0;
  return { exitCode, block, alarms, outcomes, errors };
}

/** Reads from the first usable node, beginning with the last one that was usable. */
async function look(tower: Tower): Promise<View> {
  const { options, endpoints, follower } = tower;
  const { clients, operator } = options;
  let failure: unknown;
  for (let i = 0; i < clients.length; i++) {
    const index = (tower.preferred + i) % clients.length;
    try {
      await assertChain(clients[index]!, operator.chainId);
      const view = await follower.follow(clients[index]!);
      tower.preferred = index;
      endpoints[index] = { index, state: "good", why: undefined, block: Number(view.head.number) };
      return view;
    } catch (error) {
      failure = error;
      const { details } = error as AnchorlogError;
      const why = reasonOf(error);
      const state = details?.["state"] as EndpointStatus["state"] | undefined;
      endpoints[index] = { index, state: state ?? "silent", why, block: endpoints[index]!.block };
      tower.tell("error", "node", why, { endpoint: index });
    }
  }
  throw failure;
}

/** Inspects and acts. Answers come first, since a late answer costs the stake. */
async function work(tower: Tower, pass: Pass, view: View): Promise<void> {
  const { operator, contracts, duties, records } = tower.options;
  if (view.reorganized !== undefined) say(tower, pass, reorganization(view));
  if (view.account.status === "slashed") {
    say(tower, pass, { type: "operator.slashed", key: "", message: "the operator has lost its stake" });
  }
  if (duties.includes("answer")) await act(tower, pass, view, proposeAnswers(view, contracts, records));
  if (duties.includes("settle")) await act(tower, pass, view, proposeSettlements(view, contracts));
  const found = await tower.inspector.inspect(view);
  for (const remark of found.remarks) say(tower, pass, remark);
  for (const { part, error } of found.errors) {
    const key = `${part} ${(error as AnchorlogError).code}`;
    if (isIndeterminate(error)) fail(tower, pass, part, error);
    else say(tower, pass, { type: "record.invalid", key, message: error.message });
  }
  const faults = new Map(found.faults.map((fault) => [faultKey(fault), fault]));
  for (const [key, { proof, message }] of faults) {
    const data = { fault: proof.fault, proof };
    say(tower, pass, { type: "fault.found", key, message: `${proof.fault}: ${message}`, data });
  }
  const isReporting = duties.includes("report");
  const reports = isReporting ? [...faults.values()].map((it) => proposeReport(view, operator, contracts, it)) : [];
  await act(tower, pass, view, [...reports, ...found.proposals]);
}

async function act(tower: Tower, pass: Pass, view: View, proposals: readonly Proposal[]): Promise<void> {
  const { client, head } = view;
  const inTurn = createTurns(AT_ONCE);
  const acts = proposals.map((proposal) => inTurn(() => tower.actor.perform(client, head.baseFee, proposal)));
  for (const running of acts) {
    const outcome = await running;
    pass.outcomes.push(outcome);
    for (const remark of remarksOn(outcome, view)) say(tower, pass, remark);
    if (outcome.state === "failed" && isUnknown(outcome)) fail(tower, pass, outcome.key, new Error(outcome.why));
    const { message, ...what } = outcome;
    if (outcome.state !== "done") tower.tell("info", outcome.state, message, what);
  }
}

/** Saves the state, and delivers messages. */
async function finish(tower: Tower, pass: Pass): Promise<void> {
  const { state, save, clock } = tower;
  const { webhook } = tower.options;
  tower.unsaved = await save().then(
    () => undefined,
    (error: unknown) => {
      fail(tower, pass, "state", error);
      return reasonOf(error);
    },
  );
  if (webhook === undefined) return;
  // If this save fails, a delivered message is sent again after a restart, with the same id.
  const { error } = await deliver(state, webhook, clock(), () => save().catch(() => {}));
  if (error !== undefined) fail(tower, pass, "webhook", new Error(error));
}

function say({ options, state, clock, tell }: Tower, { alarms }: Pass, remark: Remark): void {
  const { chainId, registry, operator } = options.operator;
  const key = `${chainId}/${registry}/${operator} ${remark.key}`;
  const { alarm, isNew } = raise(state, { ...remark, key }, clock(), options.webhook !== undefined);
  alarms.push(alarm);
  if (isNew) tell(alarm.level, alarm.type, alarm.message, { id: alarm.id, ...alarm.data });
}

function fail(tower: Tower, { errors }: Pass, part: string, error: unknown): void {
  const message = error instanceof AnchorlogError ? error.message : reasonOf(error);
  errors.push({ part, message });
  tower.lastError = { at: tower.clock(), part, message };
  tower.tell("error", part, message);
}

/** Removes duplicate alarms, keeping the newest message of each. */
const unique = (alarms: readonly Alarm[]): Alarm[] => [
  ...new Map(alarms.filter(({ level }) => level === "alarm").map((alarm) => [alarm.id, alarm])).values(),
];

/** Whether the outcome is unknown, rather than that the action is impossible. */
const isUnknown = ({ code }: DutyResult): boolean =>
  code === undefined || code === "chain_unavailable" || code === "unwritable";

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
