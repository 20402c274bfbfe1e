/** GET /admin: a read-only page for operators. */
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { ApiError } from "../../http/errors.ts";
import type { Checks } from "../../http/health.ts";
import { HTML_HEADERS } from "../../http/html.ts";
import { onlyLocal } from "../../http/localPages.ts";
import { Id } from "../../http/schemas.ts";
import type { Parts } from "../../foundation/parts.ts";
import { isSame } from "../../foundation/secrets.ts";
import { pageOf } from "./page.ts";
import { makeReport } from "./report.ts";

/** Registers the page if a password is set, or in development. */
export function adminRoutes(app: FastifyInstance, parts: Parts, checks: Checks): void {
  const { config } = parts;
  if (config.adminSecret === undefined && config.operator.kind === "configured") return;
  const schema = { hide: true, querystring: Type.Object({ before: Type.Optional(Id) }) };
  // Uses the limits of signing in, to prevent guessing of the password.
  const access = { access: "public", group: "auth", errors: [401, 403] } as const;
  // A password also protects the page from other sites' pages.
  const onRequest = config.adminSecret === undefined ? onlyLocal(config) : [];
  app.get<{ Querystring: { before?: string } }>(
    "/admin",
    { config: access, schema, onRequest },
    async (request, reply) => {
      if (config.adminSecret !== undefined) assertOperator(request.headers.authorization, config.adminSecret);
      const report = await makeReport(parts, checks, request.query.before);
      return reply.headers(HTML_HEADERS).send(pageOf(report, parts.operator.name));
    },
  );
}

function assertOperator(authorization = "", secret: string): void {
  const given = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1] ?? "";
  const [, password = ""] = /^[^:]*:(.*)$/s.exec(Buffer.from(given, "base64").toString("utf8")) ?? [];
  if (isSame(password, secret)) return;
  throw new ApiError(401, "no_credential", "this needs the operator's password, under any name", {
    field: "Authorization",
    headers: { "WWW-Authenticate": 'Basic realm="operator", charset="UTF-8"' },
  });
}
