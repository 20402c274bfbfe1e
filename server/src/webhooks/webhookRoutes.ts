import type { FastifyInstance } from "fastify";
import { Type, type Static } from "typebox";
import type { Statement } from "anchorlog/log";
import { ENTRY, statement, type Database } from "../foundation/db/database.ts";
import { changeOf, rowBy, rowsOf } from "../foundation/db/rows.ts";
import type { ProgressRow, WebhookRow } from "../foundation/db/tables.ts";
import { countOf, listRows, PageQuery } from "../http/cursors.ts";
import { ApiError } from "../http/errors.ts";
import { keepAnswer, keptAnswer } from "../http/keptAnswer.ts";
import { reads, type Read } from "../http/reads.ts";
import { iso, page, Removed } from "../http/schemas.ts";
import { idOf, newRow, type Act, type Place, type RegisterSigned } from "../http/signed.ts";
import type { Parts } from "../foundation/parts.ts";
import { assertUrl } from "./addresses.ts";
import { findWebhook, GONE, webhookStays } from "./rows.ts";
import { ChangedAnswer, ChangedWebhook, MadeWebhook, NewWebhook, shownWebhook, Webhook, WebhookId } from "./shapes.ts";
import { secretOf } from "./signature.ts";

/** Webhooks per organization. */
const MOST = 20;
const Params = Type.Object({ id: WebhookId });
type Making = Act<Static<typeof NewWebhook>>;
type Changing = Act<Partial<Static<typeof ChangedWebhook>>, Static<typeof Params>>;
/** The columns of a webhook's row that a change may set. */
type Left = Pick<WebhookRow, "name" | "url" | "events" | "active">;
const CHANGED = { code: "version_conflict", message: "the webhook was changed meanwhile: send it again", status: 409 };

const tags = ["Webhooks"];
const SCHEMAS = {
  make: {
    summary: "Make a webhook",
    description:
      "The server sends the organization's actions to it, as Standard Webhooks specifies. Only this answer has the secret.",
    tags,
    body: NewWebhook,
    answer: MadeWebhook,
  },
  replace: {
    summary: "Replace a webhook, enable it again, or rotate its secret",
    tags,
    params: Params,
    body: ChangedWebhook,
    answer: ChangedAnswer,
  },
  change: {
    summary: "Change parts of a webhook",
    tags,
    params: Params,
    body: Type.Partial(ChangedWebhook, { additionalProperties: false, minProperties: 1 }),
    answer: ChangedAnswer,
  },
  remove: { summary: "Remove a webhook", tags, params: Params, answer: Removed },
  list: { summary: "List webhooks", tags, querystring: PageQuery, answer: page(Webhook) },
  get: { summary: "Get a webhook, and how its receiver answers", tags, params: Params, answer: Webhook },
};

/** Routes to create, change, delete and list webhooks. */
export function webhookRoutes(app: FastifyInstance, signed: RegisterSigned, parts: Parts): void {
  const { database } = parts;
  const common = { group: "webhooks", access: "webhooks", signer: "webhooks" } as const;
  signed({
    ...common,
    method: "POST",
    url: "/webhooks",
    schema: SCHEMAS.make,
    isCounting: true,
    check: (act) => checkNew(parts, act),
    plan: async (act) => planNew(database, act),
    answer: (act, { acceptedAt }) => answerNew(parts, act, acceptedAt),
  });
  const changed = {
    ...common,
    url: "/webhooks/:id",
    status: 200,
    check: async ({ body: { url } }: Changing) => {
      if (url !== undefined) assertUrl(url, parts.config.webhookAllow);
    },
    // Requests for webhooks take turns, so that each one shows what it leaves.
    isCounting: true,
    answer: (act: Changing, place: Place) => answerChanged(parts, act, place),
  } as const;
  signed({
    ...changed,
    method: "PUT",
    schema: SCHEMAS.replace,
    // In a replacement, missing members get their defaults.
    plan: (act) => planChange(database, { ...act, body: { active: true, ...act.body } }),
  });
  signed({
    ...changed,
    method: "PATCH",
    schema: SCHEMAS.change,
    plan: (act) => planChange(database, act),
  });
  signed({
    ...common,
    method: "DELETE",
    url: "/webhooks/:id",
    status: 200,
    schema: SCHEMAS.remove,
    plan: ({ org, params: { id } }) => planRemoval(database, org, id),
    answer: ({ params: { id } }, { acceptedAt }) => ({ id, removed_at: iso(acceptedAt) }),
  });
  reads(app, "/webhooks", {
    access: "webhooks",
    schema: SCHEMAS.list,
    answer: (read) => listWebhooks(parts, read),
  });
  reads(app, "/webhooks/:id", {
    access: "webhooks",
    schema: SCHEMAS.get,
    answer: (read) => webhookOf(database, read),
  });
}

