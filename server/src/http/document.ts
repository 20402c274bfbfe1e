/** The API's document, OpenAPI 3.1, made of the routes and of the schemas that validate. */
import { STATUS_CODES } from "node:http";
import swagger from "@fastify/swagger";
import type { FastifyContextConfig, FastifyInstance } from "fastify";
import { Type, type TObject, type TSchema } from "typebox";
import type { Config } from "../config.ts";
import { exampleOf } from "./examples.ts";
import { Envelope, Problem, RateLimited } from "./schemas.ts";

const TAGS: Readonly<Record<string, string>> = {
  "Signing in": "One-time codes by mail, access tokens and what renews them.",
  Organizations: "Whom the API's data belongs to, and who is a member.",
  Wallets: "The wallets that sign for an organization.",
  "API keys": "Credentials of programs.",
  Templates: "What objects are made of, and who may do what with them.",
  Objects: "What the platform is about.",
  "Event bus": "What is done with objects, one by one and many at once.",
  Indexer: "Objects by what they say, and by what is in them.",
  Storage: "Files, by their bytes.",
  Webhooks: "Who is told of what was done, and what became of it.",
  Proofs: "What shows that the log is what it was, without this server's word.",
  "Version 2": "What was called otherwise, and where it is now.",
  Development: "What is not there in production.",
  Operations: "About this server, for its operator and for programs.",
};

const securitySchemes = {
  token: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "An access token, from POST /auth/login or POST /auth/refresh-token.",
  },
  apiKey: { type: "apiKey", in: "header", name: "x-api-key", description: "An API key, from POST /api-keys." },
  signature: {
    type: "apiKey",
    in: "header",
    name: "Anchorlog-Action",
    description: `The request as an EIP-712 message of the type HttpRequest, signed by a registered wallet of the organization. It says the method, the authority, the target, the content type and the content's SHA-256. The field is a Dictionary of RFC 9651, in this order and without parameters:

\`log=:…:, actor=:…:, nonce=:…:, deadline=1767603600, signature=:…:\`

\`log\` is the organization's log_id (32 bytes, see GET /wallets/me), \`actor\` the wallet's address (20), \`nonce\` is any that was not used before (32), \`deadline\` is in Unix seconds. The same action again is answered as before, and nothing is done twice. The package \`anchorlog\` makes it: \`createSignedFetch\` of \`anchorlog/http\`.`,
  },
} as const;

const integer = (description: string) => ({ required: true, description, schema: Type.Integer({ minimum: 0 }) });
const headers = {
  "X-Request-Id": {
    required: true,
    description: "Names this request to the operator.",
    schema: Type.String({ format: "uuid" }),
  },
  "X-RateLimit-Limit": integer("Requests in the window of the limit that is nearest."),
  "X-RateLimit-Remaining": integer("Requests that remain in it."),
  "X-RateLimit-Reset": integer("When it resets, in Unix seconds."),
  "Retry-After": integer("Seconds until the request may be sent again."),
  "Idempotent-Replayed": {
    description:
      "Given where the Idempotency-Key is known: answer and receipt are those of the action that came first.",
    schema: Type.Literal("true"),
  },
  "Content-Range": { description: "How many bytes there are (RFC 9110, 14.4).", schema: Type.String() },
  "WWW-Authenticate": { description: "By which credential or signature to ask (RFC 9110).", schema: Type.String() },
};
type Header = keyof typeof headers;

const parameters = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description: "For clients that sign a retry anew: a request with the same key and content is done once a day.",
    schema: Type.String({ pattern: "^[\\x21-\\x7e]{1,255}$", examples: ["7d0e3c52-0b4a-4a4e-9df6-0a3f6b1c2d11"] }),
  },
};

/** What an error answer is called, and what it tells. */
const ERRORS: Readonly<Record<number, readonly [name: string, description: string, ...more: Header[]]>> = {
  400: ["BadRequest", "The request is malformed."],
  401: ["Unauthorized", "No credential, signature or code that is good.", "WWW-Authenticate"],
  403: ["Forbidden", "The credential, or the wallet that signed, may not do this."],
  404: ["NotFound", "There is no such thing in this organization."],
  408: ["Timeout", "The body took too long to arrive."],
  409: ["Conflict", "What the request builds on has changed, or its nonce was used."],
  410: ["Gone", "It is no more, and its place was taken by what is linked as successor-version."],
  412: ["PreconditionFailed", "What it is about is not as If-Match says."],
  413: ["TooLarge", "The body is too large."],
  414: ["TooLong", "A part of the path is too long."],
  415: ["UnsupportedType", "The body is of another type or coding."],
  416: ["NoSuchRange", "The range that is asked for has none of the bytes.", "Content-Range"],
  422: ["Unprocessable", "The request is well formed, and against a rule."],
  429: ["TooMany", "A rate limit is exceeded.", "Retry-After"],
  500: ["Failed", "Something failed here. Whether it was done is not known: the same signed action may be sent again."],
  503: ["Unavailable", "Not now: the same request may be sent again later.", "Retry-After"],
};

