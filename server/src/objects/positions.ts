/** The positions of actions in lists. The indexing thread reads them, so this module imports nothing. */

/** Positions reserved per entry in lists. An entry has fewer actions. */
export const ITEMS = 4_096;

/** The position of an action in lists. */
export const positionOf = ({ idx, item }: { readonly idx: number; readonly item: number }): number =>
  idx * ITEMS + item;

export const entryAndItem = (position: number): [idx: number, item: number] => [
  Math.floor(position / ITEMS),
  position % ITEMS,
];
