import type { AnchoredHistory } from "../dispute/evidence.ts";
import { patienceOf, type View } from "./follow.ts";
import { judgeReceipts, type JudgedReceipt, type KeptReceipt } from "./receipts.ts";
import type { WatchState } from "./state.ts";

/** A receipt whose entry should be anchored, and is not shown to be. */
export type Overdue = JudgedReceipt & {
  /** Whether it may well be anchored, so that asking for it likely costs its bond. */
  readonly isCovered: boolean;
  /** In words: what is known of its entry. */
  readonly why: string;
};

/**
 * Finds which receipts are overdue.
 *
 * Where not all that is anchored is at hand, its server is down, or an operator has taken away what would show an
 * omission. That is waited for as long as for what is published late. Then all is overdue that was never shown, and can
 * still be asked for.
 *
 * @param histories what is known of the batch log, under stored checkpoints.
 */
export function findOverdue(
  { head, terms, checkpoints }: View,
  receipts: readonly KeptReceipt[],
  histories: readonly AnchoredHistory[],
  state: WatchState,
): Overdue[] {
  const newest = checkpoints.at(-1)?.sequence;
  const isWhole = newest === undefined || histories.some((known) => known.checkpoints.at(-1)?.sequence === newest);
  const judged = judgeReceipts(receipts, terms.maxAnchorDelay, histories);
  const before = new Set(state.shown);
  const canAsk = ({ due }: JudgedReceipt): boolean => due > 1_000 * (head.time - terms.challengeWindow);
  state.shown = judged
    .filter((one) => canAsk(one) && (one.seen === "shown" || before.has(nameOf(one))))
    .map((one) => nameOf(one));
  state.unknownSince = isWhole ? undefined : (state.unknownSince ?? head.time);
  const isAway = head.time - (state.unknownSince ?? head.time) >= patienceOf(terms);
  return judged.flatMap((one): Overdue[] => {
    if (one.seen === "shown" || 1_000 * head.time <= one.due) return [];
    if (one.seen === "covered") {
      return [{ ...one, isCovered: true, why: "its index is anchored, but not shown with this entry" }];
    }
    if (isWhole) return [{ ...one, isCovered: false, why: "it is in no anchored batch" }];
    if (!isAway || before.has(nameOf(one)) || !canAsk(one)) return [];
    return [{ ...one, isCovered: true, why: "nothing at hand reaches the newest checkpoint" }];
  });
}

/** The start of its signature: short, since all that can be asked for are kept. */
const nameOf = ({ receipt }: KeptReceipt): string => receipt.signature.slice(2, 26);
