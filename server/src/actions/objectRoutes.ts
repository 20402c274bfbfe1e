import type { FastifyInstance, FastifyRequest } from "fastify";
import { Type, type Static } from "typebox";
import { rowBy, rowsOf } from "../foundation/db/rows.ts";
import type { ObjectRow } from "../foundation/db/tables.ts";
import { callerOf } from "../http/access.ts";
import { countReachable, listPage, offsetPage, offsetQuery, type Fetch } from "../http/cursors.ts";
import { etagOf, readIfMatch, sendTagged } from "../http/entityTags.ts";
import { badRequest, existing } from "../http/errors.ts";
import { reads, type Read } from "../http/reads.ts";
import { Address } from "../http/schemas.ts";
import type { Act, Place, RegisterSigned } from "../http/signed.ts";
import type { Parts } from "../foundation/parts.ts";
import { commandOf, type KindName } from "../objects/kinds.ts";
import { shownOf } from "../objects/project.ts";
import { entryAndItem, positionOf } from "../objects/positions.ts";
import { ObjectId, ObjectShape, shownObject, TemplateId } from "../objects/shapes.ts";
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

const Params = Type.Object({ id: ObjectId });
const Filters = offsetQuery({
  template_id: Type.Optional(TemplateId),
  owner: Type.Optional(Address),
});

const tags = ["Objects"];
const SCHEMAS = {
  make: {
    summary: "Make an object",
    description:
      "If `id` is left out, the server chooses one. `to` is the first owner. By default it is the wallet that signs.",
    tags,
    body: Type.Union([NewObject, TypedBody]),
    answer: ObjectShape,
  },
  change: {
    summary: "Change an object's properties",
    description: "`properties` replace all properties. If `version` is given, it must be the object's version.",
    tags,
    params: Params,
    body: Type.Union([ChangedObject, TypedBody]),
    answer: ObjectShape,
  },
  list: {
    summary: "List objects",
    description: "Newest first. Filters: template and owner.",
    tags,
    querystring: Filters,
    answer: offsetPage(ObjectShape),
  },
  get: {
    summary: "Get an object",
    description: "The current state. The `ETag` is its `state_hash`.",
    tags,
    params: Params,
    answer: ObjectShape,
  },
};

/** Routes to create, change and list objects. Other actions use the event bus. */
export function objectRoutes(app: FastifyInstance, signed: RegisterSigned, parts: Parts, perform: Perform): void {
  const { database } = parts;
  const common = {
    group: "writes",
    access: "caller",
    signer: "sender",
    answer: async ({ org }: Act, { index }: Place) => (await recorded(perform, org, index)).object,
  } as const;
  signed({
    ...common,
    method: "POST",
    url: "/objects",
    schema: SCHEMAS.make,
    plan: async (act) => {
      const mint = asRequested(act.body);
      return planRequested(perform.planning, act, (made) => commandIn({ mint }, made));
    },
    typed: (request) => performTyped(perform, request, ["Mint", "Issue", "MovedMint"]),
  });
  for (const method of ["PUT", "PATCH"] as const) {
    signed({
      ...common,
      method,
      url: "/objects/:id",
      status: 200,
      schema: SCHEMAS.change,
      fields: ["IfMatch"],
      plan: async (act) => {
        const update = { ...asRequested(act.body), id: act.params.id };
        const states = readIfMatch(act);
        return planRequested(perform.planning, act, (made) => commandIn({ update }, made), { states });
      },
      typed: (request) => performTyped(perform, request, ["Update"], (request.params as Static<typeof Params>).id),
    });
  }
  reads(app, "/objects", {
    access: "read",
    schema: SCHEMAS.list,
    answer: (read) => listObjects(parts, read),
  });
  reads(app, "/objects/:id", {
    access: "read",
    fields: ["IfNoneMatch"],
    schema: SCHEMAS.get,
    answer: async ({ org, params: { id }, request, reply }) => {
      const row = existing(await rowBy(database, "object", org, "id", id), "object", id);
      return sendTagged(request, reply, etagOf(row.state_hash), shownRow(row));
    },
  });
}

/** A body that the request signs. @throws ApiError if it is itself a typed action. */
function asRequested<Body extends object>(body: Body | Static<typeof TypedBody>): Body {
  if ("primaryType" in body) throw signedTwice();
  return body;
}

/** Executes a typed action that is the request's body. */
async function performTyped(
  perform: Perform,
  request: FastifyRequest,
  kinds: readonly KindName[],
  id?: string,
): Promise<object> {
  const order = readOrder(request.body as object);
  if (order.form !== "typed") throw unsigned();
  const { action } = order;
  assertKindOf(action, kinds);
  const asked = commandOf(action);
  if (id !== undefined && asked.command.id !== id)
    throw badRequest("message.payload.objectId", "other_object", "the action is about another object than the path");
  const states = readIfMatch(request);
  const { object, receipt } = await performOne(perform, callerOf(request), { action, ...asked, states });
  return { ...object, x_receipt: receipt };
}

async function listObjects(
  parts: Parts,
  { org, query: { template_id, owner }, request, reply }: Read<unknown, Static<typeof Filters>>,
): Promise<object> {
  const { database } = parts;
  let all = rowsOf(database, "object", org);
  if (template_id !== undefined) all = all.where("template", "=", template_id);
  if (owner !== undefined) all = all.where("owner", "=", owner.toLowerCase());
  const fetch: Fetch = async ({ before, limit, offset }) => {
    const rows = await all
      .selectAll()
      .where((at) => at(at.refTuple("created_idx", "created_item"), "<", at.tuple(...entryAndItem(before))))
      .orderBy("created_idx", "desc")
      .orderBy("created_item", "desc")
      .limit(limit)
      .offset(offset)
      .execute();
    return rows.map((row) => ({
      at: positionOf({ idx: row.created_idx, item: row.created_item }),
      item: shownRow(row),
    }));
  };
  const count = () => countReachable(database.of(org).tables, all);
  return listPage(parts, request, "objects", fetch, { reply, count });
}

export function shownRow(row: ObjectRow): object {
  return shownObject(shownOf(objectOf(row)), { createdAt: row.created_at, updatedAt: row.updated_at });
}
