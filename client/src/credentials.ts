import type { Schemas } from "./calls.ts";

export type Tokens = Pick<Schemas["TokenPair"], "access_token"> & Partial<Schemas["TokenPair"]>;

/** Milliseconds before the end of an access token at which it is renewed. */
const AHEAD = 30_000;

export type CredentialOptions = {
  readonly apiKey?: string | undefined;
  /** Tokens of an earlier session, or only an access token. `signIn` replaces them. */
  readonly tokens?: Tokens | undefined;
  /** Called with new tokens each time. Store them: a refresh token can be used once. */
  readonly onTokens?: ((tokens: Tokens) => void) | undefined;
  /**
   * Returns the tokens last passed to `onTokens`, by this client or another one in the same session, for example in
   * another tab.
   */
  readonly savedTokens?: (() => Tokens | undefined) | undefined;
};

type OwnOptions = CredentialOptions & {
  readonly clock: () => number;
  /** Exchanges a refresh token, unless `isMoot` returns true because another client has renewed the session. */
  readonly renew: (refreshToken: string, isMoot: () => boolean) => Promise<Tokens>;
};

type Fields = Readonly<Record<string, string>>;

/** The client's credential: an API key, or tokens that are renewed, one renewal at a time. */
export class Credentials {
  readonly #options: OwnOptions;
  #held: { readonly tokens: Tokens; readonly until: number } | undefined;
  #renewing: Promise<void> | undefined;

  constructor(options: OwnOptions) {
    this.#options = options;
    this.#held = options.tokens && { tokens: options.tokens, until: Infinity };
  }

  take(tokens: Tokens): void {
    this.#held = { tokens, until: this.#options.clock() + (tokens.expires_in ?? Infinity) * 1_000 };
    this.#options.onTokens?.(tokens);
  }

  forget(): void {
    this.#held = undefined;
  }

  tokens(): Tokens | undefined {
    return this.#held?.tokens;
  }

  /** The credential's header fields for a request. */
  async current(): Promise<Fields> {
    const refreshToken = this.#held?.tokens.refresh_token;
    if (this.#held !== undefined && refreshToken !== undefined && this.#options.clock() >= this.#held.until - AHEAD) {
      await this.#renew(refreshToken);
    }
    return this.#fields();
  }

  /** Whether the credential now differs from a rejected one. Renews tokens if needed. */
  async others(refused: Fields): Promise<boolean> {
    const isSame = () => this.#fields()["authorization"] === refused["authorization"];
    const refreshToken = this.#held?.tokens.refresh_token;
    if (this.#options.apiKey !== undefined || this.#held === undefined) return false;
    if (isSame() && refreshToken !== undefined) await this.#renew(refreshToken);
    return !isSame();
  }

  #fields(): Fields {
    const { apiKey } = this.#options;
    if (apiKey !== undefined) return { "x-api-key": apiKey };
    return this.#held === undefined ? {} : { authorization: `Bearer ${this.#held.tokens.access_token}` };
  }

  /** Newer tokens that another client of the session has stored. */
  #successor(): Tokens | undefined {
    const saved = this.#options.savedTokens?.();
    return this.#held !== undefined && saved !== undefined && isSuccessor(saved, this.#held.tokens) ? saved : undefined;
  }

  /** @returns whether there were newer tokens. */
  #takeSuccessor(): boolean {
    const saved = this.#successor();
    // Their end is not known.
    if (saved !== undefined) this.#held = { tokens: saved, until: Infinity };
    return saved !== undefined;
  }

  async #renew(refreshToken: string): Promise<void> {
    if (this.#takeSuccessor()) return;
    this.#renewing ??= this.#options
      .renew(refreshToken, () => this.#successor() !== undefined)
      // Keep the result only if the tokens were not replaced meanwhile, perhaps by another account's.
      .then((tokens) => void (this.#held?.tokens.refresh_token === refreshToken && this.take(tokens)))
      .catch((error: unknown) => {
        if (!this.#takeSuccessor()) throw error;
      })
      .finally(() => (this.#renewing = undefined));
    await this.#renewing;
  }
}

/**
 * Whether another client of the same session has renewed the tokens. Using the old refresh token again would end the
 * session.
 */
function isSuccessor(saved: Tokens, held: Tokens): boolean {
  const session = sessionOf(saved);
  return session !== undefined && session === sessionOf(held) && saved.refresh_token !== held.refresh_token;
}

function sessionOf({ access_token }: Tokens): unknown {
  const [, claims = ""] = access_token.split(".");
  try {
    return (JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))) as { readonly sid?: unknown }).sid;
  } catch {
    return undefined;
  }
}
