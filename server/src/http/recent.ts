/** Milliseconds for which an answer is reused. */
const MAX_AGE = 1_000;

/** Calls `ask` at most once per period, so that frequent callers cannot cause load. */
export function recent<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= ask().finally(() => setTimeout(() => (answer = undefined), MAX_AGE).unref());
    return answer;
  };
}
