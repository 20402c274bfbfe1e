import type { OperatorStatus } from "./status.ts";

type Activity = keyof OperatorStatus["failures"];

/** Counts what fails in the background, and tells of it. */
export type Failures = {
  /** What is told of an activity's failures, and whether each is the first in a row: only that is passed on. */
  readonly of: (activity: Activity) => (error: unknown, isFirst?: boolean) => void;
  /** Since the start. */
  readonly counts: () => OperatorStatus["failures"];
};

export function countFailures(onError: (error: unknown) => void): Failures {
  const counts: Record<Activity, number> = {
    close: 0,
    sign: 0,
    publish: 0,
    anchor: 0,
    timestamp: 0,
    follow: 0,
    archive: 0,
  };
  return {
    of:
      (activity) =>
      (error, isFirst = true) => {
        counts[activity]++;
        if (isFirst) onError(error);
      },
    counts: () => ({ ...counts }),
  };
}
