/** Sends messages to receivers that are not trusted. */
import { isIP, type LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { Agent, buildConnector, request } from "undici";
import { createJudge } from "./addresses.ts";
import { createNames, type ResolvedAddress } from "./names.ts";

/** The result of a try. `error` is null if it succeeded. */
type TryResult = {
  readonly status: number | null;
  readonly error: Failure | null;
  /** Milliseconds that the receiver asks to wait (`Retry-After`). */
  readonly restsFor?: number;
};

/** Reasons why a try fails. */
export const FAILURES = [
  /** The receiver's answer is not HTTP. */
  "bad_answer",
  /** No name server answered. */
  "dns",
  /** The receiver answered 410. */
  "gone",
  "private_address",
  "redirected",
  /** Nothing listens at the port. */
  "refused",
  /** The connection was closed before the answer. */
  "reset",
  /** Any other status. */
  "status",
  "timeout",
  /** The certificate is invalid, or the TLS versions differ. */
  "tls",
  /** The name has no address. */
  "unknown_host",
  /** The address cannot be reached, or another error occurred. */
  "unreachable",
] as const;
type Failure = (typeof FAILURES)[number];
export type Message = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Sender = {
  /** Never rejects. @param ending aborts the try. The result is then undefined, and the try does not count. */
  send(message: Message, ending: AbortSignal): Promise<TryResult | undefined>;
  close(): Promise<void>;
};

/** Milliseconds for a whole try. */
export const PATIENCE = 15_000;
/** Bytes of an answer to read, so that its connection can be reused. They are discarded. */
const MOST_READ = 16_384;

/** The longest `Retry-After` that is respected, in milliseconds. */
export const LONGEST_REST = 3_600_000;

class PrivateAddressError extends Error {}
/** A failed DNS look-up. `isUnknown` distinguishes a name without an address from a name server that fails. */
class NameError extends Error {
  readonly isUnknown: boolean;
  constructor(cause: unknown) {
    super("the name was not found", { cause });
    this.isUnknown = /^(ENOTFOUND|ENODATA|EBADNAME)$/.test((cause as { code?: string }).code ?? "");
  }
}

/**
 * Checks each address when connecting, since DNS may have changed since an earlier check. Redirects are not followed.
 *
 * @param allow addresses and networks that are allowed although they are not public.
 * @param servers name servers to use instead of the machine's own.
 */
export function createSender({
  allow,
  patience = PATIENCE,
  servers,
  clock = Date.now,
}: {
  readonly allow: readonly string[];
  readonly clock?: () => number;
  readonly patience?: number;
  readonly servers?: readonly string[];
}): Sender {
  const judge = createJudge(allow);
  const names = createNames(servers);
  const connectorOf = (protocol: string) =>
    buildConnector({ lookup: checkedLookup(judge, names, protocol), allowH2: false, timeout: patience });
  const connectors = new Map(["http:", "https:"].map((protocol) => [protocol, connectorOf(protocol)]));
  const agent = new Agent({
    allowH2: false,
    pipelining: 1,
    connect: (options, done) => {
      // A literal address needs no look-up.
      const host = options.hostname.replace(/^\[|\]$/g, "");
      if (isIP(host) !== 0 && !judge.mayGo(host, options.protocol)) return done(new PrivateAddressError(), null);
      connectors.get(options.protocol)!(options, done);
    },
  });
  return {
    send: (message, ending) => trySend({ agent, patience, clock }, message, ending),
    close: () => {
      names.close();
      return agent.destroy();
    },
  };
}

/** Finds only those addresses of a name that messages may go to. */
function checkedLookup(
  judge: ReturnType<typeof createJudge>,
  names: ReturnType<typeof createNames>,
  protocol: string,
): LookupFunction {
  const goodOf = callbackify(async (name: string): Promise<ResolvedAddress[]> => {
    const found = await names.find(name).catch((cause: unknown) => Promise.reject(new NameError(cause)));
    const good = found.filter(({ address }) => judge.mayGo(address, protocol));
    if (good.length > 0) return good;
    throw new PrivateAddressError();
  });
  return (name, { all = false }, done) =>
    goodOf(name, (error, good) => {
      if (error !== null) done(error, []);
      else if (all) done(null, good);
      else done(null, good[0]!.address, good[0]!.family);
    });
}

type Sending = { readonly agent: Agent; readonly patience: number; readonly clock: () => number };

async function trySend(
  { agent, patience, clock }: Sending,
  { url, headers, body }: Message,
  ending: AbortSignal,
): Promise<TryResult | undefined> {
  if (ending.aborted) return undefined;
  // Uses its own controller: `AbortSignal.any` would leave a listener of each try on the long-lived signal.
  const cutting = new AbortController();
  const { signal } = cutting;
  const cutOff = (): void => cutting.abort();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    cutOff();
  }, patience);
  ending.addEventListener("abort", cutOff);
  // The library ignores the signal while it connects.
  const cut = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
  try {
    const options = { method: "POST", headers: { ...headers }, body, dispatcher: agent, signal } as const;
    const answer = await Promise.race([request(url, options), cut]);
    // The status line decides. Errors in the body are ignored.
    await answer.body.dump({ limit: MOST_READ, signal }).catch(() => {});
    return judged(answer.statusCode, answer.headers["retry-after"], clock());
  } catch (error) {
    if (isLate) return { status: null, error: "timeout" };
    if (ending.aborted) return undefined;
    return { status: null, error: nameOf(error) };
  } finally {
    clearTimeout(timer);
    ending.removeEventListener("abort", cutOff);
  }
}

function judged(status: number, retryAfter: string | string[] | undefined, now: number): TryResult {
  if (status >= 200 && status < 300) return { status, error: null };
  if (status === 410) return { status, error: "gone" };
  if (status >= 300 && status < 400) return { status, error: "redirected" };
  const restsFor = typeof retryAfter === "string" ? restOf(retryAfter, now) : 0;
  return { status, error: "status", ...(restsFor > 0 && { restsFor }) };
}

/** The milliseconds in `Retry-After`: seconds or a date (RFC 9110, section 10.2.3). 0 if it is neither. */
function restOf(text: string, now: number): number {
  const asked = /^[0-9]+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), LONGEST_REST);
}

/** Maps an error to one of our names. A library's message could reveal addresses. */
function nameOf(error: unknown): Failure {
  if (error instanceof PrivateAddressError) return "private_address";
  if (error instanceof NameError) return error.isUnknown ? "unknown_host" : "dns";
  const { code = "", name } = error as { code?: string; name?: string };
  if (/^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO)/.test(code)) return "tls";
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return "timeout";
  if (code === "ECONNREFUSED") return "refused";
  if (/^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET)$/.test(code)) return "reset";
  return name === "HTTPParserError" ? "bad_answer" : "unreachable";
}
