import underPressure from "@fastify/under-pressure";
import type { FastifyInstance } from "fastify";
import { addressOf } from "./limits/address.ts";
import { ApiError } from "./errors.ts";
import type { Limiter } from "./limits/limiter.ts";

/** The maximum mean delay of the event loop over a second, in milliseconds. */
export const MAX_DELAY = 1_000;

/** Rejects requests early while the event loop is too slow. They do not count. */
export async function registerPressure(app: FastifyInstance, limiter: Limiter, maxDelay: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelay,
    pressureHandler: async (request, reply) => {
      const { group } = request.routeOptions.config;
      if (group === "none") return;
      await limiter.take({ address: addressOf(request), group: "strangers" }, 0, reply);
      throw new ApiError(503, "overloaded", "the server is overloaded: send the request again later", {
        headers: { "Retry-After": "5" },
      });
    },
  });
}
