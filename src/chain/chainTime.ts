/**
 * Tracks the chain's time. An entry dated more than an hour ahead of the block that judges it is a provable fault. It
 * does not matter whether this machine's clock or the chain is wrong: a rollup that was down writes blocks with the
 * times of hours ago.
 *
 * @module
 */
import { CHAIN_LAG, formatTime } from "../action/time.ts";
import { AnchorlogError } from "../base/errors.ts";
import { answerOf, type ChainClient } from "./client.ts";
import { readBlock } from "./questions.ts";
import { ChainUnavailableError } from "./view.ts";
import { within } from "../base/within.ts";

/**
 * How far ahead of a known block an entry or batch may be dated, in milliseconds. Blocks' times do not decrease along a
 * chain, so no later block judges the date as too far ahead. The other half of the allowance covers blocks that a
 * reorganization removes. The node may be unreachable, or the chain without blocks, for this long too.
 */
const MAX_AHEAD = CHAIN_LAG / 2;

/** Milliseconds after which the chain is asked again, in the background. */
const REFRESH = 30_000;
/**
 * Callers start a question to the chain at most once in this many milliseconds, and wait at most this long for its
 * answer.
 */
const RECHECK = 1_000;
/** Milliseconds for which a late answer counts on a chain that may be rewound, although each call asks anew there. */
const LATE_FOR = 30_000;

/** The reason why nothing with this date may be signed. */
export type Untimely = {
  readonly code: "clock_ahead" | "clock_behind" | "chain_unavailable";
  readonly message: string;
};

export type ChainTime = {
  /** Records the time of a block that was read for another purpose, in Unix seconds. */
  saw(blockTime: number): void;
  /** The time of the newest block seen, Unix ms, but not above this process's clock; 0 before the first block. */
  last(): number;
  /** Asks the chain unless it answered within the last {@link REFRESH} ms. @throws ChainUnavailableError */
  refresh(): Promise<void>;
  /**
   * Returns why nothing with this date (Unix ms) may be signed, or undefined. The chain is asked only if the known time
   * does not suffice, and once in {@link RECHECK} ms for all callers.
   */
  obstacle(dated: number): Untimely | undefined | Promise<Untimely | undefined>;
  /**
   * Returns why nothing new with this date (Unix ms) may be signed, or undefined. If the chain's newest block is over
   * {@link MAX_AHEAD} later, clients would refuse the receipt, and deadlines that have passed would count. Always
   * undefined on a development chain, whose time people move.
   */
  behind(dated: number): Untimely | undefined;
  /**
   * Checks a batch's closedAt in the same way, before the batch is closed and before a checkpoint is signed.
   *
   * @param wait runs the question and bounds how long the signer waits for it.
   * @throws AnchorlogError `clock_ahead`. @throws ChainUnavailableError
   */
  assertClosed(closedAt: number, wait: (question: () => Promise<void>) => Promise<void>): Promise<void>;
};

type BlockClient = Pick<ChainClient, "getBlock" | "request"> & { readonly mayRewind?: boolean };

/**
 * Tracks the chain's time.
 *
 * @param clock returns Unix milliseconds.
 * @param since the time of the newest block that was seen earlier, Unix ms.
 */
export function createChainTime(
  { publicClient }: { readonly publicClient: BlockClient },
  clock: () => number,
  since = 0,
): ChainTime {
  const { mayRewind = false } = publicClient;
  let seen = since;
  /** The time in the newest answer, Unix ms, even if it is ahead of this process's clock. */
  let newest = 0;
  /** `performance.now()` when the newest question was asked, and when the newest answered question was asked. */
  let asked = -Infinity;
  let answered = -Infinity;
  /** Whether the newest question is still without an answer. */
  let isSilent = false;
  let asking: Promise<void> | undefined;
  /** `performance.now()` of the newest question whose answer came after the signer had stopped waiting. */
  let late = -Infinity;
  /** `performance.now()` of the newest question after which a date was still too far ahead. */
  let inVain = -Infinity;

  const isAhead = (dated: number): boolean => dated - seen > MAX_AHEAD;
  const latest = async (): Promise<number> => {
    const { timestamp } = await answerOf(() => publicClient.getBlock());
    const time = 1_000 * Number(timestamp);
    if (Number.isSafeInteger(time)) return time;
    throw new ChainUnavailableError(`the node's newest block is of the time ${timestamp}`);
  };
  /** The time of the next block on a development node. Such a node makes blocks only on transactions. */
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
    // The clock is the limit, so that one wrong time far ahead does not raise `seen` for long.
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
      const known = seen === 0 ? "no block was read yet" : `the newest block that was read is of ${formatTime(seen)}`;
      return { code: "chain_unavailable", message: `the chain's node does not say the chain's time: ${known}` };
    }
    const what = dated > clock() ? "the last accepted entry is dated" : "this machine's clock is";
    return { code: "clock_ahead", message: `${what} ${distance(dated)}` };
  };

  return {
    saw: (blockTime) => {
      // Blocks of a development chain are as old as its last transaction.
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
          // A late answer counts for the next call.
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
        fix: "correct this machine's clock; batches with that date are anchored once the chain has reached it",
      });
    },
  };
}
