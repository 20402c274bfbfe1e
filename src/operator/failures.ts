import { AnchorlogError } from "../errors.ts";
import type { OperatorStatus } from "./status.ts";

type Activity = keyof OperatorStatus["failures"];

/** Counts what fails, in the background and behind actions, and tells of it. */
export type Failures = {
  /**
   * What is told of an activity's failures, and whether each is the first in a row: only that is passed on; where it is
   * passing, the next one as well.
   */
  readonly of: (activity: Activity) => (error: unknown, isFirst?: boolean) => void;
  /** Since the start. */
  readonly counts: () => OperatorStatus["failures"];
};

/** @param onError is told each, and whether it is passing: an outcome that was not known once is looked up by itself. */
export function countFailures(onError: (error: unknown, isPassing: boolean) => void): Failures {
  const counts: Record<Activity, number> = {
    close: 0,
    sign: 0,
    publish: 0,
    anchor: 0,
    timestamp: 0,
    follow: 0,
    archive: 0,
    append: 0,
    receipt: 0,
  };
  const passing = new Set<Activity>();
  return {
    of:
      (activity) =>
      (error, isFirst = true) => {
        counts[activity]++;
        const isPassing = isFirst && error instanceof AnchorlogError && error.code === "outcome_unknown";
        if (isFirst || passing.has(activity)) onError(error, isPassing);
        if (isPassing) passing.add(activity);
        else passing.delete(activity);
      },
    counts: () => ({ ...counts }),
  };
}
