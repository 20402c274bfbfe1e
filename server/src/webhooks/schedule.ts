/** When what failed is tried again, and when a receiver is given up. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds between tries, until the last of them goes on. */
const WAITS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR] as const;
/** Milliseconds from when it was taken up, in which an event is tried. */
export const TRIED_FOR = DAY;
/** Milliseconds of nothing but failures, after which a webhook is disabled. */
export const DISABLED_AFTER = 5 * DAY;
/** Shares of that time at which its owners are told. */
const TOLD_AT = [0.5, 0.9] as const;
/** Milliseconds between a warning and what follows, however late it was. */
const BETWEEN_STEPS = DAY / 2;
/** How many warnings there are. */
export const WARNINGS = TOLD_AT.length;

/**
 * When a delivery is tried next that has failed again; undefined where its day is over.
 *
 * @param tries that were made.
 * @param restsFor milliseconds that its receiver asks to be left alone for.
 * @param random from 0 to 1: what failed at once is not tried at once, a quarter sooner or later.
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

/** What is known of a webhook that fails: since when, and its warnings. */
export type Failing = {
  readonly failingSince: number;
  /** How many warnings were mailed, and when the last one was. */
  readonly told: number;
  readonly toldAt: number | null;
};

/** What a failed try comes to. Half a day at least is between one step and the next, so that nobody is disabled unready. */
export function nextStep({ failingSince, told, toldAt }: Failing, now: number): "tell" | "disable" | undefined {
  const share = told < WARNINGS ? TOLD_AT[told]! : 1;
  const from = Math.max(failingSince + share * DISABLED_AFTER, (toldAt ?? 0) + BETWEEN_STEPS);
  if (now < from) return undefined;
  return told < WARNINGS ? "tell" : "disable";
}

/** From when a webhook may be disabled, as it is warned now. @param told with this warning. */
export function disabledFrom({ failingSince, told }: Omit<Failing, "toldAt">, now: number): number {
  return Math.max(failingSince + DISABLED_AFTER, now + (WARNINGS - told + 1) * BETWEEN_STEPS);
}

/** Milliseconds between two looks for what is due, if nothing committed meanwhile. */
export const EVERY = 250;
/** Milliseconds of silence after which another process delivers. */
export const LEASE = 60_000;
/** Milliseconds between two looks, however soon something commits: at least, and at most because the last one took long. */
const REST = { least: 25, most: 500 };

/** Milliseconds to rest after a look that took so long: looks take a quarter of the time. */
export function restAfter(took: number): number {
  return Math.min(Math.max(REST.least, 3 * took), REST.most);
}
