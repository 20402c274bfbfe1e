/** The times of retries, and the time after which a webhook is disabled. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds between tries. The last one repeats. */
const WAITS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR] as const;
/** Milliseconds for which an event is tried, from when it was taken up. */
export const TRIED_FOR = DAY;
/** Milliseconds without a success after which a webhook is disabled. */
export const DISABLED_AFTER = 5 * DAY;
/** Shares of that time after which the owners are warned. */
const TOLD_AT = [0.5, 0.9] as const;
/** Minimum milliseconds between a warning and the next step, even if the warning was late. */
const BETWEEN_STEPS = DAY / 2;
/** The number of warnings. */
const WARNINGS = TOLD_AT.length;

/**
 * The time of the next try after a failure, or undefined if the event is too old.
 *
 * @param tries number of tries made.
 * @param restsFor milliseconds that the receiver asked to wait.
 * @param random from 0 to 1, changes the wait by up to a quarter, so that failed deliveries do not all return at once.
 */
export function nextTry(
  {
    tries,
    firstAt,
    now,
    restsFor = 0,
  }: { readonly tries: number; readonly firstAt: number; readonly now: number; readonly restsFor?: number | undefined },
  random: number,
): number | undefined {
  const wait = WAITS[Math.min(tries, WAITS.length) - 1]!;
  const at = now + Math.max(restsFor, Math.round(wait * (0.75 + random / 2)));
  return at <= firstAt + TRIED_FOR ? at : undefined;
}

export type Failing = {
  readonly failingSince: number;
  /** The number of warnings mailed, and the time of the last one. */
  readonly told: number;
  readonly toldAt: number | null;
};

/** The next step after a failed try. Steps are at least half a day apart, so that owners can react. */
export function nextStep({ failingSince, told, toldAt }: Failing, now: number): "tell" | "disable" | undefined {
  const share = told < WARNINGS ? TOLD_AT[told]! : 1;
  const from = Math.max(failingSince + share * DISABLED_AFTER, (toldAt ?? 0) + BETWEEN_STEPS);
  if (now < from) return undefined;
  return told < WARNINGS ? "tell" : "disable";
}

/** The earliest time at which a webhook will be disabled, for a warning sent now. @param told includes this warning. */
export function disabledFrom({ failingSince, told }: Omit<Failing, "toldAt">, now: number): number {
  return Math.max(failingSince + DISABLED_AFTER, now + (WARNINGS - told + 1) * BETWEEN_STEPS);
}

/** Milliseconds between two looks for due deliveries if nothing is committed. */
export const EVERY = 250;
/** Milliseconds without an extension after which another process may deliver. */
export const LEASE = 60_000;
/** Milliseconds to rest between two looks, even if commits are frequent or the last look took long. */
const REST = { least: 25, most: 500 };

/** Milliseconds to rest after a look of this duration, so that looks take at most a quarter of the time. */
export function restAfter(took: number): number {
  return Math.min(Math.max(REST.least, 3 * took), REST.most);
}
