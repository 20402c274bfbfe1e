/**
 * The effect of an action on an object, as a pure function of the object's state and the action. Writes, rebuilds and
 * audits of the tables all use it.
 */
import type { Hex } from "anchorlog";
import { ApiError, badRequest, forbidden, notFound } from "../http/errors.ts";
import type { Reason } from "../http/reasons.ts";
import { permissionsOf, type Role } from "../foundation/roles.ts";
import type { Command, Form } from "./command.ts";
import { isMovedMint, kindOf } from "./kinds.ts";
import { assertShort, hashOf, merge, readProperties, type Properties } from "./properties.ts";
import type { Template, Who } from "./template.ts";

export const STATES = ["active", "redeemed", "burned", "moved"] as const;

/** An object in the form of the tables. */
export type PlatformObject = {
  readonly id: string;
  readonly template: string;
  readonly templateVersion: number;
  /** Lower case. */
  readonly owner: Hex;
  readonly properties: Properties;
  readonly version: number;
  readonly state: (typeof STATES)[number];
  /** The identifier of the log that it has moved to. */
  readonly movedTo: Hex | null;
  /** When it was minted, in Unix milliseconds; undefined while the mint is not committed. */
  readonly createdAt: number | undefined;
};

/** The state that an action is checked against. */
export type State = {
  readonly object: PlatformObject | undefined;
  /** The template of the object, in the version that it was minted with. For a mint, the newest version. */
  readonly template: Template | undefined;
  /** The role of the signer's wallet; undefined if the wallet is not registered. */
  readonly role: Role | undefined;
  /** The identifier of the log that the organization's objects move to; undefined if it has named no such log. */
  readonly successor: Hex | undefined;
};

export type Asked = {
  readonly command: Command;
  readonly form: Form;
  readonly signer: Hex;
  /** State hashes. The object must have one of them. Undefined for any state. */
  readonly states?: readonly string[] | undefined;
};

/** An object before and after, the rule that allowed the change, and the successor at that time. */
export type Change = Pick<State, "successor"> & {
  readonly before: PlatformObject | undefined;
  readonly after: PlatformObject;
  readonly allowedBy: Who;
};

/** Applies an action. @throws ApiError 400, 403, 404, 409, 412, 422 if the action is not allowed. */
export function project(state: State, asked: Asked): Change {
  const { command, signer } = asked;
  const { object, template, role, successor } = state;
  if (!OBJECT_ID.test(command.id)) {
    throw badRequest("id", "malformed", "an object's id is 1 to 64 of A-Z, a-z, 0-9 and . _ ~ -");
  }
  if (command.name === "mint") {
    if (template === undefined) {
      throw new ApiError(404, "no_such_template", `template ${command.template} does not exist`, {
        field: "template_id",
      });
    }
    assertForm(template, asked);
    const allowedBy = judgePolicy(template, asked, (who) => isWho(who, { signer, role, owner: undefined }));
    assertTaken(state, command);
    if (object !== undefined) throw conflict("object_exists", `object ${command.id} exists already`, "id");
    const { id, version: templateVersion, properties: defaults } = template;
    const properties = assertShort({ ...defaults, ...readProperties(command.properties) });
    const rest = { owner: command.to, properties, version: 1, state: "active", movedTo: null, createdAt: undefined };
    const after = { id: command.id, template: id, templateVersion, ...rest } as const;
    return { before: undefined, after: after as PlatformObject, allowedBy, successor };
  }
  if (object === undefined || template === undefined) throw notFound("object", command.id);
  assertForm(template, asked);
  const allowedBy = judgePolicy(template, asked, (who) => isWho(who, { signer, role, owner: object.owner }));
  if (object.state !== "active") throw conflict("not_active", `object ${object.id} is ${object.state}`, "id");
  assertTaken(state, command);
  const after = change(object, command);
  // Check this last, so that a caller without permission learns nothing about the state.
  if (asked.states !== undefined && !asked.states.includes(stateHash(object))) {
    const message = `object ${object.id} is in none of the states that If-Match names`;
    throw new ApiError(412, "precondition_failed", message, { field: "If-Match" });
  }
  return { before: object, after, allowedBy, successor };
}

const conflict = (reason: Reason, message: string, field: string) => new ApiError(409, reason, message, { field });

/** A single path segment that has only one spelling in a URL. */
export const OBJECT_ID = /^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,64}$/;

