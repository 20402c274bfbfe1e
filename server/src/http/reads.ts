/** Registers routes that read, and change nothing. */
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Static, TSchema } from "typebox";
import type { Caller } from "../foundation/caller.ts";
import type { Permission } from "../foundation/roles.ts";
import { callerOf } from "./access.ts";

/** The values of a schema. No schema is inferred from them: it would take the compiler seconds. */
export type Value<Schema extends TSchema> = NoInfer<Static<Schema>>;

export type Read<Params = unknown, Query = unknown> = {
  readonly caller: Caller;
  /** The ID of the caller's organization. */
  readonly org: string;
  readonly params: Params;
  readonly query: Query;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** A route that reads. Its limits are those of the group `reads` by default. */
type ReadRoute<Params extends TSchema, Query extends TSchema> = FastifyContextConfig & {
  readonly access: "caller" | Permission;
  readonly schema: {
    readonly summary: string;
    readonly description?: string;
    readonly tags: readonly string[];
    readonly params?: Params;
    readonly querystring?: Query;
    /** The schema of the answer. */
    readonly answer: object;
    /** The schema of an answer with status 206. */
    readonly partial?: object;
  };
  readonly answer: (read: Read<Value<Params>, Value<Query>>) => Promise<unknown>;
};

export function reads<Params extends TSchema, Query extends TSchema>(
  app: FastifyInstance,
  url: string,
  { schema: { answer: whole, partial, ...described }, answer, ...config }: ReadRoute<Params, Query>,
): void {
  const response = { 200: whole, ...(partial && { 206: partial }) };
  app.get(
    url,
    { config: { group: "reads", ...config }, schema: { ...described, response } },
    async (request, reply) => {
      const { params, query } = request as { readonly params: Value<Params>; readonly query: Value<Query> };
      const caller = callerOf(request);
      return answer({ caller, org: caller.organization.id, params, query, request, reply });
    },
  );
}
