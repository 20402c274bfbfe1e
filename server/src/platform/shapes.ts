/** Schemas of objects and commands that several routes share. */
import { Type } from "typebox";
import { Address, Id } from "../http/schemas.ts";
import { OBJECT_ID } from "./project.ts";

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

const state = {
  id: ObjectId,
  template_id: TemplateId,
  owner: Address,
  properties: PropertiesObject,
  version: Version,
  state: Type.Enum(["active", "redeemed", "burned"]),
  state_hash: Type.String({
    description: "SHA-256 of the canonical JSON (RFC 8785) of id, template_id, owner, properties, version and state.",
  }),
};
/** An object after an action. */
export const ObjectState = Type.Object(state, { title: "ObjectState", description: "An object as an action left it." });
export { state as objectState };

/** Positions reserved per entry in lists. An entry has fewer actions. */
export const ITEMS = 4_096;
