import type { Schemas } from "./calls.ts";

export type Tokens = Pick<Schemas["TokenPair"], "access_token"> & Partial<Schemas["TokenPair"]>;

/** Milliseconds before its end at which an access token is renewed. */
const AHEAD = 30_000;

export type Credentials = ReturnType<typeof createCredentials>;

/**
 * What a client shows the API of itself: an API key, or tokens, which are renewed once at a time.
 *
 * @param options `renew` asks for the successors of a refresh token, unless `isMoot`: others of the session are there.
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
  /** What another client of the session has got in place of what is held. */
  const successor = (): Tokens | undefined => {
    const saved = savedTokens?.();
    return held !== undefined && saved !== undefined && isSuccessor(saved, held.tokens) ? saved : undefined;
  };
  /** @returns whether there was one. */
  const takeSuccessor = (): boolean => {
    const saved = successor();
    // When they end is not known.
    if (saved !== undefined) held = { tokens: saved, until: Infinity };
    return saved !== undefined;
  };
  const renewNow = async (refreshToken: string): Promise<void> => {
    if (takeSuccessor()) return;
    renewing ??= renew(refreshToken, () => successor() !== undefined)
      // Others were taken meanwhile, perhaps another account's.
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
    /** The fields of a request. */
    current: async (): Promise<Readonly<Record<string, string>>> => {
      const refreshToken = held?.tokens.refresh_token;
      if (held !== undefined && refreshToken !== undefined && clock() >= held.until - AHEAD) {
        await renewNow(refreshToken);
      }
      return fields();
    },
    /** Whether there are others than those that were refused, by now. */
    others: async (refused: Readonly<Record<string, string>>): Promise<boolean> => {
      const isSame = () => fields()["authorization"] === refused["authorization"];
      const refreshToken = held?.tokens.refresh_token;
      if (apiKey !== undefined || held === undefined) return false;
      if (isSame() && refreshToken !== undefined) await renewNow(refreshToken);
      return !isSame();
    },
  };
}

/** Whether another client of the same session has renewed it: the refresh token of now would end it if used again. */
function isSuccessor(saved: Tokens, held: Tokens): boolean {
  const session = sessionOf(saved);
  return session !== undefined && session === sessionOf(held) && saved.refresh_token !== held.refresh_token;
}

/** As its access token says. */
function sessionOf({ access_token }: Tokens): unknown {
  const [, claims = ""] = access_token.split(".");
  try {
    return (JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))) as { readonly sid?: unknown }).sid;
  } catch {
    return undefined;
  }
}
