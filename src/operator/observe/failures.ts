import { AnchorlogError } from "../../base/errors.ts";
import type { OperatorStatus } from "./status.ts";

type Activity = keyof OperatorStatus["failures"];

/** Counts failures in the background and behind actions, and reports them. */
export type Failures = {
  /**
   * Returns the error callback for an activity. It reports only the first failure in a row. After a passing failure it
   * reports the next one as well.
   */
  readonly of: (activity: Activity) => (error: unknown, isFirst?: boolean) => void;
  /** The counts since the start. */
  readonly counts: () => OperatorStatus["failures"];
};

/**
 * @param onError called with each reported failure, and whether it is passing: an unknown outcome that the operator
 * looks up.
 */
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
