/** Sums of scalars times points: Pippenger's method, with signed digits. */
import type { Engine } from "./engine.ts";
import type { Group } from "./groups.ts";
import { PAIR } from "./memory.ts";
import { areZero, type Point1, type Point2, R, writeWords } from "./numbers.ts";
import { Sums } from "./sums.ts";

/** Bits of a scalar that is negated if it is above r/2, and one for the sign. */
const BITS = 254;
/** How many references are sorted at once. A single window may have more. */
const AT_ONCE = 40_000;
const MOST_WIDTH = 12;

/** Scalars and points whose products are summed up. */
export type Terms = {
  /** References; 0 is infinity. */
  readonly points: Int32Array;
  /** Eight words each, the lowest first: below r. */
  readonly scalars: Uint32Array;
};

/**
 * Makes a function that adds up products of scalars and points.
 *
 * @returns `multiply(terms)`: the sum, or undefined if it is infinity. Memory is borrowed, and free after it.
 */
export function multiplying<T extends Point1 | Point2>(engine: Engine, group: Group<T>) {
  const products = new Products(engine, group);
  return (terms: Terms): T | undefined => engine.borrow(() => products.sum(terms));
}

class Products<T extends Point1 | Point2> {
  readonly engine: Engine;
  readonly group: Group<T>;
  private readonly sums: Sums<T>;
  /** The address of a projective point. A second one follows it. */
  private readonly accumulator: number;

  constructor(engine: Engine, group: Group<T>) {
    this.engine = engine;
    this.group = group;
    this.sums = new Sums(engine, group);
    this.accumulator = engine.take(6 * PAIR);
  }

  /** Sums up the products in memory that the caller has borrowed. */
  sum(terms: Terms): T | undefined {
    const { engine, group, sums } = this;
    const { count, wide, references, magnitudes } = nonzero(terms);
    const width = bestWidth(wide);
    const windows = Math.ceil(BITS / width);
    const size = 2 ** (width - 1) + 1;

    // 1. For each window, adds up the points that have the same digit.
    const buckets = new Int32Array(windows * size);
    const kept = engine.take(windows * size * group.point);
    const work = sums.room(Math.max(windows * size * 2, Math.max(count, AT_ONCE) + size));
    const workspace = engine.take(work);
    const list = engine.take(4 * windows * size);
    const digits = digitsOf(magnitudes, count, width);
    const atOnce = Math.max(1, Math.floor(AT_ONCE / Math.max(1, count)));
    let place = kept;
    for (let window = 0; window < windows; window += atOnce) {
      const some = Math.min(atOnce, windows - window);
      sums.reset(workspace, work);
      const found = sums.sum(sorted(references, digits, some, count, size));
      place = this.keep(found, buckets.subarray(window * size, (window + some) * size), place, list);
    }

    // 2. For each bit, adds up the points of all digits that have the bit: Σ d B_d = Σ_odd B_d + 2 Σ d (B_2d +
    // B_(2d+1)), and so on.
    sums.reset(workspace, work);
    const odd: Int32Array[] = [];
    let level: Int32Array = buckets;
    for (let length = size; length > 1;) {
      odd.push(oddOnes(level, windows, length));
      const half = (length + 1) >> 1;
      level = sums.sum(pairsOf(level, windows, length, half));
      length = half;
    }
    const bits = sums.sum(join(odd, windows));

    // 3. Combines the sums from the highest bit down.
    return this.horner(bits, odd.length, windows, width);
  }

  /** Copies points out of the memory that the sums will use. */
  private keep(sums: Int32Array, buckets: Int32Array, place: number, list: number): number {
    const { words } = this.engine.views();
    const { point, functions } = this.group;
    let count = 0;
    for (let i = 0; i < sums.length; i++) {
      if (sums[i] === 0) continue;
      words[list / 4 + count] = sums[i]!;
      buckets[i] = place + count * point;
      count++;
    }
    if (count > 0) functions.copy(list, list + 4 * count, place);
    return place + count * point;
  }

  private horner(bits: Int32Array, depth: number, windows: number, width: number): T | undefined {
    const { group, accumulator } = this;
    const { add } = group.functions;
    const point = accumulator + 3 * PAIR;
    let started = false;
    for (let bit = windows * width - 1; bit >= 0; bit--) {
      if (started) add(accumulator, accumulator, accumulator);
      const [window, place] = [Math.floor(bit / width), bit % width];
      const reference = place < depth ? bits[window * depth + place]! : 0;
      if (reference === 0) continue;
      group.project(started ? point : accumulator, reference);
      if (started) add(accumulator, accumulator, point);
      started = true;
    }
    return started ? group.fromProjective(accumulator) : undefined;
  }
}

const R_WORDS = new Uint32Array(8);
writeWords(R_WORDS, 0, R);

