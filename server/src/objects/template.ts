/** Templates define the initial properties of objects, and the permitted actions. */
import { ApiError } from "../http/errors.ts";
import { ROLES, type Role } from "../foundation/roles.ts";
import { COMMANDS, type Command } from "./command.ts";
import { canonical, type Properties } from "./properties.ts";

/** An action that a template permits. Every object with custody can move, so templates do not permit that. */
type ActionName = Exclude<Command["name"], "move">;
export const ACTIONS = COMMANDS.filter((name): name is ActionName => name !== "move");

/**
 * A group that may be permitted an action: the object's owner, members who may issue, any signer, or members with a
 * role.
 */
export type Who = "owner" | "issuer" | "anyone" | `role:${Role}`;
export const WHO: readonly Who[] = ["owner", "issuer", "anyone", ...ROLES.map((role): Who => `role:${role}`)];

/** A version of a template. An object keeps the rules of the version that it was minted with. */
export type Template = {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly fqdn: string | null;
  readonly description: string | null;
  /** Whether changes need a typed action signed by the object's holder. */
  readonly custody: boolean;
  /** Default properties. Properties in a mint override them. */
  readonly properties: Properties;
  /** The permitted actions, and who may perform them. Missing actions are not permitted. */
  readonly actions: Readonly<Partial<Record<ActionName, readonly Who[]>>>;
  /** A JSON Schema that the properties of its objects must match; null for any properties. */
  readonly schema: Properties | null;
};

/** The requested contents of a template. */
export type Definition = {
  readonly name: string;
  readonly fqdn?: string | undefined;
  readonly description?: string | undefined;
  readonly custody?: boolean | undefined;
  readonly properties?: Properties | undefined;
  readonly actions?: Template["actions"] | undefined;
  readonly schema?: Properties | null | undefined;
};

const CUSTODY: Template["actions"] = {
  mint: ["issuer"],
  transfer: ["owner"],
  update: ["owner"],
  set_attributes: ["owner"],
  redeem: ["owner"],
  burn: ["owner"],
};
const PLAIN: Template["actions"] = { ...CUSTODY, update: ["issuer"], set_attributes: ["issuer"] };

/**
 * Builds a template from a definition: the first version of a new name, or the next version of a known name.
 *
 * @param newest the newest version of that name.
 * @throws ApiError 422
 */
export function define(id: string, definition: Definition, newest: Template | undefined): Template {
  const { name, fqdn = null, description = null, custody = false, properties = {}, schema = null } = definition;
  const actions = definition.actions ?? (custody ? CUSTODY : PLAIN);
  const given = ACTIONS.flatMap((action) => (actions[action] ?? []).map((who) => ({ action, who })));
  const foreign = given.find(({ action, who }) => custody && action !== "mint" && who !== "owner");
  if (foreign !== undefined) {
    throw new ApiError(422, "custody_is_the_owners", `with custody, only its owner may ${foreign.action} an object`, {
      field: `actions.${foreign.action}`,
    });
  }
  if (actions.mint?.includes("owner") === true) {
    const message = "a new object has no owner who could mint it: name issuer, anyone or a role";
    throw new ApiError(422, "no_owner_yet", message, { field: "actions.mint" });
  }
  if (newest !== undefined && newest.custody !== custody) {
    const was = newest.custody ? "with" : "without";
    const message = `template ${name} was begun ${was} custody: begin another one`;
    throw new ApiError(422, "custody_stays", message, { field: "custody" });
  }
  return {
    id: newest?.id ?? id,
    name,
    version: (newest?.version ?? 0) + 1,
    fqdn,
    description,
    custody,
    properties,
    actions,
    schema,
  };
}

/** Formats a template for comparison and storage. */
export function definitionOf({ fqdn, description, custody, properties, actions, schema }: Template): string {
  const rest = schema === null ? {} : { schema };
  return canonical({ fqdn, description, custody, properties, actions: actions as Properties, ...rest });
}
