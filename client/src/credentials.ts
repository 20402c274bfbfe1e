import type { Schemas } from "./calls.ts";

export type Tokens = Pick<Schemas["TokenPair"], "access_token"> & Partial<Schemas["TokenPair"]>;

/** Milliseconds before its end at which an access token is renewed. */
const AHEAD = 30_000;

export type Credentials = ReturnType<typeof createCredentials>;

/**
 * What a client shows the API of itself: an API key, or tokens, which are renewed once at a time.
 *
 * @param options `renew` asks for the successors of a refresh token; `onTokens` is told of all that are new.
 */
export function createCredentials(options: {
  readonly apiKey?: string | undefined;
  readonly tokens?: Tokens | undefined;
  readonly clock: () => number;
  readonly renew: (refreshToken: string) => Promise<Tokens>;
  readonly onTokens?: ((tokens: Tokens) => void) | undefined;
}) {
  const { apiKey, clock, renew, onTokens } = options;
  let held: { readonly tokens: Tokens; readonly until: number } | undefined = options.tokens && {
    tokens: options.tokens,
    until: Infinity,
  };
  let renewing: Promise<unknown> | undefined;

  const take = (tokens: Tokens): void => {
    held = { tokens, until: clock() + (tokens.expires_in ?? Infinity) * 1_000 };
    onTokens?.(tokens);
  };
  const renewNow = (refreshToken: string): Promise<unknown> => {
    renewing ??= renew(refreshToken)
      // Others were taken meanwhile, perhaps another account's.
      .then((tokens) => held?.tokens.refresh_token === refreshToken && take(tokens))
      .finally(() => (renewing = undefined));
    return renewing;
  };
  const fields = (): Readonly<Record<string, string>> => {
    if (apiKey !== undefined) return { "x-api-key": apiKey };
    return held === undefined ? {} : { authorization: `Bearer ${held.tokens.access_token}` };
  };

  return {
    take,
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
