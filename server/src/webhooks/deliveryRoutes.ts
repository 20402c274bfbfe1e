import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { Statement } from "anchorlog/log";
import { ENTRY, statement } from "../foundation/db/database.ts";
import type { WebhookRow } from "../foundation/db/tables.ts";
import { callerOf } from "../http/access.ts";
import { listPage, PageQuery } from "../http/cursors.ts";
import { notFound } from "../http/errors.ts";
import { Id, iso, page, Time } from "../http/schemas.ts";
import { idOf, type RegisterSigned } from "../http/signed.ts";
import { readTime } from "../http/times.ts";
import type { Parts } from "../foundation/parts.ts";
import { ITEMS } from "../objects/shapes.ts";
import { Delivery, shownDelivery, WebhookId } from "./shapes.ts";

const Params = Type.Object({ id: WebhookId });
const ActionId = Type.String({ ...Id, examples: ["act_8f14e45fceea167a5a36dedd4bea2543"] });
const Asked = Type.Object(
  { action_id: Type.Optional(ActionId), since: Type.Optional(Time) },
  {
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
    examples: [{ since: "2026-01-05T09:00:00.000Z" }],
  },
);
const Accepted = Type.Object({
  id: Id,
  webhook_id: WebhookId,
  action_id: Type.Optional(ActionId),
  since: Type.Optional(Time),
  created_at: Time,
});

type WebhookLooks = {
  readonly find: (org: string, id: string) => Promise<WebhookRow>;
  readonly isThere: (org: string, id: string) => Statement;
};

/**
 * Routes that list a webhook's deliveries, and request redeliveries.
 *
 * @param find throws ApiError 404. `isThere` rejects an action if the webhook was removed meanwhile.
 */
export function deliveryRoutes(
  app: FastifyInstance,
  signed: RegisterSigned,
  parts: Parts,
  { find, isThere }: WebhookLooks,
): void {
  const { of, builder } = parts.database;
  const tags = ["Webhooks"];

  signed({
    method: "POST",
    url: "/webhooks/:id/redeliveries",
    group: "webhooks",
    access: "webhooks",
    signer: "webhooks",
    schema: {
      summary: "Deliver again: one action, or all since a time",
      tags,
      params: Params,
      body: Asked,
      answer: Accepted,
    },
    plan: async ({ caller, params: { id }, body: { action_id, since } }) => {
      const org = caller.organization.id;
      await find(org, id);
      const action = action_id ?? null;
      if (action !== null) {
        const row = await of(org)
          .tables.selectFrom("action_log")
          .select("id")
          .where("org", "=", org)
          .where("id", "=", action)
          .executeTakeFirst();
        if (row === undefined) throw notFound("action", action);
      }
      const time = since === undefined ? null : readTime("since", since);
      const row = { org, webhook: id, idx: ENTRY.index, action, since: time };
      return [isThere(org, id), statement(builder.insertInto("webhook_redelivery").values(row))];
    },
    answer: (act, { acceptedAt }) => ({
      id: idOf("rdl", act),
      webhook_id: act.params.id,
      ...act.body,
      created_at: iso(acceptedAt),
    }),
  });

  app.get(
    "/webhooks/:id/deliveries",
    {
      config: { access: "webhooks", group: "reads" },
      schema: {
        summary: "List the deliveries of the last 30 days, and the ones that wait",
        tags,
        params: Params,
        querystring: PageQuery,
        response: { 200: page(Delivery) },
      },
    },
    async (request) => {
      const { id } = request.params as { id: string };
      const org = callerOf(request).organization.id;
      await find(org, id);
      return listPage(parts, request, `deliveries ${id}`, async ({ before, limit }) => {
        const [idx, item] = [Math.floor(before / ITEMS), before % ITEMS];
        const rows = await of(org)
          .accounts.selectFrom("webhook_delivery")
          .selectAll()
          .where("org", "=", org)
          .where("webhook", "=", id)
          .where((at) => at(at.refTuple("idx", "item"), "<", at.tuple(idx, item)))
          .orderBy("idx", "desc")
          .orderBy("item", "desc")
          .limit(limit)
          .execute();
        return rows.map((row) => ({ at: row.idx * ITEMS + row.item, item: shownDelivery(row) }));
      });
    },
  );
}