/** The error answers that a route can give, by what it is. */
function errorsOf(
  method: string,
  { access = "caller", group, signer, errors = [] }: FastifyContextConfig,
  hasParams: boolean,
): number[] {
  const isPublic = access === "public";
  const given = [400, 500, 503, ...errors];
  if (!isPublic || group === "auth") given.push(401);
  if (!isPublic && (access !== "caller" || method !== "get")) given.push(403);
  if (hasParams || signer !== undefined) given.push(404);
  if (hasParams) given.push(414);
  // A request that may carry an action and does is judged by it, whatever its method.
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

/** Serves the document of all routes that are registered after it, at /openapi.json. */
export async function registerDocument(app: FastifyInstance, { publicUrl }: Pick<Config, "publicUrl">): Promise<void> {
  await app.register(swagger, {
    convertConstToEnum: false,
    openapi: {
      openapi: "3.1.1",
      info: {
        title: "Platform API",
        version: "3.0.0",
        description:
          "Digital objects, wallets and actions. Whatever changes state is signed by a wallet, put in order, and promised by a receipt.",
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: publicUrl.origin }],
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

/** What the rest of a path is called, for which Fastify writes `*`. */
const REST = "path";

function withRest(schema: { readonly params?: Partial<TObject> }): object {
  const { "*": rest, ...others } = schema.params?.properties ?? {};
  return rest === undefined ? schema : { ...schema, params: Type.Object({ ...others, [REST]: rest }) };
}

/** `DELETE /api-keys/:id` is `deleteApiKeysById`. */
function operationId(method: string, url: string): string {
  const words = url
    .replace("*", `:${REST}`)
    .split(/[^A-Za-z0-9:]+/)
    .filter((word) => word !== "");
  const name = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  return method + words.map((word) => (word.startsWith(":") ? `By${name(word.slice(1))}` : name(word))).join("");
}

function securityOf({ access = "caller", signer }: FastifyContextConfig): Record<string, string[]>[] {
  if (access === "public") return [];
  const signed = signer === undefined ? {} : { signature: [] };
  return [
    { token: [], ...signed },
    { apiKey: [], ...signed },
  ];
}

/** What follows from a route's configuration, and the names of shared shapes. */
function complete(document: Json & { paths: Paths }): Json {
  const used = new Set<string>();
  const answers: Json = {};
  for (const [url, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const { "x-route": config = {}, ...rest } = operation;
      for (const tag of (rest as { tags?: string[] }).tags ?? []) used.add(tag);
      const shared: Header[] =
        config.group === "none"
          ? ["X-Request-Id"]
          : ["X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];
      for (const [status, answer] of Object.entries(rest.responses)) {
        answer["description"] = STATUS_CODES[status];
        // A redirection is all in its fields.
        if (status.startsWith("3")) delete answer["content"];
        const own: Header[] = config.signer !== undefined && status.startsWith("2") ? ["Idempotent-Replayed"] : [];
        answer["headers"] = { ...refer([...shared, ...own]), ...(answer["headers"] as Json) };
      }
      for (const status of errorsOf(method, config, url.includes("{"))) {
        const [name] = ERRORS[status]!;
        const answer = errorAnswer(status, shared);
        // What is not counted has no headers of limits, and names of its own for nothing.
        if (config.group !== "none") answers[name] = answer;
        rest.responses[status] ??= config.group === "none" ? answer : { $ref: `#/components/responses/${name}` };
      }
      for (const media of Object.values(rest.requestBody?.content ?? {})) media.example ??= exampleOf(media.schema);
      operations[method] = {
        ...rest,
        ...describe(rest.description, config),
        ...(config.signer !== undefined && {
          parameters: [...(rest.parameters ?? []), { $ref: "#/components/parameters/IdempotencyKey" }],
        }),
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

function describe(description: string | undefined, { access, signer }: FastifyContextConfig): { description?: string } {
  const parts = description === undefined ? [] : [description];
  if (access !== undefined && access !== "public" && access !== "caller") {
    parts.push(`The credential needs the permission \`${access}\`.`);
  }
  if (signer === "sender") {
    parts.push("Signed by the wallet of the account that is signed in; with an API key that allows `act`, by any.");
  } else if (signer !== undefined && signer !== "anyone") {
    parts.push(`Signed by a registered wallet with a role that allows \`${signer}\`.`);
  }
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

/** Puts each schema with a title among the components, and a reference in its place. */
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
