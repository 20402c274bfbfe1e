/** Finds the faults that convict an operator, among the entries that somebody has. */
import { PART_ACT } from "../../src/action/part.ts";
import { isWrongCarry, isWrongObject, isWrongPrior } from "../../src/dispute/faults/objectFaults.ts";
import { same, type Placed } from "./world.ts";

export type Fault = { readonly fault: string; readonly log: number; readonly from: number };

/**
 * A fault that an entry shows with one of the others, or by itself and its action.
 *
 * @param isOpened whether an entry's action and signature are known.
 */
export function faultOf(
  placed: Placed,
  others: readonly Placed[],
  isOpened: (one: Placed) => boolean = () => true,
): Fault | undefined {
  const { entry, action } = placed;
  const alone = isOpened(placed) ? aloneOf(placed) : undefined;
  if (alone !== undefined) return { fault: alone, log: action.log, from: entry.index };
  for (const other of others) {
    if (other === placed || other.action.log !== action.log) continue;
    const [earlier, later] = other.entry.index < entry.index ? [other, placed] : [placed, other];
    const fault = pairOf(earlier, later, isOpened(later));
    if (fault !== undefined) return { fault, log: action.log, from: later.entry.index };
  }
  return undefined;
}

function aloneOf({ entry, action }: Placed): string | undefined {
  if (!action.isSigned && entry.scheme === 0) return "ForgedAction";
  return isWrongObject(entry, action.said, BigInt(action.deadline)) ? "WrongObject" : undefined;
}

function pairOf(earlier: Placed, later: Placed, isOpened: boolean): string | undefined {
  const [a, b] = [earlier.entry, later.entry];
  if (a.index === b.index) return "HeaderSuccession";
  if (isWrongPrior(a, b)) return "WrongPrior";
  if (isOpened && b.part === PART_ACT && isWrongCarry(a, b, later.action.said)) return "WrongCarry";
  if (same(a.actor, b.actor) && same(a.nonce, b.nonce)) return "Replay";
  // Entries between the two are not needed: some neighbours among them break the chain.
  return a.acceptedAt > b.acceptedAt ? "EntrySuccession" : undefined;
}

/** All faults of entries, in all pairs. */
export function faultsOf(placed: readonly Placed[]): Fault[] {
  return placed.flatMap((one, i) => faultOf(one, placed.slice(0, i)) ?? []);
}
