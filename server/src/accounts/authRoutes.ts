import type { FastifyInstance } from "fastify";
import { Type, type Static } from "typebox";
import { AUTH_BODY } from "../http/bodies.ts";
import { addressOf } from "../http/limits/address.ts";
import { Email } from "../http/schemas.ts";
import type { CountFounding } from "../http/limits/foundings.ts";
import type { Parts } from "../foundation/parts.ts";
import { accountOf } from "./account.ts";
import { CODE_AGE, giveBackCode, normalizeEmail, sendCode, takeCode } from "./oneTimeCodes.ts";
import type { TokenPair, Tokens } from "./tokens.ts";

export const TokenPairSchema = Type.Object(
  {
    access_token: Type.String({ description: "A JWT, for the header Authorization: Bearer." }),
    refresh_token: Type.String({ description: "It can be used once, at POST /auth/refresh-token." }),
    expires_in: Type.Integer({ description: "The access token is valid for this many seconds." }),
    token_type: Type.Literal("Bearer"),
  },
  { title: "TokenPair" },
);
const Otp = Type.Object({ email: Email }, { additionalProperties: false });
const Nonce = Type.String({
  pattern: "^[A-Za-z0-9_-]{43}$",
  description: "The nonce from the answer to POST /auth/otp.",
  examples: ["n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"],
});
const Login = Type.Object(
  {
    email: Email,
    otp: Type.String({ pattern: "^[0-9]{6}([0-9]{3})?$", description: "The code.", examples: ["493017"] }),
    nonce: Nonce,
  },
  { additionalProperties: false },
);
const Refresh = Type.Object(
  { refresh_token: Type.String({ minLength: 1, maxLength: 1_024 }) },
  { additionalProperties: false },
);
const Sent = Type.Object({
  expires_in: Type.Integer({ description: "The code is valid for this many seconds." }),
  nonce: Type.String({ description: "Keep it: POST /auth/login takes the code only together with it." }),
});
const KeySet = Type.Object({ keys: Type.Array(Type.Record(Type.String(), Type.String())) });
/** Seconds for which the list of keys may be cached. A key is published much longer before it signs. */
const KEYS_AGE = 3_600;

const tags = ["Signing in"];
const SCHEMAS = {
  askForCode: {
    summary: "Ask for a one-time code by mail",
    description:
      "Six digits, or nine if the mailbox was sent many codes in a day. The code is valid for ten minutes and one use, together with the answer's `nonce`. Earlier codes stay valid. The answer is the same whether there is an account or not.",
    tags,
    body: Otp,
    response: { 202: Sent },
  },
  signIn: {
    summary: "Sign in by a one-time code",
    description:
      "The first login makes an account, its organization and its log, if the address may sign up; with an invitation it may enter the organization that invited it in any case. After five wrong codes with a nonce, ask for another code.",
    tags,
    body: Login,
    response: { 200: TokenPairSchema },
  },
  refresh: {
    summary: "Get new tokens for a refresh token",
    description:
      "A refresh token can be used once. If the answer was lost, send the same token again. It gets the same successor for ten seconds, and after that as long as neither the successor nor its access token was used. Any other repeated use ends the session, since somebody else may have the token. A session lasts 30 days from signing in.",
    tags,
    body: Refresh,
    response: { 200: TokenPairSchema },
  },
  signOut: {
    summary: "Sign out",
    description:
      "Ends the session of a refresh token, the sessions that were opened from it in other organizations, and their access tokens, at once. The answer is the same if there is no such session.",
    tags,
    body: Refresh,
    response: { 204: Type.Null() },
  },
  keys: {
    summary: "Get the keys that sign access tokens",
    description: "A JSON Web Key Set (RFC 7517). A new key is listed for a day before it signs.",
    tags,
    response: { 200: KeySet },
  },
};

/** The options of a route for callers without a credential. */
const posted = (schema: object, config: object = {}) => ({
  config: { access: "public", group: "auth", ...config } as const,
  bodyLimit: AUTH_BODY,
  schema: { ...schema },
});

/** Routes for signing in. They are not signed, since callers have no registered wallet yet. */
export function authRoutes(
  app: FastifyInstance,
  parts: Parts,
  { tokens, countFounding }: { readonly tokens: Tokens; readonly countFounding: CountFounding },
): void {
  // Tokens must not be cached (RFC 6749, section 5.1).
  app.addHook("onRequest", async (_request, reply) => void reply.header("cache-control", "no-store"));

  app.post("/auth/otp", posted(SCHEMAS.askForCode), async (request, reply) => {
    const { email } = request.body as Static<typeof Otp>;
    const nonce = await sendCode(parts, { email: normalizeEmail(email), address: addressOf(request) });
    return reply.code(202).send({ expires_in: CODE_AGE / 1_000, nonce });
  });

  app.post("/auth/login", posted(SCHEMAS.signIn, { errors: [403] }), async (request) => {
    const countOne = () => countFounding(addressOf(request));
    return signIn(parts, tokens, request.body as Static<typeof Login>, countOne);
  });

  app.post("/auth/refresh-token", posted(SCHEMAS.refresh), async (request) =>
    tokens.refresh((request.body as Static<typeof Refresh>).refresh_token),
  );

  app.post("/auth/logout", posted(SCHEMAS.signOut), async (request, reply) => {
    await tokens.end((request.body as Static<typeof Refresh>).refresh_token);
    return reply.code(204).send();
  });

  app.get(
    "/.well-known/jwks.json",
    {
      config: { access: "public", group: "strangers" },
      schema: { ...SCHEMAS.keys },
    },
    async (_request, reply) =>
      reply.header("cache-control", `public, max-age=${KEYS_AGE}`).send({ keys: await tokens.published() }),
  );
}

async function signIn(
  parts: Parts,
  tokens: Tokens,
  { otp, nonce, ...body }: Static<typeof Login>,
  countFounding: () => Promise<void>,
): Promise<TokenPair> {
  const email = normalizeEmail(body.email);
  await takeCode(parts, { email, otp, nonce });
  try {
    const { account, org } = await accountOf(parts, email, countFounding);
    return await tokens.begin(account, org);
  } catch (error) {
    await giveBackCode(parts, nonce).catch(() => {});
    throw error;
  }
}
