import type { FastifyInstance } from "fastify";
import { Type, type Static } from "typebox";
import type { Statement } from "anchorlog/log";
import { statement, type Database } from "../foundation/db/database.ts";
import { rowBy, rowsOf } from "../foundation/db/rows.ts";
import type { TemplateRow } from "../foundation/db/tables.ts";
import { countReachable, listRows, offsetPage, offsetQuery } from "../http/cursors.ts";
import { existing } from "../http/errors.ts";
import { nameOf } from "../http/names.ts";
import { reads } from "../http/reads.ts";
import { iso, nullable, Time } from "../http/schemas.ts";
import { idOf, newRow, type Act, type RegisterSigned } from "../http/signed.ts";
import type { Parts } from "../foundation/parts.ts";
import { canonical, readProperties, type Properties } from "./properties.ts";
import { assertSchema } from "./schema.ts";
import { ACTIONS, define, definitionOf, WHO, type Definition } from "./template.ts";
import { PropertiesObject, TemplateId, Version } from "./shapes.ts";
import { templateOf, type View } from "./view.ts";

const Params = Type.Object({ id: TemplateId });
const Name = nameOf(100, "ticket");
const WhoName = Type.Enum(WHO, { title: "Who" });
const Actions = Type.Object(
  Object.fromEntries(
    ACTIONS.map((name) => [name, Type.Optional(Type.Array(WhoName, { uniqueItems: true, maxItems: 8 }))]),
  ),
  {
    additionalProperties: false,
    title: "TemplateActions",
    description: "The roles that may execute each action. An action without an entry is not allowed.",
    examples: [{ mint: ["issuer"], transfer: ["owner", "issuer"] }],
  },
);
const Schema = Type.Record(Type.String(), Type.Unknown(), {
  title: "PropertiesSchema",
  description:
    "A JSON Schema (draft 2020-12) for the properties of objects, checked by mint, update and set_attributes. Keywords that the server does not check are refused, `$ref` among them. Objects keep the schema of the version that minted them.",
  examples: [{ type: "object", required: ["seat"], properties: { seat: { type: "integer", minimum: 1 } } }],
});
const NewTemplate = Type.Object(
  {
    name: Name,
    fqdn: Type.Optional(
      Type.String({ pattern: "^[a-z0-9-]+(\\.[a-z0-9-]+)*$", maxLength: 253, examples: ["org.example.ticket"] }),
    ),
    description: Type.Optional(Type.String({ maxLength: 1_000 })),
    custody: Type.Optional(
      Type.Boolean({
        description: "Whether only a typed action of its holder moves an object. False by default.",
        // With custody, the example's permissions would be rejected.
        examples: [false],
      }),
    ),
    properties: Type.Optional(PropertiesObject),
    actions: Type.Optional(Actions),
    schema: Type.Optional(Schema),
  },
  { additionalProperties: false },
);
const Template = Type.Object(
  {
    id: TemplateId,
    name: Type.String(),
    version: Version,
    fqdn: nullable(Type.String()),
    description: nullable(Type.String()),
    custody: Type.Boolean(),
    properties: PropertiesObject,
    actions: Actions,
    schema: nullable(Schema),
    created_at: Time,
  },
  { title: "Template" },
);

export function templateRoutes(app: FastifyInstance, signed: RegisterSigned, parts: Parts, view: View): void {
  const { database } = parts;
  const tags = ["Templates"];
  signed({
    method: "POST",
    url: "/templates",
    group: "writes",
    access: "issue",
    signer: "issue",
    schema: {
      summary: "Make a template, or its next version",
      description:
        "If a template has this `name`, this is its next version. With `custody`, only typed actions of their holders move objects. `custody` cannot be changed later. `actions` has the roles that may execute each action.",
      tags,
      body: NewTemplate,
      answer: Template,
    },
    check: async ({ body }) => {
      const { schema } = definitionIn(body);
      if (schema !== undefined && schema !== null) assertSchema(schema);
    },
    plan: (act) => planTemplate(database, view, act),
    answer: async ({ org }, { index }) => shownTemplate((await rowBy(database, "template", org, "idx", index))!),
  });
  reads(app, "/templates", {
    access: "read",
    schema: {
      summary: "List all versions of all templates",
      description: "Newest first.",
      tags,
      querystring: offsetQuery({}),
      answer: offsetPage(Template),
    },
    answer: async ({ org, request, reply }) => {
      const all = rowsOf(database, "template", org);
      const count = () => countReachable(database.of(org).tables, all);
      return listRows(parts, request, "templates", all.selectAll(), () => shownTemplate, { reply, count });
    },
  });
  reads(app, "/templates/:id", {
    access: "read",
    schema: { summary: "Get the newest version of a template", tags, params: Params, answer: Template },
    answer: async ({ org, params: { id } }) => {
      const versions = rowsOf(database, "template", org).selectAll().where("id", "=", id);
      const newest = await versions.orderBy("version", "desc").limit(1).executeTakeFirst();
      return shownTemplate(existing(newest, "template", id));
    },
  });
}

async function planTemplate(
  { builder }: Database,
  view: View,
  act: Act<Static<typeof NewTemplate>>,
): Promise<Statement[]> {
  const newest = await view.templateNamed(act.org, act.body.name);
  const template = define(idOf("tpl", act), definitionIn(act.body), newest);
  const { id, name, version } = template;
  const row = { ...newRow("tpl", act), id, version, name, definition: definitionOf(template) };
  const message = `template ${name} has a version ${version} meanwhile: send it again`;
  const refusal = { code: "version_conflict", message, status: 409 };
  return [statement(builder.insertInto("template").values(row), { refusal })];
}

/** @throws ApiError 400 if its properties or its schema cannot be stored. */
function definitionIn({ properties, schema, ...rest }: Static<typeof NewTemplate>): Definition {
  const keptOf = (given: object | undefined, field: string): Properties | undefined =>
    given === undefined ? undefined : readProperties(canonical(given as Properties), field);
  return {
    ...(rest as Definition),
    properties: keptOf(properties, "properties"),
    schema: keptOf(schema, "schema"),
  };
}

function shownTemplate(row: TemplateRow): object {
  return { ...templateOf(row), created_at: iso(row.created_at) };
}
