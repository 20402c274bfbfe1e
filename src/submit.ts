import type { OperatorId } from "./action/domain.ts";
import type { DigestSigner } from "./action/signature.ts";
import { verifyAction, type ActionCode, type ActionRules, type VerifiedAction } from "./action/verify.ts";
import type { Hex } from "./encoding/hex.ts";
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
  | { readonly status: "refused"; readonly code: ActionCode | "nonce_used"; readonly message: string };

/** The most actions that are verified before their entries are written. */
const CHUNK = 4_096;

/** Layers 1 and 2 in a row: verify, append durably, and only then sign the receipt. */
export async function submitActions(
  actions: readonly unknown[],
  to: {
    readonly operator: OperatorId;
    readonly rules: ActionRules;
    /** By identifier, with the log's name. */
    readonly logs: ReadonlyMap<Hex, { readonly name: string; readonly log: Log }>;
    readonly receiptKey: DigestSigner;
  },
): Promise<Submission[]> {
  const answers: Submission[] = [];
  for (let from = 0; from < actions.length; from += CHUNK) {
    const groups = new Map<Hex, { action: VerifiedAction; slot: number }[]>();
    for (const [i, input] of actions.slice(from, from + CHUNK).entries()) {
      const slot = from + i;
      const verdict = verifyAction(input, to.rules);
      if (verdict.verdict === "valid") {
        const group = groups.get(verdict.action.message.log);
        if (group === undefined) groups.set(verdict.action.message.log, [{ action: verdict.action, slot }]);
        else group.push({ action: verdict.action, slot });
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

async function answer(
  log: string,
  result: AppendResult,
  { operator, receiptKey }: { operator: OperatorId; receiptKey: DigestSigner },
): Promise<Submission> {
  if (result.status === "refused") return result;
  const receipt = await signReceipt(operator, result.entry.bytes, receiptKey);
  return { status: result.status === "appended" ? "accepted" : "retry", log, index: result.entry.index, receipt };
}
