import type { Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";

/**
 * The error for a store's entry that differs from the appended one. In its own file because the writer threads load it,
 * without the code that finds the damage.
 */
export function storeDamaged(log: Hex, index: number, why: string): AnchorlogError {
  return new AnchorlogError("store_damaged", `entry ${index} of log ${log} is not what was appended: ${why}`, {
    fix: "find out who changed the store, and restore it from a backup or an export; until then nothing is signed over it",
    details: { log, index },
  });
}
