import type { FastifyInstance } from "fastify";
import { Type, type Static } from "typebox";
import type { Statement } from "anchorlog/log";
import { ENTRY, statement } from "../foundation/db/database.ts";
import type { ProgressRow, WebhookRow } from "../foundation/db/tables.ts";
import { callerOf } from "../http/access.ts";
import { countOf, listPage, PageQuery } from "../http/cursors.ts";
import { ApiError, notFound } from "../http/errors.ts";
import { keepAnswer, keptAnswer } from "../http/keptAnswer.ts";
import { iso, page, Removed } from "../http/schemas.ts";
import { idOf, type Act, type Place, type RegisterSigned } from "../http/signed.ts";
import type { Parts } from "../foundation/parts.ts";
import { assertUrl } from "./addresses.ts";
import { deliveryRoutes } from "./deliveryRoutes.ts";
import { ChangedAnswer, ChangedWebhook, MadeWebhook, NewWebhook, shownWebhook, Webhook, WebhookId } from "./shapes.ts";
import { secretOf } from "./signature.ts";

/** Webhooks per organization. */
const MOST = 20;
const Params = Type.Object({ id: WebhookId });
type WebhookChange = Partial<Static<typeof ChangedWebhook>>;
type Changing = Pick<Act<WebhookChange, Static<typeof Params>>, "caller" | "params" | "body" | "digest">;
/** The columns of a webhook's row that a change may set. */
type Left = Pick<WebhookRow, "name" | "url" | "events" | "active">;
const CHANGED = { code: "version_conflict", message: "the webhook was changed meanwhile: send it again", status: 409 };
const GONE = { code: "not_found", message: "the webhook was removed", status: 404 };

