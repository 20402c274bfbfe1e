/** Asks a signer over HTTP, with limits on time and size. */
import { attempt } from "../../base/attempt.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { readBounded } from "../../base/transfer.ts";

/** How long a signer over HTTP is waited for. */
export type RemoteLimits = {
  /** Milliseconds that one request may take, all bytes of its answer included; 5,000 by default. */
  readonly timeout?: number;
  /** Milliseconds in which a request that failed is sent again; 20,000 by default, 0 for never. */
  readonly patience?: number;
};

/** Makes a request. It is called for each attempt, because the request's signature covers the time. */
type MakeRequest = () => Promise<{
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}>;

/** Returns the answer, with any status. */
export type RemoteAnswer = { readonly status: number; readonly text: string };

const TIMEOUT = 5_000;
const PATIENCE = 20_000;
/** Milliseconds before the first of the further attempts; each waits twice as long as the one before. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 3_000;
/** Bytes of an answer. */
const MAX_ANSWER = 1 << 16;

/**
 * Asks, and asks again if the signer cannot be reached or is busy.
 *
 * @param what names the service in errors, which never contain its URL.
 * @param isBusy whether trying again may help; by default for the statuses 429, 500, 502, 503 and 504.
 * @throws AnchorlogError `signer_failed`
 */
export async function askRemote(
  what: string,
  request: MakeRequest,
  { timeout = TIMEOUT, patience = PATIENCE }: RemoteLimits,
  isBusy: (answer: RemoteAnswer) => boolean = isBusyStatus,
): Promise<RemoteAnswer> {
  const until = performance.now() + patience;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const answer = await post(what, await request(), timeout);
    const isFailure = answer instanceof AnchorlogError;
    if (!isFailure && !isBusy(answer)) return answer;
    // Waits between half of the pause and all of it, so that callers that failed together do not retry together.
    const wait = pause * (0.5 + Math.random() / 2);
    if (performance.now() + wait < until) {
      await new Promise((resolve) => void setTimeout(resolve, wait));
      continue;
    }
    if (isFailure) throw answer;
    throw failed(`${what} is busy: HTTP status ${answer.status}`);
  }
}

function isBusyStatus({ status }: RemoteAnswer): boolean {
  return [429, 500, 502, 503, 504].includes(status);
}

async function post(
  what: string,
  { url, headers, body }: Awaited<ReturnType<MakeRequest>>,
  timeout: number,
): Promise<RemoteAnswer | AnchorlogError> {
  try {
    // A redirect leads to a host that nobody configured.
    const signal = AbortSignal.timeout(timeout);
    const response = await fetch(url, { method: "POST", headers, body, redirect: "error", signal });
    return { status: response.status, text: new TextDecoder().decode(await readBounded(response, MAX_ANSWER)) };
  } catch (error) {
    const isLate = (error as Error).name === "TimeoutError";
    return failed(isLate ? `${what} gave no answer within ${timeout} ms` : `${what} cannot be reached`, error);
  }
}

/** The JSON object of an answer; undefined if it is something else. */
export function readObjectOf({ text }: RemoteAnswer): Readonly<Record<string, unknown>> | undefined {
  const value = attempt(() => JSON.parse(text) as unknown);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
}

export function failed(message: string, cause?: unknown): AnchorlogError {
  return new AnchorlogError("signer_failed", message, {
    cause,
    fix: "check that the signer runs, and that this machine can reach it",
  });
}

/**
 * A signer's URL, and the header for its user and password (HTTP's basic authentication).
 *
 * @throws AnchorlogError `bad_option`. The URL, which may hold a secret, is in no message.
 */
export function readRemoteUrl(url: unknown, what: string): { url: string; headers: Record<string, string> } {
  const read = typeof url === "string" && URL.canParse(url) ? new URL(url) : undefined;
  const pair = read && attempt(() => decodeURIComponent(`${read.username}:${read.password}`));
  if (read === undefined || pair === undefined || !/^https?:$/.test(read.protocol)) {
    throw new AnchorlogError("bad_option", `the URL of ${what} is not an http or https URL`, {
      fix: "give the signer's URL, with its scheme",
    });
  }
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (pair !== ":") {
    headers["authorization"] = `Basic ${Buffer.from(pair).toString("base64")}`;
    read.username = read.password = "";
  }
  return { url: read.href, headers };
}

/** Checks the limits of a signer over HTTP. @throws AnchorlogError `bad_option` */
export function assertLimits({ timeout = 1, patience = 0 }: RemoteLimits, concurrency = 1): void {
  const isBad =
    (!(timeout > 0 && Number.isFinite(timeout)) && "timeout is a number of milliseconds above 0") ||
    (!(patience >= 0 && Number.isFinite(patience)) && "patience is a number of milliseconds from 0") ||
    (!(Number.isSafeInteger(concurrency) && concurrency > 0) && "concurrency is an integer from 1");
  if (isBad === false) return;
  throw new AnchorlogError("bad_option", `the signer's ${isBad}`, {
    fix: "give another value, or leave it out for the default",
  });
}
