/** A request's content, for whoever judges the request and for whoever reads it then. */
export type BodySource = {
  /**
   * Reads until the end, or until the sink declines a chunk or the signal says that it is enough.
   *
   * @returns whether it got to the end.
   * @throws what the sink throws.
   */
  read(sink: Sink, signal: AbortSignal): Promise<boolean>;
  /** Gives a content that was read to its end to whoever reads next. */
  replay(content: Uint8Array): void;
  /** Tells once the request is answered, or its sender gone. Absent where the adapter does not know. */
  readonly onAnswered?: (listener: () => void) => void;
};

/** Takes a body that comes in chunks. */
export type Sink = {
  /** Takes a chunk; says whether there was room for it. The next one waits for that. */
  add(chunk: Uint8Array): boolean | Promise<boolean>;
  /** Why a chunk was declined, if one was. */
  readonly declined: () => "body_too_large" | "too_busy" | undefined;
};

/** Bytes that all bodies together may take which nobody has answered for yet. */
export type Budget = {
  /** Takes so many bytes; says whether there were as many. */
  take(bytes: number): boolean;
  give(bytes: number): void;
};

export function createBudget(max: number): Budget {
  let left = max;
  return {
    take: (bytes) => {
      if (bytes > left) return false;
      left -= bytes;
      return true;
    },
    give: (bytes) => {
      left += bytes;
    },
  };
}

/** Puts together a body that comes in chunks. */
export type Collector = Sink & {
  add(chunk: Uint8Array): boolean;
  /** All that was added. */
  bytes(): Uint8Array;
  /** Gives back what it took of its budget. */
  release(): void;
};

const FIRST_ROOM = 4_096;

/**
 * A collector of at most `max` bytes, on a budget.
 *
 * Chunks are copied, since a body in chunks of one byte each would take a hundred times its size; room grows with what
 * came, not with what Content-Length says will come.
 */
export function createCollector(max: number, budget?: Budget): Collector {
  let room = new Uint8Array(0);
  let size = 0;
  let declined: "body_too_large" | "too_busy" | undefined;
  const grow = (needed: number): boolean => {
    const wanted = Math.min(max, Math.max(needed, 2 * room.length, FIRST_ROOM));
    if (budget?.take(wanted - room.length) === false) return false;
    const larger = new Uint8Array(wanted);
    larger.set(room.subarray(0, size));
    room = larger;
    return true;
  };
  const release = (): void => {
    if (budget !== undefined) budget.give(room.length);
    budget = undefined;
  };
  return {
    add: (chunk) => {
      const needed = size + chunk.length;
      if (needed > max) declined = "body_too_large";
      else if (needed > room.length && !grow(needed)) declined = "too_busy";
      if (declined !== undefined) return false;
      room.set(chunk, size);
      size = needed;
      return true;
    },
    declined: () => declined,
    bytes: () => (size === room.length ? room : room.slice(0, size)),
    release,
  };
}
