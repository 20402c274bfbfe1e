/** Sends messages to receivers that nobody has reason to trust. */
import { isIP, type LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { Agent, buildConnector, request } from "undici";
import { createJudge } from "./addresses.ts";
import { createNames, type Found } from "./names.ts";

/** What came of a try; `error` says why it is no success. */
export type Answer = {
  readonly status: number | null;
  readonly error: Failure | null;
  /** Milliseconds for which the receiver asks to be left alone (`Retry-After`). */
  readonly restsFor?: number;
};

/** Why a try is no success. */
export const FAILURES = [
  /** The receiver's answer is not HTTP. */
  "bad_answer",
  /** No name server answered. */
  "dns",
  /** 410. */
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
  /** The certificate does not hold, or no version of TLS is shared. */
  "tls",
  /** The name has no address. */
  "unknown_host",
  /** No way leads to the address, or something else went wrong. */
  "unreachable",
] as const;
type Failure = (typeof FAILURES)[number];
export type Message = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Sender = {
  /** Never rejects. @param ending cuts it off: then it is no try. */
  send(message: Message, ending: AbortSignal): Promise<Answer | undefined>;
  close(): Promise<void>;
};

/** Milliseconds that a receiver may take, in all. */
export const PATIENCE = 15_000;
/** Bytes of an answer that are read, so that its connection is used again. Nobody sees them. */
const MOST_READ = 16_384;

/** Milliseconds for which a receiver is left alone, however long it asks for. */
export const LONGEST_REST = 3_600_000;

class PrivateAddressError extends Error {}
/** A name was not found, by a code of DNS: a name server that refuses a connection is not the receiver. */
class NameError extends Error {
  readonly isUnknown: boolean;
  constructor(cause: unknown) {
    super("the name was not found", { cause });
    this.isUnknown = /^(ENOTFOUND|ENODATA|EBADNAME)$/.test((cause as { code?: string }).code ?? "");
  }
}

/**
 * Looks at each address as it is connected to: what a name stood for a moment ago says nothing. Redirects are answers like
 * others, and nobody is followed.
 *
 * @param allow addresses and networks that are allowed though they are not public.
 * @param servers of names, in place of the machine's own.
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
  const connectorOf = (protocol: string) => {
    const goodOf = callbackify(async (name: string): Promise<Found[]> => {
      const found = await names.find(name).catch((cause: unknown) => Promise.reject(new NameError(cause)));
      const good = found.filter(({ address }) => judge.mayGo(address, protocol));
      if (good.length > 0) return good;
      throw new PrivateAddressError();
    });
    const checked: LookupFunction = (name, { all = false }, done) =>
      goodOf(name, (error, good) => {
        if (error !== null) done(error, []);
        else if (all) done(null, good);
        else done(null, good[0]!.address, good[0]!.family);
      });
    return buildConnector({ lookup: checked, allowH2: false, timeout: patience });
  };
  const connectors = new Map(["http:", "https:"].map((protocol) => [protocol, connectorOf(protocol)]));
  const agent = new Agent({
    allowH2: false,
    pipelining: 1,
    connect: (options, done) => {
      // An address in figures is not looked up.
      const host = options.hostname.replace(/^\[|\]$/g, "");
      if (isIP(host) !== 0 && !judge.mayGo(host, options.protocol)) return done(new PrivateAddressError(), null);
      connectors.get(options.protocol)!(options, done);
    },
  });
  return {
    send: async ({ url, headers, body }, ending) => {
      if (ending.aborted) return undefined;
      // Of its own, and no `AbortSignal.any`: nothing of a try stays with a signal that lasts.
      const cutting = new AbortController();
      const { signal } = cutting;
      const cutOff = (): void => cutting.abort();
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        cutOff();
      }, patience);
      ending.addEventListener("abort", cutOff);
      // While it connects, the library does not listen to the signal.
      const cut = new Promise<never>((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason as Error)),
      );
      try {
        const options = { method: "POST", headers: { ...headers }, body, dispatcher: agent, signal } as const;
        const answer = await Promise.race([request(url, options), cut]);
        // Its head is the answer: what becomes of the rest is nobody's business.
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
    },
    close: () => {
      names.close();
      return agent.destroy();
    },
  };
}

function judged(status: number, retryAfter: string | string[] | undefined, now: number): Answer {
  if (status >= 200 && status < 300) return { status, error: null };
  if (status === 410) return { status, error: "gone" };
  if (status >= 300 && status < 400) return { status, error: "redirected" };
  const restsFor = typeof retryAfter === "string" ? restOf(retryAfter, now) : 0;
  return { status, error: "status", ...(restsFor > 0 && { restsFor }) };
}

/** The milliseconds that `Retry-After` asks for: seconds or a date (RFC 9110, 10.2.3). 0 if it is neither. */
function restOf(text: string, now: number): number {
  const asked = /^[0-9]+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), LONGEST_REST);
}

/** A word of ours: what a library says may name addresses. */
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
