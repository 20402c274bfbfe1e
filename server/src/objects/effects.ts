/**
 * Builds the statements that change an object and record the action. They fail if the state has changed since it was
 * checked.
 */
import { sql } from "kysely";
import type { Statement } from "anchorlog/log";
import { rolesWith, type Role } from "../foundation/roles.ts";
import { ENTRY, type Database, type Demand } from "../foundation/db/database.ts";
import { writing } from "../foundation/db/fixed.ts";
import { ACTIVE } from "../foundation/db/states.ts";
import type { ActionRow, ObjectRow } from "../foundation/db/tables.ts";
import type { Command } from "./command.ts";
import { canonical } from "./properties.ts";
import { shownOf, stateHash, type Asked, type Change } from "./project.ts";
import type { Who } from "./template.ts";

/** The organization, and data for the action's record. `item` is its position among several actions of one entry. */
export type Named = { readonly org: string; readonly actionId: string; readonly kind: string; readonly item: number };

type Signed = { readonly org: string; readonly signer: string };
/** The successor that the change was planned with; empty if none was named. */
type Succeeded = { readonly org: string; readonly successor: string };
type Versioned = Succeeded & { readonly id: string; readonly version: number };
type Changed = Pick<ObjectRow, "org" | "id" | "owner" | "properties" | "version" | "state" | "moved_to" | "state_hash">;
type Made = Changed & Pick<ObjectRow, "template" | "template_version" | "created_item">;
/** The state that the change was planned on. */
type Before = Pick<ObjectRow, "version" | "template_version" | "state_hash">;
type Updated = Changed & Succeeded & { readonly [Column in keyof Before as `was_${Column}`]: Before[Column] };

/** The statements of changes, compiled once. */
export type Effects = {
  /** Checks that the signer still has one of a template's roles, by the role's name. */
  readonly mayStill: (who: Who, roles: readonly Role[]) => Writing<Signed>;
  readonly isNewest: Writing<Versioned>;
  readonly insert: Writing<Made>;
  readonly update: Writing<Updated>;
  readonly record: Writing<Omit<ActionRow, "idx" | "created_at">>;
};
type Writing<Values> = (values: Values, demand?: Demand) => Statement;

export function createEffects({ builder }: Pick<Database, "builder">): Effects {
  const ofRoles = new Map<Who, Writing<Signed>>();
  return {
    mayStill: (who, roles) => {
      let known = ofRoles.get(who);
      if (known === undefined) ofRoles.set(who, (known = writing((signed) => walletOf(builder, signed, roles))));
      return known;
    },
    isNewest: writing((planned) => newestTemplate(builder, planned)),
    insert: writing((made) => insertObject(builder, made)),
    update: writing((changed) => updateObject(builder, changed)),
    record: writing((row) => insertAction(builder, row)),
  };
}

type Builder = Database["builder"];

const walletOf = (builder: Builder, { org, signer }: Signed, roles: readonly Role[]) =>
  builder
    .selectFrom("wallet")
    .select("id")
    .where("org", "=", org)
    .where("address", "=", signer)
    .where("state", "=", ACTIVE)
    .where("role", "in", roles);

function successorOf(builder: Builder, { org }: Succeeded) {
  const named = builder.selectFrom("successor").select("log").where("org", "=", org);
  return sql<string>`coalesce(${named}, '')`;
}

function newestTemplate(builder: Builder, planned: Versioned) {
  const { org, id, version, successor } = planned;
  const ofTemplate = builder.selectFrom("template").where("org", "=", org).where("id", "=", id);
  const newest = ofTemplate.select(({ fn }) => fn.max("version").as("version"));
  const isThere = ofTemplate.select("id").where("version", "=", version).where("version", "=", newest);
  return isThere.where(successorOf(builder, planned), "=", successor);
}

const changing = ({ owner, properties, version, state, moved_to, state_hash }: Changed) => ({
  owner,
  properties,
  version,
  state,
  moved_to,
  state_hash,
  idx: ENTRY.index,
  updated_at: ENTRY.acceptedAt,
});

function insertObject(builder: Builder, made: Made) {
  const { org, id, template, template_version, created_item } = made;
  const born = { created_idx: ENTRY.index, created_at: ENTRY.acceptedAt };
  const row = { org, id, template, template_version, created_item, ...born, ...changing(made) };
  return builder.insertInto("object").values(row);
}

