import { concat } from "./bytes.ts";
import { AnchorlogError } from "./errors.ts";

/** Joins a path to a URL prefix, which may or may not end in a slash. */
export function urlUnder(prefix: string, path: string): URL {
  const base = URL.parse(prefix.endsWith("/") ? prefix : `${prefix}/`);
  if (base === null || !/^https?:$/.test(base.protocol) || base.search !== "" || base.hash !== "") {
    throw new AnchorlogError("bad_url", `${JSON.stringify(prefix)} is not a URL prefix`, {
      fix: "give an http or https URL without a query and a fragment",
    });
  }
  return new URL(path, base);
}

/** Runs an abortable task with a time limit in milliseconds. On timeout it throws an error that names the limit. */
export async function bounded<T>(timeout: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const late = new Error(`no answer within ${timeout} ms`);
  const timer = setTimeout(() => abort.abort(late), timeout);
  try {
    return await run(abort.signal);
  } catch (error) {
    // The error of fetch hides the reason; some engines put it in `cause`.
    if (abort.signal.aborted) throw late;
    const { cause } = error as Error;
    throw cause instanceof Error && cause.message !== "" ? cause : error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads a response's body.
 *
 * @throws AnchorlogError `answer_too_large` if it exceeds `maxBytes`.
 */
export async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array> {
  // Not with `for await`: some browsers' streams are not async iterables.
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
    chunks.push(next.value);
    length += next.value.length;
    if (length > maxBytes) {
      await reader?.cancel();
      throw new AnchorlogError("answer_too_large", `the answer is over ${maxBytes} bytes`);
    }
  }
  return concat(...chunks);
}
