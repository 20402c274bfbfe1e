/**
 * Parses the action of a request: a typed action, or an action in DUAL's shape that is signed as one or by the request.
 */
import { Type, type Static } from "typebox";
import { Format } from "typebox/format";
import type { Hex } from "anchorlog";
import type { SignedAction } from "anchorlog/action";
import { ApiError, badRequest, REASONS_PAGE } from "../http/errors.ts";
import { FORMATS } from "../http/faults.ts";
import { Address, LogId } from "../http/schemas.ts";
import type { Command } from "../objects/command.ts";
import { DEFINITIONS, isKind, kindOf, KINDS, NOBODY, type KindName } from "../objects/kinds.ts";
import { canonical, type Json } from "../objects/properties.ts";
import { ObjectId, PropertiesObject, TemplateId, Version } from "../objects/shapes.ts";

const closed = { additionalProperties: false } as const;

/** Parameters of actions that the request itself signs: a new object, and new properties. */
export const NewObject = Type.Object(
  {
    id: Type.Optional(ObjectId),
    template_id: TemplateId,
    to: Type.Optional(Address),
    properties: Type.Optional(PropertiesObject),
    custom: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: "Another name for `properties`, used by DUAL's client.",
      }),
    ),
    moved: Type.Optional(
      Type.Boolean({
        description:
          "Whether the object moves here from another log. Then `id` and `to` are its id and its owner there. It is signed as `MovedMint`.",
      }),
    ),
    num: Type.Optional(
      Type.Literal(1, { description: "DUAL's client sends it. A mint makes one object, so it is 1." }),
    ),
  },
  {
    ...closed,
    title: "NewObject",
    examples: [
      {
        id: "ticket-7",
        template_id: "tpl_8f14e45fceea167a5a36dedd4bea2543",
        to: "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf",
        properties: { colour: "red", seat: 4 },
      },
    ],
  },
);
const change = { version: Type.Optional(Version), properties: PropertiesObject };
export const ChangedObject = Type.Object(change, { ...closed, title: "ChangedObject" });

const Gate = Type.String({
  ...Address,
  description:
    "The contract that shall pay for the object. It pays only a typed action, so a request that is signed as a whole cannot name one.",
});

/** DUAL's shape: an object with the action's name as its only member. */
export const ActionBody = Type.Object(
  {
    mint: Type.Optional(NewObject),
    transfer: Type.Optional(Type.Object({ id: ObjectId, to: Address }, closed)),
    update: Type.Optional(Type.Object({ id: ObjectId, ...change }, closed)),
    set_attributes: Type.Optional(Type.Object({ id: ObjectId, properties: PropertiesObject }, closed)),
    redeem: Type.Optional(Type.Object({ id: ObjectId, gate: Type.Optional(Gate) }, closed)),
    burn: Type.Optional(Type.Object({ id: ObjectId }, closed)),
    move: Type.Optional(
      Type.Object(
        {
          id: ObjectId,
          log_id: { ...LogId, description: "The `log_id` that the organization has named as successor." },
        },
        closed,
      ),
    ),
  },
  {
    ...closed,
    minProperties: 1,
    maxProperties: 1,
    title: "Action",
    description: "One action, by its name.",
    examples: [{ transfer: { id: "ticket-7", to: "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf" } }],
  },
);

const Decimal = Type.String({ pattern: "^(0|[1-9][0-9]{0,77})$", examples: ["1767603600"] });
const Signature = Type.String({
  pattern: "^0x([0-9a-fA-F]{2})+$",
  maxLength: 131_074,
  examples: [`0x${"5a".repeat(64)}1b`],
});

/** An action that the request itself signs. */
export const OrderBody = Type.Object({ action: ActionBody }, { ...closed, title: "RequestedAction" });
/** An action in DUAL's shape, signed as the corresponding typed action. */
export const AuthorizedBody = Type.Object(
  {
    action: ActionBody,
    nonce: Decimal,
    deadline: Decimal,
    auth: Type.Object({ account: Address, signature: Signature }, closed),
  },
  { ...closed, title: "AuthorizedAction" },
);
/** A signed typed action. */
export const TypedBody = Type.Object(
  {
    primaryType: Type.Enum(KINDS),
    message: Type.Object(
      {
        log: Type.String({ description: "The organization's log_id.", examples: [`0x${"1a".repeat(32)}`] }),
        actor: Address,
        nonce: Decimal,
        deadline: Decimal,
        payload: Type.Record(Type.String(), Type.String(), { examples: [{ objectId: "ticket-7" }] }),
      },
      closed,
    ),
    signature: Signature,
  },
  {
    ...closed,
    title: "TypedAction",
  },
);

export type Action = Static<typeof ActionBody>;
type Authorized = Static<typeof AuthorizedBody>;

export type Order =
  | { readonly form: "request"; readonly action: Action }
  | { readonly form: "authorized"; readonly body: Authorized }
  | { readonly form: "typed"; readonly action: SignedAction };

