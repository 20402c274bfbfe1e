import type { FastifyInstance } from "fastify";
import { Type, type Static } from "typebox";
import type { Statement } from "anchorlog/log";
import { ENTRY, statement, type Database } from "../foundation/db/database.ts";
import { rowBy } from "../foundation/db/rows.ts";
import { listPage, PageQuery } from "../http/cursors.ts";
import { existing } from "../http/errors.ts";
import { reads, type Read } from "../http/reads.ts";
import { Id, iso, page, Time } from "../http/schemas.ts";
import { idOf, type Act, type RegisterSigned } from "../http/signed.ts";
import { readTime } from "../http/times.ts";
import type { Parts } from "../foundation/parts.ts";
import { entryAndItem, positionOf } from "../objects/positions.ts";
import { findWebhook, webhookStays } from "./rows.ts";
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

export function deliveryRoutes(app: FastifyInstance, signed: RegisterSigned, parts: Parts): void {
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
    plan: (act) => planRedelivery(parts.database, act),
    answer: (act, { acceptedAt }) => ({
      id: idOf("rdl", act),
      webhook_id: act.params.id,
      ...act.body,
      created_at: iso(acceptedAt),
    }),
  });
  reads(app, "/webhooks/:id/deliveries", {
    access: "webhooks",
    schema: {
      summary: "List the deliveries of the last 30 days, and the ones that wait",
      tags,
      params: Params,
      querystring: PageQuery,
      answer: page(Delivery),
    },
    answer: (read) => listDeliveries(parts, read),
  });
}

async function planRedelivery(
  database: Database,
  { org, params: { id }, body: { action_id, since } }: Act<Static<typeof Asked>, Static<typeof Params>>,
): Promise<Statement[]> {
  await findWebhook(database, org, id);
  const action = action_id ?? null;
  if (action !== null) existing(await rowBy(database, "action_log", org, "id", action), "action", action);
  const time = since === undefined ? null : readTime("since", since);
  const row = { org, webhook: id, idx: ENTRY.index, action, since: time };
  return [webhookStays(database, org, id), statement(database.builder.insertInto("webhook_redelivery").values(row))];
}

async function listDeliveries(
  parts: Parts,
  { org, params: { id }, request }: Read<Static<typeof Params>>,
): Promise<object> {
  const { database } = parts;
  await findWebhook(database, org, id);
  return listPage(parts, request, `deliveries ${id}`, async ({ before, limit }) => {
    const rows = await database
      .of(org)
      .accounts.selectFrom("webhook_delivery")
      .selectAll()
      .where("org", "=", org)
      .where("webhook", "=", id)
      .where((at) => at(at.refTuple("idx", "item"), "<", at.tuple(...entryAndItem(before))))
      .orderBy("idx", "desc")
      .orderBy("item", "desc")
      .limit(limit)
      .execute();
    return rows.map((row) => ({ at: positionOf(row), item: shownDelivery(row) }));
  });
}
