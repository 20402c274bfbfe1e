/** Time limits for parts that the caller provides. A part that never answers must not block the operator. */
import { within } from "../../base/within.ts";
import { AnchorlogError } from "../../base/errors.ts";
import type { Archive } from "../../log/archive.ts";
import type { TileStore } from "../../tlog/tileStore.ts";

/**
 * How long to wait for parts that the caller provides, in milliseconds. Other parts have their own limits: `timeout` of
 * signers, 30,000 by default; `queryTimeout` of a store or guard over PostgreSQL; `requestTimeout` in `transactions`
 * for nodes.
 */
export type TimeLimits = {
  /**
   * The limit for one `get` or `put` of tiles, and of the archive when entries move there or are checked; 30,000 by
   * default.
   */
  readonly answer?: number;
  /**
   * The limit for `close` as a whole; 30,000 by default. After half of it, requests to the tiles are given up. If a
   * part has not ended by the limit, `close` abandons it, ends the others, and rejects at most ten seconds later.
   */
  readonly close?: number;
};

export type CheckedLimits = Required<TimeLimits>;

const DEFAULTS: CheckedLimits = { answer: 30_000, close: 30_000 };
/** Milliseconds that each part has to end, even if earlier parts used up the limit. */
const LEAST = 1_000;

/** @throws AnchorlogError `bad_option`. */
export function checkLimits(given: TimeLimits = {}): CheckedLimits {
  for (const [name, value] of Object.entries(given)) {
    const isKnown = Object.hasOwn(DEFAULTS, name);
    if (isKnown && (value === undefined || (value > 0 && value < 2 ** 31))) continue;
    const why = isKnown
      ? `${String(value)} is not a number of milliseconds from 1 to 2^31 - 1`
      : "the limit does not exist";
    throw new AnchorlogError("bad_option", `the option timeLimits.${name} is wrong: ${why}`, {
      fix: "give timeLimits { answer, close } in milliseconds, or leave it out",
      details: { option: `timeLimits.${name}` },
    });
  }
  const { answer = DEFAULTS.answer, close = DEFAULTS.close } = given;
  return { answer, close };
}

/** Wraps tiles so that each request ends in time or throws `part_timeout`, or `closed` after the abort. */
export function limitTiles(tiles: TileStore, limit: number, end: AbortSignal): TileStore {
  const part = { name: "the place of the tiles", limit, end };
  const inTime = <T>(what: string, ask: () => Promise<T>): Promise<T> => untilEnd(part, what, ask);
  return {
    get: (path, maxBytes) => inTime(`get of ${path}`, () => tiles.get(path, maxBytes)),
    put: (path, bytes, options) => inTime(`put of ${path}`, () => tiles.put(path, bytes, options)),
  };
}

/** Unanswered archive requests at a time: each may hold a file's bytes and one of Node's few threads. */
const MAX_UNANSWERED = 2;

/**
 * Wraps an archive with the same limits. While {@link MAX_UNANSWERED} requests have no answer, further ones fail at
 * once.
 */
export function limitArchive(archive: Archive, limit: number, end: AbortSignal): Archive {
  const part = { name: "the archive", limit, end };
  let unanswered = 0;
  const ask = async <T>(call: () => Promise<T>): Promise<T> => {
    unanswered++;
    try {
      return await call();
    } finally {
      unanswered--;
    }
  };
  const inTime = async <T>(what: string, call: () => Promise<T>): Promise<T> => {
    if (unanswered >= MAX_UNANSWERED) throw tooLate(part, what, `${unanswered} calls of it have no answer yet`);
    return untilEnd(part, what, () => ask(call));
  };
  return {
    get: (name, from, to) => inTime(`get of ${name}`, () => archive.get(name, from, to)),
    put: (name, bytes) => inTime(`put of ${name}`, () => archive.put(name, bytes)),
  };
}

type Part = { readonly name: string; readonly limit: number; readonly end: AbortSignal };

async function untilEnd<T>(part: Part, what: string, ask: () => Promise<T>): Promise<T> {
  const { limit, end } = part;
  if (end.aborted) throw closed(part, what);
  const { promise, reject } = Promise.withResolvers<never>();
  const onEnd = () => reject(closed(part, what));
  const timer = setTimeout(() => reject(tooLate(part, what, `no answer in ${limit} ms`)), limit);
  end.addEventListener("abort", onEnd, { once: true });
  try {
    return await Promise.race([ask(), promise]);
  } finally {
    clearTimeout(timer);
    end.removeEventListener("abort", onEnd);
  }
}

/** A part, and the function that ends it. */
export type Ending = readonly [name: string, end: () => unknown];

/**
 * Ends parts one after another. If one fails or is late, the others are still ended.
 *
 * @param limit milliseconds for all of them; each has a second at least.
 * @throws the first error of a part; AnchorlogError `close_timeout` if any part did not end.
 */
export async function endAll(parts: readonly Ending[], limit: number): Promise<void> {
  const until = performance.now() + limit;
  const late: string[] = [];
  const failures: unknown[] = [];
  for (const [name, end] of parts) {
    const ending = (async () => void (await end()))().then(() => true);
    // Ignores the error of a part that fails after its time.
    ending.catch(() => {});
    try {
      const ended = await within(Math.max(until - performance.now(), LEAST), ending, false);
      if (!ended) late.push(name);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  if (late.length === 0) return;
  throw new AnchorlogError("close_timeout", `it was closed, but these did not end in ${limit} ms: ${late.join(", ")}`, {
    fix: "find out why they do not answer; the next start looks up what they did",
    details: { late },
  });
}

function tooLate({ name }: Part, what: string, why: string): AnchorlogError {
  return new AnchorlogError("part_timeout", `${name} does not answer a ${what}: ${why}`, {
    fix: "find out why it does not answer. It is tried again; timeLimits.answer allows more time",
  });
}

function closed({ name }: Part, what: string): AnchorlogError {
  return new AnchorlogError("closed", `this anchorlog was closed before ${name} answered a ${what}`, {
    fix: "open it again: the rest is done then",
  });
}
