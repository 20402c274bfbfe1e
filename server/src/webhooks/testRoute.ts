import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { callerOf } from "../http/access.ts";
import { ApiError, notFound } from "../http/errors.ts";
import { Id, iso, nullable } from "../http/schemas.ts";
import type { Parts } from "../foundation/parts.ts";
import { messageId } from "./events.ts";
import { createSender, FAILURES } from "./send.ts";
import { WebhookId } from "./shapes.ts";
import { signedHeaders } from "./signature.ts";

/** Concurrent tests, at most one per organization. */
const MOST = 32;

const Params = Type.Object({ id: WebhookId });
const Tested = Type.Object({
  id: Type.String({ ...Id, description: "The `webhook-id` of the message.", examples: [messageId("", "")] }),
  status: { ...nullable(Type.Integer()), description: "The HTTP status that the receiver answered." },
  error: {
    ...nullable(Type.Enum([...FAILURES])),
    description: "Why it failed, as in `deliveries`.",
  },
});

/** Sends a test message to a webhook's receiver. It changes no state, so the request is not signed. */
export function webhookTestRoute(
  app: FastifyInstance,
  { database, config, secrets, clock }: Pick<Parts, "database" | "config" | "secrets" | "clock">,
): void {
  const sender = createSender({ allow: config.webhookAllow, clock });
  const ending = new AbortController();
  /** Organizations with a test under way. */
  const underWay = new Set<string>();
  app.addHook("preClose", async () => ending.abort());
  app.addHook("onClose", () => sender.close());

  const find = async (org: string, id: string) => {
    const row = await database
      .of(org)
      .tables.selectFrom("webhook")
      .selectAll()
      .where("org", "=", org)
      .where("id", "=", id)
      .where("removed_at", "is", null)
      .executeTakeFirst();
    if (row === undefined) throw notFound("webhook", id);
    return row;
  };
  const inPlace = async <T>(org: string, run: () => Promise<T>): Promise<T> => {
    if (underWay.has(org) || underWay.size >= MOST) throw busy();
    underWay.add(org);
    try {
      return await run();
    } finally {
      underWay.delete(org);
    }
  };

  app.post(
    "/webhooks/:id/test",
    {
      config: { access: "webhooks", group: "webhooks" },
      schema: {
        summary: "Send a test message to a webhook",
        description:
          "The server sends a signed message of type `webhook.test` at once, also if the webhook is not active. It is sent once, and it is not among the deliveries. The answer says how the receiver answered. Nothing changes, so the request needs no wallet's signature.",
        tags: ["Webhooks"],
        params: Params,
        response: { 200: Tested },
      },
    },
    async (request) => {
      const { organization } = callerOf(request);
      const webhook = await find(organization.id, (request.params as { id: string }).id);
      const now = clock();
      const id = messageId(webhook.id, randomUUID());
      const body = JSON.stringify({ type: "webhook.test", timestamp: iso(now), data: { webhook_id: webhook.id } });
      const headers = {
        "content-type": "application/json",
        "user-agent": "anchorlog-webhooks",
        ...signedHeaders(secrets, webhook, { id, body, now }),
      };
      const answer = await inPlace(organization.id, () =>
        sender.send({ url: webhook.url, headers, body }, ending.signal),
      );
      if (answer === undefined) throw busy();
      return { id, status: answer.status, error: answer.error };
    },
  );
}

const busy = (): ApiError =>
  new ApiError(503, "overloaded", "other tests are under way: send it again later", {
    headers: { "Retry-After": "1" },
  });
