import type { OperatorId } from "./action/domain.ts";
import type { DigestSigner } from "./action/signature.ts";
import {
  askWallet,
  indeterminate,
  isOwn,
  judgeDeadline,
  judgeLog,
  readWalletAction,
  validByWallet,
  type ActionCode,
  type ActionRules,
  type ActionVerdict,
  type IndeterminateAction,
  type VerifiedAction,
  type WalletAction,
} from "./action/verify.ts";
import type { WalletVerifier } from "./action/wallet.ts";
import { equalBytes } from "./encoding/bytes.ts";
import type { Hex } from "./encoding/hex.ts";
import { AnchorlogError } from "./errors.ts";
import { decodeEntry } from "./log/entry.ts";
import type { AppendOptions, Log } from "./log/log.ts";
import type { AppendResult } from "./log/store.ts";
import { signReceipts, type Receipt } from "./receipt/receipt.ts";

/** What came of one submitted action. */
export type Submission =
  | {
      /** `retry`: this very action is in the log already; the receipt is the one it got. */
      readonly status: "accepted" | "retry";
      readonly log: string;
      readonly index: number;
      readonly receipt: Receipt;
    }
  | {
      /** Nothing was appended and no nonce burned. `not_appended`: another action of an atomic call was refused. */
      readonly status: "refused";
      readonly code: ActionCode | RefusalCode;
      readonly message: string;
    }
  | {
      readonly status: "indeterminate";
      /**
       * `chain_unavailable`: the chain of a contract wallet did not answer; nothing was appended. `anchor_overdue`:
       * what was promised before waits too long for its anchor; nothing was appended. `store_failed`: the store cannot
       * write; nothing was appended. `outcome_unknown`: the commit failed, and the action may be in the
       * log or not. The same action again is the right answer to each: if it was appended, it is a retry.
       */
      readonly code: IndeterminateAction["code"] | StoreTrouble | "anchor_overdue";
      readonly message: string;
      readonly retryable: true;
    };

/** What submitting an action would come to, as far as it can be said before. */
export type ActionStanding =
  /** `isRetry`: this very action is in the log already, and submitting it gives its receipt. */
  | { readonly verdict: "valid"; readonly isRetry: boolean }
  | { readonly verdict: "invalid"; readonly code: ActionCode | RefusalCode; readonly message: string }
  | IndeterminateAction;

type RefusalCode = Exclude<Extract<AppendResult, { status: "refused" }>["code"], ActionCode>;
type StoreTrouble = "outcome_unknown" | "store_failed";

/** The most actions that are verified before their entries are written. */
const CHUNK = 4_096;
/** The most contract wallets that are asked at a time. */
const QUESTIONS = 16;
/** Milliseconds after which no more are asked on behalf of one chunk: where the chain is slow, some have to try again. */
const PATIENCE = 30_000;
const POSTPONED = `the chain was asked about other actions of this call for over ${PATIENCE / 1000} s`;
const OVERDUE = "what was promised before has been waiting for its anchor for too long; try again later";

/** Where actions are submitted to. */
export type Recipient = {
  readonly operator: OperatorId;
  readonly rules: ActionRules;
  /** Judges scheme 0 signatures: in this thread, or over several. */
  readonly verify: (actions: readonly unknown[]) => Promise<readonly ActionVerdict[]>;
  /** By identifier, with the log's name. */
  readonly logs: ReadonlyMap<Hex, { readonly name: string; readonly log: Log }>;
  readonly receiptKey: DigestSigner;
  /** Absent where only externally owned accounts may act. */
  readonly wallets: WalletVerifier | undefined;
  /** Whether nothing new is promised now; what was promised before is answered as ever. */
  readonly isShedding: () => boolean | Promise<boolean>;
};

/**
 * Layers 1 and 2 in a row: verify, append durably, and only then sign the receipts.
 *
 * @throws AnchorlogError as the store does, unless it says that trying again helps: that is answered.
 */
export async function submitActions(
  actions: readonly unknown[],
  to: Recipient,
  options: AppendOptions = {},
): Promise<Submission[]> {
  if (options.atomic === true) return submitChunk(actions, to, options);
  const answers: Submission[] = [];
  for (let from = 0; from < actions.length; from += CHUNK) {
    const effects = options.effects?.slice(from, from + CHUNK);
    answers.push(...(await submitChunk(actions.slice(from, from + CHUNK), to, { effects })));
  }
  return answers;
}

/** The valid actions of one log, and their places in the call. */
type Group = { readonly actions: VerifiedAction[]; readonly slots: number[] };

