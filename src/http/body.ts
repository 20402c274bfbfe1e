/** A request's content. The gate reads it first, and puts it back for the handler. */
export type BodySource = {
  /**
   * Reads until the end, or until the sink declines a chunk or the signal aborts.
   *
   * @returns whether the end was reached.
   * @throws the sink's errors.
   */
  read(sink: Sink, signal: AbortSignal): Promise<boolean>;
  /** Makes a fully read content available to the next reader. */
  replay(content: Uint8Array): void;
  /** Calls the listener once the request is answered or its client disconnected. Absent if the adapter cannot know. */
  readonly onAnswered?: (listener: () => void) => void;
};

/** Receives a body in chunks. */
export type Sink = {
  /** Takes a chunk. Returns whether there was room for it. The next chunk waits for the result. */
  add(chunk: Uint8Array): boolean | Promise<boolean>;
  /** Returns why a chunk was declined, if one was. */
  readonly declined: () => "body_too_large" | "too_busy" | undefined;
};

/** The bytes that all unjudged bodies together may take. */
export type Budget = {
  /** Reserves bytes. Returns whether there was room. */
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

/** Collects a body in memory. */
type Collector = Sink & {
  add(chunk: Uint8Array): boolean;
  /** Returns all bytes that were added. */
  bytes(): Uint8Array;
  /** Returns its bytes to the budget. */
  release(): void;
};

const FIRST_ROOM = 4_096;

/**
 * Creates a collector of at most `max` bytes, on a budget.
 *
 * Chunks are copied: a body in one-byte chunks would otherwise take a hundred times its size. The buffer grows with the
 * bytes received, not with the claimed Content-Length.
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
