/** Schemas shared by many answers and bodies. A schema with a title becomes a component of the OpenAPI document. */
import { ENTRY_BYTES } from "anchorlog/log";
import { checksumAddress, type Hex } from "viem";
import { Format } from "typebox/format";
import { Type, type Static, type TObject, type TSchema } from "typebox";

export const Email = Type.String({
  format: "email",
  maxLength: 254,
  description: "An e-mail address.",
  examples: ["ada@example.com"],
});
export const Time = Type.String({
  format: "date-time",
  description: "UTC, with milliseconds.",
  examples: ["2026-01-05T09:00:00.000Z"],
});
/** Whether an address is in one case, or its capitals are its checksum (EIP-55). */
function isAddress(text: string): boolean {
  const digits = text.slice(2);
  return [digits.toLowerCase(), digits.toUpperCase()].includes(digits) || checksumAddress(text as Hex) === text;
}
Format.Set("address", (text) => !/^0x[0-9a-fA-F]{40}$/.test(text) || isAddress(text));
export const Address = Type.String({
  pattern: "^0x[0-9a-fA-F]{40}$",
  format: "address",
  description: "An account's address of 20 bytes, in lower case, upper case, or with its checksum (EIP-55).",
  examples: ["0x7e5f4552091a69125d5dfcb7b8c2659029395bdf"],
});
export const Id = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: "^[a-z]+_[0-9a-f]{32}$",
  examples: ["key_8f14e45fceea167a5a36dedd4bea2543"],
});
export const LogId = Type.String({
  pattern: "^0x[0-9a-f]{64}$",
  description: "The `log_id` of an organization.",
  examples: [`0x${"1a".repeat(32)}`],
});
/** The answer of a removal. */
export const Removed = Type.Object({ id: Id, removed_at: Type.Unsafe<string>(Time) }, { title: "Removed" });
export const nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()]);

const bytes = (description: string) => Type.String({ pattern: "^0x([0-9a-f]{2})*$", description });

/** The operator's promise for an entry. */
export const Receipt = Type.Object(
  {
    entry: bytes(`The entry, ${ENTRY_BYTES} bytes.`),
    key: bytes("The receipt key's address."),
    signature: bytes("65 bytes."),
  },
  { title: "Receipt", description: "The operator's signed promise to anchor the action." },
);

const Detail = Type.Object(
  {
    field: Type.String({
      description: "The part of the request that is at fault: a member of the body, a header or a parameter.",
    }),
    reason: Type.String({
      description: "A code for programs. It does not change. This API's description lists all codes.",
    }),
  },
  { additionalProperties: false, title: "Detail" },
);
const Docs = Type.String({
  format: "uri-reference",
  description: "A link to the explanation of the first reason, relative to the request's URL.",
  examples: ["/reasons#malformed"],
});
const RequestId = Type.String({
  format: "uuid",
  description: "The request's id. Quote it if you ask the operator about this request.",
});

/** The reason for an error. */
export const Failure = Type.Object(
  {
    code: Type.Integer({ description: "The HTTP status." }),
    message: Type.String(),
    details: Type.Array(Detail),
    docs: Docs,
  },
  { additionalProperties: false, title: "Failure" },
);

export const Envelope = Type.Object(
  {
    error: Failure,
    x_request_id: RequestId,
  },
  { additionalProperties: false, title: "Envelope", description: "The form of every error." },
);
export type Envelope = Static<typeof Envelope>;

export const Problem = Type.Object(
  {
    type: Docs,
    title: Type.String({ description: "The HTTP status in words." }),
    status: Type.Integer(),
    detail: Type.String(),
    details: Type.Array(Detail),
    retry_after: Type.Optional(Type.Integer({ minimum: 1, description: "In seconds, with status 429 only." })),
    x_request_id: RequestId,
  },
  { additionalProperties: false, title: "Problem", description: "The same error as problem details (RFC 9457)." },
);

export const RateLimited = Type.Object(
  {
    error: Type.Literal("rate_limit_exceeded"),
    message: Type.String(),
    retry_after: Type.Integer({ minimum: 1, description: "Send the next request after this many seconds." }),
  },
  { title: "RateLimited" },
);

/**
 * The answer to a signed request: the schema with a receipt, and without its title.
 *
 * @param isOptional whether the receipt may be missing because the parts have their own.
 */
export function withReceipt(answer: TSchema, isOptional = false): TSchema {
  const { properties, required = [], title: _, ...rest } = answer as Partial<TObject> & { title?: string };
  const needed = isOptional ? required : [...required, "x_receipt"];
  return { ...rest, properties: { ...properties, x_receipt: Receipt }, required: needed };
}

/** A page of a list, newest first. */
export function page(item: TSchema): TObject {
  return Type.Object({
    items: Type.Array(item),
    next: Type.Union([Type.String(), Type.Null()], {
      description: "The cursor of the next page. Null on the last page.",
    }),
    has_more: Type.Boolean(),
  });
}

/** Formats Unix milliseconds as a time of the API. */
export const iso = (ms: number): string => new Date(ms).toISOString();