export function readOrder(body: object): Order {
  if ("primaryType" in body) return { form: "typed", action: canonicalAction(body as SignedAction) };
  if ("auth" in body) return { form: "authorized", body: body as Authorized };
  return { form: "request", action: (body as { action: Action }).action };
}

/**
 * Converts a typed action's addresses and signature to lower case, the form in which they are signed and stored. Wallet
 * libraries return addresses with a checksum.
 *
 * @throws ApiError 400 if a checksum is wrong.
 */
function canonicalAction({ primaryType, message, signature }: SignedAction): SignedAction {
  const { actor, payload, ...rest } = message;
  const members: Readonly<Record<string, string>> = isKind(primaryType) ? DEFINITIONS[primaryType] : {};
  const lower = Object.entries(payload).map(([name, value]): [string, unknown] => [
    name,
    members[name] === "address" ? canonicalAddress(`message.payload.${name}`, String(value)) : value,
  ]);
  return {
    primaryType,
    message: { ...rest, actor: canonicalAddress("message.actor", actor), payload: Object.fromEntries(lower) },
    signature: signature.toLowerCase(),
  } as SignedAction;
}

function canonicalAddress(field: string, text: string): Hex {
  if (!Format.Test("address", text)) throw badRequest(field, "malformed", `${field} is not ${FORMATS["address"]}`);
  return text.toLowerCase() as Hex;
}

/**
 * The command of an action in DUAL's shape.
 *
 * @param made defaults for a mint: an ID derived from its action, and the signer.
 */
export function commandIn(action: Action, made: { readonly id: string; readonly to: Hex }): Command {
  const { mint, transfer, update, set_attributes, redeem, burn, move } = action;
  const text = (properties: Record<string, unknown> = {}) => canonical(properties as { [name: string]: Json });
  const lower = (address: string) => address.toLowerCase() as Hex;
  if (mint !== undefined) {
    const { id = made.id, template_id: template, to = made.to, moved = false } = mint;
    if (moved && (mint.id === undefined || mint.to === undefined))
      throw badRequest("moved", "malformed", "a moved object keeps its id and its owner: name id and to");
    if (mint.properties !== undefined && mint.custom !== undefined)
      throw badRequest("custom", "malformed", "custom and properties are the same: give one of them");
    return { name: "mint", id, template, to: lower(to), properties: text(mint.properties ?? mint.custom), moved };
  }
  if (transfer !== undefined) return { name: "transfer", id: transfer.id, to: lower(transfer.to) };
  if (update !== undefined) {
    const version = update.version === undefined ? undefined : String(update.version);
    return { name: "update", id: update.id, version, properties: text(update.properties) };
  }
  if (set_attributes !== undefined)
    return { name: "set_attributes", id: set_attributes.id, properties: text(set_attributes.properties) };
  if (redeem !== undefined) return { name: "redeem", id: redeem.id, gate: gateOf(redeem.gate) };
  if (move !== undefined) return { name: "move", id: move.id, log: move.log_id as Hex };
  return { name: "burn", id: burn!.id };
}

function gateOf(address: string | undefined): Hex | undefined {
  const gate = address?.toLowerCase() as Hex | undefined;
  return gate === NOBODY ? undefined : gate;
}

/** The kind and payload that a command is signed as. @throws ApiError 400 if a typed action needs more members. */
export function payloadOf(
  command: Command,
  custody: boolean,
): { readonly kind: KindName; readonly payload: Record<string, string> } {
  const kind = kindOf(command, custody);
  const receiver = "holder" in DEFINITIONS[kind] ? "holder" : "to";
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
      return { kind, payload: { objectId, holder: NOBODY, gate: command.gate ?? NOBODY } };
    case "move":
      return { kind, payload: { objectId, holder: NOBODY, toLog: command.log } };
    case "burn":
  }
  return { kind, payload: { objectId, holder: NOBODY } };
}

/** Rejects kinds that a route does not accept. */
export function assertKindOf({ primaryType }: SignedAction, kinds: readonly KindName[]): void {
  if (isKind(primaryType) && kinds.includes(primaryType)) return;
  throw new ApiError(400, "misplaced_action", `${primaryType} is not taken here: ${kinds.join(", ")} are`, {
    field: "primaryType",
  });
}

/** The error if neither the request nor its body is signed. */
export function unsigned(): ApiError {
  const message = `the request carries no action: sign it, or send a typed action as its body. ${REASONS_PAGE}#signing says how`;
  return new ApiError(401, "missing_action", message, {
    field: "Anchorlog-Action",
    headers: { "WWW-Authenticate": "Anchorlog" },
  });
}

/** The error if both the request and its body are signed, perhaps by different wallets. */
export function signedTwice(): ApiError {
  const message = "the body is an action itself: send it without Anchorlog-Action";
  return new ApiError(400, "signed_twice", message, { field: "Anchorlog-Action" });
}
