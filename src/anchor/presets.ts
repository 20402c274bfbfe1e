import type { Hex } from "../encoding/hex.ts";

/** The times that an `AnchorRegistry` is deployed with (PROTOCOL §8), in seconds. */
export type Timing = {
  /** How long challenges can be opened against a checkpoint: longer than two answers, for three questions in a row. */
  readonly challengeWindow: number;
  /** How long an operator has to answer one. */
  readonly responseTime: number;
  /** What finality waits on top of the two, and how long a new key waits before it takes effect. */
  readonly margin: number;
  /** The shortest time between two anchors of one operator. */
  readonly minAnchorInterval: number;
  /** How many of an operator's newest checkpoints stay stored. No time. */
  readonly ringLength: number;
};

/** What an `OperatorStake` is deployed with (PROTOCOL §8), in wei. */
export type StakeParameters = {
  /** An operator with less cannot anchor. */
  readonly minimumStake: bigint;
  /** Who has an operator slashed is credited with the price of this much gas, at the block's base fee. */
  readonly rewardGas: number;
  /** What that is at least: at most a tenth of the minimum stake. */
  readonly rewardFloor: bigint;
};

/** The kinds of challenges, as `Challenges` numbers them. */
export const CHALLENGE_KINDS = ["omission", "header", "entry", "action"] as const;
export type ChallengeKind = (typeof CHALLENGE_KINDS)[number];

/** What `Challenges` is deployed with (PROTOCOL §8). A bond is the larger of the floor and what its answer may cost. */
export type ChallengeParameters = {
  /** The least bond, in wei. */
  readonly floor: bigint;
  /** The most gas that an answer of each kind takes. */
  readonly answerGas: Readonly<Record<ChallengeKind, number>>;
  /** How many times the base fee an answer's gas is reckoned at, so that the bond repays it though the fee rises. */
  readonly factor: number;
  /** What a byte that an answer shows costs beside its gas, in wei: on rollups, for the data. */
  readonly bytePrice: bigint;
};

/** What `Disputes` is deployed with (PROTOCOL §8). A bond is the larger of its floor and what a lead costs. */
export type DisputeParameters = {
  /** The least bond, in wei. */
  readonly bondFloor: bigint;
  /** The gas that a lead is reckoned at. */
  readonly leadGas: number;
  /** How many times the base fee that gas is reckoned at. */
  readonly factor: number;
  /** Of the bond of a question that nobody answers, this much is burned, in ten-thousandths: at least 1,000. */
  readonly burnShare: number;
  /** How long a question, and a lead, waits for a (better) one, in seconds: at least the registry's response time. */
  readonly responseTime: number;
  /** How long after its opening a dispute can go on, in seconds: at least two of these response times. */
  readonly totalTime: number;
};

/** What a `Deployment` is deployed with, but for the addresses of contracts that stand alone. */
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

/** What answers were measured to take as whole transactions, with room for the longest ones: bonds reach so far. */
const answerGas = {
  omission: 180_000,
  header: 150_000,
  entry: 400_000,
  // With the longest type string that there is.
  action: 650_000,
};
/** Twice the most that the dearest proof of a fault takes. */
const rewardGas = 3_000_000;

/**
 * The parameters that releases are deployed with. An operator fits a registry if its {@link ringSpan} is at least
 * twice the {@link finalityDelay} plus its `maxAnchorDelay`.
 */
export const presets = {
  /** For a chain on one's own machine: final after four minutes. */
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
   * A week to notice, whatever the weekday; three days to answer, through an outage or a congested chain; a day for
   * transactions that somebody keeps out of blocks. Final after eleven days. An anchor every ten minutes at most
   * keeps the ring short, since every first use of a slot costs 34,200 gas more than its reuse; that leaves operators
   * up to 6.4 days of anchor delay. In a dispute people have a week to show an entry, as watchers have to notice; four
   * weeks end it.
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
   * The same delays, as people are no faster there, but for the margin: a sequencer can keep a transaction out for a day
   * before it can be forced, so there are two to freeze what was not shown. Storage is cheap: an anchor a minute, with as
   * much room for the anchor delay. The same stake, as what operators promise is worth no less there.
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
    // A tenth of a gwei is what rollups ask for a byte while a blob, and gas below, cost about a gwei.
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

/** F: how long a checkpoint takes to become final, in seconds. */
export function finalityDelay({ challengeWindow, responseTime, margin }: Timing): number {
  return challengeWindow + responseTime + margin;
}

/** How long an operator answers for what it signed after it has stopped, in seconds: its stake stays so long. */
export function exitDelay(timing: Timing, maxAnchorDelay: number): number {
  return maxAnchorDelay + finalityDelay(timing);
}

/** How old a checkpoint is at least when its slot is reused, in seconds. */
export function ringSpan({ minAnchorInterval, ringLength }: Timing): number {
  return minAnchorInterval * ringLength;
}

/**
 * The salt of every deployment through CreateX: the keccak-256 of `anchorlog/1`. Its first 20 bytes are nobody's
 * address, so that CreateX binds it to no sender and no chain, and anybody can deploy the same contract to the same
 * address.
 */
export const DEPLOYMENT_SALT: Hex = "0xe1c0be112ee358c08ab457ccfbe31c257404c9e6af71b7c12282d01c864fb16e";

/**
 * Until when an operator may be asked about an entry, and needs what its archive has of it (THREATS A10): Unix seconds.
 * Before that nothing of it may be deleted, nor while a challenge about it is open.
 *
 * @param acceptedAt of the entry, or of the newest of many, Unix seconds: closedAt of their last batch will do.
 * @param anchoredAt the time of the first checkpoint on chain that covers them, Unix seconds.
 * @param maxAnchorDelay as registered, seconds.
 */
export function retainedUntil(
  { acceptedAt, anchoredAt }: { readonly acceptedAt: number; readonly anchoredAt: number },
  timing: Timing,
  maxAnchorDelay: number,
): number {
  // By a receipt it may be asked for from when it is due on, by its batch from when that is anchored.
  return Math.max(acceptedAt + exitDelay(timing, maxAnchorDelay), anchoredAt + finalityDelay(timing));
}
