/** Errors for requests without a route: an unknown path, or a method that the path does not have. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError, clip } from "./errors.ts";
import { splitTarget } from "./target.ts";

type UnroutedRequest = Pick<FastifyRequest, "method" | "originalUrl">;

/**
 * Returns a function that explains why a request has no route. It knows the routes that are registered after this call.
 */
export function createUnrouted(app: FastifyInstance): (asked: UnroutedRequest) => ApiError {
  const methods = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }) => {
    const known = methods.get(url) ?? new Set();
    methods.set(url, known);
    for (const one of [method].flat()) known.add(one);
  });
  return (asked) => {
    const { path } = splitTarget(asked.originalUrl);
    const allowed = [...methods].flatMap(([url, known]) => (matches(url, path) ? [...known] : []));
    return allowed.length === 0 ? noSuchEndpoint(asked) : notAllowed(asked, [...new Set(allowed)].toSorted());
  };
}

/** @param pattern a route's path: static parts, a parameter (`:id`) or the rest (`*`). */
function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  const rest = wanted.at(-1) === "*" ? wanted.length - 1 : undefined;
  if (rest === undefined ? wanted.length !== given.length : given.length <= rest) return false;
  return wanted.slice(0, rest).every((part, i) => (part.startsWith(":") ? given[i] !== "" : part === given[i]));
}

export function noSuchEndpoint({ method, originalUrl }: UnroutedRequest): ApiError {
  const { path } = splitTarget(originalUrl);
  const message = `${method} ${clip(path)} does not exist. /openapi.json lists all routes`;
  return new ApiError(404, "no_such_endpoint", message, { field: "path" });
}

function notAllowed({ method, originalUrl }: UnroutedRequest, allowed: readonly string[]): ApiError {
  const list = allowed.join(", ");
  const message = `${clip(splitTarget(originalUrl).path)} has no ${method}: it has ${list}`;
  return new ApiError(405, "method_not_allowed", message, { field: "method", headers: { Allow: list } });
}
