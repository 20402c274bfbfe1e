/**
 * The rules for entries about objects and their holders, as in contracts/libraries/Objects.sol. Both are tested with
 * the same vectors (test/vectors/objects.json).
 *
 * @module
 */
import { objectMismatch, type ActionObject } from "../../action/object.ts";
import { PART_ACT, PART_ASK, PART_NONE } from "../../action/part.ts";
import { isInTime } from "../../action/time.ts";
import { equalBytes } from "../../base/bytes.ts";
import type { Entry } from "../../log/entry.ts";
import { mayAct } from "../../log/link.ts";
import type { ObjectFields } from "./seenEntries.ts";

/**
 * Whether no honest log has both entries (`WrongPrior`). An entry upon an object shows which act is the newest: an act
 * is itself the newest, and an ask names it as its `prior`. Each gives the account that may act next.
 *
 * The later entry contradicts the earlier one in two cases. Its `prior` is another act up to the earlier entry, or an
 * entry that is not an act upon the object. Or its `prior` is that newest act, but the acting account is not the
 * holder, or the ask gives another holder.
 */
export function isWrongPrior(earlier: ObjectFields, later: Entry): boolean {
  if (later.part === PART_NONE || !equalBytes(earlier.log, later.log) || earlier.index >= later.index) return false;
  const upon = earlier.part !== PART_NONE && equalBytes(earlier.objectKey, later.objectKey);
  const acts = upon && earlier.part === PART_ACT;
  if (!upon || (!acts && later.prior === earlier.index)) return later.prior === earlier.index;
  const newest = acts ? earlier.index : earlier.prior;
  if (later.prior !== newest) return later.prior === undefined || later.prior < earlier.index;
  return later.part === PART_ASK ? !equalBytes(later.holder, earlier.holder) : !mayAct(earlier.holder, later);
}

/**
 * Whether an entry contradicts its action about the object, or was accepted too late (`WrongObject`).
 *
 * @param said the object fields that the action implies.
 * @param deadline the action's, Unix seconds.
 */
export function isWrongObject(entry: Entry, said: ActionObject, deadline: bigint | string): boolean {
  return objectMismatch(entry, said) !== undefined || !isInTime(entry.acceptedAt, deadline);
}

/** Whether an act whose action names no holder has another holder than the act at its `prior` (`WrongCarry`). */
export function isWrongCarry(
  earlier: ObjectFields,
  later: ObjectFields,
  { named }: Pick<ActionObject, "named">,
): boolean {
  const carries = later.part === PART_ACT && named === undefined && later.prior === earlier.index;
  return carries && isActUpon(earlier, later) && !equalBytes(earlier.holder, later.holder);
}

function isActUpon(act: ObjectFields, other: ObjectFields): boolean {
  return act.part === PART_ACT && equalBytes(act.log, other.log) && equalBytes(act.objectKey, other.objectKey);
}
