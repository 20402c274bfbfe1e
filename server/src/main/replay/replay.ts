/** Executes the actions of logs again, to find the rows that the tables must have. */
import fastify from "fastify";
import { toHex, type Hex } from "anchorlog";
import { encodeMessage, hashDomain, logId, PART_ACT } from "anchorlog/action";
import { decodeEntry, type ChainStore, type StoredEntry } from "anchorlog/log";
import type { Caller, Organization } from "../../foundation/caller.ts";
import { PERMISSIONS } from "../../foundation/roles.ts";
import { actionIdOf, plan } from "../../actions/planning.ts";
import type { Database } from "../../foundation/db/database.ts";
import { ServerError } from "../../foundation/errors.ts";
import { parseBody } from "../../http/json.ts";
import type { Act, RegisterSigned, SignedRoute } from "../../http/signed.ts";
import type { Parts } from "../../foundation/parts.ts";
import { commandOf, isKind, types } from "../../objects/kinds.ts";
import { registerRoutes } from "../routes.ts";
import { sha256 } from "../../foundation/secrets.ts";
import { nameIn } from "../../files/form.ts";
import { decodeKept, signedDigest } from "../../files/kept.ts";
import type { Upload } from "../../files/upload.ts";
import { uploadRoutes } from "../../files/uploadRoutes.ts";
import type { Scratch } from "./scratch.ts";

/** Entries read per query. */
const CHUNK = 1_000;

/**
 * The number of entries, the files with missing or changed bytes (organization and ID), and the logs without an
 * account. Such logs are skipped: an import can restore their entries, but the tables have no rows of them.
 */
export type Replayed = {
  readonly entries: number;
  readonly lost: readonly string[];
  readonly passed: readonly string[];
};

type ReplaySource = Pick<Parts, "config" | "operator" | "secrets" | "storage"> & {
  readonly store: Pick<ChainStore, "allLogNames" | "entries" | "head" | "heads">;
  /** The accounts, and the contents of requests. */
  readonly database: Database;
};

/**
 * Replays the logs of all organizations into an empty database.
 *
 * @throws ServerError `not_replayed` with log and index if an entry cannot be executed again; `other_accounts`.
 */
export async function replay(source: ReplaySource, scratch: Scratch): Promise<Replayed> {
  let now = 0;
  const { database, store, operator, storage } = source;
  const across = { ...database.across, tables: scratch.tables };
  const replayed: Database = { ...database, engine: "sqlite", of: () => across, across, builder: scratch.tables };
  const plan = createPlanner({ ...source, database: replayed, clock: () => now });
  const organizations = await database.across.accounts
    .selectFrom("organization")
    .select(["id", "log"])
    .orderBy("created_at")
    .execute();
  const passed = await passedOver(source, organizations);
  let entries = 0;
  const missing: FileName[] = [];
  for (const { id, log } of organizations) {
    const organization = { id, log, logId: logId(operator, log), limits: undefined };
    const { size } = await store.head(organization.logId);
    for (let from = 0; from < size; from += CHUNK) {
      for (const entry of await store.entries(organization.logId, from, Math.min(from + CHUNK, size))) {
        const { index, acceptedAt, part, holder } = decodeEntry(entry.bytes);
        now = acceptedAt;
        try {
          const content = await contentOf({ database, storage }, id, entry);
          const planned = await plan(entry, organization, content);
          if (part === PART_ACT) assertHeld(toHex(holder), planned.holder);
          planned.settled();
          scratch.apply(planned.statements, { index, acceptedAt, hash: entry.hash });
          if (content !== undefined && content.digest === undefined) missing.push(await fileOf(scratch, id, index));
        } catch (cause) {
          const message = `entry ${index} of ${log} cannot be replayed (${(cause as Error).message})`;
          throw new ServerError("not_replayed", message, { cause });
        }
        entries++;
      }
    }
  }
  const lost: string[] = [];
  for (const { org, id } of missing) if (!(await isRemoved(scratch, { org, id }))) lost.push(`${org} ${id}`);
  return { entries, lost, passed };
}

/**
 * The logs of unknown organizations. @throws ServerError `other_accounts` if the tables have rows of an unknown
 * organization.
 */
async function passedOver(
  { store, database: { across } }: Pick<ReplaySource, "store" | "database">,
  organizations: readonly { readonly id: string; readonly log: string }[],
): Promise<string[]> {
  const known = new Set(organizations.flatMap(({ id, log }) => [id, log]));
  const kept = await across.tables.selectFrom("request").select("org").distinct().execute();
  const strangers = kept.filter(({ org }) => !known.has(org));
  if (strangers.length > 0)
    throw new ServerError(
      "other_accounts",
      `the tables have requests of ${strangers.length} organizations that the accounts do not have (${strangers[0]!.org})`,
      { fix: "put back the accounts that belong to this log, from a backup" },
    );
  const others = (await store.allLogNames()).filter(({ name }) => !known.has(name));
  const heads = await store.heads(others.map(({ id }) => id));
  return others.filter(({ id }) => heads.has(id)).map(({ name }) => name);
}

