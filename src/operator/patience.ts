/** Limits the time spent waiting for an outside service: one limit for all questions together, not one for each. */
import { ChainUnavailableError } from "../chain/view.ts";
import { AnchorlogError } from "../base/errors.ts";
import { within } from "../base/within.ts";

/**
 * Asks a question and waits while there is patience left. After that the question still runs, but the caller gets the
 * error.
 *
 * @throws ChainUnavailableError if the answer does not come in time.
 */
export type Patience = <T>(question: () => Promise<T>) => Promise<T>;

/** Milliseconds of waiting for a silent service, in total. Operations on the batch log wait for it. */
const LIMIT = 3_000;
/** Milliseconds within which an answer restores the full limit. */
const QUICK = 500;
/** The share of the time without waiting that is added back to the limit. */
const SHARE = 1 / 8;

/**
 * Creates the patience with one service. A quick answer restores the limit. Silence uses it up; then hardly any time is
 * spent waiting, however many callers ask.
 *
 * @param who name of the service for the error's message.
 */
export function createPatience(who: string, limit = LIMIT): Patience {
  let left = limit;
  let waiting = 0;
  let counted = performance.now();
  const count = (): number => {
    const now = performance.now();
    const passed = now - counted;
    left = waiting > 0 ? Math.max(0, left - passed) : Math.min(limit, left + SHARE * passed);
    return (counted = now);
  };
  return async <T>(question: () => Promise<T>): Promise<T> => {
    const late = Symbol("late");
    const asked = count();
    waiting++;
    try {
      const answer = question();
      answer.then(
        () => count() - asked <= QUICK && (left = limit),
        () => {},
      );
      const found = await within<T | typeof late>(left, answer, late);
      if (found !== late) return found;
      throw new ChainUnavailableError(`${who} gave no answer in time`);
    } finally {
      count();
      waiting--;
    }
  };
}

/**
 * Wraps a question that is asked repeatedly. If the answer does not come in time, the last one is used for a while.
 * Otherwise nothing could be signed while a node is slow.
 *
 * @param goodFor milliseconds since the last answered question was asked.
 */
export function remembered<T>(question: () => Promise<T>, patience: Patience, goodFor: number): () => Promise<T> {
  let said: { readonly asked: number; readonly answer: T } | undefined;
  const ask = async (): Promise<T> => {
    const asked = performance.now();
    try {
      const answer = await question();
      if (said === undefined || said.asked < asked) said = { asked, answer };
      return answer;
    } catch (error) {
      if (!isOutage(error)) said = undefined;
      throw error;
    }
  };
  return async () => {
    try {
      return await patience(ask);
    } catch (error) {
      if (said === undefined || !isOutage(error) || performance.now() - said.asked >= goodFor) throw error;
      return said.answer;
    }
  };
}

const isOutage = (error: unknown): boolean => error instanceof AnchorlogError && error.code === "chain_unavailable";
