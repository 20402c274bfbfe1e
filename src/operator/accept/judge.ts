/** Judges actions: their form and signature, their contract wallets and holders, and the entries of their logs. */
import { judgeDeadline } from "../../action/time.ts";
import {
  askWallet,
  indeterminate,
  isOwn,
  judgeLog,
  readAction,
  readWalletAction,
  validByWallet,
  type ActionCode,
  type ActionRules,
  type ActionVerdict,
  type IndeterminateAction,
  type WalletAction,
} from "../../action/verify.ts";
import type { Message } from "../../action/kinds.ts";
import type { WalletVerifier } from "../../action/wallet.ts";
import { equalBytes } from "../../base/bytes.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { acceptedAfter } from "../../log/chain.ts";
import { isArchiveTrouble } from "../../log/archive.ts";
import { decodeEntry } from "../../log/entry.ts";
import type { Log } from "../../log/log.ts";
import type { StoredEntry } from "../../log/store.ts";
import type { BadHolder, Holders } from "./holders.ts";
import type { OpenLogs } from "../logs.ts";
import type { RefusalCode } from "./submit.ts";

/** The expected answer to an action, judged before it is submitted. */
export type ActionStanding =
  /** `isRetry`: this very action is in the log already, and submitting it returns its receipt. */
  | { readonly verdict: "valid"; readonly isRetry: boolean }
  | { readonly verdict: "invalid"; readonly code: ActionCode | RefusalCode; readonly message: string }
  | Unjudged;

/**
 * The verdict on an action's form, signature and log. If it is `valid`, submit its `action`: that is not judged twice.
 */
export type Judgement = ActionVerdict | Unjudged;

/** No verdict yet: a chain or the store did not answer, or too many actions are in flight. */
export type Unjudged = Omit<IndeterminateAction, "code"> & {
  readonly code: IndeterminateAction["code"] | "store_failed" | "overloaded" | "archive_unavailable";
};

/** The largest number of contract wallets that are asked at a time. */
const QUESTIONS = 16;
/** Milliseconds after which no more wallets are asked for one chunk. The remaining actions must be sent again. */
const PATIENCE = 30_000;
const POSTPONED = `the chain was asked about other actions of this call for over ${PATIENCE / 1000} s`;

/** The answer if an archived entry used the action's nonce and cannot be read now. */
export const ARCHIVE_UNAVAILABLE = {
  code: "archive_unavailable",
  message: "this nonce was used by an entry in the archive, which does not give it now; try again later",
  retryable: true,
} as const;

/** The parts that judge actions. */
export type Judge = {
  readonly rules: ActionRules;
  /** Judges scheme 0 signatures, in this thread or in several. */
  readonly verify: (actions: readonly unknown[]) => Promise<readonly ActionVerdict[]>;
  readonly logs: Pick<OpenLogs, "get" | "has" | "learn">;
  /** Undefined if only externally owned accounts may act. */
  readonly wallets: WalletVerifier | undefined;
  /** Undefined without a node to ask. */
  readonly holders: Holders | undefined;
};

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
  const { action: verified } = verdict;
  const { message, digest } = verified;
  const { log } = by.logs.get(message.log)!;
  const stored = await findUsed(log, message);
  if (stored === "unread") return { verdict: "indeterminate", ...ARCHIVE_UNAVAILABLE };
  if (stored !== undefined) {
    if (equalBytes(stored.digest, digest)) return { verdict: "valid", isRetry: true };
    return { verdict: "invalid", code: "nonce_used", message: `nonce ${message.nonce} is used by another action` };
  }
  const late = judgeDeadline(message.deadline, acceptedAfter(await log.head(), limits.now), limits.maxDeadlineAhead);
  const refused = late ?? (await log.judgeHolder(verified));
  if (refused === undefined) return { verdict: "valid", isRetry: false };
  const { code, message: why } = refused;
  return { verdict: "invalid", code, message: why };
}

/** Returns the entry that used an action's nonce, if any; "unread" if the archive does not return that entry. */
async function findUsed(
  log: Log | undefined,
  { actor, nonce }: Pick<Message, "actor" | "nonce">,
): Promise<StoredEntry | "unread" | undefined> {
  try {
    return await log?.find(actor, nonce);
  } catch (error) {
    if (isArchiveTrouble(error)) return "unread";
    throw error;
  }
}

