/** Version 2: its endpoints send to those that took their place, or say that they are gone. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { V2Config } from "../config.ts";
import { deprecation, DEPRECATED_SINCE } from "./deprecated.ts";
import { ApiError } from "./errors.ts";
import { splitTarget } from "./target.ts";

/** The specification's renames; `:id` is the third part of the path. */
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

const MOVED = Type.Null({ description: "Location says where it is." });
/** To a 301, most clients follow by a GET without a body, whatever was sent. */
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
      // Between < and >, it cannot have either.
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
        summary: `Version 2: ${successor} took its place`,
        description: `Any request is answered so, whatever it carries: nothing of it is looked at. Use ${method} ${successor}.`,
        tags: ["Version 2"],
        deprecated: true,
        response: answer === "gone" ? {} : { [statusOf(method, answer)]: MOVED },
      },
      // Whatever the body is, it is not looked at.
      onRequest: refer,
      handler: refer,
    });
  }
}
