/** Parts of the API's document that many operations share. */
import { Type } from "typebox";

export const TAGS: Readonly<Record<string, string>> = {
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

export const securitySchemes = {
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
export const headers = {
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
  ETag: {
    required: true,
    description: "Names what is answered (RFC 9110, 8.8.3): for If-None-Match, and of an object for If-Match.",
    schema: Type.String({ pattern: '^"[^"]+"$' }),
  },
  Deprecation: {
    description: "Since when this is not to be used any more (RFC 9745): of version 2, and of `offset`.",
    schema: Type.String({ pattern: "^@[0-9]+$" }),
  },
  Sunset: { description: "When it ends (RFC 8594).", schema: Type.String() },
  Link: { description: "What took its place: `successor-version`.", schema: Type.String() },
  Location: { required: true, description: "Where it is now, query and all.", schema: Type.String() },
};
export type Header = keyof typeof headers;

export const parameters = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "For clients that sign a retry anew: a request with the same key and content is done once a day. Where the body is a signed action itself, it is not looked at.",
    schema: Type.String({ pattern: "^[\\x21-\\x7e]{1,255}$", examples: ["7d0e3c52-0b4a-4a4e-9df6-0a3f6b1c2d11"] }),
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description:
      "States of which the object must be in one, else 412: by `ETag` of GET /objects/:id, or `state_hash` in quotes. It is not signed, and can only have the change refused.",
    schema: Type.String({ examples: ['"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"'] }),
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "What the client has already, by `ETag`: the answer is 304 where it is still that.",
    schema: Type.String(),
  },
  Range: {
    name: "Range",
    in: "header",
    description: "One range of bytes (RFC 9110, 14.2); of any other form, all of them are given.",
    schema: Type.String({ examples: ["bytes=0-1023"] }),
  },
  IfRange: {
    name: "If-Range",
    in: "header",
    description: "The `ETag` of which a range is wanted: of another one, all bytes are given.",
    schema: Type.String(),
  },
};
/** Optional request header fields that a route reads. */
export type Field = Exclude<keyof typeof parameters, "IdempotencyKey">;

/** Headers of version 2's redirects. */
export const MOVED: readonly Header[] = ["Location", "Deprecation", "Sunset", "Link"];

/** Name, description and headers of each error answer. */
export const ERRORS: Readonly<Record<number, readonly [name: string, description: string, ...more: Header[]]>> = {
  400: ["BadRequest", "The request is malformed."],
  401: ["Unauthorized", "No credential, signature or code that is good.", "WWW-Authenticate"],
  403: ["Forbidden", "The credential, or the wallet that signed, may not do this."],
  404: ["NotFound", "There is no such thing in this organization."],
  408: ["Timeout", "The body took too long to arrive."],
  409: ["Conflict", "What the request builds on has changed, or its nonce was used."],
  410: [
    "Gone",
    "It is no more, and its place was taken by what is linked as successor-version.",
    ...(["Deprecation", "Sunset", "Link"] as const),
  ],
  412: ["PreconditionFailed", "What it is about is not as If-Match says."],
  413: ["TooLarge", "The body is too large."],
  415: ["UnsupportedType", "The body is of another type or coding."],
  416: ["NoSuchRange", "The range that is asked for has none of the bytes.", "Content-Range"],
  422: ["Unprocessable", "The request is well formed, and against a rule."],
  429: ["TooMany", "A rate limit is exceeded.", "Retry-After"],
  500: ["Failed", "Something failed here. Whether it was done is not known: the same signed action may be sent again."],
  503: ["Unavailable", "Not now: the same request may be sent again later.", "Retry-After"],
};
