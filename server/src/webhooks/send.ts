/** Sends messages to receivers that nobody has reason to trust. */
import { isIP, type LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { Agent, buildConnector, request } from "undici";
import { createJudge } from "./addresses.ts";
import { createNames, type Found } from "./names.ts";

/** What came of a try; `error` says why it is no success. */
export type Answer = { readonly status: number | null; readonly error: Failure | null };

/** Why a try is no success. */
export const FAILURES = [
  "gone",
  "private_address",
  "redirected",
  "status",
  "timeout",
  "tls",
  "unknown_host",
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

class PrivateAddressError extends Error {}

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
}: {
  readonly allow: readonly string[];
  readonly patience?: number;
  readonly servers?: readonly string[];
}): Sender {
  const judge = createJudge(allow);
  const names = createNames(servers);
  const connectorOf = (protocol: string) => {
    const goodOf = callbackify(async (name: string): Promise<Found[]> => {
      const good = (await names.find(name)).filter(({ address }) => judge.mayGo(address, protocol));
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
        return judged(answer.statusCode);
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

function judged(status: number): Answer {
  if (status >= 200 && status < 300) return { status, error: null };
  if (status === 410) return { status, error: "gone" };
  return { status, error: status >= 300 && status < 400 ? "redirected" : "status" };
}

/** A word of ours: what a library says may name addresses. */
function nameOf(error: unknown): Failure {
  if (error instanceof PrivateAddressError) return "private_address";
  const { code = "" } = error as { code?: string };
  if (/^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code)) return "tls";
  if (/^(ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|EBADRESP|ECANCELLED)$/.test(code)) return "unknown_host";
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return "timeout";
  return "unreachable";
}
