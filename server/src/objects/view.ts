/** The state that actions are checked against: the tables, and pending changes. */
import type { Hex } from "anchorlog";
import type { Database } from "../foundation/db/database.ts";
import { reading } from "../foundation/db/fixed.ts";
import { ACTIVE } from "../foundation/db/states.ts";
import type { ObjectRow, TemplateRow } from "../foundation/db/tables.ts";
import type { Command } from "./command.ts";
import type { Change, PlatformObject, State } from "./project.ts";
import type { Properties } from "./properties.ts";
import type { Template } from "./template.ts";

/**
 * The state, and the account of the signer's wallet. If the state includes a pending change, `coming` resolves when
 * that change is committed or rejected.
 */
export type Known = State & { readonly account: string | null; readonly coming: Promise<void> | undefined };

/** A pending state of an object. */
type Coming = { readonly object: PlatformObject } & Pick<PromiseWithResolvers<void>, "promise" | "resolve">;

export type View = {
  /** Loads the state that a command is checked against. */
  load(org: string, command: Command, by: { readonly signer: Hex }): Promise<Known>;
  /** Adds a pending change to the state, until the returned function is called after its commit or rejection. */
  hold(org: string, change: Change): () => void;
  template(org: string, id: string, version?: number): Promise<Template | undefined>;
  templateNamed(org: string, name: string): Promise<Template | undefined>;
};

/** Cached versions of templates. */
const MOST_KNOWN = 1_000;

export function createView({ of, builder }: Pick<Database, "of" | "builder">): View {
  /** The pending states of each object, in order. */
  const held = new Map<string, readonly Coming[]>();
  const keyOf = (org: string, id: string): string => `${org} ${id}`;

  const within = ({ org }: { readonly org: string }) => of(org).tables;
  type Identified = { readonly org: string; readonly id: string };
  type Looked = Identified & { readonly signer: string; readonly template: string };
  /** Reads everything in one row, since a query costs more than the rows it reads. */
  const looks = reading(within, ({ org, id, signer, template }: Looked) =>
    builder
      .selectFrom(builder.selectNoFrom((eb) => eb.lit(1).as("one")).as("asked"))
      .leftJoin("object", (join) => join.on("object.org", "=", org).on("object.id", "=", id))
      .leftJoin("wallet", (join) =>
        join.on("wallet.org", "=", org).on("wallet.address", "=", signer).on("wallet.state", "=", ACTIVE),
      )
      .leftJoin("successor", (join) => join.on("successor.org", "=", org))
      .select(["object.id", "template", "template_version", "owner", "properties", "version", "object.state"])
      .select(["object.created_at", "moved_to"])
      .select(["wallet.role", "wallet.account", "successor.log as successor"])
      .select((eb) =>
        eb
          .selectFrom("template as minted")
          .select(({ fn }) => fn.max("minted.version").as("newest"))
          .where("org", "=", org)
          .where("id", "=", template)
          .as("newest"),
      ),
  );
  const newest = reading(within, ({ org, id }: Identified) =>
    builder
      .selectFrom("template")
      .select("version")
      .where("org", "=", org)
      .where("id", "=", id)
      .orderBy("version", "desc")
      .limit(1),
  );
  const templates = reading(within, ({ org, id, version }: Identified & { readonly version: number }) =>
    builder
      .selectFrom("template")
      .selectAll()
      .where("org", "=", org)
      .where("id", "=", id)
      .where("version", "=", version),
  );
  /** Cached versions, which never change. */
  const known = new Map<string, Template>();

  const template: View["template"] = async (org, id, asked) => {
    const version = asked ?? (await newest({ org, id }))[0]?.version;
    if (version === undefined) return undefined;
    const key = `${org} ${id} ${version}`;
    let found = known.get(key);
    if (found !== undefined) return found;
    const [row] = await templates({ org, id, version });
    if (row === undefined) return undefined;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, (found = templateOf(row)));
    return found;
  };
  /** The newest pending state. A state that is not newer than the table is either committed or rejected. */
  const comingTo = (there: PlatformObject | undefined, coming: readonly Coming[] | undefined): Coming | undefined =>
    coming?.findLast(({ object }) => object.version > (there?.version ?? 0));

  return {
    load: async (org, command, { signer }) => {
      const key = keyOf(org, command.id);
      const minted = command.name === "mint" ? command.template : "";
      for (;;) {
        const wasHeld = held.has(key);
        const [row] = await looks({ org, id: command.id, signer, template: minted });
        const coming = held.get(key);
        // The pending change ended during the query, so the row may or may not include it: read again.
        if (wasHeld && coming === undefined) continue;
        const { role, account, successor, newest: version, ...columns } = row!;
        const there = columns.id === null ? undefined : objectOf(columns as ObjectState);
        const next = comingTo(there, coming);
        const object = next?.object ?? there;
        const by =
          command.name === "mint"
            ? version === null
              ? undefined
              : await template(org, minted, version)
            : object && (await template(org, object.template, object.templateVersion));
        const log = (successor ?? undefined) as Hex | undefined;
        return { object, template: by, role: role ?? undefined, account, successor: log, coming: next?.promise };
      }
    },
    hold: (org, { after }) => {
      const key = keyOf(org, after.id);
      const coming: Coming = { object: after, ...Promise.withResolvers<void>() };
      held.set(key, [...(held.get(key) ?? []), coming]);
      return () => {
        const rest = held.get(key)?.filter((one) => one !== coming) ?? [];
        if (rest.length > 0) held.set(key, rest);
        else held.delete(key);
        coming.resolve();
      };
    },
    template,
    templateNamed: async (org, name) => {
      const named = of(org).tables.selectFrom("template").selectAll().where("org", "=", org).where("name", "=", name);
      const row = await named.orderBy("version", "desc").limit(1).executeTakeFirst();
      return row && templateOf(row);
    },
  };
}

export function templateOf({ id, name, version, definition }: TemplateRow): Template {
  type Defined = Omit<Template, "id" | "name" | "version" | "schema"> & Partial<Pick<Template, "schema">>;
  return { id, name, version, schema: null, ...(JSON.parse(definition) as Defined) };
}

type ObjectState = Pick<
  ObjectRow,
  "id" | "template" | "template_version" | "owner" | "properties" | "version" | "state" | "moved_to" | "created_at"
>;
export function objectOf(row: ObjectState): PlatformObject {
  const { id, template, template_version: templateVersion, owner, version, state, created_at: createdAt } = row;
  return {
    id,
    template,
    templateVersion,
    owner: owner as Hex,
    properties: JSON.parse(row.properties) as Properties,
    version,
    state,
    movedTo: row.moved_to as Hex | null,
    createdAt,
  };
}
