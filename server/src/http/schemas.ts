/** Shapes that many answers and bodies share. */
import { Type, type TObject, type TSchema } from "typebox";
import { ROLES } from "../accounts/roles.ts";

export const Email = Type.String({ format: "email", maxLength: 254, description: "An e-mail address." });
export const Time = Type.String({ format: "date-time", description: "UTC, to the millisecond." });
export const Address = Type.String({ pattern: "^0x[0-9a-fA-F]{40}$", description: "An account's address, 20 bytes." });
export const Id = Type.String({ minLength: 1, maxLength: 64, pattern: "^[a-z]+_[0-9a-f]{32}$" });
export const RoleName = Type.Union(ROLES.map((role) => Type.Literal(role)));
export const nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()]);

const bytes = (description: string) => Type.String({ pattern: "^0x([0-9a-f]{2})*$", description });

/** The operator's promise for an entry. */
export const Receipt = Type.Object(
  {
    entry: bytes("The entry, 206 bytes."),
    key: bytes("The receipt key's address."),
    signature: bytes("65 bytes."),
  },
  { $id: "Receipt", title: "Receipt", description: "The operator's signed promise to anchor what was done." },
);

/** An answer to a signed request. */
export function withReceipt(answer: TSchema): TSchema {
  const { properties, required = [], ...rest } = answer as TObject & { required?: string[] };
  return {
    ...rest,
    properties: { ...properties, x_receipt: Receipt },
    required: [...required, "x_receipt"],
  } as TSchema;
}

/** A page of a list, newest first. */
export function page(item: TSchema): TObject {
  return Type.Object({
    items: Type.Array(item),
    next: Type.Union([Type.String(), Type.Null()], { description: "The cursor of the next page; null at the end." }),
    has_more: Type.Boolean(),
  });
}

/** Milliseconds as the API gives times. */
export const iso = (ms: number): string => new Date(ms).toISOString();
