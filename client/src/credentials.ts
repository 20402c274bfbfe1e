import type { Schemas } from "./calls.ts";

export type Tokens = Pick<Schemas["TokenPair"], "access_token"> & Partial<Schemas["TokenPair"]>;

/** Milliseconds before the end of an access token at which it is renewed. */
const AHEAD = 30_000;

export type Credentials = ReturnType<typeof createCredentials>;

/**
 * The client's credential: an API key, or tokens that are renewed, one renewal at a time.
 *
 * @param options `renew` exchanges a refresh token, unless `isMoot` returns true because another client has already
 *   renewed the session.
 */
export function createCredentials(options: {
  readonly apiKey?: string | undefined;
  readonly tokens?: Tokens | undefined;
  readonly clock: () => number;
  readonly renew: (refreshToken: string, isMoot: () => boolean) => Promise<Tokens>;
  readonly onTokens?: ((tokens: Tokens) => void) | undefined;
  readonly savedTokens?: (() => Tokens | undefined) | undefined;
}) {
  const { apiKey, clock, renew, onTokens, savedTokens } = options;
  let held: { readonly tokens: Tokens; readonly until: number } | undefined = options.tokens && {
    tokens: options.tokens,
    until: Infinity,
  };
  let renewing: Promise<void> | undefined;

  const take = (tokens: Tokens): void => {
    held = { tokens, until: clock() + (tokens.expires_in ?? Infinity) * 1_000 };
    onTokens?.(tokens);
  };
  /** Newer tokens that another client of the session has stored. */
  const successor = (): Tokens | undefined => {
    const saved = savedTokens?.();
    return held !== undefined && saved !== undefined && isSuccessor(saved, held.tokens) ? saved : undefined;
  };
  /** @returns whether there were newer tokens. */
  const takeSuccessor = (): boolean => {
    const saved = successor();
    // Their end is not known.
    if (saved !== undefined) held = { tokens: saved, until: Infinity };
    return saved !== undefined;
  };
  const renewNow = async (refreshToken: string): Promise<void> => {
    if (takeSuccessor()) return;
    renewing ??= renew(refreshToken, () => successor() !== undefined)
      // Keep the result only if the tokens were not replaced meanwhile, perhaps by another account's.
      .then((tokens) => void (held?.tokens.refresh_token === refreshToken && take(tokens)))
      .catch((error: unknown) => {
        if (!takeSuccessor()) throw error;
      })
      .finally(() => (renewing = undefined));
    return renewing;
  };
  const fields = (): Readonly<Record<string, string>> => {
    if (apiKey !== undefined) return { "x-api-key": apiKey };
    return held === undefined ? {} : { authorization: `Bearer ${held.tokens.access_token}` };
  };

  return {
    take,
    forget: () => void (held = undefined),
    tokens: () => held?.tokens,
    /** The credential's header fields for a request. */
    current: async (): Promise<Readonly<Record<string, string>>> => {
      const refreshToken = held?.tokens.refresh_token;
      if (held !== undefined && refreshToken !== undefined && clock() >= held.until - AHEAD) {
        await renewNow(refreshToken);
      }
      return fields();
    },
    /** Whether the credential now differs from a rejected one. Renews tokens if needed. */
    others: async (refused: Readonly<Record<string, string>>): Promise<boolean> => {
      const isSame = () => fields()["authorization"] === refused["authorization"];
      const refreshToken = held?.tokens.refresh_token;
      if (apiKey !== undefined || held === undefined) return false;
      if (isSame() && refreshToken !== undefined) await renewNow(refreshToken);
      return !isSame();
    },
  };
}

/**
 * Whether another client of the same session has renewed the tokens. Using the old refresh token again would end the
 * session.
 */
function isSuccessor(saved: Tokens, held: Tokens): boolean {
  const session = sessionOf(saved);
  return session !== undefined && session === sessionOf(held) && saved.refresh_token !== held.refresh_token;
}

/** The session ID in an access token. */
function sessionOf({ access_token }: Tokens): unknown {
  const [, claims = ""] = access_token.split(".");
  try {
    return (JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))) as { readonly sid?: unknown }).sid;
  } catch {
    return undefined;
  }
}