async function submitChunk(actions: readonly unknown[], to: Recipient, options: AppendOptions): Promise<Submission[]> {
  const answers: Submission[] = [];
  const groups = new Map<Hex, Group>();
  for (const [slot, verdict] of (await verifyAll(actions, to)).entries()) {
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
  if (groups.size > 0 && (await to.isShedding())) await shed(groups, to, answers);
  const obstacle = options.atomic === true ? whyNotAtomic(answers, groups) : undefined;
  if (obstacle !== undefined) {
    return actions.map((_, slot) => answers[slot] ?? { status: "refused", code: "not_appended", message: obstacle });
  }
  // All at once: the store commits them together.
  const done = await Promise.allSettled([...groups].map(([id, group]) => appendGroup(id, group, to, options, answers)));
  for (const result of done) if (result.status === "rejected") throw result.reason;
  return answers;
}

/** Answers what is new, and leaves in the groups what is in a log already: that gets its receipt again. */
async function shed(groups: Map<Hex, Group>, { logs }: Recipient, answers: Submission[]): Promise<void> {
  for (const [id, { actions, slots }] of groups) {
    const known: Group = { actions: [], slots: [] };
    for (const [i, action] of actions.entries()) {
      const { actor, nonce } = action.message;
      if ((await logs.get(id)!.log.find(actor, nonce)) === undefined) {
        answers[slots[i]!] = { status: "indeterminate", code: "anchor_overdue", message: OVERDUE, retryable: true };
      } else {
        known.actions.push(action);
        known.slots.push(slots[i]!);
      }
    }
    if (known.actions.length > 0) groups.set(id, known);
    else groups.delete(id);
  }
}

/** Why nothing of an atomic call is appended: an action of it is not valid, or they are of several logs. */
function whyNotAtomic(answers: readonly Submission[], groups: ReadonlyMap<Hex, Group>): string | undefined {
  const at = answers.findIndex((answer) => answer !== undefined);
  const answer = answers[at];
  if (answer !== undefined && "code" in answer) {
    return `action ${at} of this call was refused (${answer.code}), and nothing of an atomic call is appended then`;
  }
  return groups.size > 1 ? "the actions of an atomic call are of one log" : undefined;
}

async function appendGroup(
  id: Hex,
  { actions, slots }: Group,
  to: Recipient,
  { atomic, effects }: AppendOptions,
  answers: Submission[],
): Promise<void> {
  const { name, log } = to.logs.get(id)!;
  let results: readonly AppendResult[];
  try {
    results = await log.append(actions, { atomic, effects: effects && slots.map((slot) => effects[slot]) });
  } catch (error) {
    if (!isTrouble(error)) throw error;
    const { code, message } = error;
    for (const slot of slots) answers[slot] = { status: "indeterminate", code, message, retryable: true };
    return;
  }
  const entries = results.flatMap((result) => (result.status === "refused" ? [] : [result.entry.bytes]));
  const receipts = (await signReceipts(to.operator, entries, to.receiptKey)).values();
  for (const [i, result] of results.entries()) {
    answers[slots[i]!] = result.status === "refused" ? result : accepted(name, result, receipts.next().value!);
  }
}

function isTrouble(error: unknown): error is AnchorlogError & { code: StoreTrouble } {
  return error instanceof AnchorlogError && (error.code === "outcome_unknown" || error.code === "store_failed");
}

type Verdict = ActionVerdict | IndeterminateAction;

/**
 * Judges an action as submitting it would, nonce and deadline included, and changes nothing.
 *
 * @param limits now in Unix milliseconds, and the seconds that a deadline may lie ahead of it.
 * @throws AnchorlogError as the store does.
 */
export async function judgeAction(
  action: unknown,
  to: Recipient,
  limits: { readonly now: number; readonly maxDeadlineAhead: number },
): Promise<ActionStanding> {
  const verdict = (await verifyAll([action], to))[0]!;
  if (verdict.verdict !== "valid") return verdict;
  const { message, digest } = verdict.action;
  const stored = await to.logs.get(message.log)!.log.find(message.actor, message.nonce);
  if (stored !== undefined) {
    if (equalBytes(stored.digest, digest)) return { verdict: "valid", isRetry: true };
    return { verdict: "invalid", code: "nonce_used", message: `nonce ${message.nonce} is used by another action` };
  }
  const late = judgeDeadline(message.deadline, limits.now, limits.maxDeadlineAhead);
  return late === undefined ? { verdict: "valid", isRetry: false } : { verdict: "invalid", ...late };
}

/** Judges all actions, in their order. Those of contract wallets keep the others waiting, so that the order stays. */
async function verifyAll(
  actions: readonly unknown[],
  { verify, rules, logs, wallets }: Recipient,
): Promise<readonly Verdict[]> {
  const judged = await verify(actions);
  if (wallets === undefined) return judged;
  const verdicts: Verdict[] = [...judged];
  const open: { action: WalletAction; slot: number }[] = [];
  for (const [slot, verdict] of judged.entries()) {
    // Where nothing but the signature is refused, a contract wallet may stand by it.
    if (verdict.verdict === "valid" || !verdict.code.startsWith("signature_")) continue;
    const read = readWalletAction(actions[slot], rules);
    if ("verdict" in read) verdicts[slot] = read;
    else open.push({ action: read, slot });
  }
  const end = performance.now() + PATIENCE;
  const queue = open.values();
  const askNext = async (): Promise<void> => {
    for (const { action, slot } of queue) {
      const known = await findRetry(action, logs);
      if (known !== undefined) verdicts[slot] = known;
      else if (performance.now() > end) verdicts[slot] = indeterminate(POSTPONED);
      else verdicts[slot] = judgeLog(await askWallet(action, wallets), isOwn(action.encoded, rules));
    }
  };
  await Promise.all(Array.from({ length: Math.min(QUESTIONS, open.length) }, askNext));
  return verdicts;
}

/** The very action and signature that an entry stands for are not asked about again: the wallet may have changed. */
async function findRetry(
  { encoded, wallet }: WalletAction,
  logs: Recipient["logs"],
): Promise<ActionVerdict | undefined> {
  const { log, actor, nonce } = encoded.message;
  const stored = await logs.get(log)?.log.find(actor, nonce);
  if (stored?.verifiedBlockHash === undefined || !equalBytes(stored.digest, encoded.digest)) return undefined;
  const { signatureHash, verifiedBlock } = decodeEntry(stored.bytes);
  if (!equalBytes(signatureHash, wallet.signatureHash)) return undefined;
  return validByWallet(encoded, wallet, { number: verifiedBlock, hash: stored.verifiedBlockHash });
}

function accepted(log: string, result: Exclude<AppendResult, { status: "refused" }>, receipt: Receipt): Submission {
  return { status: result.status === "appended" ? "accepted" : "retry", log, index: result.entry.index, receipt };
}
