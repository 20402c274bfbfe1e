/** The statements of a change to an object: it and its record in the action log, as far as it is still so. */
import type { Statement } from "anchorlog/log";
import { rolesWith, type Role } from "../accounts/roles.ts";
import { ENTRY, statement, type Database } from "../db/database.ts";
import type { Command } from "./command.ts";
import { canonical, readProperties } from "./properties.ts";
import { shownOf, stateHash, type Asked, type Change } from "./project.ts";
import type { Who } from "./template.ts";

type Tables = Database["tables"];
/** Whose change it is, and what its record is called. `item` is its place among those of one entry. */
export type Named = { readonly org: string; readonly actionId: string; readonly kind: string; readonly item: number };

/** The statements, in their order: what allowed it first. */
export function effectsOf(tables: Tables, change: Change, asked: Asked, named: Named): Statement[] {
  return [
    ...fenceOf(tables, change, asked, named),
    write(tables, change, named),
    ...record(tables, change, asked, named),
  ];
}

/** What it was judged by may have changed meanwhile. Owner and state are held by the object's own statement. */
function fenceOf(tables: Tables, { before, after, allowedBy }: Change, { signer }: Asked, { org }: Named): Statement[] {
  const fences: Statement[] = [];
  const roles = rolesOf(allowedBy);
  if (roles !== undefined) {
    const query = tables
      .selectFrom("wallet")
      .select("id")
      .where("org", "=", org)
      .where("address", "=", signer)
      .where("state", "=", "active")
      .where("role", "in", roles);
    const refusal = { code: "not_permitted", message: "the signer may not do this any more", status: 403 };
    fences.push(statement(query, { expect: 1, refusal }));
  }
  if (before === undefined) {
    const ofTemplate = tables.selectFrom("template").where("org", "=", org).where("id", "=", after.template);
    const newest = ofTemplate.select(({ fn }) => fn.max("version").as("version"));
    const query = ofTemplate.select("id").where("version", "=", after.templateVersion).where("version", "=", newest);
    const message = `template ${after.template} has a newer version than ${after.templateVersion} meanwhile`;
    fences.push(statement(query, { expect: 1, refusal: { code: "version_conflict", message, status: 409 } }));
  }
  return fences;
}

function rolesOf(who: Who): readonly Role[] | undefined {
  if (who === "owner" || who === "anyone") return undefined;
  return who === "issuer" ? rolesWith("issue") : [who.slice("role:".length) as Role];
}

function write(tables: Tables, { before, after }: Change, { org, item }: Named): Statement {
  const { id, template, templateVersion, owner, properties, version, state } = after;
  const changed = {
    owner,
    properties: canonical(properties),
    version,
    state,
    state_hash: stateHash(after),
    idx: ENTRY.index,
    updated_at: ENTRY.acceptedAt,
  };
  if (before === undefined) {
    const made = {
      org,
      id,
      template,
      template_version: templateVersion,
      created_idx: ENTRY.index,
      created_item: item,
      created_at: ENTRY.acceptedAt,
    };
    const refusal = { code: "object_exists", message: `there is an object ${id} already`, status: 409 };
    return statement(tables.insertInto("object").values({ ...made, ...changed }), { refusal });
  }
  const update = tables
    .updateTable("object")
    .set(changed)
    .where("org", "=", org)
    .where("id", "=", id)
    // All that it was judged by: what was on its way then may have been refused, and another have made this version.
    .where("version", "=", before.version)
    .where("template_version", "=", before.templateVersion)
    .where("state_hash", "=", stateHash(before));
  const message = `object ${id} is not what it was at version ${before.version} any more`;
  return statement(update, { expect: 1, refusal: { code: "version_conflict", message, status: 409 } });
}

function record(
  tables: Tables,
  { before, after }: Change,
  asked: Asked,
  { org, actionId, kind, item }: Named,
): Statement[] {
  const affected = [
    { id: after.id, hash_before: before === undefined ? null : stateHash(before), hash_after: stateHash(after) },
  ];
  const row = {
    org,
    idx: ENTRY.index,
    item,
    id: actionId,
    name: asked.command.name,
    kind,
    actor: asked.signer,
    params: JSON.stringify(paramsOf(asked.command)),
    affected: JSON.stringify(affected),
    result: JSON.stringify(shownOf(after)),
    created_at: ENTRY.acceptedAt,
  };
  return [
    statement(tables.insertInto("action_log").values(row)),
    statement(tables.insertInto("action_object").values({ org, object: after.id, idx: ENTRY.index, item })),
  ];
}

/** What was asked for, in the members of an action's own shape, however it was signed. */
function paramsOf(command: Command): object {
  const { name: _, ...params } = command;
  if (!("properties" in params)) return params;
  const { properties: text, ...rest } = params;
  const properties = readProperties(text);
  if ("template" in rest) return { id: rest.id, template_id: rest.template, to: rest.to, properties };
  const version = "version" in rest && rest.version !== undefined ? { version: Number(rest.version) } : {};
  return { id: rest.id, ...version, properties };
}
