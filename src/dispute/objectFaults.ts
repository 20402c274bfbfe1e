/**
 * What entries may say of objects and their holders: the rules of contracts/libraries/Objects.sol, tested with the same
 * vectors (test/vectors/objects.json).
 *
 * @module
 */
import { objectMismatch, type ActionObject } from "../action/object.ts";
import { PART_ACT, PART_ASK, PART_NONE } from "../action/part.ts";
import { isInTime } from "../action/time.ts";
import { equalBytes } from "../encoding/bytes.ts";
import type { Entry } from "../log/entry.ts";
import { mayAct } from "../log/link.ts";

/**
 * Whether no honest log has both entries (`WrongPrior`). An entry upon an object says which act is the newest: an act
 * names itself, and an ask names its `prior`. Each says who may act next.
 *
 * The later entry contradicts the earlier if its `prior` is another act up to the earlier, or an entry that is not an act
 * upon the object. It also does if its `prior` is that newest act, and another account than the holder acts, or the ask
 * says another holder.
 */
export function isWrongPrior(earlier: Entry, later: Entry): boolean {
  if (later.part === PART_NONE || !equalBytes(earlier.log, later.log) || earlier.index >= later.index) return false;
  const upon = earlier.part !== PART_NONE && equalBytes(earlier.objectKey, later.objectKey);
  const acts = upon && earlier.part === PART_ACT;
  if (!upon || (!acts && later.prior === earlier.index)) return later.prior === earlier.index;
  const newest = acts ? earlier.index : earlier.prior;
  if (later.prior !== newest) return later.prior === undefined || later.prior < earlier.index;
  return later.part === PART_ASK ? !equalBytes(later.holder, earlier.holder) : !mayAct(earlier.holder, later);
}

/**
 * Whether an entry says other than its action of the object, or was accepted too late (`WrongObject`).
 *
 * @param said what its action says.
 * @param deadline the action's, Unix seconds.
 */
export function isWrongObject(entry: Entry, said: ActionObject, deadline: bigint | string): boolean {
  return objectMismatch(entry, said) !== undefined || !isInTime(entry.acceptedAt, deadline);
}

/** Whether an act that names no holder has another than the act at its `prior` (`WrongCarry`). */
export function isWrongCarry(earlier: Entry, later: Entry, { named }: Pick<ActionObject, "named">): boolean {
  const carries = later.part === PART_ACT && named === undefined && later.prior === earlier.index;
  return carries && isActUpon(earlier, later) && !equalBytes(earlier.holder, later.holder);
}

function isActUpon(act: Entry, other: Entry): boolean {
  return act.part === PART_ACT && equalBytes(act.log, other.log) && equalBytes(act.objectKey, other.objectKey);
}
