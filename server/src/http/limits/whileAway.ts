import { inTime } from "../../foundation/db/unavailable.ts";
import type { Ledger } from "./ledger.ts";

/** Milliseconds to wait for the shared windows, and to leave them alone after they did not answer. */
const PATIENCE = 1_000;
const PAUSE = 5_000;

/**
 * Uses the windows shared by all processes, or this process's own windows while the database does not answer. Thus
 * requests stay limited, and those that need no database are still answered.
 */
export function ownWhileAway(shared: Ledger, own: Ledger, clock: () => number): Ledger {
  let failedAt = -Infinity;
  return {
    count: async (...asked) => {
      if (Math.abs(clock() - failedAt) >= PAUSE) {
        const tally = await inTime(shared.count(...asked), PATIENCE);
        if (tally !== undefined) return tally;
        failedAt = clock();
      }
      return own.count(...asked);
    },
  };
}
