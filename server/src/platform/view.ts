/** The state that actions are judged by: the tables, and what is on its way into them. */
import type { Hex } from "anchorlog";
import type { Database } from "../db/database.ts";
import type { ObjectRow, TemplateRow } from "../db/tables.ts";
import type { Command } from "./command.ts";
import type { Change, PlatformObject, State } from "./project.ts";
import type { Properties } from "./properties.ts";
import type { Template } from "./template.ts";

export type View = {
  /** What an action of an organization is judged by. */
  load(org: string, command: Command, signer: Hex): Promise<State>;
  /**
   * Has later actions judged as if a change were made, until the returned function is called: when it is, or is not.
   */
  hold(org: string, change: Change): () => void;
  template(org: string, id: string, version?: number): Promise<Template | undefined>;
  templateNamed(org: string, name: string): Promise<Template | undefined>;
};

export function createView({ tables }: Pick<Database, "tables">): View {
  /** Of each object that something is on its way of: the states that it comes to, in their order. */
  const held = new Map<string, readonly PlatformObject[]>();
  const keyOf = (org: string, id: string): string => `${org} ${id}`;

  const template: View["template"] = async (org, id, version) => {
    const ofId = tables.selectFrom("template").selectAll().where("org", "=", org).where("id", "=", id);
    const query = version === undefined ? ofId.orderBy("version", "desc") : ofId.where("version", "=", version);
    const row = await query.limit(1).executeTakeFirst();
    return row && templateOf(row);
  };
  const object = async (org: string, id: string): Promise<PlatformObject | undefined> => {
    const key = keyOf(org, id);
    for (;;) {
      const wasHeld = held.has(key);
      const row = await tables
        .selectFrom("object")
        .selectAll()
        .where("org", "=", org)
        .where("id", "=", id)
        .executeTakeFirst();
      const coming = held.get(key);
      // What was on its way when the look began is in the table by now, or nowhere: it is looked at again.
      if (wasHeld && coming === undefined) continue;
      const there = row && objectOf(row);
      // What is no newer than the table was refused, or is in it already.
      return coming?.findLast(({ version }) => version > (there?.version ?? 0)) ?? there;
    }
  };

  return {
    load: async (org, command, signer) => {
      const wallet = await tables
        .selectFrom("wallet")
        .select("role")
        .where("org", "=", org)
        .where("address", "=", signer)
        .where("state", "=", "active")
        .executeTakeFirst();
      const found = await object(org, command.id);
      const by =
        command.name === "mint"
          ? await template(org, command.template)
          : found && (await template(org, found.template, found.templateVersion));
      return { object: found, template: by, role: wallet?.role };
    },
    hold: (org, { after }) => {
      const key = keyOf(org, after.id);
      held.set(key, [...(held.get(key) ?? []), after]);
      return () => {
        const rest = held.get(key)?.filter((one) => one !== after) ?? [];
        if (rest.length > 0) held.set(key, rest);
        else held.delete(key);
      };
    },
    template,
    templateNamed: async (org, name) => {
      const named = tables.selectFrom("template").selectAll().where("org", "=", org).where("name", "=", name);
      const row = await named.orderBy("version", "desc").limit(1).executeTakeFirst();
      return row && templateOf(row);
    },
  };
}

export function templateOf({ id, name, version, definition }: TemplateRow): Template {
  return {
    id,
    name,
    version,
    ...(JSON.parse(definition) as Pick<Template, "fqdn" | "description" | "custody" | "properties" | "actions">),
  };
}

export function objectOf(row: ObjectRow): PlatformObject {
  const { id, template, template_version: templateVersion, owner, version, state } = row;
  return {
    id,
    template,
    templateVersion,
    owner: owner as Hex,
    properties: JSON.parse(row.properties) as Properties,
    version,
    state,
  };
}
