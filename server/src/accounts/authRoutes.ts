import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { Type, type Static } from "typebox";
import { Email } from "../http/schemas.ts";
import type { Platform } from "../platform.ts";
import { normalizeEmail, sendCode, takeCode } from "./oneTimeCodes.ts";
import type { Tokens } from "./tokens.ts";

export const TokenPairSchema = Type.Object(
  {
    access_token: Type.String({ description: "A JWT, for Authorization: Bearer." }),
    refresh_token: Type.String({ description: "For one use, at POST /auth/refresh-token." }),
    expires_in: Type.Integer({ description: "Seconds that the access token is good for." }),
    token_type: Type.Literal("Bearer"),
  },
  { title: "TokenPair" },
);
const Otp = Type.Object({ email: Email }, { additionalProperties: false });
const Login = Type.Object(
  { email: Email, otp: Type.String({ pattern: "^[0-9]{6}$", examples: ["493017"] }) },
  { additionalProperties: false },
);
const Refresh = Type.Object(
  { refresh_token: Type.String({ minLength: 1, maxLength: 128 }) },
  { additionalProperties: false },
);
const Sent = Type.Object({ expires_in: Type.Integer({ description: "Seconds that the code is good for." }) });

/** Signing in: nobody has a key yet, so nothing here is signed. */
export function authRoutes(app: FastifyInstance, platform: Platform, tokens: Tokens): void {
  const tags = ["Signing in"];
  const config = { access: "public", group: "auth" } as const;

  app.post(
    "/auth/otp",
    { config, schema: { summary: "Ask for a one-time code by mail", tags, body: Otp, response: { 202: Sent } } },
    async (request, reply) => {
      const { email } = request.body as Static<typeof Otp>;
      await sendCode(platform, normalizeEmail(email));
      return reply.code(202).send({ expires_in: 600 });
    },
  );

  app.post(
    "/auth/login",
    {
      config,
      schema: { summary: "Sign in by a one-time code", tags, body: Login, response: { 200: TokenPairSchema } },
    },
    async (request) => {
      const { email, otp } = request.body as Static<typeof Login>;
      const address = normalizeEmail(email);
      await takeCode(platform, address, otp);
      const { account, org } = await accountOf(platform, address);
      return tokens.begin(account, org);
    },
  );

  app.post(
    "/auth/refresh-token",
    {
      config,
      schema: {
        summary: "Take new tokens for a refresh token",
        tags,
        body: Refresh,
        response: { 200: TokenPairSchema },
      },
    },
    async (request) => tokens.refresh((request.body as Static<typeof Refresh>).refresh_token),
  );
}

/** The account of an address, and the organization that it signs in to: the first login makes both, and a log. */
async function accountOf(
  { database: { accounts }, anchorlog, clock }: Platform,
  email: string,
): Promise<{ account: string; org: string }> {
  const find = () =>
    accounts
      .selectFrom("account")
      .innerJoin("organization", "organization.founder", "account.id")
      .select(["account.id as account", "organization.id as org"])
      .where("email", "=", email)
      .orderBy("organization.created_at")
      .executeTakeFirst();
  const found = await find();
  if (found !== undefined) return found;
  const [account, org] = [`acc_${randomBytes(16).toString("hex")}`, `org_${randomBytes(16).toString("hex")}`];
  const log = org.replace("_", "-");
  // First, so that no organization is without one; a log that nobody has costs nothing.
  await anchorlog.addLog(log);
  const now = clock();
  await accounts.transaction().execute(async (db) => {
    const made = await db
      .insertInto("account")
      .values({ id: account, email, created_at: now })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (made === undefined) return;
    const name = email.slice(0, email.lastIndexOf("@"));
    await db
      .insertInto("organization")
      .values({ id: org, name, log, founder: account, limits: null, created_at: now })
      .execute();
  });
  return (await find())!;
}
