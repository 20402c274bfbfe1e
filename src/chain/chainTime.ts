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
/** Milliseconds for which a late answer counts on a chain that may be rewound, although each call asks again there. */
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

/** The chain's time as far as it is known. `asked`, `answered`, `late` and `inVain` are of `performance.now`. */
type Known = {
  readonly client: BlockClient;
  readonly mayRewind: boolean;
  /** Returns Unix milliseconds. */
  readonly clock: () => number;
  /** As `ChainTime.last`. */
  seen: number;
  /** The time in the newest answer, Unix ms, even if it is ahead of this process's clock. */
  newest: number;
  /** When the newest question was asked, and when the newest answered question was asked. */
  asked: number;
  answered: number;
  /** Whether the newest question is still without an answer. */
  isSilent: boolean;
  asking: Promise<void> | undefined;
  /** When the newest question was asked whose answer came after the signer had stopped waiting. */
  late: number;
  /** When the newest question was asked after which a date was still too far ahead. */
  inVain: number;
};

/**
 * Tracks the chain's time.
 *
 * @param clock returns Unix milliseconds.
 * @param since the time of the newest block that was seen earlier, Unix ms.
 */
export function createChainTime(
  { publicClient: client }: { readonly publicClient: BlockClient },
  clock: () => number,
  since = 0,
): ChainTime {
  const { mayRewind = false } = client;
  const [never, isSilent] = [-Infinity, false];
  const times = { seen: since, newest: 0, asked: never, answered: never, late: never, inVain: never };
  const known: Known = { client, mayRewind, clock, ...times, isSilent, asking: undefined };
  return {
    saw: (blockTime) => saw(known, blockTime),
    last: () => known.seen,
    refresh: async () => {
      if (performance.now() - known.answered >= REFRESH) await askOnce(known, clock());
    },
    obstacle: (dated) => obstacle(known, dated),
    behind: (dated) => {
      if (mayRewind || known.newest - dated <= MAX_AHEAD) return undefined;
      const seconds = Math.ceil((known.newest - dated) / 1_000);
      return { code: "clock_behind", message: `this machine's clock is ${seconds} s behind the chain's newest block` };
    },
    assertClosed: (closedAt, wait) => assertClosed(known, closedAt, wait),
  };
}

const isAhead = ({ seen }: Known, dated: number): boolean => dated - seen > MAX_AHEAD;

function saw(known: Known, blockTime: number): void {
  // Blocks of a development chain are as old as its last transaction.
  if (known.mayRewind) return;
  known.newest = 1_000 * blockTime;
  known.seen = Math.max(known.seen, Math.min(known.newest, known.clock()));
  known.asked = known.answered = performance.now();
  known.isSilent = false;
}

function obstacle(known: Known, dated: number): Untimely | undefined | Promise<Untimely | undefined> {
  const now = performance.now();
  const tryOnce = () => askOnce(known, dated).catch(() => {});
  const { asking, asked, inVain } = known;
  if (!isAhead(known, dated)) {
    if (now - asked >= REFRESH) void tryOnce();
    return undefined;
  }
  if (asking === undefined ? now - inVain < RECHECK : now - asked >= RECHECK) return judge(known, dated);
  return within(RECHECK, tryOnce(), undefined).then(() => {
    if (isAhead(known, dated)) known.inVain = known.asked;
    return judge(known, dated);
  });
}

async function assertClosed(
  known: Known,
  closedAt: number,
  wait: (question: () => Promise<void>) => Promise<void>,
): Promise<void> {
  if (isAhead(known, closedAt) || known.mayRewind) {
    const at = performance.now();
    let isLate = false;
    try {
      // A late answer counts for the next call.
      await wait(async () => {
        await ask(known, closedAt);
        if (isLate) known.late = at;
      });
    } catch (error) {
      isLate = true;
      if (!known.mayRewind || performance.now() - known.late >= LATE_FOR) throw error;
    }
  }
  if (!isAhead(known, closedAt)) return;
  throw new AnchorlogError("clock_ahead", `a batch is dated ${distance(known, closedAt)}`, {
    fix: "correct this machine's clock; batches with that date are anchored once the chain has reached it",
  });
}

/** One question for all who wait for its answer. */
function askOnce(known: Known, dated: number): Promise<void> {
  return (known.asking ??= ask(known, dated).finally(() => (known.asking = undefined)));
}

async function ask(known: Known, dated: number): Promise<void> {
  const { client, mayRewind, clock } = known;
  const at = (known.asked = performance.now());
  known.isSilent = true;
  const now = Math.max(dated, clock());
  let time = await latest(client);
  known.newest = time;
  if (mayRewind && now - time > MAX_AHEAD) time = Math.max(time, await next(client));
  // The clock is the limit, so that one wrong time far ahead does not raise `seen` for long.
  const found = Math.min(time, now);
  known.seen = mayRewind ? found : Math.max(known.seen, found);
  known.answered = Math.max(known.answered, at);
  known.isSilent = false;
}

async function latest(client: BlockClient): Promise<number> {
  const { timestamp } = await answerOf(() => client.getBlock());
  const time = 1_000 * Number(timestamp);
  if (Number.isSafeInteger(time)) return time;
  throw new ChainUnavailableError(`the node's newest block is of the time ${timestamp}`);
}

/** The time of the next block on a development node. Such a node makes blocks only on transactions. */
async function next(client: BlockClient): Promise<number> {
  const block = await readBlock((method, params) => client.request({ method, params }), "pending");
  return 1_000 * (block?.timestamp ?? 0);
}

function judge(known: Known, dated: number): Untimely | undefined {
  const { seen, isSilent, clock } = known;
  if (!isAhead(known, dated)) return undefined;
  if (isSilent) {
    const read = seen === 0 ? "no block was read yet" : `the newest block that was read is of ${formatTime(seen)}`;
    return { code: "chain_unavailable", message: `the chain's node does not say the chain's time: ${read}` };
  }
  const what = dated > clock() ? "the last accepted entry is dated" : "this machine's clock is";
  return { code: "clock_ahead", message: `${what} ${distance(known, dated)}` };
}

const distance = ({ seen }: Known, dated: number): string =>
  `${Math.ceil((dated - seen) / 1_000)} s ahead of the chain's newest block`;
