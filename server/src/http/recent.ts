/** Milliseconds for which an answer is good. */
const MAX_AGE = 1_000;

/** Asks at most once in a while, however many ask: nobody makes it work by asking. */
export function recent<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= ask().finally(() => setTimeout(() => (answer = undefined), MAX_AGE).unref());
    return answer;
  };
}
