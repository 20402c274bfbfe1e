/** Rate limits by rolling windows, of this process. */
import type { Parts } from "../../parts.ts";
import { ApiError } from "../errors.ts";
import { networkOf } from "./address.ts";
import { GROUPS, STRANGE, type Allowed, type Groups, type StrangeGroup } from "./groups.ts";
import { limitHeaders, RateLimitError, type Counted, type Limiter, type Standing } from "./limiter.ts";
import { count, countAfter, createSlidingLog, momentOf, newestMoment, type SlidingLog } from "./slidingLog.ts";

const MINUTE = 60_000;
const SECOND = 1_000;

/** Networks of strangers, in each group, with windows of their own. All others share one, until some of those are idle. */
const MAX_NETWORKS = 100_000;

type Window = { readonly length: number; readonly limit: number };

/**
 * Counts in windows that roll: in no 60,000 ms and in no 1,000 ms is there more than allowed.
 *
 * @param options `maxNetworks` in each group of strangers; `groups`, what each allows.
 */
export function createLimiter(
  { clock }: Pick<Parts, "clock">,
  { maxNetworks = MAX_NETWORKS, groups = GROUPS }: { readonly maxNetworks?: number; readonly groups?: Groups } = {},
): Limiter {
  const organizations = createLogs(Infinity);
  const networks = Object.fromEntries(STRANGE.map((group) => [group, createLogs(maxNetworks)])) as Record<
    StrangeGroup,
    ReturnType<typeof createLogs>
  >;
  const time = steady(clock);

  const judge = (counted: Counted, by: number, reply: Parameters<Limiter["take"]>[2], isCounted: boolean): void => {
    const { now, ahead } = time();
    const isOwn = "organization" in counted;
    const logs = isOwn ? organizations : networks[counted.group];
    const key = logs.keyOf(isOwn ? `${counted.organization.id} ${counted.group}` : networkOf(counted.address), now);
    const windows = windowsOf(counted, groups);
    const log = logs.get(key) ?? createSlidingLog();
    const standings = () => windows.map((window) => standingOf(log, window, { now, ahead }));
    const field = isOwn ? "organization" : "address";
    const what = counted.group === "bus" ? "actions" : "requests";

    const never = windows.find(({ limit }) => by > limit);
    if (never !== undefined) {
      reply.headers(limitHeaders(tightest(standings())));
      const message = `${by} ${what} at once are more than ${never.limit} in ${never.length / 1_000} s: send fewer`;
      throw new ApiError(422, "too_many_at_once", message, { field });
    }
    const wait = Math.max(...windows.map((window) => whenPasses(log, window, now, by))) - now;
    if (wait > 0) {
      const window = tightest(standings().filter(({ remaining }) => remaining < by));
      const message = `the limit is ${window.limit} ${what} in ${window.length / 1_000} s`;
      throw new RateLimitError(message, { ...window, field, wait });
    }
    if (isCounted && by > 0) {
      const longest = Math.max(...windows.map(({ length }) => length));
      count(log, now, by, now - longest);
      logs.set(key, log, now + longest);
    }
    reply.headers(limitHeaders(tightest(standings())));
  };
  return {
    take: async (counted, by, reply) => judge(counted, by, reply, true),
    look: async (counted, reply) => judge(counted, 1, reply, false),
  };
}

/** Longest first. */
function windowsOf(counted: Counted, groups: Groups): Window[] {
  const own = "organization" in counted ? counted.organization.limits?.[counted.group] : undefined;
  const { minute, second }: Allowed = { ...groups[counted.group], ...own };
  return [...(minute === undefined ? [] : [{ length: MINUTE, limit: minute }]), { length: SECOND, limit: second }];
}

function standingOf(log: SlidingLog, window: Window, { now, ahead }: Time): Window & Standing {
  const used = countAfter(log, now - window.length);
  const resetAt = (used === 0 ? now : newestMoment(log) + window.length) - ahead;
  return { ...window, remaining: Math.max(0, window.limit - used), resetAt };
}

/** Of as many remaining, the longer. */
function tightest<T extends Standing>(standings: readonly T[]): T {
  return standings.reduce((tighter, next) => (next.remaining < tighter.remaining ? next : tighter));
}

/** When a window has room for so many, which is no more than its limit: now or later. */
function whenPasses(log: SlidingLog, { length, limit }: Window, now: number, by: number): number {
  const tooMany = countAfter(log, now - length) + by - limit;
  return by === 0 || tooMany <= 0 ? now : momentOf(log, tooMany, now - length) + length;
}

type Time = { readonly now: number; readonly ahead: number };

/** Time that never goes back: where the clock does, it goes on `ahead` of it. */
function steady(clock: () => number): () => Time {
  let [last, ahead] = [-Infinity, 0];
  return () => {
    const read = clock();
    ahead = Math.max(ahead, last - read);
    last = read + ahead;
    return { now: last, ahead };
  };
}

const SHARED = "others";

/** Logs by key, those that are idle forgotten; at most so many, and one more that is shared. */
function createLogs(most: number) {
  /** In the order in which they were counted in. */
  const logs = new Map<string, { readonly log: SlidingLog; readonly idleAt: number }>();
  const forget = (now: number): void => {
    for (const [key, { idleAt }] of logs) {
      if (idleAt > now) return;
      logs.delete(key);
    }
  };
  return {
    keyOf: (key: string, now: number): string => {
      forget(now);
      return logs.has(key) || logs.size < most ? key : SHARED;
    },
    get: (key: string) => logs.get(key)?.log,
    set: (key: string, log: SlidingLog, idleAt: number): void => {
      logs.delete(key);
      logs.set(key, { log, idleAt });
    },
  };
}