/** Leaves out zeros and infinity, and takes r - s and the point's negative if s is above r/2. */
function nonzero({ points, scalars }: Terms) {
  const references = new Int32Array(points.length);
  const magnitudes = new Uint32Array(8 * points.length);
  let [count, wide] = [0, 0];
  for (let i = 0; i < points.length; i++) {
    const at = 8 * i;
    if (points[i] === 0 || areZero(scalars, at, 8)) continue;
    const to = 8 * count;
    // r/2 is 0x183227…. If the first 16 bits are the same, both choices are right.
    const negative = scalars[at + 7]! >= 0x18330000;
    let borrow = 0;
    for (let k = 0; k < 8; k++) {
      if (negative) {
        const difference = R_WORDS[k]! - scalars[at + k]! - borrow;
        borrow = difference < 0 ? 1 : 0;
        magnitudes[to + k] = difference;
      } else magnitudes[to + k] = scalars[at + k]!;
    }
    if (magnitudes[to + 7]! + magnitudes[to + 6]! > 0) wide++;
    references[count++] = points[i]! ^ Number(negative);
  }
  return { count, wide, references, magnitudes };
}

/** The width of windows that takes the fewest additions. */
function bestWidth(count: number): number {
  let [best, least] = [1, Infinity];
  for (let width = 2; width <= MOST_WIDTH; width++) {
    // A bucket's first point costs nothing, and each bucket two additions later on. Few at once take longer.
    const cost = Math.ceil(BITS / width) * (count + 2 ** (width - 1) + 10);
    if (cost < least) [best, least] = [width, cost];
  }
  return best;
}

/** Writes a scalar's digits from -2^(width - 1) to 2^(width - 1) into an array, lowest window first. */
function digitsOf(magnitudes: Uint32Array, count: number, width: number) {
  const carries = new Uint8Array(count);
  const half = 1 << (width - 1);
  const mask = (1 << width) - 1;
  let bit = 0;
  return (digits: Int16Array): void => {
    const [word, shift] = [bit >> 5, bit & 31];
    for (let i = 0; i < count; i++) {
      const at = 8 * i + word;
      let value = word < 8 ? magnitudes[at]! >>> shift : 0;
      if (shift + width > 32 && word < 7) value |= magnitudes[at + 1]! << (32 - shift);
      value = (value & mask) + carries[i]!;
      const above = value > half ? 1 : 0;
      carries[i] = above;
      digits[i] = value - (above << width);
    }
    bit += width;
  };
}

/** Sorts the references of the next windows into lists by digit. A window has `size` lists, and the first is empty. */
function sorted(
  references: Int32Array,
  nextDigits: (digits: Int16Array) => void,
  windows: number,
  count: number,
  size: number,
) {
  const ends = new Int32Array(windows * size);
  const into = new Int32Array(windows * count);
  const digits = new Int16Array(count);
  let base = 0;
  for (let window = 0; window < windows; window++) {
    nextDigits(digits);
    const places = new Int32Array(size + 1);
    for (let i = 0; i < count; i++) places[Math.abs(digits[i]!)]!++;
    let at = base;
    places[0] = base;
    for (let digit = 1; digit < size; digit++) {
      const length = places[digit]!;
      places[digit] = at;
      at += length;
      ends[window * size + digit] = at;
    }
    ends[window * size] = base;
    for (let i = 0; i < count; i++) {
      const digit = digits[i]!;
      if (digit > 0) into[places[digit]!++] = references[i]!;
      else if (digit < 0) into[places[-digit]!++] = references[i]! ^ 1;
    }
    base = at;
  }
  return { references: into, ends };
}

/** The elements at odd positions, window by window. */
function oddOnes(level: Int32Array, windows: number, length: number): Int32Array {
  const each = length >> 1;
  const odd = new Int32Array(windows * each);
  for (let window = 0; window < windows; window++) {
    for (let i = 0; i < each; i++) odd[window * each + i] = level[window * length + 2 * i + 1]!;
  }
  return odd;
}

/** Lists of two references each. The first list of each window is empty. */
function pairsOf(level: Int32Array, windows: number, length: number, half: number) {
  const references = new Int32Array(2 * windows * half);
  const ends = new Int32Array(windows * half);
  for (let window = 0; window < windows; window++) {
    for (let i = 0; i < half; i++) {
      const at = window * half + i;
      ends[at] = 2 * at + 2;
      if (i === 0) continue;
      references[2 * at] = level[window * length + 2 * i]!;
      if (2 * i + 1 < length) references[2 * at + 1] = level[window * length + 2 * i + 1]!;
    }
  }
  return { references, ends };
}

/** The lists of all bits, by window. */
function join(odd: readonly Int32Array[], windows: number) {
  const references = new Int32Array(odd.reduce((sum, { length }) => sum + length, 0));
  const ends = new Int32Array(windows * odd.length);
  let at = 0;
  for (let window = 0; window < windows; window++) {
    for (const [bit, all] of odd.entries()) {
      const each = all.length / windows;
      references.set(all.subarray(window * each, (window + 1) * each), at);
      at += each;
      ends[window * odd.length + bit] = at;
    }
  }
  return { references, ends };
}
