/** Limits how many organizations one network may create. */
import type { Secrets } from "../../foundation/secrets.ts";
import { requesterOf } from "./address.ts";
import type { Ledger } from "./ledger.ts";
import { RateLimitError } from "./limiter.ts";

const HOUR = 3_600_000;

/** Counts an organization created from an address. @throws RateLimitError if its network has reached the limit. */
export type CountFounding = (address: string) => Promise<void>;

export function boundFoundings(ledger: Ledger, secrets: Pick<Secrets, "mac">, perHour: number): CountFounding {
  return async (address) => {
    const window = { length: HOUR, limit: perHour };
    const tally = await ledger.count(`organizations ${requesterOf(secrets, address)}`, [window], 1, false);
    if (tally.wait === 0) return;
    throw new RateLimitError(`your network made ${perHour} organizations in an hour`, {
      limit: perHour,
      resetAt: (tally.newest ?? tally.now) + HOUR,
      wait: tally.wait,
      field: "address",
    });
  };
}
