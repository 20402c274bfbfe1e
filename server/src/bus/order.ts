/** Reads what a request orders: a typed action, or DUAL's shape, signed as one or as the request itself. */
import { Type, type Static } from "typebox";
import { Compile } from "typebox/compile";
import type { Hex } from "anchorlog";
import type { SignedAction } from "anchorlog/action";
import { ApiError, badRequest } from "../http/errors.ts";
import { Address } from "../http/schemas.ts";
import { COMMANDS, type Command } from "../platform/command.ts";
import { isKind, KIND_OF, KINDS, type KindName } from "../platform/kinds.ts";
import { canonical, type Json } from "../platform/properties.ts";

const ObjectId = Type.String({ minLength: 1, maxLength: 64, description: "A-Z, a-z, 0-9 and . _ ~ -" });
const TemplateId = Type.String({ minLength: 1, maxLength: 64 });
const PropertiesObject = Type.Record(Type.String(), Type.Unknown(), { description: "A JSON object." });
const closed = { additionalProperties: false } as const;

/** What may be asked for, by name: DUAL's shape. */
export const ActionBody = Type.Object(
  {
    mint: Type.Optional(
      Type.Object(
        {
          id: Type.Optional(ObjectId),
          template_id: TemplateId,
          to: Type.Optional(Address),
          properties: Type.Optional(PropertiesObject),
        },
        closed,
      ),
    ),
    transfer: Type.Optional(Type.Object({ id: ObjectId, to: Address }, closed)),
    update: Type.Optional(
      Type.Object(
        { id: ObjectId, version: Type.Optional(Type.Integer({ minimum: 1 })), properties: PropertiesObject },
        closed,
      ),
    ),
    set_attributes: Type.Optional(Type.Object({ id: ObjectId, properties: PropertiesObject }, closed)),
    redeem: Type.Optional(Type.Object({ id: ObjectId }, closed)),
    burn: Type.Optional(Type.Object({ id: ObjectId }, closed)),
  },
  { ...closed, minProperties: 1, maxProperties: 1, description: "One action, by its name." },
);

const Decimal = Type.String({ pattern: "^(0|[1-9][0-9]{0,77})$", examples: ["1767603600"] });
const Signature = Type.String({
  pattern: "^0x([0-9a-fA-F]{2})+$",
  maxLength: 131_074,
  examples: [`0x${"5e".repeat(65)}`],
});

/** An action that the request itself signs. */
export const OrderBody = Type.Object({ action: ActionBody }, closed);
/** An action in DUAL's shape, signed as the typed action that it stands for. */
export const AuthorizedBody = Type.Object(
  {
    action: ActionBody,
    nonce: Decimal,
    deadline: Decimal,
    auth: Type.Object({ account: Address, signature: Signature }, closed),
  },
  closed,
);
/** A typed action as it is signed. */
export const TypedBody = Type.Object(
  {
    primaryType: Type.Union(KINDS.map((kind) => Type.Literal(kind))),
    message: Type.Object(
      {
        log: Type.String(),
        actor: Address,
        nonce: Decimal,
        deadline: Decimal,
        payload: Type.Record(Type.String(), Type.String()),
      },
      closed,
    ),
    signature: Signature,
  },
  closed,
);

const compiled = { order: Compile(OrderBody), authorized: Compile(AuthorizedBody), typed: Compile(TypedBody) };

/** What a body asks for, read by what it looks like. */
export type Order =
  | { readonly form: "request"; readonly action: Static<typeof ActionBody> }
  | { readonly form: "authorized"; readonly body: Static<typeof AuthorizedBody> }
  | { readonly form: "typed"; readonly action: SignedAction };

/** @throws ApiError 400 `malformed` naming the first member that is not as it must be. */
export function readOrder(body: unknown, at = ""): Order {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw badRequest(at || "body", "malformed", "an action is a JSON object");
  if ("primaryType" in body) return { form: "typed", action: check("typed", body, at) as unknown as SignedAction };
  if ("auth" in body) return { form: "authorized", body: check("authorized", body, at) };
  return { form: "request", action: check("order", body, at).action };
}

function check<F extends keyof typeof compiled>(
  form: F,
  body: unknown,
  at: string,
): Static<F extends "order" ? typeof OrderBody : F extends "typed" ? typeof TypedBody : typeof AuthorizedBody> {
  const [fault] = compiled[form].Check(body) ? [] : compiled[form].Errors(body);
  if (fault === undefined) return body as never;
  const { requiredProperties, additionalProperties } = fault.params as {
    requiredProperties?: string[];
    additionalProperties?: string[];
  };
  const path = [at, ...fault.instancePath.split("/").slice(1), requiredProperties?.[0] ?? additionalProperties?.[0]];
  const field = path.filter((part) => part !== undefined && part !== "").join(".");
  throw badRequest(field === "" ? "body" : field, "malformed", `${field === "" ? "the body" : field} ${fault.message}`);
}

/**
 * What an action in DUAL's shape asks for.
 *
 * @param made what a mint gets that does not say: the identifier that follows from its action, and the signer.
 */
export function commandIn(action: Static<typeof ActionBody>, made: { readonly id: string; readonly to: Hex }): Command {
  const { mint, transfer, update, set_attributes, redeem, burn } = action;
  const text = (properties: Record<string, unknown> = {}) => canonical(properties as { [name: string]: Json });
  const lower = (address: string) => address.toLowerCase() as Hex;
  if (mint !== undefined) {
    const { id = made.id, template_id: template, to = made.to } = mint;
    return { name: "mint", id, template, to: lower(to), properties: text(mint.properties) };
  }
  if (transfer !== undefined) return { name: "transfer", id: transfer.id, to: lower(transfer.to) };
  if (update !== undefined) {
    const version = update.version === undefined ? undefined : String(update.version);
    return { name: "update", id: update.id, version, properties: text(update.properties) };
  }
  if (set_attributes !== undefined)
    return { name: "set_attributes", id: set_attributes.id, properties: text(set_attributes.properties) };
  if (redeem !== undefined) return { name: "redeem", id: redeem.id };
  return { name: "burn", id: burn!.id };
}

/** The payload of the kind that a command is signed as. @throws ApiError 400 where a typed action must say more. */
export function payloadOf(
  command: Command,
  custody: boolean,
): { readonly kind: KindName; readonly payload: Record<string, string> } {
  const kind = KIND_OF[command.name][custody ? "custody" : "plain"];
  const receiver = custody ? "holder" : "to";
  const objectId = command.id;
  switch (command.name) {
    case "mint":
      return {
        kind,
        payload: { objectId, [receiver]: command.to, templateId: command.template, properties: command.properties },
      };
    case "transfer":
      return { kind, payload: { objectId, [receiver]: command.to } };
    case "update":
      if (command.version === undefined)
        throw badRequest("action.update.version", "malformed", "a typed Update names the version that it replaces");
      return { kind, payload: { objectId, version: command.version, properties: command.properties } };
    case "set_attributes":
      return { kind, payload: { objectId, properties: command.properties } };
    case "redeem":
    case "burn":
  }
  return { kind, payload: { objectId } };
}

/** Refuses a kind that a route does not act on. */
export function assertKindOf({ primaryType }: SignedAction, kinds: readonly KindName[]): void {
  if (isKind(primaryType) && kinds.includes(primaryType)) return;
  throw new ApiError(400, "misplaced_action", `${primaryType} is not taken here: ${kinds.join(", ")} are`, {
    field: "primaryType",
  });
}

export { COMMANDS };