/**
 * Judges all actions and returns the verdicts in their order. Actions of contract wallets delay the others of the call.
 */
export async function judgeAll(actions: readonly unknown[], by: Judge): Promise<readonly Judgement[]> {
  const judged = await judgeKnown(actions, by);
  const isStrange = (verdict: Judgement) => verdict.verdict === "invalid" && verdict.code === "unknown_log";
  return judgeHolders(actions, judged.some(isStrange) ? await judgeStrange(actions, judged, by) : judged, by);
}

/** Checks the named holder of actions that are valid so far and new to the log: it must be able to act. */
async function judgeHolders(
  actions: readonly unknown[],
  judged: readonly Judgement[],
  { holders, logs }: Judge,
): Promise<readonly Judgement[]> {
  // `judge` returned this action earlier, so its holder was checked then.
  const isOpen = (verdict: Judgement, slot: number) =>
    verdict.verdict === "valid" &&
    verdict.action !== actions[slot] &&
    holders?.isChecked(verdict.action.kind.name) === true;
  if (!judged.some(isOpen)) return judged;
  const judgeOne = async (verdict: Judgement, slot: number): Promise<Judgement> => {
    if (verdict.verdict !== "valid" || !isOpen(verdict, slot)) return verdict;
    const { action } = verdict;
    const bad: BadHolder | undefined = await holders!.judge(action);
    if (bad === undefined) return verdict;
    // A retry gets its receipt, even if the holder could not act now.
    const stored = await findUsed(logs.get(action.message.log)?.log, action.message);
    return stored === "unread" || (stored && equalBytes(stored.digest, action.digest)) ? verdict : bad;
  };
  return Promise.all(judged.map(judgeOne));
}

/**
 * Looks up logs that this process does not know in the store, and judges their actions again. Only actions with a valid
 * signature cause a look-up.
 */
async function judgeStrange(
  actions: readonly unknown[],
  judged: readonly Judgement[],
  by: Judge,
): Promise<readonly Judgement[]> {
  const verdicts = [...judged];
  const strange = judged.flatMap((verdict, slot) => {
    if (verdict.verdict !== "invalid" || verdict.code !== "unknown_log") return [];
    const read = readAction(actions[slot], by.rules);
    return "verdict" in read ? [] : [{ slot, log: read.encoded.message.log }];
  });
  try {
    await by.logs.learn(strange.map(({ log }) => log));
  } catch (error) {
    if (!(error instanceof AnchorlogError && error.code === "store_failed")) throw error;
    const { code, message } = error;
    for (const { slot } of strange) verdicts[slot] = { verdict: "indeterminate", code, message, retryable: true };
    return verdicts;
  }
  const known = strange.filter(({ log }) => by.logs.has(log)).map(({ slot }) => slot);
  const again = await judgeKnown(
    known.map((slot) => actions[slot]),
    by,
  );
  for (const [i, slot] of known.entries()) verdicts[slot] = again[i]!;
  return verdicts;
}

async function judgeKnown(
  actions: readonly unknown[],
  { verify, rules, logs, wallets }: Judge,
): Promise<readonly Judgement[]> {
  const judged = await verify(actions);
  if (wallets === undefined) return judged;
  const verdicts: Judgement[] = [...judged];
  const open: { action: WalletAction; slot: number }[] = [];
  for (const [slot, verdict] of judged.entries()) {
    // If only the signature is refused, the signer may be a contract wallet.
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

/** Returns the verdict of a stored retry. The wallet is not asked again, since it may have changed since then. */
async function findRetry({ encoded, wallet }: WalletAction, logs: Judge["logs"]): Promise<Judgement | undefined> {
  const stored = await findUsed(logs.get(encoded.message.log)?.log, encoded.message);
  if (stored === "unread") return { verdict: "indeterminate", ...ARCHIVE_UNAVAILABLE };
  if (stored?.verifiedBlockHash === undefined || !equalBytes(stored.digest, encoded.digest)) return undefined;
  const { signatureHash, verifiedBlock } = decodeEntry(stored.bytes);
  if (!equalBytes(signatureHash, wallet.signatureHash)) return undefined;
  return validByWallet(encoded, wallet, { number: verifiedBlock, hash: stored.verifiedBlockHash });
}