/** Routes to create, change, delete and list webhooks and their deliveries. */
export function webhookRoutes(app: FastifyInstance, signed: RegisterSigned, parts: Parts): void {
  const { secrets, config } = parts;
  const { database } = parts;
  const tags = ["Webhooks"];
  const common = { group: "webhooks", access: "webhooks", signer: "webhooks" } as const;

  const of = (org: string) =>
    database.of(org).tables.selectFrom("webhook").where("org", "=", org).where("removed_at", "is", null);
  /** @throws ApiError 404 */
  const find = async (org: string, id: string): Promise<WebhookRow> => {
    const row = await of(org).selectAll().where("id", "=", id).executeTakeFirst();
    if (row === undefined) throw notFound("webhook", id);
    return row;
  };
  /** Reads a webhook's row, even if the webhook was removed. */
  const rowOf = (org: string, id: string): Promise<WebhookRow> =>
    database
      .of(org)
      .tables.selectFrom("webhook")
      .selectAll()
      .where("org", "=", org)
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  const isThere = (org: string, id: string): Statement => {
    const webhook = database.builder.selectFrom("webhook").select("id").where("org", "=", org).where("id", "=", id);
    return statement(webhook.where("removed_at", "is", null), { expect: 1, refusal: GONE });
  };
  const change = (org: string, id: string) =>
    database.builder.updateTable("webhook").where("org", "=", org).where("id", "=", id).where("removed_at", "is", null);
  const progressOf = async (org: string, ids: readonly string[]): Promise<ReadonlyMap<string, ProgressRow>> => {
    if (ids.length === 0) return new Map();
    const rows = await database
      .of(org)
      .accounts.selectFrom("webhook_progress")
      .selectAll()
      .where("org", "=", org)
      .where("webhook", "in", ids)
      .execute();
    return new Map(rows.map((row) => [row.webhook, row]));
  };

  signed({
    ...common,
    method: "POST",
    url: "/webhooks",
    schema: {
      summary: "Make a webhook",
      description:
        "The server sends the organization's actions to it, as Standard Webhooks specifies. Only this answer has the secret.",
      tags,
      body: NewWebhook,
      answer: MadeWebhook,
    },
    isCounting: true,
    check: async ({ caller, body }) => {
      assertUrl(body.url, config.webhookAllow);
      if ((await countOf(of(caller.organization.id))) < MOST) return;
      throw new ApiError(422, "too_many_webhooks", `an organization has ${MOST} webhooks at most: remove one`);
    },
    plan: async (act) => {
      const { name, url, events, active = true } = act.body;
      const row = {
        org: act.caller.organization.id,
        id: idOf("whk", act),
        idx: ENTRY.index,
        changed_idx: ENTRY.index,
        name,
        url,
        events: JSON.stringify(events),
        active: active ? (1 as const) : (0 as const),
        secret: act.digest,
        previous_secret: null,
        rotated_at: null,
        created_at: ENTRY.acceptedAt,
        updated_at: ENTRY.acceptedAt,
        removed_at: null,
      };
      return [statement(database.builder.insertInto("webhook").values(row))];
    },
    answer: async (act, { acceptedAt }) => {
      const row = await rowOf(act.caller.organization.id, idOf("whk", act));
      const { name, url, events, active = true } = act.body;
      const left = {
        name,
        url,
        events: JSON.stringify(events),
        active: active ? 1 : 0,
        updated_at: acceptedAt,
      } as const;
      return { ...shownWebhook({ ...row, ...left }, undefined), secret: secretOf(secrets, act.digest) };
    },
  });

  const changed = {
    ...common,
    url: "/webhooks/:id",
    status: 200,
    check: async ({ body }: { readonly body: WebhookChange }) => {
      if (body.url !== undefined) assertUrl(body.url, config.webhookAllow);
    },
    // Requests for webhooks take turns, so that each one shows what it leaves.
    isCounting: true as const,
    plan: async ({ caller, params: { id }, body, digest }: Changing) => {
      const org = caller.organization.id;
      const row = await find(org, id);
      const { rotate_secret = false, active, events, ...named } = body;
      const set: Left = {
        name: row.name,
        url: row.url,
        ...named,
        events: events === undefined ? row.events : JSON.stringify(events),
        active: active === undefined ? row.active : active ? 1 : 0,
      };
      const query = change(org, id)
        .where("changed_idx", "=", row.changed_idx)
        .set((eb) => ({
          ...set,
          ...(rotate_secret && { previous_secret: eb.ref("secret"), secret: digest, rotated_at: ENTRY.acceptedAt }),
          changed_idx: ENTRY.index,
          updated_at: ENTRY.acceptedAt,
        }));
      return [isThere(org, id), statement(query, { expect: 1, refusal: CHANGED }), keepAnswer(database, org, set)];
    },
    answer: async ({ caller, params: { id }, body: { rotate_secret = false }, digest }: Changing, place: Place) => {
      const org = caller.organization.id;
      const [row, left] = await Promise.all([rowOf(org, id), keptAnswer<Left>(database, org, place.index)]);
      return {
        ...shownWebhook({ ...row, ...left, updated_at: place.acceptedAt }, undefined),
        ...(rotate_secret && { secret: secretOf(secrets, digest) }),
      };
    },
  } as const;
  /** In a replacement, missing members get their defaults. */
  const whole = <T extends Changing>(act: T): T => ({ ...act, body: { active: true, ...act.body } });
  signed({
    ...changed,
    method: "PUT",
    schema: {
      summary: "Replace a webhook, enable it again, or rotate its secret",
      tags,
      params: Params,
      body: ChangedWebhook,
      answer: ChangedAnswer,
    },
    plan: (act) => changed.plan(whole(act)),
  });
  signed({
    ...changed,
    method: "PATCH",
    schema: {
      summary: "Change parts of a webhook",
      tags,
      params: Params,
      body: Type.Partial(ChangedWebhook, { additionalProperties: false, minProperties: 1 }),
      answer: ChangedAnswer,
    },
  });

  signed({
    ...common,
    method: "DELETE",
    url: "/webhooks/:id",
    status: 200,
    schema: { summary: "Remove a webhook", tags, params: Params, answer: Removed },
    plan: async ({ caller, params: { id } }) => {
      const org = caller.organization.id;
      await find(org, id);
      const query = change(org, id).set({ removed_at: ENTRY.acceptedAt, changed_idx: ENTRY.index });
      return [statement(query, { expect: 1, refusal: GONE })];
    },
    answer: ({ params: { id } }, { acceptedAt }) => ({ id, removed_at: iso(acceptedAt) }),
  });

  app.get(
    "/webhooks",
    {
      config: { access: "webhooks", group: "reads" },
      schema: { summary: "List webhooks", tags, querystring: PageQuery, response: { 200: page(Webhook) } },
    },
    async (request) => {
      const org = callerOf(request).organization.id;
      return listPage(parts, request, "webhooks", async ({ before, limit }) => {
        const rows = await of(org).selectAll().where("idx", "<", before).orderBy("idx", "desc").limit(limit).execute();
        const progress = await progressOf(
          org,
          rows.map(({ id }) => id),
        );
        return rows.map((row) => ({ at: row.idx, item: shownWebhook(row, progress.get(row.id)) }));
      });
    },
  );

  app.get(
    "/webhooks/:id",
    {
      config: { access: "webhooks", group: "reads" },
      schema: {
        summary: "Get a webhook, and how its receiver answers",
        tags,
        params: Params,
        response: { 200: Webhook },
      },
    },
    async (request) => {
      const { id } = request.params as { id: string };
      const org = callerOf(request).organization.id;
      const row = await find(org, id);
      return shownWebhook(row, (await progressOf(org, [id])).get(id));
    },
  );

  deliveryRoutes(app, signed, parts, { find, isThere });
}
