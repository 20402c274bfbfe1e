/** Rate limits by rolling windows: no period of a minute or a second exceeds its limit. */
import type { Secrets } from "../../foundation/secrets.ts";
import { ApiError } from "../errors.ts";
import { networkOf } from "./address.ts";
import { GROUPS, type Allowed, type Groups } from "../../foundation/limitGroups.ts";
import type { Ledger, Tally, Window } from "./ledger.ts";
import {
  limitHeaders,
  RateLimitError,
  type Answered,
  type Counted,
  type Limiter,
  type WindowState,
} from "./limiter.ts";

/** The headers show the organization's window, unless the network's window rejects the request. */
const UNTOLD: Answered = { headers: () => {} };
const MINUTE = 60_000;
const SECOND = 1_000;

/**
 * Windows of strangers in each group. A keyed hash maps networks to windows, so that nobody can choose a victim's
 * window.
 */
const SLOTS = 2 ** 18;

type WindowOptions = {
  /** Counts actions, since only this process executes them. */
  readonly own: Ledger;
  /** Counts requests of all processes. */
  readonly shared: Ledger;
  /** Counts requests without a credential; `shared` by default. */
  readonly strangers?: Ledger;
  readonly secrets: Pick<Secrets, "mac">;
  /** The limits. */
  readonly groups?: Groups;
};

export class WindowLimiter implements Limiter {
  readonly options: WindowOptions;
  readonly groups: Groups;

  constructor(options: WindowOptions) {
    this.options = options;
    this.groups = options.groups ?? GROUPS;
  }

  take(counted: Counted, by: number, reply: Answered): Promise<void> {
    return this.#inNetwork(counted, by, reply, false);
  }

  look(counted: Counted, reply: Answered): Promise<void> {
    return this.#inNetwork(counted, 1, reply, true);
  }

  /**
   * Also counts in the window of the caller's network, which is kept by this process only. It is checked before the
   * organization's window, and counted after it.
   */
  async #inNetwork(counted: Counted, by: number, reply: Answered, isLook: boolean): Promise<void> {
    const { group } = counted;
    if (
      !("organization" in counted) ||
      counted.from === undefined ||
      counted.organization.limits?.[group] !== undefined
    )
      return this.#judge(counted, by, reply, isLook);
    const network = { address: counted.from, group: group === "bus" ? "callers_bus" : "callers" } as const;
    const most = Math.min(by, ...windowsOf(network, this.groups).map(({ limit }) => limit));
    if (most > 0) await this.#judge(network, most, UNTOLD, true);
    await this.#judge(counted, by, reply, isLook);
    if (most > 0 && !isLook) await this.#judge(network, most, UNTOLD, false).catch(() => {});
  }

  async #judge(counted: Counted, by: number, reply: Answered, isLook: boolean): Promise<void> {
    const { group } = counted;
    const isOwn = "organization" in counted;
    const key = `${group} ${isOwn ? counted.organization.id : this.#slotOf(counted.address)}`;
    const windows = windowsOf(counted, this.groups);
    const ledger = this.#ledgerOf(counted);
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
  }

  #ledgerOf(counted: Counted): Ledger {
    const { own, shared, strangers = shared } = this.options;
    const { group } = counted;
    if (group === "bus" || group === "callers" || group === "callers_bus") return own;
    return "organization" in counted ? shared : strangers;
  }

  #slotOf(address: string | undefined): number {
    return this.options.secrets.mac("network", networkOf(address)).readUInt32BE() % SLOTS;
  }
}

/** The windows of a caller, longest first. */
function windowsOf(counted: Counted, groups: Groups): Window[] {
  const own = "organization" in counted ? counted.organization.limits?.[counted.group] : undefined;
  const usual: Allowed = groups[counted.group];
  const minute = own?.minute ?? usual.minute;
  const bySecond = { length: SECOND, limit: own?.second ?? usual.second };
  return minute === undefined ? [bySecond] : [{ length: MINUTE, limit: minute }, bySecond];
}

const standingsOf = (windows: readonly Window[], { now, newest, used }: Tally): (Window & WindowState)[] =>
  windows.map((window, i) => ({
    ...window,
    remaining: Math.max(0, window.limit - used[i]!),
    resetAt: used[i] === 0 ? now : newest! + window.length,
  }));

/** The window with the fewest remaining. If equal, the longer one. */
function tightest<T extends WindowState>(standings: readonly T[]): T {
  return standings.reduce((tighter, next) => (next.remaining < tighter.remaining ? next : tighter));
}
