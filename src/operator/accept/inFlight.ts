import { AnchorlogError } from "../../base/errors.ts";

/** The number of actions that wait for their answer, and its limit. */
export type InFlight = {
  readonly inFlight: number;
  readonly maxInFlight: number;
  /** The number of actions that were answered `overloaded` since the start. */
  readonly shed: number;
  /**
   * Runs a call of `count` actions. If the limit is reached, returns `otherwise()` at once, since verifying is the
   * costly part. A call is admitted whole if there is room for one action. So a large call is never locked out, and
   * only the last admitted call can exceed the limit.
   *
   * @param share the part of the limit that this kind of call may use.
   */
  admit<T>(count: number, call: () => Promise<T>, otherwise: () => T, share?: number): Promise<T>;
};

/** The answer to actions that are not admitted. */
export const OVERLOADED = {
  code: "overloaded",
  message: "too many actions are waiting for their answers; try again later",
  retryable: true,
} as const;

/**
 * By measurement (test/operator/overload.slow.test.ts), at three times the load that two busy cores can take. Limits from 1,024
 * to 4,096 give the same throughput, and waits from 0.25 s to 2.5 s. 2,048 actions also cover a pause of two thirds of
 * a second at 3,000 actions a second.
 */
const MAX_IN_FLIGHT = 2_048;

/** @throws AnchorlogError `bad_option`. */
export function boundInFlight(maxInFlight: number = MAX_IN_FLIGHT): InFlight {
  if (!(Number.isSafeInteger(maxInFlight) && maxInFlight > 0)) {
    throw new AnchorlogError("bad_option", `maxInFlight is ${maxInFlight}`, { fix: "give a whole number above 0" });
  }
  let inFlight = 0;
  let shed = 0;
  return {
    maxInFlight,
    get inFlight() {
      return inFlight;
    },
    get shed() {
      return shed;
    },
    admit: async (count, call, otherwise, share = 1) => {
      if (inFlight >= Math.ceil(share * maxInFlight)) {
        shed += count;
        return otherwise();
      }
      inFlight += count;
      try {
        return await call();
      } finally {
        inFlight -= count;
      }
    },
  };
}
