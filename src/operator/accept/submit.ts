import type { OperatorId } from "../../action/domain.ts";
import type { DigestSigner } from "../../action/signature.ts";
import type { ActionCode, IndeterminateAction, VerifiedAction } from "../../action/verify.ts";
import type { Untimely } from "../../chain/chainTime.ts";
import type { Obstacle } from "../seal/comparison.ts";
import type { OutOfStanding } from "./standing.ts";
import type { Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { ARCHIVE_UNAVAILABLE, judgeAll, type Judge } from "./judge.ts";
import { isArchiveTrouble } from "../../log/archive.ts";
import { assertAppendOptions } from "../../log/effects.ts";
import { acceptedAtOf } from "../../log/entry.ts";
import { assertLinked } from "../../log/intact.ts";
import type { AppendOptions, Log } from "../../log/log.ts";
import type { AppendResult, StatementRefusal, StoredEntry } from "../../log/store.ts";
import { signReceipts, type Receipt } from "../../log/receipt/receipt.ts";
import { traced, type Tracer } from "../observe/tracing.ts";

/** The answer to one submitted action. */
export type Submission =
  | {
      /** `retry`: this very action is in the log already, and the receipt is for its entry there. */
      readonly status: "accepted" | "retry";
      readonly log: string;
      readonly index: number;
      readonly receipt: Receipt;
    }
  | {
      /** Nothing was appended and no nonce was used. `not_appended`: another action of an atomic call was refused. */
      readonly status: "refused";
      readonly code: ActionCode | RefusalCode;
      readonly message: string;
      /** The refusal that the failed statement defines, if any. `message` above is its message. */
      readonly refusal?: StatementRefusal;
    }
  | {
      readonly status: "indeterminate";
      /**
       * Nothing was appended, unless the code below says otherwise. Send the same action again: if it was appended, the
       * answer is `retry`.
       *
       * - `chain_unavailable`: the operator's chain, or the chain of a contract wallet or a named holder, did not
       *   answer.
       * - `clock_ahead`, `clock_behind`: the server's clock and the chain's newest block are too far apart.
       * - `anchor_overdue`: earlier promises wait too long for their anchor.
       * - `not_in_standing`: the operator may not anchor.
       * - `read_only`: the store lacks what was promised before.
       * - `store_failed`: the store cannot write.
       * - `store_full`: the disk has less room than is reserved for earlier promises.
       * - `overloaded`: too many actions wait, and this one was not looked at.
       * - `archive_unavailable`: an archived entry used the nonce, and the archive does not return that entry now.
       * - `outcome_unknown`: the commit failed; the action may be in the log or not.
       * - `guard_failed`: the guard could not record the entry, so no receipt was signed.
       * - `receipt_unavailable`: the action is in the log, but the receipt key's signer gave no valid signature.
       */
      readonly code:
        | (IndeterminateAction["code"] | Trouble | Pause["code"])
        | ("receipt_unavailable" | "overloaded" | "archive_unavailable");
      readonly message: string;
      readonly retryable: true;
    };

type Entered = Extract<AppendResult, { readonly entry: StoredEntry }>;

/** The codes with which the log refuses an action that is valid without its history. */
export type RefusalCode = Exclude<Extract<AppendResult, { status: "refused" }>["code"], ActionCode>;
type Trouble = "outcome_unknown" | "store_failed" | "guard_failed" | "read_only";

/** Why the operator accepts no new actions for a while. */
export type Pause = {
  readonly code: Obstacle["code"] | Untimely["code"] | OutOfStanding["code"] | "anchor_overdue" | "store_full";
  readonly message: string;
};

/** The largest number of actions that are verified before their entries are written. */
const CHUNK = 4_096;
const UNSIGNED = "the action is in the log, but its receipt could not be signed; send it again for its receipt";

/** The steps for valid actions. With a tracer, each step has its own span. */
type SubmitSteps = {
  readonly append: (
    to: { readonly name: string; readonly log: Log },
    actions: readonly VerifiedAction[],
    options: AppendOptions,
  ) => Promise<readonly AppendResult[]>;
  readonly sign: typeof signAll;
};

export function submitSteps(tracer: Tracer | undefined): SubmitSteps {
  const append: SubmitSteps["append"] = ({ log }, actions, options) => log.append(actions, options);
  return {
    append: traced(tracer, "anchorlog.append", append, {
      result: (results, { name }, actions) => ({
        log: name,
        actions: actions.length,
        appended: results.filter(({ status }) => status === "appended").length,
      }),
    }),
    sign: traced(tracer, "anchorlog.receipts", signAll, {
      result: (receipts) => {
        const failure = receipts.find((receipt) => receipt instanceof AnchorlogError);
        const failed = receipts.filter((receipt) => receipt instanceof AnchorlogError).length;
        return { receipts: receipts.length - failed, failed, code: failure?.code };
      },
    }),
  };
}

/** The operator's parts that submitted actions pass through. */
export type Recipient = Judge & {
  readonly operator: OperatorId;
  readonly steps: SubmitSteps;
  /** Returns the current receipt key. `acceptedAt` is the latest time in the entries, Unix ms. */
  readonly receiptKey: (acceptedAt: number) => Promise<DigestSigner>;
  /** Called with the database's or the archive's own message, which the clients do not receive. */
  readonly onError: (error: unknown) => void;
  /** Called once per commit if appending or signing receipts failed, with the reason. */
  readonly onTrouble: (activity: "append" | "receipt", error: AnchorlogError) => void;
  /** Returns why no new actions are accepted now. Retries of earlier actions still get their receipts. */
  readonly pause: () => Pause | undefined | Promise<Pause | undefined>;
  /** Called if the store lacks what was promised. */
  readonly onBehind: () => void;
};

/**
 * Verifies the actions, appends them durably, and only then signs the receipts.
 *
 * @throws AnchorlogError `bad_option`, `bad_effect`; the store's errors, except those in {@link TROUBLES}, which become
 * answers.
 */
export async function submitActions(
  actions: readonly unknown[],
  to: Recipient,
  options: AppendOptions = {},
): Promise<Submission[]> {
  assertAppendOptions(options, actions.length);
  if (options.atomic === true) return submitChunk(actions, to, options);
  const answers: Submission[] = [];
  for (let from = 0; from < actions.length; from += CHUNK) {
    const effects = options.effects?.slice(from, from + CHUNK);
    answers.push(...(await submitChunk(actions.slice(from, from + CHUNK), to, { effects })));
  }
  return answers;
}

/** The valid actions of one log, and their positions in the call. */
type LogActions = { readonly actions: VerifiedAction[]; readonly slots: number[] };

async function submitChunk(actions: readonly unknown[], to: Recipient, options: AppendOptions): Promise<Submission[]> {
  const answers: Submission[] = [];
  const groups = new Map<Hex, LogActions>();
  for (const [slot, verdict] of (await judgeAll(actions, to)).entries()) {
    if (verdict.verdict === "valid") {
      const { log } = verdict.action.message;
      let group = groups.get(log);
      if (group === undefined) groups.set(log, (group = { actions: [], slots: [] }));
      group.actions.push(verdict.action);
      group.slots.push(slot);
    } else if (verdict.verdict === "indeterminate") {
      const { code, message, retryable } = verdict;
      answers[slot] = { status: "indeterminate", code, message, retryable };
    } else {
      answers[slot] = { status: "refused", code: verdict.code, message: verdict.message };
    }
  }
  const pause = groups.size > 0 ? await to.pause() : undefined;
  if (pause !== undefined) await shed(groups, pause, to, answers);
  const obstacle = options.atomic === true ? whyNotAtomic(answers, groups) : undefined;
  if (obstacle !== undefined) {
    return actions.map((_, slot) => answers[slot] ?? { status: "refused", code: "not_appended", message: obstacle });
  }
  // All groups start together, so that the store commits them at once.
  const done = await Promise.allSettled([...groups].map(([id, group]) => appendGroup(id, group, to, options, answers)));
  for (const result of done) if (result.status === "rejected") throw result.reason;
  return answers;
}

/**
 * Answers new actions with the pause. Actions that are in a log already stay in the groups, and get their receipts
 * again.
 */
async function shed(
  groups: Map<Hex, LogActions>,
  { code, message }: Pause,
  { logs }: Recipient,
  answers: Submission[],
): Promise<void> {
  for (const [id, { actions, slots }] of groups) {
    const known: LogActions = { actions: [], slots: [] };
    for (const [i, action] of actions.entries()) {
      if (await isUsed(action, logs.get(id)!.log)) {
        known.actions.push(action);
        known.slots.push(slots[i]!);
      } else {
        answers[slots[i]!] = { status: "indeterminate", code, message, retryable: true };
      }
    }
    if (known.actions.length > 0) groups.set(id, known);
    else groups.delete(id);
  }
}

async function isUsed({ message: { actor, nonce } }: VerifiedAction, log: Log): Promise<boolean> {
  try {
    return (await log.find(actor, nonce)) !== undefined;
  } catch (error) {
    // The entry exists but cannot be read: appending the action returns the same error.
    if (isArchiveTrouble(error)) return true;
    throw error;
  }
}

/** Returns why an atomic call appends nothing: one of its actions is not valid, or they are of several logs. */
function whyNotAtomic(answers: readonly Submission[], groups: ReadonlyMap<Hex, LogActions>): string | undefined {
  const at = answers.findIndex((answer) => answer !== undefined);
  const answer = answers[at];
  if (answer !== undefined && "code" in answer) {
    return `action ${at} of this call was refused (${answer.code}), and nothing of an atomic call is appended then`;
  }
  return groups.size > 1 ? "the actions of an atomic call are of one log" : undefined;
}

async function appendGroup(
  id: Hex,
  { actions, slots }: LogActions,
  to: Recipient,
  { atomic, effects }: AppendOptions,
  answers: Submission[],
): Promise<void> {
  const open = to.logs.get(id)!;
  const { name, log } = open;
  let results: readonly AppendResult[];
  try {
    const options = { atomic, effects: effects && slots.map((slot) => effects[slot]) };
    results = await to.steps.append(open, actions, options);
  } catch (error) {
    const code = troubleOf(error);
    if (code === undefined) throw error;
    if (code === "read_only") to.onBehind();
    else to.onTrouble("append", error as AnchorlogError);
    const { message } = error as AnchorlogError;
    for (const slot of slots) answers[slot] = { status: "indeterminate", code, message, retryable: true };
    return;
  }
  const receipts = await receiptsOf(log, results, to);
  const failure = receipts.find((receipt) => receipt instanceof AnchorlogError);
  if (failure !== undefined) to.onTrouble("receipt", failure);
  for (const [i, result] of results.entries()) {
    answers[slots[i]!] =
      result.status === "refused"
        ? refuse(name, result, to)
        : result.status === "unavailable"
          ? postpone(result.error, to)
          : promise(name, result, receipts[i]!);
  }
}

/** Gives the archive's message only to `onError`; the client gets a fixed one. */
function postpone(error: AnchorlogError, { onError }: Pick<Recipient, "onError">): Submission {
  onError(error);
  return { status: "indeterminate", ...ARCHIVE_UNAVAILABLE };
}

/**
 * Gives the database's message only to `onError`. If the statement defines a refusal, that is the answer and not an
 * error.
 */
function refuse(
  log: string,
  { code, message, statement }: Extract<AppendResult, { status: "refused" }>,
  { onError }: Recipient,
): Submission {
  const refusal = statement?.refusal;
  if (refusal !== undefined) return { status: "refused", code, message: refusal.message, refusal };
  if (statement?.reason !== undefined && (code === "effect_failed" || code === "effect_broken")) {
    const details = { log, statement: statement.index };
    onError(new AnchorlogError(code, `${message}: ${statement.reason}`, { details }));
  }
  return { status: "refused", code, message };
}

/**
 * Returns the receipt of each entry, or the error that prevented it, by the result's position. The entries of retries
 * come from the store, so they are checked before they are signed again.
 */
async function receiptsOf(
  log: Log,
  results: readonly AppendResult[],
  { operator, receiptKey, steps }: Recipient,
): Promise<readonly (Receipt | AnchorlogError | undefined)[]> {
  const receipts: (Receipt | AnchorlogError | undefined)[] = results.map(() => undefined);
  const sound: number[] = [];
  const bytes: Uint8Array[] = [];
  for (const [i, result] of results.entries()) {
    if (!("entry" in result)) continue;
    const damage = result.status === "retry" ? await damageOf(log, result) : undefined;
    receipts[i] = damage;
    if (damage !== undefined) continue;
    sound.push(i);
    bytes.push(result.entry.bytes);
  }
  const signed = bytes.length === 0 ? [] : await steps.sign(operator, bytes, receiptKey);
  for (const [at, i] of sound.entries()) receipts[i] = signed[at];
  return receipts;
}

/** Signs the receipts of entries. If the signer fails, each entry gets the error. */
async function signAll(
  operator: OperatorId,
  entries: readonly Uint8Array[],
  receiptKey: Recipient["receiptKey"],
): Promise<readonly (Receipt | AnchorlogError)[]> {
  try {
    const newest = entries.reduce((latest, entry) => Math.max(latest, acceptedAtOf(entry)), 0);
    return await signReceipts(operator, entries, await receiptKey(newest));
  } catch (error) {
    if (error instanceof AnchorlogError) return entries.map(() => error);
    throw error;
  }
}

/**
 * Checks that a stored entry is unchanged. Two receipts that contradict each other would cost the operator its stake.
 */
async function damageOf(log: Log, { entry }: Entered): Promise<AnchorlogError | undefined> {
  try {
    await assertLinked(log.id, entry, log);
    return undefined;
  } catch (error) {
    if (error instanceof AnchorlogError) return error;
    throw error;
  }
}

/** Errors that become answers and are not thrown, since trying again may succeed. */
const TROUBLES: Readonly<Record<string, Trouble>> = {
  outcome_unknown: "outcome_unknown",
  store_failed: "store_failed",
  guard_failed: "guard_failed",
  store_behind: "read_only",
  read_only: "read_only",
};

function troubleOf(error: unknown): Trouble | undefined {
  return error instanceof AnchorlogError ? TROUBLES[error.code] : undefined;
}

/** An action is `accepted` only with a receipt that binds its operator. */
function promise(log: string, { status, entry }: Entered, receipt: Receipt | AnchorlogError): Submission {
  if (receipt instanceof AnchorlogError) {
    return { status: "indeterminate", code: "receipt_unavailable", message: UNSIGNED, retryable: true };
  }
  return { status: status === "appended" ? "accepted" : "retry", log, index: entry.index, receipt };
}
