/** Bounds the time that is waited for somebody outside: by one limit in all, and not by one for each question. */
import { ChainUnavailableError } from "../anchor/view.ts";
import { AnchorlogError } from "../errors.ts";
import { within } from "../within.ts";

/**
 * Asks, and waits for the answer while there is patience left. The question itself goes on.
 *
 * @throws ChainUnavailableError where it does not come in time.
 */
export type Patience = <T>(question: () => Promise<T>) => Promise<T>;

/** Milliseconds that are waited for whoever stays silent, in all: what grows the batch log waits behind it. */
const LIMIT = 3_000;
/** Milliseconds within which an answer makes up for all silence before it. */
const QUICK = 500;
/** Of the time that goes by without waiting, so much may be waited again. */
const SHARE = 1 / 8;

/**
 * Patience with one who may be slow or silent. Whoever answers quickly is waited for anew; silence uses the limit up,
 * and is then hardly waited for, however many ask.
 *
 * @param who for the error's message.
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
 * A question that is asked again and again. What was said last counts for a while where no answer comes in time, or
 * nothing would be signed on a slow node.
 *
 * @param goodFor milliseconds since that was asked.
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
