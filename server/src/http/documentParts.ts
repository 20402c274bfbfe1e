/** Parts of the API's document that many operations share. */
import { Type } from "typebox";

export const TAGS: Readonly<Record<string, string>> = {
  "Signing in": "One-time codes by mail, access tokens and refresh tokens.",
  Organizations: "An organization owns its templates, objects, wallets and files. Its members act for it.",
  Wallets: "Wallets sign for an organization.",
  "API keys": "Programs use them as credentials.",
  Templates: "A template says what its objects consist of, and which roles may do what with them.",
  Objects: "Digital objects: each has an owner, properties and a state.",
  "Event bus": "Actions upon objects, one at a time or many together.",
  Indexer: "Search objects by words and by conditions on their properties.",
  Storage: "Upload, list and download files.",
  Webhooks: "The server sends each action to the URLs of an organization, and reports how the receivers answered.",
  Proofs: "Evidence that anybody can verify without trusting this server.",
  "Version 2": "Old paths, with their successors.",
  Development: "Routes that exist only in development.",
  Operations: "Health, metrics and this document.",
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
    description: `The request as an EIP-712 message of the type HttpRequest, signed by a registered wallet of the organization. The message has the method, the authority, the target, the content type and the SHA-256 of the content. The field is a Dictionary of RFC 9651, in this order and without parameters:

\`log=:…:, actor=:…:, nonce=:…:, deadline=1767603600, signature=:…:\`

\`log\` is the organization's log_id (32 bytes; see GET /wallets/me). \`actor\` is the wallet's address (20 bytes). \`nonce\` is any value that the wallet has not used before (32 bytes). \`deadline\` is in Unix seconds. If the same action is sent again, it gets the same answer and is not executed again. \`createSignedFetch\` of \`anchorlog/http\` makes this field.`,
  },
} as const;

const integer = (description: string) => ({ required: true, description, schema: Type.Integer({ minimum: 0 }) });
export const headers = {
  "X-Request-Id": {
    required: true,
    description: "The request's id. Quote it if you ask the operator about this request.",
    schema: Type.String({ format: "uuid" }),
  },
  "X-RateLimit-Limit": integer("The limit of the window that is closest to its limit, in requests."),
  "X-RateLimit-Remaining": integer("The requests that remain in this window."),
  "X-RateLimit-Reset": integer("The time at which all requests that count now have left this window, in Unix seconds."),
  "Retry-After": integer("Send the request again after this many seconds."),
  "Idempotent-Replayed": {
    description:
      "The server has seen this Idempotency-Key before. The answer and the receipt belong to the first action with it.",
    schema: Type.Literal("true"),
  },
  "Content-Range": {
    description: "The range that is sent, and the file's size in bytes (RFC 9110, section 14.4).",
    schema: Type.String(),
  },
  "WWW-Authenticate": {
    description: "The credentials or signatures that this route accepts (RFC 9110).",
    schema: Type.String(),
  },
  ETag: {
    required: true,
    description:
      "Identifies this answer (RFC 9110, section 8.8.3), for If-None-Match. The tag of an object also serves for If-Match.",
    schema: Type.String({ pattern: '^"[^"]+"$' }),
  },
  Deprecation: {
    description: "The time since which this is deprecated (RFC 9745). Version 2 and `offset` are.",
    schema: Type.String({ pattern: "^@[0-9]+$" }),
  },
  Sunset: { description: "The time at which the route ends (RFC 8594).", schema: Type.String() },
  Link: { description: "The successor, as `successor-version`.", schema: Type.String() },
  Location: { required: true, description: "The new address, with the query.", schema: Type.String() },
};
export type Header = keyof typeof headers;

export const parameters = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "For clients that sign a retry anew. A request with the same key and the same content is executed once a day. The server ignores this header if the body itself is a signed action.",
    schema: Type.String({ pattern: "^[\\x21-\\x7e]{1,255}$", examples: ["7d0e3c52-0b4a-4a4e-9df6-0a3f6b1c2d11"] }),
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description:
      "A list of states: each is an `ETag` of GET /objects/:id, or a `state_hash` in quotes. If the object is in another state, the answer is 412. This header is not signed. So it can prevent a change and do nothing else.",
    schema: Type.String({ examples: ['"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"'] }),
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "The `ETag` of the answer that the client has. If it is still the same, the answer is 304.",
    schema: Type.String(),
  },
  Range: {
    name: "Range",
    in: "header",
    description:
      "One range of bytes (RFC 9110, section 14.2). If the header has another form, the answer has all bytes.",
    schema: Type.String({ examples: ["bytes=0-1023"] }),
  },
  IfRange: {
    name: "If-Range",
    in: "header",
    description: "The range is sent only if the file still has this `ETag`. Otherwise the answer has all bytes.",
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
  401: ["Unauthorized", "The credential, signature or code is missing or not valid.", "WWW-Authenticate"],
  403: ["Forbidden", "The credential, or the wallet that signed, may not do this."],
  404: ["NotFound", "This organization has nothing with this id."],
  408: ["Timeout", "The body took too long to arrive."],
  409: ["Conflict", "The state that the request builds on has changed, or the nonce was used before."],
  410: [
    "Gone",
    "The route has ended. The link `successor-version` leads to its successor.",
    ...(["Deprecation", "Sunset", "Link"] as const),
  ],
  412: ["PreconditionFailed", "The object is in another state than If-Match says."],
  413: ["TooLarge", "The body is too large."],
  415: ["UnsupportedType", "The body has a media type or a content coding that this route does not accept."],
  416: ["NoSuchRange", "The range has no byte of the file.", "Content-Range"],
  422: ["Unprocessable", "The request is well formed, but a rule forbids it."],
  429: ["TooMany", "A rate limit is exceeded.", "Retry-After"],
  500: [
    "Failed",
    "Something failed in the server. The action may have been executed. It is safe to send the same signed action again.",
  ],
  503: ["Unavailable", "The server cannot do this now. Send the same request again later.", "Retry-After"],
};
