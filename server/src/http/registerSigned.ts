/** Registers routes whose requests change state. */
import type { FastifyInstance } from "fastify";
import { withReceipt } from "./schemas.ts";
import { answerSigned, statusOf, type RegisterSigned, type SignedRoute, type Signing } from "./signed.ts";

/**
 * Returns a function that registers signed routes, in a scope with the signature plugin.
 *
 * @param typedRoutes receives the routes whose actions may be in the body, as method and pattern.
 */
export function registerSigned(
  app: FastifyInstance,
  signing: Signing,
  typedRoutes = new Set<string>(),
): RegisterSigned {
  return (typed) => {
    const route = typed as unknown as SignedRoute;
    const { method, url, group, access, signer, fields = [], needsAccount = false } = route;
    const isTyped = route.typed !== undefined;
    if (isTyped) typedRoutes.add(`${method} ${url}`);
    app.route({
      method,
      url,
      ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
      config: {
        access,
        group,
        signer,
        fields,
        needsAccount,
        isTyped,
        ...(route.counts && { counts: route.counts }),
      },
      schema: schemaOf(route),
      // A form is validated by `receive`.
      ...(route.schema.form && { validatorCompiler: () => () => true }),
      handler: (request, reply) => answerSigned(signing, route, request, reply),
    });
  };
}

function schemaOf(route: SignedRoute): object {
  const { summary, description, tags, form, body, params, answer, receipt } = route.schema;
  return {
    summary,
    ...(description !== undefined && { description }),
    tags,
    ...(form === undefined ? body && { body } : { body: form, consumes: ["multipart/form-data"] }),
    ...(params && { params }),
    response: { [statusOf(route)]: withReceipt(answer, receipt === "optional") },
  };
}
