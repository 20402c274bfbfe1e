/** The kinds of typed actions on objects, and the commands that they stand for. */
import { defineActions, toHex, type Hex } from "anchorlog";
import { NOBODY as nobody, objectKeyOf, type SignedAction } from "anchorlog/action";
import { badRequest } from "../http/errors.ts";
import type { Command, Form } from "./command.ts";

/**
 * The first member is the object's ID. In kinds for custody, the second is `holder`: the log then lets only this
 * address act next. At the end of an object, it is `NOBODY`. The gate of a redemption is the contract that shall pay for
 * the object, or `NOBODY`. `Move` ends an object here, after the issuer has made it in the other log by `MovedMint`
 * (contracts/examples/Redemptions.sol).
 */
export const DEFINITIONS = {
  Mint: { objectId: "string", holder: "address", templateId: "string", properties: "string" },
  Transfer: { objectId: "string", holder: "address" },
  Issue: { objectId: "string", to: "address", templateId: "string", properties: "string" },
  Assign: { objectId: "string", to: "address" },
  Update: { objectId: "string", version: "uint64", properties: "string" },
  SetAttributes: { objectId: "string", properties: "string" },
  Redeem: { objectId: "string", holder: "address", gate: "address" },
  Burn: { objectId: "string", holder: "address" },
  Move: { objectId: "string", holder: "address", toLog: "bytes32" },
  MovedMint: { objectId: "string", holder: "address", templateId: "string", properties: "string" },
} as const;
/** As a holder, it means that the log accepts no further act on the object. */
export const NOBODY: Hex = toHex(nobody);
export const types = defineActions(DEFINITIONS);

/** The meaning of each kind, for display in wallets. */
export const INTENTS: Readonly<Record<keyof typeof DEFINITIONS, string>> = {
  Mint: "Make an object, for its first holder",
  Transfer: "Hand on an object",
  Issue: "Make an object, for its first owner",
  Assign: "Give an object to another owner",
  Update: "Replace an object's properties",
  SetAttributes: "Change some of an object's properties",
  Redeem: "Redeem an object, for good",
  Burn: "Burn an object, for good",
  Move: "Move an object to another log, for good",
  MovedMint: "Make an object that moves here from another log",
};

export type KindName = keyof typeof DEFINITIONS;
export const KINDS = Object.keys(DEFINITIONS) as readonly KindName[];

/** The kinds of each command, with custody and without. Only objects with custody move. */
const KIND_OF: Readonly<Record<Command["name"], { readonly custody: KindName; readonly plain: KindName }>> = {
  mint: { custody: "Mint", plain: "Issue" },
  transfer: { custody: "Transfer", plain: "Assign" },
  update: { custody: "Update", plain: "Update" },
  set_attributes: { custody: "SetAttributes", plain: "SetAttributes" },
  redeem: { custody: "Redeem", plain: "Redeem" },
  burn: { custody: "Burn", plain: "Burn" },
  move: { custody: "Move", plain: "Move" },
};

export function kindOf(command: Command, custody: boolean): KindName {
  if (isMovedMint(command)) return "MovedMint";
  return KIND_OF[command.name][custody ? "custody" : "plain"];
}

export const isMovedMint = (command: Command): boolean => command.name === "mint" && command.moved;

type Payload = Readonly<Record<string, string | undefined>>;

const COMMANDS: Readonly<Record<KindName, (payload: Payload) => Command>> = {
  Mint: (p) => mintBy(p, p["holder"]),
  Issue: (p) => mintBy(p, p["to"]),
  MovedMint: (p) => ({ ...mintBy(p, p["holder"]), moved: true }),
  Transfer: (p) => ({ name: "transfer", id: p["objectId"]!, to: p["holder"] as Hex }),
  Assign: (p) => ({ name: "transfer", id: p["objectId"]!, to: p["to"] as Hex }),
  Update: (p) => ({ name: "update", id: p["objectId"]!, version: p["version"]!, properties: p["properties"]! }),
  SetAttributes: (p) => ({ name: "set_attributes", id: p["objectId"]!, properties: p["properties"]! }),
  Redeem: (p) => ({ name: "redeem", id: endedBy(p), gate: p["gate"] === NOBODY ? undefined : (p["gate"] as Hex) }),
  Burn: (p) => ({ name: "burn", id: endedBy(p) }),
  Move: (p) => ({ name: "move", id: endedBy(p), log: p["toLog"] as Hex }),
};

const mintBy = (p: Payload, to: string | undefined) =>
  ({
    name: "mint",
    id: p["objectId"]!,
    to: to as Hex,
    template: p["templateId"]!,
    properties: p["properties"]!,
    moved: false,
  }) as const;

/** The ID of the object that ends. @throws ApiError 400 if the action names a holder. */
function endedBy({ objectId, holder }: Payload): string {
  // A missing holder is rejected elsewhere.
  if (holder !== undefined && holder !== NOBODY)
    throw badRequest("message.payload.holder", "malformed", `an action that ends an object has the holder ${NOBODY}`);
  return objectId!;
}

const FORMS: Readonly<Partial<Record<KindName, Form>>> = {
  Mint: "custody",
  MovedMint: "custody",
  Transfer: "custody",
  Issue: "plain",
  Assign: "plain",
};

export function isKind(name: string): name is KindName {
  return (KINDS as readonly string[]).includes(name);
}

/** The object's key in the log. It is the same for all kinds. */
export function objectKeyFor(id: string): Hex {
  return objectKeyOf(types.kinds.get("SetAttributes")!, { objectId: id, properties: "" });
}

/** The command of a typed action. @param action a well-formed action of one of these kinds. */
export function commandOf(action: SignedAction): { readonly command: Command; readonly form: Form } {
  const kind = action.primaryType as KindName;
  return { command: COMMANDS[kind](action.message.payload as Payload), form: FORMS[kind] ?? "either" };
}
