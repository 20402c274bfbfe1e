/** Schemas of objects and commands that several routes share. */
import { Type } from "typebox";
import { Address, Id, iso, LogId, nullable, Time } from "../http/schemas.ts";
import { OBJECT_ID, STATES, type shownOf } from "./project.ts";

export const ObjectId = Type.String({
  pattern: OBJECT_ID.source,
  description: "1 to 64 of A-Z, a-z, 0-9 and . _ ~ -",
  examples: ["ticket-7"],
});
export const TemplateId = Type.String({ ...Id, examples: ["tpl_8f14e45fceea167a5a36dedd4bea2543"] });
export const PropertiesObject = Type.Record(Type.String(), Type.Unknown(), {
  title: "Properties",
  description: "A JSON object of 16 KiB and 16 levels at most.",
  examples: [{ colour: "red", seat: 4 }],
});
export const Version = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const ObjectShape = Type.Object(
  {
    id: ObjectId,
    template_id: TemplateId,
    owner: Type.Unsafe<string>({ ...Address, description: "The owner's address of 20 bytes." }),
    properties: PropertiesObject,
    version: Version,
    state: Type.Enum(STATES),
    moved_to: {
      ...nullable(LogId),
      description: "The `log_id` of the log that it has moved to. Null in any other state than `moved`.",
    },
    state_hash: Type.String({
      description:
        "SHA-256 of the canonical JSON (RFC 8785) of id, template_id, owner, properties, version, state and moved_to.",
    }),
    created_at: Time,
    updated_at: Type.Unsafe<string>({ ...Time, description: "When the last action on it was accepted." }),
  },
  { title: "PlatformObject" },
);

export type ObjectState = ReturnType<typeof shownOf>;
export type ShownObject = ReturnType<typeof shownObject>;

/** An object as reads, writes and webhooks show it. Times are Unix milliseconds. */
export function shownObject(
  state: ObjectState,
  { createdAt, updatedAt }: { readonly createdAt: number; readonly updatedAt: number },
) {
  return { ...state, created_at: iso(createdAt), updated_at: iso(updatedAt) };
}
