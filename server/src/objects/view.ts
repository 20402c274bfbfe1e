/** The state that actions are checked against: the tables, and pending changes. */
import type { Hex } from "anchorlog";
import type { Database } from "../foundation/db/database.ts";
import { reading } from "../foundation/db/fixed.ts";
import { rowsOf } from "../foundation/db/rows.ts";
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

/** Cached versions of templates. */
const MOST_KNOWN = 1_000;

type Identified = { readonly org: string; readonly id: string };

export class View {
  readonly #of: Database["of"];
  readonly #looks: ReturnType<typeof looksIn>;
  readonly #newest: ReturnType<typeof newestIn>;
  readonly #templates: ReturnType<typeof templatesIn>;
  /** Cached versions, which never change. */
  readonly #known = new Map<string, Template>();
  /** The pending states of each object, in order. */
  readonly #held = new Map<string, readonly Coming[]>();

  constructor(database: Pick<Database, "of" | "builder">) {
    this.#of = database.of;
    this.#looks = looksIn(database);
    this.#newest = newestIn(database);
    this.#templates = templatesIn(database);
  }

  /** Loads the state that a command is checked against. */
  async load(org: string, command: Command, { signer }: { readonly signer: Hex }): Promise<Known> {
    const key = keyOf(org, command.id);
    const minted = command.name === "mint" ? command.template : "";
    for (;;) {
      const wasHeld = this.#held.has(key);
      const [row] = await this.#looks({ org, id: command.id, signer, template: minted });
      const coming = this.#held.get(key);
      // The pending change ended during the query, so the row may or may not include it: read again.
      if (wasHeld && coming === undefined) continue;
      const { id, role, account, successor, newest: version } = row!;
      const there = id === null ? undefined : objectOf(row as ObjectState);
      const next = comingTo(there, coming);
      const object = next?.object ?? there;
      const by =
        command.name === "mint"
          ? version === null
            ? undefined
            : await this.template(org, minted, version)
          : object && (await this.template(org, object.template, object.templateVersion));
      const log = (successor ?? undefined) as Hex | undefined;
      return { object, template: by, role: role ?? undefined, account, successor: log, coming: next?.promise };
    }
  }

  /** Adds a pending change to the state, until the returned function is called after its commit or rejection. */
  hold(org: string, { after }: Change): () => void {
    const key = keyOf(org, after.id);
    const coming: Coming = { object: after, ...Promise.withResolvers<void>() };
    this.#held.set(key, [...(this.#held.get(key) ?? []), coming]);
    return () => {
      const rest = this.#held.get(key)?.filter((one) => one !== coming) ?? [];
      if (rest.length > 0) this.#held.set(key, rest);
      else this.#held.delete(key);
      coming.resolve();
    };
  }

  /** A version of a template; the newest by default. */
  async template(org: string, id: string, asked?: number): Promise<Template | undefined> {
    const version = asked ?? (await this.#newest({ org, id }))[0]?.version;
    if (version === undefined) return undefined;
    const key = `${org} ${id} ${version}`;
    let found = this.#known.get(key);
    if (found !== undefined) return found;
    const [row] = await this.#templates({ org, id, version });
    if (row === undefined) return undefined;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(key, (found = templateOf(row)));
    return found;
  }

  async templateNamed(org: string, name: string): Promise<Template | undefined> {
    const named = rowsOf({ of: this.#of }, "template", org).selectAll().where("name", "=", name);
    const row = await named.orderBy("version", "desc").limit(1).executeTakeFirst();
    return row && templateOf(row);
  }
}

const keyOf = (org: string, id: string): string => `${org} ${id}`;

/** The newest pending state. A state that is not newer than the table is either committed or rejected. */
const comingTo = (there: PlatformObject | undefined, coming: readonly Coming[] | undefined): Coming | undefined =>
  coming?.findLast(({ object }) => object.version > (there?.version ?? 0));

type Reading = Pick<Database, "of" | "builder">;

/** Reads everything in one row, since a query costs more than the rows it reads. */
const looksIn = ({ of, builder }: Reading) =>
  reading(
    ({ org }) => of(org).tables,
    ({ org, id, signer, template }: Identified & { readonly signer: string; readonly template: string }) =>
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

const newestIn = ({ of, builder }: Reading) =>
  reading(
    ({ org }) => of(org).tables,
    ({ org, id }: Identified) => {
      const versions = builder.selectFrom("template").select("version").where("org", "=", org).where("id", "=", id);
      return versions.orderBy("version", "desc").limit(1);
    },
  );

const templatesIn = ({ of, builder }: Reading) =>
  reading(
    ({ org }) => of(org).tables,
    ({ org, id, version }: Identified & { readonly version: number }) => {
      const versions = builder.selectFrom("template").selectAll().where("org", "=", org).where("id", "=", id);
      return versions.where("version", "=", version);
    },
  );

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