function listWebhooks(parts: Parts, { org, request }: Read): Promise<object> {
  const { database } = parts;
  return listRows(parts, request, "webhooks", live(database, org).selectAll(), async (rows) => {
    const progress = await progressOf(database, org, rows);
    return (row) => shownWebhook(row, progress.get(row.id));
  });
}

const live = (database: Database, org: string) => rowsOf(database, "webhook", org).where("removed_at", "is", null);

async function progressOf(
  { of }: Database,
  org: string,
  webhooks: readonly WebhookRow[],
): Promise<ReadonlyMap<string, ProgressRow>> {
  if (webhooks.length === 0) return new Map();
  const progress = of(org).accounts.selectFrom("webhook_progress").selectAll().where("org", "=", org);
  const ids = webhooks.map(({ id }) => id);
  return new Map((await progress.where("webhook", "in", ids).execute()).map((row) => [row.webhook, row]));
}

async function checkNew({ config, database }: Parts, { org, body }: Making): Promise<void> {
  assertUrl(body.url, config.webhookAllow);
  if ((await countOf(live(database, org))) < MOST) return;
  throw new ApiError(422, "too_many_webhooks", `an organization has ${MOST} webhooks at most: remove one`);
}

const leftByNew = ({ name, url, events, active = true }: Making["body"]): Left => ({
  name,
  url,
  events: JSON.stringify(events),
  active: active ? 1 : 0,
});

function planNew({ builder }: Database, act: Making): Statement[] {
  const row = {
    ...newRow("whk", act),
    ...leftByNew(act.body),
    changed_idx: ENTRY.index,
    secret: act.digest,
    previous_secret: null,
    rotated_at: null,
    updated_at: ENTRY.acceptedAt,
    removed_at: null,
  };
  return [statement(builder.insertInto("webhook").values(row))];
}

async function answerNew({ database, secrets }: Parts, act: Making, updated_at: number): Promise<object> {
  // The webhook may have been removed since.
  const row = await rowBy(database, "webhook", act.org, "id", idOf("whk", act));
  const webhook = shownWebhook({ ...row!, ...leftByNew(act.body), updated_at }, undefined);
  return { ...webhook, secret: secretOf(secrets, act.digest) };
}

async function planChange(database: Database, { org, params: { id }, body, digest }: Changing): Promise<Statement[]> {
  const row = await findWebhook(database, org, id);
  const { rotate_secret = false, active, events, ...named } = body;
  const left: Left = {
    name: row.name,
    url: row.url,
    ...named,
    events: events === undefined ? row.events : JSON.stringify(events),
    active: active === undefined ? row.active : active ? 1 : 0,
  };
  const query = changeOf(database, "webhook", org, id)
    .where("removed_at", "is", null)
    .where("changed_idx", "=", row.changed_idx)
    .set((eb) => ({
      ...left,
      ...(rotate_secret && { previous_secret: eb.ref("secret"), secret: digest, rotated_at: ENTRY.acceptedAt }),
      changed_idx: ENTRY.index,
      updated_at: ENTRY.acceptedAt,
    }));
  const update = statement(query, { expect: 1, refusal: CHANGED });
  return [webhookStays(database, org, id), update, keepAnswer(database, org, left)];
}

async function answerChanged(
  { database, secrets }: Parts,
  { org, params: { id }, body: { rotate_secret = false }, digest }: Changing,
  { index, acceptedAt }: Place,
): Promise<object> {
  const [row, left] = await Promise.all([
    rowBy(database, "webhook", org, "id", id),
    keptAnswer<Left>(database, org, index),
  ]);
  const webhook = shownWebhook({ ...row!, ...left, updated_at: acceptedAt }, undefined);
  return { ...webhook, ...(rotate_secret && { secret: secretOf(secrets, digest) }) };
}

async function planRemoval(database: Database, org: string, id: string): Promise<Statement[]> {
  await findWebhook(database, org, id);
  const query = changeOf(database, "webhook", org, id)
    .where("removed_at", "is", null)
    .set({ removed_at: ENTRY.acceptedAt, changed_idx: ENTRY.index });
  return [statement(query, { expect: 1, refusal: GONE })];
}

async function webhookOf(database: Database, { org, params: { id } }: Read<Static<typeof Params>>): Promise<object> {
  const row = await findWebhook(database, org, id);
  return shownWebhook(row, (await progressOf(database, org, [row])).get(id));
}
