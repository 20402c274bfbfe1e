/** The API's OpenAPI 3.1 document, generated from the routes and the schemas that validate requests. */
import { STATUS_CODES } from "node:http";
import swagger from "@fastify/swagger";
import type { FastifyContextConfig, FastifyInstance } from "fastify";
import { Type, type TObject, type TSchema } from "typebox";
import type { Config } from "../foundation/config.ts";
import { ERRORS, headers, MOVED, parameters, securitySchemes, TAGS, type Header } from "./documentParts.ts";
import { exampleOf } from "./examples.ts";
import { introduction } from "./introduction.ts";
import { Envelope, Problem, RateLimited } from "./schemas.ts";

function errorsOf(
  method: string,
  { access = "caller", group, signer, errors = [], fields = [] }: FastifyContextConfig,
  hasParams: boolean,
): number[] {
  const isPublic = access === "public";
  const given = [400, 500, 503, ...errors];
  if (fields.includes("IfMatch")) given.push(412);
  if (fields.includes("Range")) given.push(416);
  if (!isPublic || group === "auth") given.push(401);
  if (!isPublic && (access !== "caller" || method !== "get")) given.push(403);
  if (hasParams || signer !== undefined) given.push(404);
  // A request with a signed action is checked as one, even if it is a GET.
  given.push(413, 415);
  if (method !== "get") given.push(408);
  if (method !== "get" && !isPublic) given.push(404, 409, 422);
  if (group !== "none") given.push(429);
  return [...new Set(given)];
}

type Json = { [member: string]: unknown };
type Media = { schema: TSchema; example?: unknown };
type Operation = {
  "x-route"?: FastifyContextConfig;
  description?: string;
  parameters?: Json[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Json>;
};
type Paths = Record<string, Record<string, Operation>>;

/** Serves the document at /openapi.json. It describes all routes registered later. */
export async function registerDocument(app: FastifyInstance, config: Pick<Config, "publicUrl" | "v2">): Promise<void> {
  await app.register(swagger, {
    convertConstToEnum: false,
    openapi: {
      openapi: "3.1.1",
      info: {
        title: "Platform API",
        version: "3.0.0",
        description: introduction(config),
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: config.publicUrl.origin }],
      components: { securitySchemes },
    },
    transform: ({ schema, url, route }) => {
      const config = route.config ?? {};
      const method = String(route.method).toLowerCase();
      const described = {
        ...withRest(schema as object),
        operationId: operationId(method, url),
        security: securityOf(config),
        "x-route": config,
      };
      return { url: url.replace("*", `:${REST}`), schema: described };
    },
    transformObject: (made) =>
      "openapiObject" in made ? complete(made.openapiObject as unknown as Json & { paths: Paths }) : {},
  });

  let text: string | undefined;
  app.get(
    "/openapi.json",
    {
      config: { access: "public" },
      schema: {
        summary: "This document",
        description:
          "OpenAPI 3.1, made from the schemas by which the server checks requests and writes answers. GET /docs shows it as a page.",
        tags: ["Operations"],
        response: { 200: Type.Object({}, { additionalProperties: true }) },
      },
    },
    async (_request, reply) => {
      text ??= JSON.stringify(app.swagger());
      return reply.type("application/json; charset=utf-8").send(text);
    },
  );
}

/** The name of the rest parameter of a path. Fastify calls it `*`. */
const REST = "path";

function withRest(schema: { readonly params?: Partial<TObject> }): object {
  const { "*": rest, ...others } = schema.params?.properties ?? {};
  return rest === undefined ? schema : { ...schema, params: Type.Object({ ...others, [REST]: rest }) };
}

/** Example: `DELETE /api-keys/:id` gets the ID `deleteApiKeysById`. */
function operationId(method: string, url: string): string {
  const words = url
    .replace("*", `:${REST}`)
    .split(/[^A-Za-z0-9:]+/)
    .filter((word) => word !== "");
  const name = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  return method + words.map((word) => (word.startsWith(":") ? `By${name(word.slice(1))}` : name(word))).join("");
}

/** The ways to authenticate a request: by any credential, with the action in the header field or in the body. */
function securityOf({ access = "caller", signer, needsAccount, isTyped }: FastifyContextConfig) {
  if (access === "public") return [];
  const credentials = [{ token: [] }, ...(needsAccount === true ? [] : [{ apiKey: [] }])];
  if (signer === undefined) return credentials;
  const signed = credentials.map((credential) => ({ ...credential, signature: [] }));
  return isTyped === true ? [...signed, ...credentials] : signed;
}

