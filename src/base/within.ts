import { AnchorlogError } from "./errors.ts";

/**
 * Waits for a promise, but not longer than a limit. The promise itself is not cancelled.
 *
 * @param otherwise the result if the limit passes; without it, the call rejects.
 */
export async function within<T>(milliseconds: number, answer: Promise<T>, ...otherwise: [] | [T]): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve, reject) => {
    timer = setTimeout(() => {
      if (otherwise.length === 1) resolve(otherwise[0]);
      else reject(new AnchorlogError("part_timeout", `no answer in ${milliseconds / 1000} s`));
    }, milliseconds);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Waits for a promise until a signal aborts. The promise itself is not cancelled.
 *
 * @param why makes the error that is thrown on abort.
 */
export async function unlessAborted<T>(signal: AbortSignal, answer: Promise<T>, why: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(why());
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, answer]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
