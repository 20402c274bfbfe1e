import { inTime } from "../../db/unavailable.ts";
import type { Ledger } from "./ledger.ts";

/** Milliseconds that the shared windows have to answer, and for which they are not asked where they do not. */
const PATIENCE = 1_000;
const PAUSE = 5_000;

/**
 * Windows that all processes share, and while they cannot be asked, those of this process: what needs no database is
 * answered, and never without a limit.
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
