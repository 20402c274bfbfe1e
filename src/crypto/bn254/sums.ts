/** Sums of many lists of points at once, two by two. */
import { adding, beyond, MOST } from "./additions.ts";
import type { Engine } from "./engine.ts";
import type { Group } from "./groups.ts";
import type { Point1, Point2 } from "./numbers.ts";

/** Lists of references, one after the other, and the end of each. A reference of 0 is infinity. */
export type Lists = { readonly references: Int32Array; readonly ends: Int32Array };

/** The lists with more than one point: their numbers, beginnings and lengths. */
type Active = { count: number; readonly lists: Int32Array; readonly starts: Int32Array; readonly lengths: Int32Array };

/** Adds lists of points. Its memory is never released. */
export class Sums<T extends Point1 | Point2> {
  readonly engine: Engine;
  readonly group: Group<T>;
  private readonly adding: ReturnType<typeof adding<T>>;
  /** Address of the next sum, and the end of the memory for sums. */
  private next = 0;
  private end = 0;

  constructor(engine: Engine, group: Group<T>) {
    this.engine = engine;
    this.group = group;
    this.adding = adding(engine, group);
  }

  /** Returns the bytes of memory that this number of additions needs. */
  room(additions: number): number {
    return (additions + beyond(this.group)) * this.group.point;
  }

  /** Sets the memory for the next sums. */
  reset(address: number, bytes: number): void {
    this.next = address;
    this.end = address + bytes - beyond(this.group) * this.group.point;
  }

  /**
   * Returns a reference for each list. Overwrites `lists.references`. Sums are written one after the other to the
   * memory of the last `reset`, and stay there.
   */
  sum({ references, ends }: Lists): Int32Array {
    const sums = new Int32Array(ends.length);
    const active = begin(references, ends, sums);
    const { lists, starts, lengths } = active;
    for (let k = 0, to = this.next; k < active.count; k++) {
      to += (lengths[k]! - 1) * this.group.point;
      if (to > this.end) throw new RangeError("there is no room for so many sums");
    }
    while (active.count > 0) {
      const infinities = this.halve(references, active);
      const round = active.count;
      active.count = 0;
      for (let k = 0; k < round; k++) {
        const start = starts[k]!;
        const length =
          infinities.size === 0
            ? lengths[k]!
            : compact(references, start, start + lengths[k]!, start, (reference) => !infinities.has(reference));
        if (length > 1) push(active, lists[k]!, start, length);
        else sums[lists[k]!] = length === 0 ? 0 : references[start]!;
      }
    }
    return sums;
  }

  /** Halves each list: its pairs become their sums. */
  private halve(references: Int32Array, { count, starts, lengths }: Active): Set<number> {
    const { engine, adding } = this;
    const { point } = this.group;
    const { pairs } = adding;
    const infinities = new Set<number>();
    let next = this.next;
    let [waiting, to] = [0, next];
    let { words } = engine.views();
    const flush = (): void => {
      for (const address of adding.add(waiting, to)) infinities.add(address);
      [waiting, to] = [0, next];
      ({ words } = engine.views());
    };
    for (let k = 0; k < count; k++) {
      const start = starts[k]!;
      const length = lengths[k]!;
      let write = start;
      for (let i = start + 1; i < start + length; i += 2) {
        const at = pairs / 4 + 2 * waiting;
        words[at] = references[i - 1]!;
        words[at + 1] = references[i]!;
        references[write++] = next;
        next += point;
        if (++waiting === MOST) flush();
      }
      if (length % 2 === 1) references[write++] = references[start + length - 1]!;
      lengths[k] = write - start;
    }
    if (waiting > 0) flush();
    this.next = next;
    return infinities;
  }
}

/** Leaves out points at infinity, and sets the sums of lists that have at most one point. */
function begin(references: Int32Array, ends: Int32Array, sums: Int32Array): Active {
  const places = () => new Int32Array(ends.length);
  const active = { count: 0, lists: places(), starts: places(), lengths: places() };
  let from = 0;
  for (let list = 0; list < ends.length; list++) {
    const length = compact(references, from, ends[list]!, from, (reference) => reference !== 0);
    if (length > 1) push(active, list, from, length);
    else if (length === 1) sums[list] = references[from]!;
    from = ends[list]!;
  }
  return active;
}

/** Moves the references that `keep` accepts to `to`, and returns their number. */
function compact(
  references: Int32Array,
  from: number,
  end: number,
  to: number,
  keep: (reference: number) => boolean,
): number {
  let write = to;
  for (let i = from; i < end; i++) if (keep(references[i]!)) references[write++] = references[i]!;
  return write - to;
}

/** Appends a list in place. It never overwrites a list that was not read yet. */
function push(active: Active, list: number, start: number, length: number): void {
  const { count, lists, starts, lengths } = active;
  lists[count] = list;
  starts[count] = start;
  lengths[count] = length;
  active.count++;
}
