/** Layers 1 and 2 of an open operator: verifies actions, appends them, and answers with receipts. */
import type { Setting } from "../setting.ts";
import type { SealParts } from "../seal/sealParts.ts";
import { types } from "node:util";
import { verifyAction, type ActionVerdict, type VerifiedAction } from "../../action/verify.ts";
import type { VerifierPool } from "../../action/pool.ts";
import type { ChainTime } from "../../chain/chainTime.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { abbreviate, fromHex, type Hex } from "../../base/hex.ts";
import { acceptedAtOf } from "../../log/entry.ts";
import type { AppendOptions } from "../../log/log.ts";
import type { Answers } from "./answers.ts";
import type { Holders } from "./holders.ts";
import { OVERLOADED } from "./inFlight.ts";
import { judgeAction, judgeAll, type ActionStanding, type Judgement, type Unjudged } from "./judge.ts";
import type { Standing } from "./standing.ts";
import { submitActions, submitSteps, type Pause, type Recipient, type Submission } from "./submit.ts";
import { traced, type Facts } from "../observe/tracing.ts";

export type Accepting = {
  readonly judge: (action: unknown) => Promise<Judgement>;
  readonly verify: (action: unknown) => Promise<ActionStanding>;
  readonly submit: (actions: readonly unknown[], options?: AppendOptions) => Promise<Submission[]>;
  /** Returns why the operator accepts no new actions now, if so. */
  readonly pause: () => Pause | undefined | Promise<Pause | undefined>;
  /** Ends the threads, after all accepted actions are answered. */
  readonly close: () => Promise<void>;
};

type AcceptingOptions = Setting &
  SealParts & {
    /** Set if the operator has a chain. */
    readonly standing: Standing | undefined;
    readonly answers: Answers;
    readonly wallets: Recipient["wallets"];
    readonly holders: Holders | undefined;
  };

type OpenAccepting = AcceptingOptions & {
  /** Verifies actions that were not judged before. */
  readonly verifyNew: Recipient["verify"];
  /** Actions that `judge` found valid. They are not verified again. */
  readonly judged: WeakSet<VerifiedAction>;
  readonly recipient: Recipient;
  /**
   * The latest time in entries that were signed or about to be. A log's next entry is never dated before its last one.
   */
  dated: number;
};

export async function openAccepting(options: AcceptingOptions): Promise<Accepting> {
  const { operator, keys, keyring, context, wallets, holders, logs, sealing, answers, tracer, onError } = options;
  const rules = { ...context, hasLog: (log: Hex) => logs.has(log) };
  const pool = await startPool(rules, options.threads);
  const signers = new Map(
    [keys.receiptKey, keys.next?.receiptKey]
      .filter((key) => key !== undefined)
      .map((key) => [key, pool?.signer(key) ?? key]),
  );
  const verifyNew = async (actions: readonly unknown[]) =>
    pool === undefined ? actions.map((action) => verifyAction(action, rules)) : pool.verify(actions);
  const recipient: Recipient = {
    operator,
    rules,
    steps: submitSteps(tracer),
    verify: (actions) => verify(accepting, actions),
    logs,
    receiptKey: async (acceptedAt) => {
      accepting.dated = Math.max(accepting.dated, acceptedAt);
      return signers.get(await keyring.receiptKey(acceptedAt))!;
    },
    onError,
    onTrouble: (activity, error) => answers.troubled(activity, error),
    wallets,
    holders,
    pause: () => pause(accepting),
    onBehind: () => sealing.comparison.doubt(),
  };
  const accepting: OpenAccepting = {
    ...options,
    verifyNew: traced(tracer, "anchorlog.verify", verifyNew, { result: ({ length }) => ({ actions: length }) }),
    judged: new WeakSet(),
    recipient,
    dated: 0,
  };
  const submitNow = (actions: readonly unknown[], append?: AppendOptions) => submit(accepting, actions, append);
  return {
    judge: (action) => admit(accepting, () => judge(accepting, action)),
    verify: (action) => {
      const { clock, maxDeadlineAhead } = options;
      return admit(accepting, () => judgeAction(action, recipient, { now: clock(), maxDeadlineAhead }));
    },
    submit: traced(tracer, "anchorlog.submit", submitNow, { result: describeAnswers }),
    pause: recipient.pause,
    close: async () => pool?.close(),
  };
}

/** Returns why no new actions are accepted now, if so. */
function pause({
  store,
  sealing,
  backlog,
  chainTime,
  standing,
  clock,
  dated,
}: OpenAccepting): ReturnType<Recipient["pause"]> {
  const { batchLog, comparison } = sealing;
  const obstacle = comparison.obstacle();
  const isOverdue = backlog?.isOverdue() ?? false;
  const isFull = store.isFull?.() ?? false;
  const untimely = chainTime && untimelyBy(chainTime, Math.max(clock(), dated, batchLog.newestClosedAt()));
  const outcast = standing?.obstacle();
  const known = obstacle ?? outcast ?? untimely;
  if (known === undefined && isOverdue === false && !isFull) return undefined;
  const otherwise = (isLate: boolean) => (isFull ? FULL : isLate ? OVERDUE : undefined);
  return Promise.all([obstacle, outcast, isOverdue, untimely]).then(
    ([found, out, isLate, early]) => found ?? out ?? otherwise(isLate) ?? early,
  );
}

