import { concat } from "../encoding/bytes.ts";
import { AnchorlogError } from "../errors.ts";

/** A path under a URL prefix that may or may not end in a slash. */
export function urlUnder(prefix: string, path: string): URL {
  const base = URL.parse(prefix.endsWith("/") ? prefix : `${prefix}/`);
  if (base === null || !/^https?:$/.test(base.protocol) || base.search !== "" || base.hash !== "") {
    throw new AnchorlogError("bad_url", `${JSON.stringify(prefix)} is not a URL prefix`, {
      fix: "give an http or https URL without a query and a fragment",
    });
  }
  return new URL(path, base);
}

/** Runs what can be aborted for some milliseconds, then ends it with an error that says so. */
export async function bounded<T>(timeout: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const late = new Error(`no answer within ${timeout} ms`);
  const timer = setTimeout(() => abort.abort(late), timeout);
  try {
    return await run(abort.signal);
  } catch (error) {
    // What fetch throws hides the reason, in some engines and in its cause.
    if (abort.signal.aborted) throw late;
    const { cause } = error as Error;
    throw cause instanceof Error && cause.message !== "" ? cause : error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A response's body.
 *
 * @throws AnchorlogError `answer_too_large` once it is over `maxBytes`.
 */
export async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array> {
  // By hand: not every browser's streams are async iterables.
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
