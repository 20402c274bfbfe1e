import type { Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";

/** Says that a store's entry is not what was appended. Apart from what finds it, since the threads that write load this. */
export function storeDamaged(log: Hex, index: number, why: string): AnchorlogError {
  return new AnchorlogError("store_damaged", `entry ${index} of log ${log} is not what was appended: ${why}`, {
    fix: "find out who changed the store, and restore it from a backup or an export; nothing is signed over it",
    details: { log, index },
  });
}
