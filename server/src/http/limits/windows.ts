/** Rate limits by rolling windows: in no 60,000 ms and in no 1,000 ms is there more than allowed. */
import type { Secrets } from "../../secrets.ts";
import { ApiError } from "../errors.ts";
import { networkOf } from "./address.ts";
import { GROUPS, type Allowed, type Groups } from "./groups.ts";
import type { Ledger, Tally, Window } from "./ledger.ts";
import { limitHeaders, RateLimitError, type Answered, type Counted, type Limiter, type Standing } from "./limiter.ts";

/** The headers tell of the organization's window, unless the network's refuses. */
const UNTOLD: Answered = { headers: () => {} };
const MINUTE = 60_000;
const SECOND = 1_000;

/** Windows of strangers in each group: each network is in one of them, by a keyed hash that nobody else can aim with. */
const SLOTS = 2 ** 18;

/**
 * Counts.
 *
 * @param options `own`, where this process counts actions: it is the one that does them all. `shared`, where all
 *   processes count requests; `strangers`, where those are counted whose senders have no credential, by default there as
 *   well; `groups`, what each allows.
 */
export function createLimiter({
  own,
  shared,
  strangers = shared,
  secrets,
  groups = GROUPS,
}: {
  readonly own: Ledger;
  readonly shared: Ledger;
  readonly strangers?: Ledger;
  readonly secrets: Pick<Secrets, "mac">;
  readonly groups?: Groups;
}): Limiter {
  const slotOf = (address: string | undefined): number =>
    secrets.mac("network", networkOf(address)).readUInt32BE() % SLOTS;

  const judge = async (counted: Counted, by: number, reply: Answered, isLook: boolean): Promise<void> => {
    const { group } = counted;
    const isOwn = "organization" in counted;
    const key = `${group} ${isOwn ? counted.organization.id : slotOf(counted.address)}`;
    const windows = windowsOf(counted, groups);
    const isOfProcess = group === "bus" || group === "callers" || group === "callers_bus";
    const ledger = isOfProcess ? own : isOwn ? shared : strangers;
    const field = isOwn ? "organization" : "address";
    const what = group === "bus" || group === "callers_bus" ? "actions" : "requests";

    const never = windows.find(({ limit }) => by > limit);
    if (never !== undefined) {
      reply.headers(limitHeaders(tightest(standingsOf(windows, await ledger.count(key, windows, 0, true)))));
      const message = `${by} ${what} at once are more than ${never.limit} in ${never.length / 1_000} s: send fewer`;
      throw new ApiError(422, "too_many_at_once", message, { field });
    }
    const tally = await ledger.count(key, windows, by, isLook);
    const standings = standingsOf(windows, tally);
    if (tally.wait === 0) return void reply.headers(limitHeaders(tightest(standings)));
    const window = tightest(standings.filter(({ remaining }) => remaining < by));
    const whose = group.startsWith("callers") ? " of one network" : "";
    const message = `the limit is ${window.limit} ${what}${whose} in ${window.length / 1_000} s`;
    throw new RateLimitError(message, { ...window, field, wait: tally.wait });
  };
  /**
   * The same in the window of a caller's network, which only this process keeps. Refuses before the organization's window
   * counts, and counts behind it.
   */
  const inNetwork = async (counted: Counted, by: number, reply: Answered, isLook: boolean): Promise<void> => {
    const { group } = counted;
    if (
      !("organization" in counted) ||
      counted.from === undefined ||
      counted.organization.limits?.[group] !== undefined
    )
      return judge(counted, by, reply, isLook);
    const network = { address: counted.from, group: group === "bus" ? "callers_bus" : "callers" } as const;
    const most = Math.min(by, ...windowsOf(network, groups).map(({ limit }) => limit));
    if (most > 0) await judge(network, most, UNTOLD, true);
    await judge(counted, by, reply, isLook);
    if (most > 0 && !isLook) await judge(network, most, UNTOLD, false).catch(() => {});
  };
  return {
    take: (counted, by, reply) => inNetwork(counted, by, reply, false),
    look: (counted, reply) => inNetwork(counted, 1, reply, true),
  };
}

/** Longest first. */
function windowsOf(counted: Counted, groups: Groups): Window[] {
  const own = "organization" in counted ? counted.organization.limits?.[counted.group] : undefined;
  const { minute, second }: Allowed = { ...groups[counted.group], ...own };
  return [...(minute === undefined ? [] : [{ length: MINUTE, limit: minute }]), { length: SECOND, limit: second }];
}

const standingsOf = (windows: readonly Window[], { now, newest, used }: Tally): (Window & Standing)[] =>
  windows.map((window, i) => ({
    ...window,
    remaining: Math.max(0, window.limit - used[i]!),
    resetAt: used[i] === 0 ? now : newest! + window.length,
  }));

/** Of as many remaining, the longer. */
function tightest<T extends Standing>(standings: readonly T[]): T {
  return standings.reduce((tighter, next) => (next.remaining < tighter.remaining ? next : tighter));
}
