/** Judges actions as they come: by themselves, by their wallets, and by what their logs hold. */
import { judgeDeadline } from "../action/time.ts";
import {
  askWallet,
  indeterminate,
  isOwn,
  judgeLog,
  readWalletAction,
  validByWallet,
  type ActionCode,
  type ActionRules,
  type ActionVerdict,
  type IndeterminateAction,
  type WalletAction,
} from "../action/verify.ts";
import type { WalletVerifier } from "../action/wallet.ts";
import { equalBytes } from "../encoding/bytes.ts";
import type { Hex } from "../encoding/hex.ts";
import { acceptedAfter } from "../log/chain.ts";
import { decodeEntry } from "../log/entry.ts";
import type { Log } from "../log/log.ts";
import type { RefusalCode } from "./submit.ts";

/** What submitting an action would come to, as far as it can be said before. */
export type ActionStanding =
  /** `isRetry`: this very action is in the log already, and submitting it gives its receipt. */
  | { readonly verdict: "valid"; readonly isRetry: boolean }
  | { readonly verdict: "invalid"; readonly code: ActionCode | RefusalCode; readonly message: string }
  | IndeterminateAction
  /** As many actions as may be are in flight: nothing was looked at. */
  | {
      readonly verdict: "indeterminate";
      readonly code: "overloaded";
      readonly message: string;
      readonly retryable: true;
    };

/** The most contract wallets that are asked at a time. */
const QUESTIONS = 16;
/** Milliseconds after which no more are asked on behalf of one chunk: where the chain is slow, some have to try again. */
const PATIENCE = 30_000;
const POSTPONED = `the chain was asked about other actions of this call for over ${PATIENCE / 1000} s`;

/** By what actions are judged. */
export type Judge = {
  readonly rules: ActionRules;
  /** Judges scheme 0 signatures: in this thread, or over several. */
  readonly verify: (actions: readonly unknown[]) => Promise<readonly ActionVerdict[]>;
  /** By identifier, with the log's name. */
  readonly logs: ReadonlyMap<Hex, { readonly name: string; readonly log: Log }>;
  /** Absent where only externally owned accounts may act. */
  readonly wallets: WalletVerifier | undefined;
};

type Verdict = ActionVerdict | IndeterminateAction;

/**
 * Judges an action as submitting it would, nonce and deadline included, and changes nothing.
 *
 * @param limits now in Unix milliseconds, and the seconds that a deadline may lie ahead of it.
 * @throws AnchorlogError as the store does.
 */
export async function judgeAction(
  action: unknown,
  by: Judge,
  limits: { readonly now: number; readonly maxDeadlineAhead: number },
): Promise<ActionStanding> {
  const verdict = (await judgeAll([action], by))[0]!;
  if (verdict.verdict !== "valid") return verdict;
  const { message, digest } = verdict.action;
  const { log } = by.logs.get(message.log)!;
  const stored = await log.find(message.actor, message.nonce);
  if (stored !== undefined) {
    if (equalBytes(stored.digest, digest)) return { verdict: "valid", isRetry: true };
    return { verdict: "invalid", code: "nonce_used", message: `nonce ${message.nonce} is used by another action` };
  }
  const late = judgeDeadline(message.deadline, acceptedAfter(await log.head(), limits.now), limits.maxDeadlineAhead);
  return late === undefined ? { verdict: "valid", isRetry: false } : { verdict: "invalid", ...late };
}

/** Judges all actions, in their order. Those of contract wallets keep the others waiting, so that the order stays. */
export async function judgeAll(
  actions: readonly unknown[],
  { verify, rules, logs, wallets }: Judge,
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
async function findRetry({ encoded, wallet }: WalletAction, logs: Judge["logs"]): Promise<ActionVerdict | undefined> {
  const { log, actor, nonce } = encoded.message;
  const stored = await logs.get(log)?.log.find(actor, nonce);
  if (stored?.verifiedBlockHash === undefined || !equalBytes(stored.digest, encoded.digest)) return undefined;
  const { signatureHash, verifiedBlock } = decodeEntry(stored.bytes);
  if (!equalBytes(signatureHash, wallet.signatureHash)) return undefined;
  return validByWallet(encoded, wallet, { number: verifiedBlock, hash: stored.verifiedBlockHash });
}
