import underPressure from "@fastify/under-pressure";
import type { FastifyInstance } from "fastify";
import { addressOf } from "./limits/address.ts";
import { ApiError } from "./errors.ts";
import type { Limiter } from "./limits/limiter.ts";

/** Milliseconds by which the event loop may be late, of a second's mean. */
export const MAX_DELAY = 1_000;

/** Refuses, before anything is done for them, requests that come while the process is far behind. They do not count. */
export async function registerPressure(app: FastifyInstance, limiter: Limiter, maxDelay: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelay,
    pressureHandler: async (request, reply) => {
      const { group } = request.routeOptions.config;
      if (group === "none") return;
      await limiter.take({ address: addressOf(request), group: "strangers" }, 0, reply);
      throw new ApiError(503, "overloaded", "there is too much to do: send it again later", {
        headers: { "Retry-After": "5" },
      });
    },
  });
}
