import type { FastifyInstance, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { assertKindOf, readOrder, TypedBody } from "./order.ts";
import { actionIdOf, commandOf, type Perform } from "./perform.ts";
import type { ObjectRow } from "../db/tables.ts";
import { callerOf } from "../http/access.ts";
import { listPage, pageQuery } from "../http/cursors.ts";
import { ApiError, notFound } from "../http/errors.ts";
import { Address, Id, iso, page, Time } from "../http/schemas.ts";
import type { Act, RegisterSigned } from "../http/signed.ts";
import type { Platform } from "../platform.ts";
import type { Hex } from "anchorlog";
import type { Command } from "../platform/command.ts";
import { canonical, type Properties } from "../platform/properties.ts";
import { objectOf } from "../platform/view.ts";
import { shownOf } from "../platform/project.ts";

export const ObjectId = Type.String({ minLength: 1, maxLength: 64 });
const PropertiesObject = Type.Record(Type.String(), Type.Unknown());
const shown = {
  id: ObjectId,
  template_id: Id,
  owner: Address,
  properties: PropertiesObject,
  version: Type.Integer(),
  state: Type.Union([Type.Literal("active"), Type.Literal("redeemed"), Type.Literal("burned")]),
  state_hash: Type.String({ description: "SHA-256 of the object as canonical JSON (RFC 8785), without this member." }),
};
export const Done = Type.Object(shown, { description: "The object as the action left it." });
const ObjectShape = Type.Object({ ...shown, created_at: Time, updated_at: Time });
const closed = { additionalProperties: false } as const;
const NewObject = Type.Object(
  {
    template_id: Id,
    properties: Type.Optional(PropertiesObject),
    to: Type.Optional(Address),
    id: Type.Optional(ObjectId),
  },
  closed,
);
const ChangedObject = Type.Object(
  { properties: PropertiesObject, version: Type.Optional(Type.Integer({ minimum: 1 })) },
  closed,
);
const Filters = pageQuery({
  template_id: Type.Optional(Id),
  owner: Type.Optional(Address),
});
/** Places of a list of objects: an entry makes fewer than so many. */
export const ITEMS = 4_096;

/** Objects: made, changed, listed. What else becomes of them goes by the event bus. */
export function objectRoutes(app: FastifyInstance, signed: RegisterSigned, platform: Platform, perform: Perform): void {
  const { platform: tables } = platform.database;
  const tags = ["Objects"];

  /** A write that is signed as the request: of objects without custody. */
  const asRequest = async (act: Act, command: Command) =>
    perform.plan(
      act.caller,
      { command, form: "request", signer: act.signer },
      { kind: "HttpRequest", actionId: actionIdOf(act.digest) },
    );
  /** One that is signed as a typed action, which is the body. */
  const asTyped = async (request: FastifyRequest, kind: "Mint" | "Issue" | "Update", id?: string): Promise<object> => {
    if (!("primaryType" in (request.body as object))) throw unsigned();
    const order = readOrder(request.body);
    if (order.form !== "typed") throw unsigned();
    const { action } = order;
    assertKindOf(action, kind === "Update" ? ["Update"] : ["Mint", "Issue"]);
    const asked = commandOf(action);
    if (id !== undefined && asked.command.id !== id) {
      throw new ApiError(400, "other_object", `the action is about ${asked.command.id}`, {
        field: "message.payload.objectId",
      });
    }
    const { object, receipt } = await perform.one(callerOf(request), { action, ...asked });
    return { ...object, x_receipt: receipt };
  };
  const answer = async (act: Act, { index }: { readonly index: number }): Promise<object> =>
    perform.result(act.caller.organization.id, index);

  signed({
    method: "POST",
    url: "/objects",
    group: "writes",
    access: "caller",
    signer: "anyone",
    schema: { summary: "Make an object", tags, body: Type.Union([NewObject, TypedBody]), answer: Done },
    plan: async (act) => {
      const body = act.body as { template_id: string; properties?: object; to?: string; id?: string };
      const { template_id: template, properties = {}, to = act.signer, id = `obj_${act.digest.slice(0, 32)}` } = body;
      return asRequest(act, {
        name: "mint",
        id,
        template,
        to: to.toLowerCase() as Hex,
        properties: canonical(properties as Properties),
      });
    },
    answer,
    typed: (request) => asTyped(request, "Mint"),
  });

  for (const method of ["PUT", "PATCH"] as const) {
    signed({
      method,
      url: "/objects/:id",
      group: "writes",
      access: "caller",
      signer: "anyone",
      status: 200,
      schema: {
        summary: "Change an object's properties",
        tags,
        params: Type.Object({ id: ObjectId }),
        body: Type.Union([ChangedObject, TypedBody]),
        answer: Done,
      },
      plan: async (act) => {
        const { properties, version } = act.body as { properties: Properties; version?: number };
        const { id } = act.params;
        return asRequest(act, { name: "update", id, version: version?.toString(), properties: canonical(properties) });
      },
      answer,
      typed: (request) => asTyped(request, "Update", (request.params as { id: string }).id),
    });
  }

  app.get(
    "/objects",
    {
      config: { access: "read", group: "reads" },
      schema: { summary: "List objects", tags, querystring: Filters, response: { 200: page(ObjectShape) } },
    },
    async (request) => {
      const { template_id, owner } = request.query as { template_id?: string; owner?: string };
      return listPage(platform, request, "objects", async ({ before, limit }) => {
        const [idx, item] = [Math.floor(before / ITEMS), before % ITEMS];
        let query = tables
          .selectFrom("object")
          .selectAll()
          .where("org", "=", callerOf(request).organization.id)
          .where((eb) =>
            eb.or([eb("created_idx", "<", idx), eb.and([eb("created_idx", "=", idx), eb("created_item", "<", item)])]),
          );
        if (template_id !== undefined) query = query.where("template", "=", template_id);
        if (owner !== undefined) query = query.where("owner", "=", owner.toLowerCase());
        const rows = await query.orderBy("created_idx", "desc").orderBy("created_item", "desc").limit(limit).execute();
        return rows.map((row) => ({ at: row.created_idx * ITEMS + row.created_item, item: shownRow(row) }));
      });
    },
  );

  app.get(
    "/objects/:id",
    {
      config: { access: "read", group: "reads" },
      schema: {
        summary: "An object as it is now",
        tags,
        params: Type.Object({ id: ObjectId }),
        response: { 200: ObjectShape },
      },
    },
    async (request) => {
      const { id } = request.params as { id: string };
      const row = await tables
        .selectFrom("object")
        .selectAll()
        .where("org", "=", callerOf(request).organization.id)
        .where("id", "=", id)
        .executeTakeFirst();
      if (row === undefined) throw notFound("object", id);
      return shownRow(row);
    },
  );
}

function shownRow(row: ObjectRow): object {
  return { ...shownOf(objectOf(row)), created_at: iso(row.created_at), updated_at: iso(row.updated_at) };
}

/** Neither the request nor its body is signed. */
export function unsigned(): ApiError {
  return new ApiError(
    401,
    "missing_action",
    "the request carries no action: sign it, or send a typed action as its body",
    {
      field: "Anchorlog-Action",
      headers: { "WWW-Authenticate": "Anchorlog" },
    },
  );
}
