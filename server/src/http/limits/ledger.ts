/** Where it is kept what was counted. */

/** So many in so many milliseconds. */
export type Window = { readonly length: number; readonly limit: number };

/** How windows stand, in their order. Times are Unix milliseconds. */
export type Tally = {
  readonly now: number;
  /** When something was counted last; null where nothing was. */
  readonly newest: number | null;
  /** How many were counted in each. */
  readonly used: readonly number[];
  /** Milliseconds until there is room in all of them. */
  readonly wait: number;
};

export type Ledger = {
  /**
   * Counts where all windows have room for so many, or none of them; what was just counted is in the tally. 0 counts
   * nothing.
   *
   * @param windows longest first, with room for so many while they are empty.
   * @param isLook asks, and counts nothing.
   */
  count(key: string, windows: readonly Window[], by: number, isLook: boolean): Promise<Tally>;
};
