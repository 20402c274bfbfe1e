import { AnchorlogError } from "../errors.ts";

/** How many actions are in flight, from their arrival to their answer, and how many may be. */
export type InFlight = {
  readonly inFlight: number;
  readonly maxInFlight: number;
  /** Actions that were answered `overloaded` since the start. */
  readonly shed: number;
  /**
   * Does a call of so many actions, or, where as many as may be are in flight already, answers it at once with
   * `otherwise`: before anything is verified, since that is what costs. A call is let in whole, however large it is,
   * as soon as there is room for one action: so none waits for ever, and all calls but the last one fit the bound.
   *
   * @param share the part of the bound that there is for this kind of call.
   */
  admit<T>(count: number, call: () => Promise<T>, otherwise: () => T, share?: number): Promise<T>;
};

/** What is said of a call that is not let in. */
export const OVERLOADED = {
  code: "overloaded",
  message: "too many actions are waiting for their answers; try again later",
  retryable: true,
} as const;

/**
 * By measurement (test/overload.slow.test.ts), where three times as many come as two busy cores can take: with 1,024 to
 * 4,096 as many a second are taken, while those let in wait a quarter of a second to two and a half. This many outlast
 * a pause of two thirds of a second at 3,000 a second.
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
