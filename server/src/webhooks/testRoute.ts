import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { Type, type Static } from "typebox";
import type { WebhookRow } from "../foundation/db/tables.ts";
import { callerOf } from "../http/access.ts";
import { ApiError } from "../http/errors.ts";
import { Id, iso, nullable } from "../http/schemas.ts";
import type { Parts } from "../foundation/parts.ts";
import { messageId } from "./events.ts";
import { findWebhook } from "./rows.ts";
import { createSender, FAILURES, type Sender } from "./send.ts";
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

type Tests = Pick<Parts, "database" | "secrets" | "clock"> & {
  readonly sender: Sender;
  /** Aborted when the server closes. */
  readonly ending: AbortSignal;
  /** Organizations with a test under way. */
  readonly underWay: Set<string>;
};

/** Sends a test message to a webhook's receiver. It changes no state, so the request is not signed. */
export function webhookTestRoute(app: FastifyInstance, { database, config, secrets, clock }: Parts): void {
  const sender = createSender({ allow: config.webhookAllow, clock });
  const ending = new AbortController();
  const tests: Tests = { database, secrets, clock, sender, ending: ending.signal, underWay: new Set() };
  app.addHook("preClose", async () => ending.abort());
  app.addHook("onClose", () => sender.close());
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
      const { id } = request.params as Static<typeof Params>;
      return sendTest(tests, await findWebhook(database, organization.id, id));
    },
  );
}

async function sendTest(
  { secrets, clock, sender, ending, underWay }: Tests,
  webhook: WebhookRow,
): Promise<Static<typeof Tested>> {
  const now = clock();
  const id = messageId(webhook.id, randomUUID());
  const body = JSON.stringify({ type: "webhook.test", timestamp: iso(now), data: { webhook_id: webhook.id } });
  const headers = {
    "content-type": "application/json",
    "user-agent": "anchorlog-webhooks",
    ...signedHeaders(secrets, webhook, { id, body, now }),
  };
  if (underWay.has(webhook.org) || underWay.size >= MOST) throw busy();
  underWay.add(webhook.org);
  try {
    const answer = await sender.send({ url: webhook.url, headers, body }, ending);
    if (answer === undefined) throw busy();
    return { id, status: answer.status, error: answer.error };
  } finally {
    underWay.delete(webhook.org);
  }
}

const busy = (): ApiError =>
  new ApiError(503, "overloaded", "other tests are under way: send it again later", {
    headers: { "Retry-After": "1" },
  });
