import type { Hex } from "../base/hex.ts";

/** The times that an `AnchorRegistry` is deployed with (protocol/5-contracts §8), in seconds. */
export type Timing = {
  /**
   * How long challenges can be opened against a checkpoint. Longer than two response times, so that one can ask for a
   * header, then for an entry in it, then for the entry's action.
   */
  readonly challengeWindow: number;
  /** How long an operator has to answer a challenge. */
  readonly responseTime: number;
  /** Added to the two above for finality. A new key also waits this long before it takes effect. */
  readonly margin: number;
  /** The shortest time between two anchors of one operator. */
  readonly minAnchorInterval: number;
  /** How many of an operator's newest checkpoints stay stored (a count, not a time). */
  readonly ringLength: number;
};

/** The parameters of an `OperatorStake` (protocol/5-contracts §8), in wei. */
export type StakeParameters = {
  /** The least stake with which an operator can anchor. */
  readonly minimumStake: bigint;
  /** If an operator is slashed, the prover is credited with the price of this much gas, at the block's base fee. */
  readonly rewardGas: number;
  /** The least reward: at most a tenth of the minimum stake. */
  readonly rewardFloor: bigint;
};

/** The kinds of challenges, as `Challenges` numbers them. */
export const CHALLENGE_KINDS = ["omission", "header", "entry", "action"] as const;
export type ChallengeKind = (typeof CHALLENGE_KINDS)[number];

/**
 * The parameters of `Challenges` (protocol/5-contracts §8). A bond is the larger of the floor and the highest cost of
 * its answer.
 */
export type ChallengeParameters = {
  /** The least bond, in wei. */
  readonly floor: bigint;
  /** The most gas that an answer of each kind takes. */
  readonly answerGas: Readonly<Record<ChallengeKind, number>>;
  /** Multiplies the base fee in the price of an answer's gas, so that the bond repays it even if the fee rises. */
  readonly factor: number;
  /** The price of each byte in an answer besides its gas, in wei. Rollups charge for the data. */
  readonly bytePrice: bigint;
};

/** The parameters of `Disputes` (protocol/5-contracts §8). A bond is the larger of its floor and the cost of a lead. */
export type DisputeParameters = {
  /** The least bond, in wei. */
  readonly bondFloor: bigint;
  /** The gas in the price of a lead. */
  readonly leadGas: number;
  /** Multiplies the base fee in the price of a lead. */
  readonly factor: number;
  /** The share of the bond that is burned if nobody answers the question, in ten-thousandths: at least 1,000. */
  readonly burnShare: number;
  /** How long a question or a lead waits for a (better) lead, in seconds: at least the registry's response time. */
  readonly responseTime: number;
  /** How long after its opening a dispute can last, in seconds: at least two of these response times. */
  readonly totalTime: number;
};

/** The parameters of a `Deployment` and of `Disputes`, without addresses. */
export type DeploymentParameters = {
  readonly timing: Timing;
  readonly stake: StakeParameters;
  readonly challenges: ChallengeParameters;
  readonly disputes: DisputeParameters;
};

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const ETHER = 10n ** 18n;
const FINNEY = 10n ** 15n;

/** Measured gas of whole answer transactions, with room for the longest answers. Bonds cover this much. */
const answerGas = {
  omission: 180_000,
  header: 150_000,
  entry: 400_000,
  // Measured with the longest allowed type string.
  action: 650_000,
};
/** Twice the gas of the dearest fault proof. */
const rewardGas = 3_000_000;

/**
 * The parameters of released deployments. A registry suits an operator if its {@link ringSpan} is at least twice the
 * {@link finalityDelay} plus the operator's `maxAnchorDelay`.
 */