async function verify(
  { judged, verifyNew }: OpenAccepting,
  actions: readonly unknown[],
): Promise<readonly ActionVerdict[]> {
  const isJudged = (action: unknown): action is VerifiedAction => judged.has(action as VerifiedAction);
  const open = actions.filter((action) => !isJudged(action));
  const verdicts = open.length === 0 ? [] : await verifyNew(open);
  let next = 0;
  return actions.map((action) => (isJudged(action) ? { verdict: "valid", action } : verdicts[next++]!));
}

async function judge({ judged, recipient }: OpenAccepting, action: unknown) {
  const verdict = (await judgeAll([action], recipient))[0]!;
  if (verdict.verdict === "valid") judged.add(frozen(verdict.action));
  return verdict;
}

/** Runs a judgement if there is room. Only half of the limit is used, so that room is left for submissions. */
function admit<T>({ inFlight }: OpenAccepting, judge: () => Promise<T>): Promise<T | Unjudged> {
  return inFlight.admit<T | Unjudged>(1, judge, () => ({ verdict: "indeterminate", ...OVERLOADED }), 0.5);
}

async function submit(
  accepting: OpenAccepting,
  actions: readonly unknown[],
  appendOptions?: AppendOptions,
): Promise<Submission[]> {
  const { inFlight, answers } = accepting;
  if (typeof Object(actions)[Symbol.iterator] !== "function") {
    throw new AnchorlogError("bad_option", `submitMany takes a list of actions, not ${abbreviate(actions)}`, {
      fix: "give a list, or one action to submit",
    });
  }
  // Fills holes of a sparse array with undefined, which is refused as an action.
  const all = [...actions];
  // Unlike `instanceof`, this runs no code of a hostile object.
  if (all.some((action) => types.isPromise(action))) {
    throw new AnchorlogError("bad_option", "an action is a promise", { fix: "await what signs it" });
  }
  try {
    const given = await inFlight.admit(
      all.length,
      () => takeIn(accepting, all, appendOptions),
      () => all.map((): Submission => ({ status: "indeterminate", ...OVERLOADED })),
    );
    answers.given(given);
    return given;
  } catch (error) {
    answers.failed(all.length);
    throw error;
  }
}

async function takeIn(
  { recipient, logs, sealing, backlog, closing, clock }: OpenAccepting,
  actions: readonly unknown[],
  appendOptions?: AppendOptions,
): Promise<Submission[]> {
  const since = backlog === undefined ? 0 : clock();
  const submissions = await submitActions(actions, recipient, appendOptions);
  const appended = new Map<string, number>();
  for (const answer of submissions) {
    if (answer.status === "accepted") appended.set(answer.log, (appended.get(answer.log) ?? 0) + 1);
    if (answer.status !== "retry" || answer.index < sealing.batchLog.covered(logs.idOf(answer.log))) continue;
    // This receipt may be the first for this entry: its earlier commit was unknown, or signing the receipt failed.
    backlog?.appended(acceptedAtOf(fromHex(answer.receipt.entry)));
    closing.appended(logs.idOf(answer.log), 0);
  }
  if (appended.size > 0) backlog?.appended(since);
  for (const [name, entries] of appended) closing.appended(logs.idOf(name), entries);
  return submissions;
}

/** The caller must not change an action after it was judged: the entry of a changed action could never be proven. */
function frozen(action: VerifiedAction): VerifiedAction {
  Object.freeze(action.message.payload);
  Object.freeze(action.message);
  return Object.freeze(action);
}

/** Counts the answers by kind, with the code of the first indeterminate one. */
function describeAnswers(answers: readonly Submission[]): Facts {
  const count = (wanted: Submission["status"]) => answers.filter(({ status }) => status === wanted).length;
  return {
    actions: answers.length,
    accepted: count("accepted"),
    retries: count("retry"),
    refused: count("refused"),
    indeterminate: count("indeterminate"),
    code: answers.find((answer) => answer.status === "indeterminate")?.code,
  };
}

/** Loaded on demand: worker threads are only in Node. */
async function startPool(rules: Recipient["rules"], threads = 0): Promise<VerifierPool | undefined> {
  if (threads === 0) return undefined;
  return (await import("../../action/pool.ts")).createVerifierPool({ rules, threads });
}

const FULL = {
  code: "store_full",
  message: "the store's disk has less free space than the reserve for older promises; try again later",
} as const;

const OVERDUE = {
  code: "anchor_overdue",
  message: "an older promise has waited too long for its anchor; try again later",
} as const;

const untimelyBy = (
  chainTime: Pick<ChainTime, "obstacle" | "behind">,
  date: number,
): ReturnType<ChainTime["obstacle"]> => chainTime.obstacle(date) ?? chainTime.behind(date);
