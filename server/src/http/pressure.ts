import underPressure from "@fastify/under-pressure";
import type { FastifyInstance } from "fastify";
import { ApiError } from "./errors.ts";
import type { Limiter } from "./limits/limiter.ts";

/**
 * Refuses, before anything is done for them, requests that come while the process is far behind. They do not count.
 *
 * @param maxEventLoopDelay milliseconds by which the event loop may be late, of a second's mean; 0 for any.
 */
export async function registerPressure(
  app: FastifyInstance,
  { limiter, maxEventLoopDelay }: { readonly limiter: Limiter; readonly maxEventLoopDelay: number },
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay,
    pressureHandler: async ({ ip, routeOptions }, reply) => {
      const { group } = routeOptions.config;
      if (group === "none") return;
      await limiter.take({ address: ip, group: "strangers" }, 0, reply);
      throw new ApiError(503, "overloaded", "there is too much to do: send it again later", {
        headers: { "Retry-After": "5" },
      });
    },
  });
}