/** Adds the parts that follow from each route's configuration, and names shared schemas. */
function complete(document: Json & { paths: Paths }): Json {
  const used = new Set<string>();
  const answers: Json = {};
  for (const [url, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const { "x-route": config = {}, ...rest } = operation;
      for (const tag of (rest as { tags?: string[] }).tags ?? []) used.add(tag);
      const { fields = [] } = config;
      const isTagged = fields.includes("IfNoneMatch") || fields.includes("Range");
      const hasOffset = rest.parameters?.some(({ name: given }) => given === "offset") === true;
      if (fields.includes("IfNoneMatch")) rest.responses["304"] = {};
      const shared: Header[] =
        config.group === "none"
          ? ["X-Request-Id"]
          : ["X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];
      for (const [status, answer] of Object.entries(rest.responses)) {
        answer["description"] = STATUS_CODES[status];
        // A redirect has no content, only header fields.
        if (status.startsWith("3")) delete answer["content"];
        const own: Header[] = status === "301" || status === "308" ? [...MOVED] : [];
        if (config.signer !== undefined && status.startsWith("2")) own.push("Idempotent-Replayed");
        if (isTagged && /^(20|304)/.test(status)) own.push("ETag");
        if (hasOffset && status === "200") own.push("Deprecation");
        answer["headers"] = { ...refer([...shared, ...own]), ...(answer["headers"] as Json) };
      }
      for (const status of errorsOf(method, config, url.includes("{"))) {
        const [name] = ERRORS[status]!;
        const answer = errorAnswer(status, shared);
        // Routes without rate limits have other headers, so they do not share these answers.
        if (config.group !== "none") answers[name] = answer;
        rest.responses[status] ??= config.group === "none" ? answer : { $ref: `#/components/responses/${name}` };
      }
      for (const media of Object.values(rest.requestBody?.content ?? {})) media.example ??= exampleOf(media.schema);
      operations[method] = {
        ...rest,
        ...describe(rest.description, config),
        ...withFields(rest.parameters, [...(config.signer === undefined ? [] : ["IdempotencyKey"]), ...fields]),
      };
    }
  }
  const schemas: Json = {};
  const paths = name(document.paths, schemas);
  const responses = name(answers, schemas);
  const tags = Object.entries(TAGS).flatMap(([tag, description]) =>
    used.has(tag) ? [{ name: tag, description }] : [],
  );
  return { ...document, tags, paths, components: { securitySchemes, headers, parameters, responses, schemas } };
}

function withFields(given: Json[] = [], fields: readonly string[]): { parameters?: Json[] } {
  const all = [...given, ...fields.map((field) => ({ $ref: `#/components/parameters/${field}` }))];
  return all.length === 0 ? {} : { parameters: all };
}

function describe(
  description: string | undefined,
  { access, signer, needsAccount, isTyped }: FastifyContextConfig,
): { description?: string } {
  const parts = description === undefined ? [] : [description];
  if (access !== undefined && access !== "public" && access !== "caller") {
    parts.push(`The credential needs the permission \`${access}\`.`);
  }
  if (needsAccount === true) parts.push("It is for accounts: with an API key, 403.");
  if (signer === "sender") {
    parts.push("Signed by the wallet of the account that is signed in; with an API key that allows `act`, by any.");
  } else if (signer !== undefined && signer !== "anyone") {
    parts.push(`Signed by a registered wallet with a role that allows \`${signer}\`.`);
  }
  if (isTyped === true) parts.push("Or the body is a signed action itself, without `Anchorlog-Action`.");
  return parts.length === 0 ? {} : { description: parts.join(" ") };
}

function errorAnswer(status: number, shared: readonly Header[]): Json {
  const [, description, ...more] = ERRORS[status]!;
  const content = {
    "application/json": { schema: status === 429 ? RateLimited : Envelope },
    "application/problem+json": { schema: Problem },
  };
  return { description, headers: refer([...shared, ...more]), content };
}

function refer(names: readonly Header[]): Json {
  return Object.fromEntries(names.map((header) => [header, { $ref: `#/components/headers/${header}` }]));
}

/** Moves each titled schema to the components, and inserts a reference. */
function name(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => name(item, schemas));
  if (typeof value !== "object" || value === null) return value;
  const { title, ...named }: Json = Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [
      member,
      member.startsWith("example") ? inner : name(inner, schemas),
    ]),
  );
  if (typeof title !== "string") return title === undefined ? named : { title, ...named };
  const known = schemas[title];
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(named)) {
    throw new Error(`two schemas are titled ${title}, and are not the same`);
  }
  schemas[title] = named;
  return { $ref: `#/components/schemas/${title}` };
}
