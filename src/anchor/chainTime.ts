/**
 * What is known of the chain's time. Whatever is signed with a date more than an hour ahead of a block that judges
 * it is a provable fault, be the clock or the chain wrong: a rollup that was down writes blocks of hours ago.
 *
 * @module
 */
import { CHAIN_LAG, formatTime } from "../action/time.ts";
import { AnchorlogError } from "../errors.ts";
import { answerOf, type ChainClient } from "./client.ts";
import { readBlock } from "./questions.ts";
import { ChainUnavailableError } from "./view.ts";
import { within } from "../within.ts";

/**
 * How far ahead of a block that was seen something may be dated, in milliseconds. Blocks' times do not decrease along a
 * chain, so that no later one judges it as too far ahead; the other half is for the blocks that a reorganization takes
 * back. So long, too, a node may be away, or a chain make no blocks.
 */
export const MAX_AHEAD = CHAIN_LAG / 2;

/** Milliseconds after which the chain is asked anew, behind what is promised meanwhile. */
const REFRESH = 30_000;
/** Milliseconds between two questions that promises wait for, and for which they wait. */
const RECHECK = 1_000;
/** Milliseconds for which an answer counts that came too late, where it would be asked anew: on a chain that may be put back. */
const LATE_FOR = 30_000;

/** Why nothing is promised that is dated as it would be. */
export type Untimely = {
  readonly code: "clock_ahead" | "clock_behind" | "chain_unavailable";
  readonly message: string;
};

export type ChainTime = {
  /** Says the time of a block that was read for something else, Unix seconds. */
  saw(blockTime: number): void;
  /** The time of the newest block that was seen, Unix ms, and of this process's clock at most; 0 before there is one. */
  last(): number;
  /** Asks, where that was not done a moment ago. @throws ChainUnavailableError */
  refresh(): Promise<void>;
  /**
   * Why nothing may be promised with this date, Unix ms. The chain is asked only where what is known does not do, once in
   * {@link RECHECK} ms for all who wait.
   */
  obstacle(dated: number): Untimely | undefined | Promise<Untimely | undefined>;
  /**
   * Why nothing new may be promised with this date, Unix ms: the chain's newest block is over {@link MAX_AHEAD} later, so
   * that clients refuse the receipt and deadlines count that are over. Never on a chain for development, whose time
   * people move.
   */
  behind(dated: number): Untimely | undefined;
  /**
   * The same of a batch's closedAt, before it is closed and before a checkpoint is signed.
   *
   * @param wait asks, and waits as long as whoever signs may.
   * @throws AnchorlogError `clock_ahead`. @throws ChainUnavailableError
   */
  assertClosed(closedAt: number, wait: (question: () => Promise<void>) => Promise<void>): Promise<void>;
};

type Client = Pick<ChainClient, "getBlock" | "request"> & { readonly mayRewind?: boolean };

/**
 * Follows the chain's time.
 *
 * @param clock Unix milliseconds.
 * @param since the time of a block that was seen before, Unix ms.
 */
export function createChainTime(
  { publicClient }: { readonly publicClient: Client },
  clock: () => number,
  since = 0,
): ChainTime {
  const { mayRewind = false } = publicClient;
  let seen = since;
  /** The time in the newest answer, Unix ms, however far ahead of this process's clock. */
  let newest = 0;
  /** `performance.now()` of the newest question, and of the newest that was answered. */
  let asked = -Infinity;
  let answered = -Infinity;
  /** Whether the newest question has no answer. */
  let isSilent = false;
  let asking: Promise<void> | undefined;
  /** The same of the newest that was answered when nobody waited for it any more, before a signature. */
  let late = -Infinity;
  /** The same of the newest question after which something was too far ahead. */
  let inVain = -Infinity;

  const isAhead = (dated: number): boolean => dated - seen > MAX_AHEAD;
  const latest = async (): Promise<number> => {
    const { timestamp } = await answerOf(() => publicClient.getBlock());
    const time = 1_000 * Number(timestamp);
    if (Number.isSafeInteger(time)) return time;
    throw new ChainUnavailableError(`the node's newest block is of the time ${timestamp}`);
  };
  /** When a node for development would make its next block: it makes none while nothing happens. */
  const next = async (): Promise<number> => {
    const block = await readBlock((method, params) => publicClient.request({ method, params }), "pending");
    return 1_000 * (block?.timestamp ?? 0);
  };
  const ask = async (dated: number): Promise<void> => {
    const at = (asked = performance.now());
    isSilent = true;
    const now = Math.max(dated, clock());
    let time = await latest();
    newest = time;
    if (mayRewind && now - time > MAX_AHEAD) time = Math.max(time, await next());
    // A node that once said a time far ahead is not believed for longer than one that is right.
    const found = Math.min(time, now);
    seen = mayRewind ? found : Math.max(seen, found);
    answered = Math.max(answered, at);
    isSilent = false;
  };
  /** One question for all who wait for its answer. */
  const askOnce = (dated: number): Promise<void> => (asking ??= ask(dated).finally(() => (asking = undefined)));

  const distance = (dated: number): string =>
    `${Math.ceil((dated - seen) / 1_000)} s ahead of the chain's newest block`;
  const judge = (dated: number): Untimely | undefined => {
    if (!isAhead(dated)) return undefined;
    if (isSilent) {
      const known =
        seen === 0 ? "none of its blocks was seen yet" : `the newest block that was seen is of ${formatTime(seen)}`;
      return { code: "chain_unavailable", message: `the chain's node does not say the chain's time: ${known}` };
    }
    const what = dated > clock() ? "what was accepted last is dated" : "this machine's clock is";
    return { code: "clock_ahead", message: `${what} ${distance(dated)}` };
  };

  return {
    saw: (blockTime) => {
      // Blocks of one for development are as old as what happened last.
      if (mayRewind) return;
      newest = 1_000 * blockTime;
      seen = Math.max(seen, Math.min(newest, clock()));
      asked = answered = performance.now();
      isSilent = false;
    },
    last: () => seen,
    refresh: async () => {
      if (performance.now() - answered >= REFRESH) await askOnce(clock());
    },
    obstacle: (dated) => {
      const now = performance.now();
      const tryOnce = () => askOnce(dated).catch(() => {});
      if (!isAhead(dated)) {
        if (now - asked >= REFRESH) void tryOnce();
        return undefined;
      }
      if (asking === undefined ? now - inVain < RECHECK : now - asked >= RECHECK) return judge(dated);
      return within(RECHECK, tryOnce(), undefined).then(() => {
        if (isAhead(dated)) inVain = asked;
        return judge(dated);
      });
    },
    behind: (dated) => {
      if (mayRewind || newest - dated <= MAX_AHEAD) return undefined;
      const seconds = Math.ceil((newest - dated) / 1_000);
      return { code: "clock_behind", message: `this machine's clock is ${seconds} s behind the chain's newest block` };
    },
    assertClosed: async (closedAt, wait) => {
      if (isAhead(closedAt) || mayRewind) {
        const at = performance.now();
        let isLate = false;
        try {
          // What comes too late for this time counts the next time.
          await wait(async () => {
            await ask(closedAt);
            if (isLate) late = at;
          });
        } catch (error) {
          isLate = true;
          if (!mayRewind || performance.now() - late >= LATE_FOR) throw error;
        }
      }
      if (!isAhead(closedAt)) return;
      throw new AnchorlogError("clock_ahead", `a batch is dated ${distance(closedAt)}`, {
        fix: "set this machine's clock right; what is dated so already is anchored once the chain has reached that time",
      });
    },
  };
}
