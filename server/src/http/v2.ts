/** Endpoints of version 2: redirects to their successors, or the answer 410. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { V2Config } from "../foundation/config.ts";
import { deprecation, DEPRECATED_SINCE } from "./deprecated.ts";
import { ApiError } from "./errors.ts";
import { splitTarget } from "./target.ts";

/** The renamed endpoints of the specification. `:id` is the third part of the path. */
export const RENAMES = [
  ["GET", "/user/profile", "/wallets/me"],
  ["POST", "/user/login", "/auth/login"],
  ["POST", "/user/register", "/wallets/register"],
  ["GET", "/vatoms", "/objects"],
  ["GET", "/vatoms/:id", "/objects/:id"],
  ["POST", "/vatoms/:id/actions", "/ebus/execute"],
  ["POST", "/user/token/refresh", "/auth/refresh-token"],
  ["GET", "/activity", "/ebus/action-logs"],
  ["POST", "/vatoms/:id/transfer", "/ebus/execute"],
] as const;

const MOVED = Type.Null({ description: "The header Location has the new address." });
/** Most clients follow a 301 with a GET without a body, so other methods may use 308. */
const statusOf = (method: string, answer: V2Config["answer"]): 301 | 308 =>
  answer === "redirect-308" && method !== "GET" ? 308 : 301;

export function v2Routes(app: FastifyInstance, { answer, sunset }: V2Config): void {
  const headers = {
    Deprecation: deprecation(Math.min(DEPRECATED_SINCE, sunset.getTime())),
    Sunset: sunset.toUTCString(),
  };
  for (const [method, url, successor] of RENAMES) {
    const refer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { path, query } = splitTarget(request.originalUrl);
      const target = successor.replace(":id", () => path.split("/")[2]!);
      // A link must not contain < or >.
      const link = target.replaceAll(/[<>]/g, encodeURIComponent);
      reply.headers({ ...headers, Link: `<${link}>; rel="successor-version"` });
      if (answer === "gone") {
        throw new ApiError(410, "v2_is_gone", `version 2 is gone: use ${successor}`, { field: "path" });
      }
      return reply.redirect(target + query, statusOf(method, answer));
    };
    app.route({
      method,
      url,
      config: { access: "public", group: "strangers", errors: answer === "gone" ? [410] : [] },
      schema: {
        summary: `Version 2: use ${successor}`,
        description: `Every request gets this answer. The server does not read its body. Use ${method} ${successor}.`,
        tags: ["Version 2"],
        deprecated: true,
        response: answer === "gone" ? {} : { [statusOf(method, answer)]: MOVED },
      },
      // Answers before the body is read.
      onRequest: refer,
      handler: refer,
    });
  }
}
