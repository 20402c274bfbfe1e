/** Leaves `[start, end)` under one node of a tree: a full node, or one that reaches the tree's end. */
export type LeafRange = { readonly start: number; readonly end: number };

/**
 * The nodes of an inclusion proof, from the leaf's sibling up (RFC 9162, section 2.1.3.1).
 *
 * @throws RangeError if a tree of `size` has no leaf `index`.
 */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(index) || index < 0 || index >= size) {
    throw new RangeError(`a tree of size ${size} has no leaf ${index}`);
  }
  const ranges: LeafRange[] = [];
  for (let i = index, width = 1; width < size; i = Math.floor(i / 2), width *= 2) {
    const start = (i % 2 === 0 ? i + 1 : i - 1) * width;
    if (start < size) ranges.push({ start, end: Math.min(start + width, size) });
    // else: the last node of an odd level rises unchanged
  }
  return ranges;
}

/**
 * The nodes of a consistency proof, in its order (RFC 9162, section 2.1.4.1). There are none if the old size is 0 or
 * the tree's own size.
 *
 * @throws RangeError if `oldSize` is not from 0 to `newSize`.
 */
export function consistencyRanges(oldSize: number, newSize: number): LeafRange[] {
  if (!Number.isSafeInteger(newSize) || !Number.isSafeInteger(oldSize) || oldSize < 0 || oldSize > newSize) {
    throw new RangeError(`a tree of size ${newSize} has no earlier size ${oldSize}`);
  }
  if (oldSize === 0 || oldSize === newSize) return [];
  const ranges: LeafRange[] = [];
  // SUBPROOF(oldSize, [start, end), whole): `whole` says that the verifier knows the old subtree's root.
  const walk = (start: number, end: number, whole: boolean): void => {
    if (oldSize === end) {
      if (!whole) ranges.push({ start, end });
      return;
    }
    const middle = start + largestPowerOfTwoBelow(end - start);
    if (oldSize <= middle) {
      walk(start, middle, whole);
      ranges.push({ start: middle, end });
    } else {
      walk(middle, end, false);
      ranges.push({ start, end: middle });
    }
  };
  walk(0, newSize, true);
  return ranges;
}

/** The largest power of two below `n` (n >= 2). */
export function largestPowerOfTwoBelow(n: number): number {
  let power = 1;
  while (power * 2 < n) power *= 2;
  return power;
}
