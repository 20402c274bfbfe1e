import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { ActionRow } from "../db/tables.ts";
import { callerOf } from "../http/access.ts";
import { countReachable, listPage, offsetPage, offsetQuery, type Fetch } from "../http/cursors.ts";
import { notFound } from "../http/errors.ts";
import { Address, Id, iso, nullable, Time } from "../http/schemas.ts";
import type { Parts } from "../parts.ts";
import { ITEMS, ObjectId } from "../platform/shapes.ts";

export const ActionLog = Type.Object(
  {
    id: Id,
    name: Type.String(),
    kind: Type.String({ description: "The kind that was signed; HttpRequest where the request itself was." }),
    actor: Address,
    params: Type.Record(Type.String(), Type.Unknown(), { description: "What it asked for." }),
    status: Type.Literal("completed"),
    index: Type.Integer({ description: "Of its entry in the log." }),
    affected_objects: Type.Array(
      Type.Object({ id: ObjectId, hash_before: nullable(Type.String()), hash_after: Type.String() }),
    ),
    created_at: Time,
  },
  { title: "ActionLog" },
);

/** The activity of an organization: what was done with its objects. */
export function actionLogRoutes(app: FastifyInstance, parts: Parts): void {
  const { database } = parts;
  const tags = ["Event bus"];

  app.get(
    "/ebus/action-logs",
    {
      config: { access: "read", group: "reads" },
      schema: {
        summary: "List what was done",
        description: "Newest first, by object or by wallet. Each has its entry's index in the log.",
        tags,
        querystring: offsetQuery({ object_id: Type.Optional(ObjectId), actor: Type.Optional(Address) }),
        response: { 200: offsetPage(ActionLog) },
      },
    },
    async (request, reply) => {
      const { object_id, actor } = request.query as { object_id?: string; actor?: string };
      const org = callerOf(request).organization.id;
      let all = database.of(org).tables.selectFrom("action_log").where("org", "=", org);
      if (actor !== undefined) all = all.where("actor", "=", actor.toLowerCase());
      if (object_id !== undefined) all = all.where("object", "=", object_id);
      const fetch: Fetch = async ({ before, limit, offset }) => {
        const [idx, item] = [Math.floor(before / ITEMS), before % ITEMS];
        const rows = await all
          .selectAll()
          .where((at) => at(at.refTuple("idx", "item"), "<", at.tuple(idx, item)))
          .orderBy("idx", "desc")
          .orderBy("item", "desc")
          .limit(limit)
          .offset(offset)
          .execute();
        return rows.map((row) => ({ at: row.idx * ITEMS + row.item, item: shownAction(row) }));
      };
      return listPage(parts, request, "action-logs", fetch, {
        reply,
        count: () => countReachable(database.of(org).tables, all),
      });
    },
  );

  app.get(
    "/ebus/action-logs/:id",
    {
      config: { access: "read", group: "reads" },
      schema: {
        summary: "One thing that was done",
        description: "With what it changed: the objects' hashes before and after.",
        tags,
        params: Type.Object({ id: Id }),
        response: { 200: ActionLog },
      },
    },
    async (request) => {
      const { id } = request.params as { id: string };
      const org = callerOf(request).organization.id;
      const row = await database
        .of(org)
        .tables.selectFrom("action_log")
        .selectAll()
        .where("org", "=", org)
        .where("id", "=", id)
        .executeTakeFirst();
      if (row === undefined) throw notFound("action", id);
      return shownAction(row);
    },
  );
}

export function shownAction({ id, name, kind, actor, params, affected, idx, created_at }: ActionRow): object {
  const lists = { params: JSON.parse(params) as object, affected_objects: JSON.parse(affected) as object[] };
  return { id, name, kind, actor, status: "completed", index: idx, ...lists, created_at: iso(created_at) };
}
