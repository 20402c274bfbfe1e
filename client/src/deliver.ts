/** Sends requests with a credential, and retries them if that is safe. */
import type { Credentials } from "./credentials.ts";
import { PlatformError, retryAfterOf } from "./errors.ts";

export type Send = (request: Request) => Promise<Response>;
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export type Delivery = {
  readonly fetch: Send;
  /** Maximum number of times to send a request. */
  readonly tries: number;
  /** Seconds to wait for one whole answer. */
  readonly timeout: number;
  readonly wait: Wait;
  /** Now in Unix milliseconds. */
  readonly clock: () => number;
  readonly random: () => number;
};

/** The first pause in milliseconds, and the longest pause that the client waits. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [250, 60_000];
/** Statuses of a server or proxy that is not available. The request may still have been executed. */
const NOT_NOW: ReadonlySet<number> = new Set([502, 503, 504]);
/** Maximum bytes of an answer. Files have at most 25 MiB. */
const MAX_ANSWER = 64 * 1_048_576;
/** Renewals per request. Tokens from another client may already have expired, too. */
const MOST_RENEWED = 2;
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * @param how `isRepeatable`: the request is safe to repeat, so it is sent again if the answer is lost. Any request
 *   rejected by a rate limit is sent again. `firstTimeout`: seconds to wait for the first answer. `within`: seconds
 *   after the first send in which the request may be repeated. `isMoot`: whether the result has arrived in another way,
 *   so that retries can stop.
 * @throws PlatformError `unreachable` if no answer arrived; `answer_too_long`.
 */
export async function deliver(
  request: Request,
  how: {
    readonly isRepeatable: boolean;
    readonly credentials?: Credentials | undefined;
    readonly firstTimeout?: number | undefined;
    readonly within?: number | undefined;
    readonly isMoot?: (() => boolean) | undefined;
  },
  { fetch, tries, timeout, wait, clock, random }: Delivery,
): Promise<Response> {
  const { isRepeatable, credentials, firstTimeout = timeout, within = Infinity, isMoot } = how;
  const { signal } = request;
  let renewed = 0;
  /** The time of the first send that may have been executed. */
  let since = Infinity;
  const isOver = (pause: number): boolean => clock() + pause - since > within * 1_000 || isMoot?.() === true;
  for (let tried = 1; ; tried++) {
    const shown = (await unlessEnded(signal, credentials?.current())) ?? {};
    const attempt = request.clone();
    for (const [name, value] of Object.entries(shown)) attempt.headers.set(name, value);
    const backoff = FIRST_PAUSE * 2 ** (tried - 1) * (0.5 + random());
    const patience = since === Infinity ? Math.min(firstTimeout, timeout) : timeout;
    const at = clock();
    const outcome = await read(attempt, fetch, patience).catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof PlatformError) throw error;
      return unreachable(request, error);
    });
    const isLost = outcome instanceof PlatformError;
    const [status, headers] = isLost ? [0, new Headers()] : [outcome.status, outcome.headers];
    const isAsked = status === 401 && /\bBearer\b/i.test(headers.get("www-authenticate") ?? "");
    if (isAsked && renewed < MOST_RENEWED && (await unlessEnded(signal, credentials?.others(shown))) === true) {
      // A renewed credential does not count as a further try.
      renewed++;
      tried--;
      continue;
    }
    if (status !== 429) since = Math.min(since, at);
    const mayRepeat = status === 429 || (isRepeatable && (isLost || NOT_NOW.has(status)));
    const pause = Math.max(backoff, (retryAfterOf(headers) ?? 0) * 1_000);
    const isLast = !mayRepeat || tried >= tries || pause > LONGEST_PAUSE || isOver(pause);
    if (!isLast) await wait(pause, signal);
    if (!isLast && !isOver(0)) continue;
    if (isLost) throw outcome;
    return outcome;
  }
}

/** Reads a whole answer. An incomplete answer is an error. */
async function read(request: Request, fetch: Send, timeout: number): Promise<Response> {
  const late = new AbortController();
  const signal = AbortSignal.any([request.signal, late.signal]);
  const timer = setTimeout(() => late.abort(new Error(`it took longer than ${timeout} s`)), timeout * 1_000);
  try {
    const response = await unlessEnded(signal, fetch(new Request(request, { signal })));
    const { status, statusText, headers } = response;
    const content = await unlessEnded(signal, contentOf(response));
    return new Response(NO_BODY.has(status) ? null : content, { status, statusText, headers });
  } finally {
    clearTimeout(timer);
  }
}

async function contentOf({ body }: Response): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    parts.push(part.value);
    size += part.value.length;
    if (size <= MAX_ANSWER) continue;
    void reader?.cancel().catch(() => {});
    throw new PlatformError("answer_too_long", `the API's answer is longer than ${MAX_ANSWER} bytes`);
  }
  return new Blob(parts);
}

/** Waits for a result, unless the caller aborts. The work itself is not stopped, and its result is dropped. */
export async function unlessEnded<T>(signal: AbortSignal, wanted: T): Promise<Awaited<T>> {
  let end = (): void => {};
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
  return Promise.race([ended, wanted]).finally(() => signal.removeEventListener("abort", end));
}

function unreachable({ method, url }: Request, cause: unknown): PlatformError {
  const { origin, pathname } = new URL(url);
  const why = cause instanceof Error ? reasonOf(cause) : String(cause);
  return new PlatformError("unreachable", `no answer to ${method} ${pathname} from ${origin}: ${why}`, { cause });
}

/** Node's `fetch` hides the reason in `cause`. If several addresses were tried, the cause has only a code. */
function reasonOf({ message, cause }: Error): string {
  const { message: behind, code } = Object(cause) as { readonly message?: unknown; readonly code?: unknown };
  return [message, behind || code].filter((text) => typeof text === "string").join(": ");
}

/** Waits, unless aborted. */
export const waitFor: Wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", end);
      resolve();
    }, milliseconds);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
