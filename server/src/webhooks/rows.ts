import type { Statement } from "anchorlog/log";
import { statement, type Database } from "../foundation/db/database.ts";
import { rowBy } from "../foundation/db/rows.ts";
import type { WebhookRow } from "../foundation/db/tables.ts";
import { existing } from "../http/errors.ts";

export const GONE = { code: "not_found", message: "the webhook was removed", status: 404 };

/** Reads a webhook. @throws ApiError 404 */
export async function findWebhook(database: Database, org: string, id: string): Promise<WebhookRow> {
  const row = await rowBy(database, "webhook", org, "id", id);
  return existing(row?.removed_at === null ? row : undefined, "webhook", id);
}

/** Rejects an action if the webhook was removed meanwhile. */
export function webhookStays({ builder }: Database, org: string, id: string): Statement {
  const webhook = builder.selectFrom("webhook").select("id").where("org", "=", org).where("id", "=", id);
  return statement(webhook.where("removed_at", "is", null), { expect: 1, refusal: GONE });
}
