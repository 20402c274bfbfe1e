/** GET /admin: the page for operators, which reads and changes nothing. */
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { ApiError } from "../http/errors.ts";
import type { Checks } from "../http/health.ts";
import { HTML_HEADERS } from "../http/html.ts";
import { onlyLocal } from "../http/localPages.ts";
import { Id } from "../http/schemas.ts";
import type { Parts } from "../parts.ts";
import { isSame } from "../secrets.ts";
import { pageOf } from "./page.ts";
import { makeReport } from "./report.ts";

/** With a password, or for development: else there is no such page. */
export function adminRoutes(app: FastifyInstance, parts: Parts, checks: Checks): void {
  const { config } = parts;
  if (config.adminSecret === undefined && config.operator.kind === "configured") return;
  const schema = { hide: true, querystring: Type.Object({ before: Type.Optional(Id) }) };
  // Under the limits of signing in: a password is not guessed by asking often.
  const access = { access: "public", group: "auth", errors: [401, 403] } as const;
  // With a password, a page of a stranger's cannot read it.
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
