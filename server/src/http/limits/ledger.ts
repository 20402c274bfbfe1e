/** Stores the counts of rate limits. */

/** At most `limit` within `length` milliseconds. */
export type Window = { readonly length: number; readonly limit: number };

/** The state of some windows, in their order. Times are Unix milliseconds. */
export type Tally = {
  readonly now: number;
  /** The time of the last count; null if the windows are empty. */
  readonly newest: number | null;
  /** The count in each window. */
  readonly used: readonly number[];
  /** Milliseconds until all windows have room. */
  readonly wait: number;
};

export type Ledger = {
  /**
   * Counts `by` in all windows if each has room, otherwise in none. The tally includes the new count. If `by` is 0,
   * nothing is counted.
   *
   * @param windows longest first. An empty window must have room for `by`.
   * @param isLook checks only, and counts nothing.
   */
  count(key: string, windows: readonly Window[], by: number, isLook: boolean): Promise<Tally>;
};