const updateObject = (builder: Builder, changed: Updated) =>
  builder
    .updateTable("object")
    .set(changing(changed))
    .where("org", "=", changed.org)
    .where("id", "=", changed.id)
    // Compare the version and the hash: an earlier pending action may have been rejected, and another one may have
    // created the same version.
    .where("version", "=", changed.was_version)
    .where("template_version", "=", changed.was_template_version)
    .where("state_hash", "=", changed.was_state_hash)
    .where(successorOf(builder, changed), "=", changed.successor);

function insertAction(builder: Builder, row: Omit<ActionRow, "idx" | "created_at">) {
  const { org, item, id, object, template, name, kind, actor, params, affected, result } = row;
  const columns = { org, item, id, object, template, name, kind, actor, params, affected, result };
  return builder.insertInto("action_log").values({ ...columns, idx: ENTRY.index, created_at: ENTRY.acceptedAt });
}

/** Builds the statements of a change in order. Checks come first. */
export function statementsOf(effects: Effects, change: Change, asked: Asked, named: Named): Statement[] {
  return [
    ...fencesOf(effects, change, asked, named),
    writeOf(effects, change, named),
    recordOf(effects, change, asked, named),
  ];
}

/** Checks that the roles and the template are unchanged. The object's own statement checks its owner and state. */
function fencesOf(
  { mayStill, isNewest }: Effects,
  { before, after, allowedBy, successor }: Change,
  { signer }: Asked,
  { org }: Named,
): Statement[] {
  const fences: Statement[] = [];
  const roles = rolesOf(allowedBy);
  if (roles !== undefined) {
    const refusal = { code: "not_permitted", message: "the signer may not do this any more", status: 403 };
    fences.push(mayStill(allowedBy, roles)({ org, signer }, { expect: 1, refusal }));
  }
  if (before === undefined) {
    const { template: id, templateVersion: version } = after;
    const message = `template ${id} has a newer version than ${version} meanwhile, or the log another successor`;
    const refusal = { code: "version_conflict", message, status: 409 };
    fences.push(isNewest({ org, id, version, successor: successor ?? "" }, { expect: 1, refusal }));
  }
  return fences;
}

function writeOf({ insert, update }: Effects, { before, after, successor }: Change, { org, item }: Named): Statement {
  const { id, template, templateVersion: template_version, owner, version, state, movedTo: moved_to } = after;
  const properties = canonical(after.properties);
  const changed = { org, id, owner, properties, version, state, moved_to, state_hash: stateHash(after) };
  if (before === undefined) {
    const refusal = { code: "object_exists", message: `object ${id} exists already`, status: 409 };
    return insert({ ...changed, template, template_version, created_item: item }, { refusal });
  }
  const was = {
    successor: successor ?? "",
    was_version: before.version,
    was_template_version: before.templateVersion,
    was_state_hash: stateHash(before),
  };
  const message = `object ${id} is not what it was at version ${before.version} any more, or the log has another successor`;
  return update({ ...changed, ...was }, { expect: 1, refusal: { code: "version_conflict", message, status: 409 } });
}

function recordOf(
  { record }: Effects,
  { before, after }: Change,
  { command, signer: actor }: Asked,
  { org, actionId, kind, item }: Named,
): Statement {
  const hashes = { hash_before: before === undefined ? null : stateHash(before), hash_after: stateHash(after) };
  return record({
    org,
    item,
    id: actionId,
    object: after.id,
    template: after.template,
    name: command.name,
    kind,
    actor,
    params: JSON.stringify(paramsOf(command)),
    affected: JSON.stringify([{ id: after.id, ...hashes }]),
    result: JSON.stringify(shownOf(after)),
  });
}

function rolesOf(who: Who): readonly Role[] | undefined {
  if (who === "owner" || who === "anyone") return undefined;
  return who === "issuer" ? rolesWith("issue") : [who.slice("role:".length) as Role];
}

/** The command's parameters in the API's action shape, independent of how it was signed. */
function paramsOf(command: Command): object {
  if (command.name === "move") return { id: command.id, log_id: command.log };
  const { name: _, ...params } = command;
  if (!("properties" in params)) return params;
  const { properties: text, ...rest } = params;
  // `project` has read it strictly.
  const properties: unknown = JSON.parse(text);
  if ("template" in rest) {
    const { id, template: template_id, to, moved } = rest;
    return { id, template_id, to, properties, ...(moved && { moved }) };
  }
  const version = "version" in rest && rest.version !== undefined ? { version: Number(rest.version) } : {};
  return { id: rest.id, ...version, properties };
}