/** Checks that the holder by the log is the owner by the actions. */
function assertHeld(byLog: Hex, byActions: Hex | undefined): void {
  if (byLog === byActions) return;
  throw new ServerError(
    "other_holder",
    `the log names ${byLog} as the holder, but by the object's actions it is ${byActions}`,
  );
}

type FileName = { readonly org: string; readonly id: string };

const fileOf = ({ tables }: Scratch, org: string, index: number): Promise<FileName> =>
  tables
    .selectFrom("file")
    .select(["org", "id"])
    .where("org", "=", org)
    .where("idx", "=", index)
    .executeTakeFirstOrThrow();

async function isRemoved({ tables }: Scratch, { org, id }: FileName): Promise<boolean> {
  const file = tables.selectFrom("file").select("removed_at").where("org", "=", org).where("id", "=", id);
  return (await file.executeTakeFirstOrThrow()).removed_at !== null;
}

type Content = {
  readonly content: Uint8Array;
  /** SHA-256 of the signed content, in hex. Undefined if the content was a file that is now lost. */
  readonly digest: string | undefined;
  /** The data of an uploaded file. */
  readonly upload: Upload | undefined;
  readonly account: { readonly id: string; readonly email: string } | undefined;
};

/**
 * The content of an `HttpRequest`, from the tables. Undefined for other kinds, whose actions are complete in the log.
 */
async function contentOf(
  { database, storage }: Pick<ReplaySource, "database" | "storage">,
  org: string,
  { index, action }: StoredEntry,
): Promise<Content | undefined> {
  if (action.primaryType !== "HttpRequest") return undefined;
  const { tables, accounts } = database.of(org);
  const requests = tables.selectFrom("request").selectAll().where("org", "=", org);
  const row = await requests.where("idx", "=", index).executeTakeFirst();
  if (row === undefined)
    throw new ServerError("no_content", "the request's content is not stored", {
      fix: "restore a newer backup of the log with its tables, which has the content",
    });
  const account =
    row.account === null
      ? undefined
      : await accounts
          .selectFrom("account")
          .select(["id", "email"])
          .where("id", "=", row.account)
          .executeTakeFirstOrThrow();
  const { content, file } = row;
  if (file === null) return { content, digest: sha256(content), upload: undefined, account };
  const kept = decodeKept(content);
  const { size, type } = kept;
  const upload = { name: await nameIn(kept), digest: file, size, type };
  return { content, digest: await signedDigest(storage, { org, digest: file }, kept), upload, account };
}

/** Returns a function that plans an entry's changes on top of the entries replayed before. */
function createPlanner(source: Pick<Parts, "config" | "operator" | "secrets" | "database" | "clock">) {
  /** Matches paths exactly as the server does. */
  const router = fastify();
  const found: { readonly route: SignedRoute; readonly params: unknown }[] = [];
  const { operator, database, clock } = source;
  const { kinds } = types;
  // Planning needs only these parts, since nothing is submitted or mailed.
  const parts = { ...source, database, clock, anchorlog: { kinds } } as unknown as Parts;
  const record: RegisterSigned = (typed) => {
    const route = typed as unknown as SignedRoute;
    const { method, url } = route;
    router.route({
      method,
      url,
      handler: async ({ params }) => {
        found.push({ route, params });
        return "";
      },
    });
  };
  const planning = registerRoutes(fastify(), record, parts, { isReplay: true });
  uploadRoutes(record, parts);
  const separator = hashDomain({ ...operator, verifyingContract: operator.registry });

  return async ({ action }: StoredEntry, organization: Organization, content: Content | undefined) => {
    const { primaryType, message } = action;
    const digest = toHex(encodeMessage(kinds.get(primaryType)!, message, separator).digest).slice(2);
    const signer = message.actor.toLowerCase() as Hex;
    const caller: Caller = {
      organization,
      account: content?.account && { ...content.account, session: "replayed", wallet: undefined },
      apiKey: content !== undefined && content.account === undefined ? { id: "replayed" } : undefined,
      permissions: new Set(PERMISSIONS),
    };
    if (content === undefined) {
      // An ask changes no rows.
      if (primaryType === "Ask") return { statements: [], holder: undefined, settled: () => {} };
      if (!isKind(primaryType)) throw new ServerError("unknown_kind", `${primaryType} is not a kind of this server`);
      const asked = { ...commandOf(action), signer };
      return plan(planning, caller, asked, { kind: primaryType, actionId: actionIdOf(digest) });
    }
    const { method, target, contentType, contentDigest } = message.payload as Record<string, string>;
    if (content.digest !== undefined && `0x${content.digest}` !== contentDigest)
      throw new ServerError("other_content", "the stored content is not the content of the signed request");
    await router.inject({ method: method as "POST", url: target! });
    const one = found.pop();
    if (one === undefined) throw new ServerError("no_route", `${method} ${target} is not a route of this server`);
    const { route, params } = one;
    const isJson = /^application\/json\b/i.test(contentType!) && content.content.length > 0;
    const body = content.upload ?? (isJson ? parseBody(content.content) : undefined);
    const act: Act = { caller, org: organization.id, signer, params, digest, body, headers: {} };
    const planned = await route.plan(act);
    const statements = "statements" in planned ? planned.statements : planned;
    return { statements, holder: undefined, settled: "settled" in planned ? planned.settled : () => {} };
  };
}
