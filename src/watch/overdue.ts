import type { AnchoredHistory } from "../dispute/evidence.ts";
import { patienceOf, type View } from "./follow.ts";
import { judgeReceipts, type JudgedReceipt, type KeptReceipt } from "./receipts.ts";
import type { WatchState } from "./state.ts";

/** A receipt whose entry should be anchored by now, and is not shown to be. */
export type Overdue = JudgedReceipt & {
  /**
   * Whether the entry may be anchored although no record shows it. Then the operator can probably answer a challenge,
   * and the challenger pays for the answer.
   */
  readonly isCovered: boolean;
  /** Why the receipt counts as overdue, in words. */
  readonly why: string;
};

/**
 * Finds overdue receipts.
 *
 * If the available records do not reach the newest checkpoint, the operator's server may be down, or the operator may
 * hide an omission. The watchtower waits as long as for late publications. Then a receipt counts as overdue if its
 * entry was never shown to be anchored and can still be challenged.
 *
 * @param histories known parts of the batch log, under stored checkpoints.
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

/**
 * The start of the receipt's signature. It is short because the state keeps one for each receipt that can be asked for.
 */
const nameOf = ({ receipt }: KeptReceipt): string => receipt.signature.slice(2, 26);