/**
 * Once a successor is named, the log takes only redemptions and moves. Otherwise an object could be sold after it was
 * minted for its holder in the other log.
 */
function assertTaken({ successor }: State, command: Command): void {
  if (command.name === "move") {
    if (command.log === successor) return;
    const named = successor === undefined ? "no log" : `the log ${successor}`;
    throw new ApiError(422, "not_the_successor", `this log's objects move to ${named}, not to ${command.log}`, {
      field: "log_id",
    });
  }
  if (successor === undefined || command.name === "redeem") return;
  throw conflict(
    "log_succeeded",
    `objects move to the log ${successor}: this one takes only redeem and move`,
    "action",
  );
}

/** Checks the signed kind. With custody, the log must show the object's holder; without custody, it must not. */
function assertForm({ custody, id }: Template, { command, form }: Asked): void {
  if (!custody && (command.name === "move" || isMovedMint(command))) {
    const message = `template ${id} has no custody: only what a holder holds moves to another log`;
    throw new ApiError(422, "action_not_allowed", message, { field: "action" });
  }
  // The object would be redeemed for good, and the gate could not pay.
  if (form === "request" && command.name === "redeem" && command.gate !== undefined) {
    const message = "a gate pays only a typed action: sign Redeem, as POST /ebus/prepare says";
    throw new ApiError(422, "wrong_kind", message, { field: "action.redeem.gate" });
  }
  if (form === "either" || (custody ? form === "custody" : form === "plain" || form === "request")) return;
  const kind = kindOf(command, custody);
  const why = custody ? "has custody" : "has no custody";
  const message = `template ${id} ${why}: sign ${kind}, as POST /ebus/prepare says`;
  throw new ApiError(422, "wrong_kind", message, { field: "primaryType" });
}

function judgePolicy({ id, actions }: Template, { command: { name } }: Asked, isAllowed: (who: Who) => boolean): Who {
  // No template can keep its objects in a log that ends.
  const allowed = name === "move" ? (["owner"] as const) : (actions[name] ?? []);
  if (allowed.length === 0) {
    throw new ApiError(422, "action_not_allowed", `template ${id} does not allow ${name}`, { field: "action" });
  }
  const found = allowed.find(isAllowed);
  if (found !== undefined) return found;
  throw forbidden("not_permitted", `the signer may not ${name}: ${allowed.join(", ")} may`, "signature");
}

type Signer = { readonly signer: Hex; readonly role: Role | undefined; readonly owner: Hex | undefined };

function isWho(who: Who, { signer, role, owner }: Signer): boolean {
  if (who === "anyone") return true;
  if (who === "owner") return owner === signer;
  if (role === undefined) return false;
  return who === "issuer" ? permissionsOf(role).has("issue") : who === `role:${role}`;
}

function change(object: PlatformObject, command: Exclude<Command, { name: "mint" }>): PlatformObject {
  const next = { ...object, version: object.version + 1 };
  switch (command.name) {
    case "transfer":
      return { ...next, owner: command.to };
    case "update":
      if (command.version !== undefined && command.version !== String(object.version)) {
        const message = `object ${object.id} is at version ${object.version}, not ${command.version}`;
        throw conflict("version_conflict", message, "version");
      }
      return { ...next, properties: readProperties(command.properties) };
    case "set_attributes":
      return { ...next, properties: assertShort(merge(object.properties, readProperties(command.properties))) };
    case "redeem":
      return { ...next, state: "redeemed" };
    case "move":
      return { ...next, state: "moved", movedTo: command.log };
    case "burn":
  }
  return { ...next, state: "burned" };
}

/** Cached, since each hash is needed several times. */
const hashes = new WeakMap<PlatformObject, string>();

/** The hash of everything in an object that actions can change. */
export function stateHash(object: PlatformObject): string {
  const known = hashes.get(object);
  if (known !== undefined) return known;
  const { id, template, owner, properties, version, state, movedTo } = object;
  const hash = hashOf({ id, moved_to: movedTo, owner, properties, state, template_id: template, version });
  hashes.set(object, hash);
  return hash;
}

/** An object's state in the form of the API. */
export function shownOf(object: PlatformObject) {
  const { id, template, owner, properties, version, state, movedTo: moved_to } = object;
  return { id, template_id: template, owner, properties, version, state, moved_to, state_hash: stateHash(object) };
}
