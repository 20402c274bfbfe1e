import type { FastifyInstance, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { ObjectRow } from "../foundation/db/tables.ts";
import { callerOf } from "../http/access.ts";
import { countReachable, listPage, offsetPage, offsetQuery, type Fetch } from "../http/cursors.ts";
import { etagOf, readIfMatch, sendTagged } from "../http/entityTags.ts";
import { badRequest, notFound } from "../http/errors.ts";
import { Address } from "../http/schemas.ts";
import type { Act, Place, RegisterSigned } from "../http/signed.ts";
import type { Parts } from "../foundation/parts.ts";
import { commandOf, type KindName } from "../objects/kinds.ts";
import { shownOf } from "../objects/project.ts";
import { ITEMS, ObjectId, ObjectShape, shownObject, TemplateId } from "../objects/shapes.ts";
import { objectOf } from "../objects/view.ts";
import {
  ChangedObject,
  NewObject,
  assertKindOf,
  commandIn,
  readOrder,
  signedTwice,
  TypedBody,
  unsigned,
} from "./order.ts";
import { performOne, recorded, type Perform } from "./perform.ts";
import { planRequested } from "./planning.ts";

const Filters = offsetQuery({
  template_id: Type.Optional(TemplateId),
  owner: Type.Optional(Address),
});

/** Routes to create, change and list objects. Other actions use the event bus. */
export function objectRoutes(app: FastifyInstance, signed: RegisterSigned, parts: Parts, perform: Perform): void {
  const { database } = parts;
  const tags = ["Objects"];

  /** Executes a typed action that is the request's body. */
  const asTyped = async (request: FastifyRequest, kinds: readonly KindName[], id?: string): Promise<object> => {
    const order = readOrder(request.body as object);
    if (order.form !== "typed") throw unsigned();
    const { action } = order;
    assertKindOf(action, kinds);
    const asked = commandOf(action);
    if (id !== undefined && asked.command.id !== id) {
      throw badRequest("message.payload.objectId", "other_object", "the action is about another object than the path");
    }
    const states = readIfMatch(request);
    const { object, receipt } = await performOne(perform, callerOf(request), { action, ...asked, states });
    return { ...object, x_receipt: receipt };
  };
  const answer = async ({ caller }: Act, { index }: Place): Promise<object> =>
    (await recorded(perform, caller.organization.id, index)).object;

  signed({
    method: "POST",
    url: "/objects",
    group: "writes",
    access: "caller",
    signer: "sender",
    schema: {
      summary: "Make an object",
      description:
        "If `id` is left out, the server chooses one. `to` is the first owner. By default it is the wallet that signs.",
      tags,
      body: Type.Union([NewObject, TypedBody]),
      answer: ObjectShape,
    },
    plan: async (act) => {
      if ("primaryType" in act.body) throw signedTwice();
      const mint = act.body;
      return planRequested(perform.planning, act, (made) => commandIn({ mint }, made));
    },
    answer,
    typed: (request) => asTyped(request, ["Mint", "Issue", "MovedMint"]),
  });

  for (const method of ["PUT", "PATCH"] as const) {
    signed({
      method,
      url: "/objects/:id",
      group: "writes",
      access: "caller",
      signer: "sender",
      status: 200,
      schema: {
        summary: "Change an object's properties",
        description: "`properties` replace all properties. If `version` is given, it must be the object's version.",
        tags,
        params: Type.Object({ id: ObjectId }),
        body: Type.Union([ChangedObject, TypedBody]),
        answer: ObjectShape,
      },
      fields: ["IfMatch"],
      plan: async (act) => {
        if ("primaryType" in act.body) throw signedTwice();
        const update = { ...act.body, id: act.params.id };
        const states = readIfMatch(act);
        return planRequested(perform.planning, act, (made) => commandIn({ update }, made), { states });
      },
      answer,
      typed: (request) => asTyped(request, ["Update"], (request.params as { id: string }).id),
    });
  }

  app.get(
    "/objects",
    {
      config: { access: "read", group: "reads" },
      schema: {
        summary: "List objects",
        description: "Newest first. Filters: template and owner.",
        tags,
        querystring: Filters,
        response: { 200: offsetPage(ObjectShape) },
      },
    },
    async (request, reply) => {
      const { template_id, owner } = request.query as { template_id?: string; owner?: string };
      const org = callerOf(request).organization.id;
      let all = database.of(org).tables.selectFrom("object").where("org", "=", org);
      if (template_id !== undefined) all = all.where("template", "=", template_id);
      if (owner !== undefined) all = all.where("owner", "=", owner.toLowerCase());
      const fetch: Fetch = async ({ before, limit, offset }) => {
        const [idx, item] = [Math.floor(before / ITEMS), before % ITEMS];
        const rows = await all
          .selectAll()
          .where((at) => at(at.refTuple("created_idx", "created_item"), "<", at.tuple(idx, item)))
          .orderBy("created_idx", "desc")
          .orderBy("created_item", "desc")
          .limit(limit)
          .offset(offset)
          .execute();
        return rows.map((row) => ({ at: row.created_idx * ITEMS + row.created_item, item: shownRow(row) }));
      };
      return listPage(parts, request, "objects", fetch, {
        reply,
        count: () => countReachable(database.of(org).tables, all),
      });
    },
  );

  app.get(
    "/objects/:id",
    {
      config: { access: "read", group: "reads", fields: ["IfNoneMatch"] },
      schema: {
        summary: "Get an object",
        description: "The current state. The `ETag` is its `state_hash`.",
        tags,
        params: Type.Object({ id: ObjectId }),
        response: { 200: ObjectShape },
      },
    },
    async (request, reply) => {
      const { id } = request.params as { id: string };
      const org = callerOf(request).organization.id;
      const row = await database
        .of(org)
        .tables.selectFrom("object")
        .selectAll()
        .where("org", "=", org)
        .where("id", "=", id)
        .executeTakeFirst();
      if (row === undefined) throw notFound("object", id);
      return sendTagged(request, reply, etagOf(row.state_hash), shownRow(row));
    },
  );
}

export function shownRow(row: ObjectRow): object {
  return shownObject(shownOf(objectOf(row)), { createdAt: row.created_at, updatedAt: row.updated_at });
}
