import type { Hex } from "../encoding/hex.ts";

/** What an `AnchorRegistry` is deployed with (PROTOCOL §8). Times in seconds. */
export type RegistryParameters = {
  /** How long challenges can be opened against a checkpoint. */
  readonly challengeWindow: number;
  /** How long an operator has to answer one. */
  readonly responseTime: number;
  /** What finality waits on top of the two. */
  readonly margin: number;
  /** The shortest time between two anchors of one operator. */
  readonly minAnchorInterval: number;
  /** How many of an operator's newest checkpoints stay stored. */
  readonly ringLength: number;
};

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/**
 * The parameters that registries are deployed with. An operator fits a registry if `ringLength · minAnchorInterval`
 * is at least twice the finality delay plus its `maxAnchorDelay`.
 */
export const presets = {
  /** For a chain on one's own machine: final after two and a half minutes. */
  local: { challengeWindow: 60, responseTime: 60, margin: 30, minAnchorInterval: 1, ringLength: 8192 },

  /**
   * A week to notice, whatever the weekday; three days to answer, through an outage or a congested chain; a day for
   * transactions that somebody keeps out of blocks. Final after eleven days. An anchor every ten minutes at most
   * keeps the ring short, since every first use of a slot costs 34,200 gas more than its reuse; that leaves operators
   * up to 6.4 days of anchor delay.
   */
  mainnet: {
    challengeWindow: 7 * DAY,
    responseTime: 3 * DAY,
    margin: DAY,
    minAnchorInterval: 10 * MINUTE,
    ringLength: 4096,
  },

  /**
   * The same delays, as people are no faster there, and a day is what a sequencer can withhold a transaction before
   * it can be forced. Storage is cheap: an anchor a minute, with as much room for the anchor delay.
   */
  l2: {
    challengeWindow: 7 * DAY,
    responseTime: 3 * DAY,
    margin: DAY,
    minAnchorInterval: MINUTE,
    ringLength: 40_960,
  },
} as const satisfies Record<string, RegistryParameters>;

/**
 * The salt of every deployment through CreateX: the keccak-256 of `anchorlog/1`. Its first 20 bytes are nobody's
 * address, so that CreateX binds it to no sender and no chain, and anybody can deploy the same contract to the same
 * address.
 */
export const DEPLOYMENT_SALT: Hex = "0xe1c0be112ee358c08ab457ccfbe31c257404c9e6af71b7c12282d01c864fb16e";
