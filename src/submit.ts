import type { OperatorId } from "./action/domain.ts";
import type { DigestSigner } from "./action/signature.ts";
import {
  askWallet,
  indeterminate,
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
import { decodeEntry } from "./log/entry.ts";
import type { AppendResult, Log } from "./log/log.ts";
import { signReceipt, type Receipt } from "./receipt/receipt.ts";

/** What came of one submitted action. */
export type Submission =
  | {
      /** `retry`: this very action is in the log already; the receipt is the one it got. */
      readonly status: "accepted" | "retry";
      readonly log: string;
      readonly index: number;
      readonly receipt: Receipt;
    }
  | { readonly status: "refused"; readonly code: ActionCode | "nonce_used"; readonly message: string }
  | {
      /** Nothing was appended and no nonce burned: the chain of a contract wallet did not answer. Try again. */
      readonly status: "indeterminate";
      readonly code: IndeterminateAction["code"];
      readonly message: string;
      readonly retryable: true;
    };

/** The most actions that are verified before their entries are written. */
const CHUNK = 4_096;
/** The most contract wallets that are asked at a time. */
const QUESTIONS = 16;
/** Milliseconds after which no more are asked on behalf of one chunk: where the chain is slow, some have to try again. */
const PATIENCE = 30_000;
const POSTPONED = `the chain was asked about other actions of this call for over ${PATIENCE / 1000} s`;

/** Where actions are submitted to. */
type Recipient = {
  readonly operator: OperatorId;
  readonly rules: ActionRules;
  /** Judges scheme 0 signatures: in this thread, or over several. */
  readonly verify: (actions: readonly unknown[]) => Promise<readonly ActionVerdict[]>;
  /** By identifier, with the log's name. */
  readonly logs: ReadonlyMap<Hex, { readonly name: string; readonly log: Log }>;
  readonly receiptKey: DigestSigner;
  /** Absent where only externally owned accounts may act. */
  readonly wallets: WalletVerifier | undefined;
};

/** Layers 1 and 2 in a row: verify, append durably, and only then sign the receipt. */
export async function submitActions(actions: readonly unknown[], to: Recipient): Promise<Submission[]> {
  const answers: Submission[] = [];
  for (let from = 0; from < actions.length; from += CHUNK) {
    const groups = new Map<Hex, { action: VerifiedAction; slot: number }[]>();
    const verdicts = await verifyAll(actions.slice(from, from + CHUNK), to);
    for (const [i, verdict] of verdicts.entries()) {
      const slot = from + i;
      if (verdict.verdict === "valid") {
        const group = groups.get(verdict.action.message.log);
        if (group === undefined) groups.set(verdict.action.message.log, [{ action: verdict.action, slot }]);
        else group.push({ action: verdict.action, slot });
      } else if (verdict.verdict === "indeterminate") {
        const { code, message, retryable } = verdict;
        answers[slot] = { status: "indeterminate", code, message, retryable };
      } else {
        answers[slot] = { status: "refused", code: verdict.code, message: verdict.message };
      }
    }
    for (const [id, group] of groups) {
      const { name, log } = to.logs.get(id)!;
      const results = await log.append(group.map(({ action }) => action));
      for (const [i, result] of results.entries()) answers[group[i]!.slot] = await answer(name, result, to);
    }
  }
  return answers;
}

type Verdict = ActionVerdict | IndeterminateAction;

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
      else verdicts[slot] = await askWallet(action, wallets);
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
  const stored = await logs.get(log)!.log.find(actor, nonce);
  if (stored?.verifiedBlockHash === undefined || !equalBytes(stored.digest, encoded.digest)) return undefined;
  const { signatureHash, verifiedBlock } = decodeEntry(stored.bytes);
  if (!equalBytes(signatureHash, wallet.signatureHash)) return undefined;
  return validByWallet(encoded, wallet, { number: verifiedBlock, hash: stored.verifiedBlockHash });
}

async function answer(log: string, result: AppendResult, { operator, receiptKey }: Recipient): Promise<Submission> {
  if (result.status === "refused") return result;
  const receipt = await signReceipt(operator, result.entry.bytes, receiptKey);
  return { status: result.status === "appended" ? "accepted" : "retry", log, index: result.entry.index, receipt };
}
