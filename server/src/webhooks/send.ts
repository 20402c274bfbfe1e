/** Sends messages to receivers that nobody has reason to trust. */
import { lookup, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { Agent, buildConnector, request } from "undici";
import { createJudge } from "./addresses.ts";

/** What came of a try; `error` says why it is no success. */
export type Answer = { readonly status: number | null; readonly error: string | null };
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

class PrivateAddressError extends Error {}

/**
 * Looks at each address as it is connected to: what a name stood for a moment ago says nothing. Redirects are answers like
 * others, and nobody is followed.
 *
 * @param allow addresses and networks that are allowed though they are not public.
 */
export function createSender({
  allow,
  patience = PATIENCE,
}: {
  readonly allow: readonly string[];
  readonly patience?: number;
}): Sender {
  const judge = createJudge(allow);
  const connectorOf = (protocol: string) => {
    const checked: LookupFunction = (name, options, done) =>
      lookup(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
        if (error !== null) return done(error, []);
        const good = found.filter(({ address }) => judge.mayGo(address, protocol));
        if (good.length === 0) return done(new PrivateAddressError(), []);
        if (options.all === true) done(null, good);
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
      const late = AbortSignal.timeout(patience);
      const signal = AbortSignal.any([late, ending]);
      try {
        const answer = await request(url, { method: "POST", headers: { ...headers }, body, dispatcher: agent, signal });
        // Its head is the answer: what becomes of the rest is nobody's business.
        await answer.body.dump({ limit: MOST_READ, signal }).catch(() => {});
        return judged(answer.statusCode);
      } catch (error) {
        if (late.aborted) return { status: null, error: "timeout" };
        if (ending.aborted) return undefined;
        return { status: null, error: nameOf(error) };
      }
    },
    close: () => agent.destroy(),
  };
}

function judged(status: number): Answer {
  if (status >= 200 && status < 300) return { status, error: null };
  if (status === 410) return { status, error: "gone" };
  return { status, error: status >= 300 && status < 400 ? "redirected" : "status" };
}

/** A word of ours: what a library says may name addresses. */
function nameOf(error: unknown): string {
  if (error instanceof PrivateAddressError) return "private_address";
  const { code = "" } = error as { code?: string };
  if (/^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code)) return "tls";
  if (/^(ENOTFOUND|EAI_AGAIN|ENODATA)$/.test(code)) return "unknown_host";
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return "timeout";
  return "unreachable";
}