export const presets = {
  /** For a chain on the developer's own machine: final after four minutes. */
  local: {
    timing: { challengeWindow: 150, responseTime: 60, margin: 30, minAnchorInterval: 1, ringLength: 8192 },
    stake: { minimumStake: ETHER, rewardGas, rewardFloor: FINNEY },
    challenges: { floor: FINNEY, answerGas, factor: 2, bytePrice: 0n },
    disputes: {
      bondFloor: FINNEY,
      leadGas: 400_000,
      factor: 4,
      burnShare: 5_000,
      responseTime: 60,
      totalTime: 240,
    },
  },

  /**
   * Final after eleven days. Watchers have a week to notice, so that weekends do not matter. Operators have three days
   * to answer, so that outages and congestion do not matter. The margin of a day covers transactions that somebody
   * keeps out of blocks.
   *
   * An anchor every ten minutes at most keeps the ring short: the first use of a slot costs 34,200 gas more than its
   * reuse. This leaves operators up to 6.4 days of anchor delay. In a dispute, people have a week to show an entry, as
   * watchers have to notice a fault. A dispute ends after four weeks.
   */
  mainnet: {
    timing: {
      challengeWindow: 7 * DAY,
      responseTime: 3 * DAY,
      margin: DAY,
      minAnchorInterval: 10 * MINUTE,
      ringLength: 4096,
    },
    stake: { minimumStake: 4n * ETHER, rewardGas, rewardFloor: 5n * FINNEY },
    challenges: { floor: 5n * FINNEY, answerGas, factor: 3, bytePrice: 0n },
    disputes: {
      bondFloor: 10n * FINNEY,
      leadGas: 400_000,
      factor: 6,
      burnShare: 5_000,
      responseTime: 7 * DAY,
      totalTime: 28 * DAY,
    },
  },

  /**
   * The same delays as on mainnet, except for the margin. A sequencer can keep a transaction out for a day before the
   * transaction can be forced, so the margin gives two days to freeze entries that were not shown.
   *
   * Storage is cheap on rollups: an anchor a minute, with as much room for the anchor delay. The stake is the same,
   * since operators' promises are worth no less.
   */
  l2: {
    timing: {
      challengeWindow: 7 * DAY,
      responseTime: 3 * DAY,
      margin: 2 * DAY,
      minAnchorInterval: MINUTE,
      ringLength: 43_840,
    },
    stake: { minimumStake: 4n * ETHER, rewardGas, rewardFloor: 2n * FINNEY },
    // A tenth of a gwei. That is a byte's price on rollups while the gas of blobs and of layer 1 costs about a gwei.
    challenges: { floor: 2n * FINNEY, answerGas, factor: 5, bytePrice: 10n ** 8n },
    disputes: {
      bondFloor: 2n * FINNEY,
      leadGas: 400_000,
      factor: 10,
      burnShare: 5_000,
      responseTime: 7 * DAY,
      totalTime: 28 * DAY,
    },
  },
} as const satisfies Record<string, DeploymentParameters>;

/**
 * Returns F, the seconds until a checkpoint becomes final.
 *
 * @example
 * const { timing } = presets.mainnet
 * const days = finalityDelay(timing) / 86_400 // 11
 * const suits = ringSpan(timing) >= 2 * (finalityDelay(timing) + maxAnchorDelay)
 * const held = exitDelay(timing, maxAnchorDelay) // seconds from an exit's request until the stake is paid out
 */
export function finalityDelay({ challengeWindow, responseTime, margin }: Timing): number {
  return challengeWindow + responseTime + margin;
}

/**
 * Returns how long an operator's stake stays after the operator has stopped, in seconds. The operator is liable for its
 * signatures until then.
 */
export function exitDelay(timing: Timing, maxAnchorDelay: number): number {
  return maxAnchorDelay + finalityDelay(timing);
}

/** Returns the least age of a checkpoint whose slot is reused, in seconds. */
export function ringSpan({ minAnchorInterval, ringLength }: Timing): number {
  return minAnchorInterval * ringLength;
}

/** The salt of every deployment through the proxy: the keccak-256 of `anchorlog/1`. */
export const DEPLOYMENT_SALT: Hex = "0xe1c0be112ee358c08ab457ccfbe31c257404c9e6af71b7c12282d01c864fb16e";

/**
 * Returns when an operator may delete what its archive has of an entry (THREATS A10), in Unix seconds. The operator may
 * be challenged about the entry until then. While a challenge about the entry is open, nothing may be deleted either.
 *
 * @param acceptedAt of the entry, or of the newest of many, Unix seconds: a thousandth of closedAt of their last batch will do.
 * @param anchoredAt the time of the first checkpoint on chain that covers them, Unix seconds.
 * @param maxAnchorDelay as registered, seconds.
 * @example
 * const { timing } = presets.mainnet
 * const until = retainedUntil({ acceptedAt: header.closedAt / 1_000, anchoredAt: checkpoint.time }, timing, maxAnchorDelay)
 */
export function retainedUntil(
  { acceptedAt, anchoredAt }: { readonly acceptedAt: number; readonly anchoredAt: number },
  timing: Timing,
  maxAnchorDelay: number,
): number {
  // A challenge by receipt can begin once the entry is due, a challenge by batch once the batch is anchored.
  return Math.max(acceptedAt + exitDelay(timing, maxAnchorDelay), anchoredAt + finalityDelay(timing));
}
