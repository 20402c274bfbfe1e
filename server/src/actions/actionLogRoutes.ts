import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { rowBy } from "../foundation/db/rows.ts";
import type { ActionRow } from "../foundation/db/tables.ts";
import { boundedPage, offsetPage, offsetQuery } from "../http/cursors.ts";
import { existing } from "../http/errors.ts";
import { reads } from "../http/reads.ts";
import { Address, Id, iso, nullable, Time } from "../http/schemas.ts";
import { readTime } from "../http/times.ts";
import type { Parts } from "../foundation/parts.ts";
import { KINDS } from "../objects/kinds.ts";
import { ObjectId, TemplateId } from "../objects/shapes.ts";
import { lookAmong } from "./actionLook.ts";

const at = (description: string) => Type.Optional({ ...Time, description });
const Filters = offsetQuery({
  object_id: Type.Optional(ObjectId),
  actor: Type.Optional(Address),
  template_id: Type.Optional(TemplateId),
  kind: Type.Optional(Type.Enum(["HttpRequest", ...KINDS], { description: "The kind of the signed action." })),
  since: at("Accepted at this time or later."),
  before: at("Accepted before this time."),
});

export const ActionLog = Type.Object(
  {
    id: Id,
    name: Type.String(),
    kind: Type.String({
      description: "The kind of the signed action. `HttpRequest` if the request itself was signed.",
    }),
    actor: Address,
    params: Type.Record(Type.String(), Type.Unknown(), { description: "The parameters of the action." }),
    status: Type.Literal("completed"),
    index: Type.Integer({ description: "The index of its entry in the log." }),
    affected_objects: Type.Array(
      Type.Object({ id: ObjectId, hash_before: nullable(Type.String()), hash_after: Type.String() }),
    ),
    created_at: Time,
  },
  { title: "ActionLog" },
);

/** Routes that list the actions on an organization's objects. */
export function actionLogRoutes(app: FastifyInstance, parts: Parts): void {
  const { database } = parts;
  const tags = ["Event bus"];
  reads(app, "/ebus/action-logs", {
    access: "read",
    schema: {
      summary: "List actions",
      description:
        "Newest first. Filters: object, wallet, template, kind and time. Each action has the index of its entry in the log. With several filters, a page may be short or empty although more pages follow. Follow `next` until it is null.",
      tags,
      querystring: Filters,
      answer: offsetPage(ActionLog),
    },
    answer: async ({ org, query, request, reply }) => {
      const { object_id, actor, template_id, kind, since, before } = query;
      const conditions = {
        equal: { object: object_id, actor: actor?.toLowerCase(), template: template_id, kind },
        since: since === undefined ? undefined : readTime("since", since),
        before: before === undefined ? undefined : readTime("before", before),
      };
      const { look, count } = await lookAmong(database.of(org).tables, org, conditions, shownAction);
      return boundedPage(parts, request, "action-logs", look, { reply, count });
    },
  });
  reads(app, "/ebus/action-logs/:id", {
    access: "read",
    schema: {
      summary: "Get an action",
      description: "With its changes: the hashes of the objects' states before and after.",
      tags,
      params: Type.Object({ id: Id }),
      answer: ActionLog,
    },
    answer: async ({ org, params: { id } }) =>
      shownAction(existing(await rowBy(database, "action_log", org, "id", id), "action", id)),
  });
}

export function shownAction({ id, name, kind, actor, params, affected, idx, created_at }: ActionRow): object {
  const lists = { params: JSON.parse(params) as object, affected_objects: JSON.parse(affected) as object[] };
  return { id, name, kind, actor, status: "completed", index: idx, ...lists, created_at: iso(created_at) };
}
