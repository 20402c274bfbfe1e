/**
 * Checks that the tables are up to date with the log. Changes commit with their entries, but entries restored from an
 * export come without rows.
 */
import { AnchorlogError } from "anchorlog";
import { logId, PART_ASK, type OperatorId } from "anchorlog/action";
import { decodeEntry, type LogStore, type ChainStore } from "anchorlog/log";
import { commandLine } from "../foundation/commandLine.ts";
import type { Database } from "../foundation/db/database.ts";
import { ServerError } from "../foundation/errors.ts";

/** Organizations per query, their entries per query, and entries of a single organization. */
const ORGANIZATIONS = 200;
const ENTRIES = 2_000;
const NEWEST = 20;

type ReachedSource = {
  readonly store: Pick<ChainStore, "entriesAt" | "heads">;
  readonly database: Pick<Database, "across">;
  readonly operator: OperatorId;
};
type OrganizationLog = { readonly org: string; readonly name: string; readonly id: `0x${string}` };
type WrittenEntry = Pick<OrganizationLog, "org" | "name"> & { readonly index: number };

/**
 * Checks that the newest entry of each organization has its rows.
 *
 * @param most entries per query.
 * @throws ServerError `tables_behind`.
 */
export async function assertReached(source: ReachedSource, most = ENTRIES): Promise<void> {
  const { accounts } = source.database.across;
  let after = "";
  for (;;) {
    const some = await accounts
      .selectFrom("organization")
      .select(["id", "log"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(ORGANIZATIONS)
      .execute();
    await assertRows(source, some, most);
    if (some.length < ORGANIZATIONS) return;
    after = some.at(-1)!.id;
  }
}

/** @throws ServerError `tables_behind`. */
async function assertRows(
  { store, database: { across }, operator }: ReachedSource,
  organizations: readonly { readonly id: string; readonly log: string }[],
  most: number,
): Promise<void> {
  const logs = organizations.map(({ id: org, log: name }) => ({ org, name, id: logId(operator, name) }));
  // Read entries before rows: rows of later entries cannot be missing then.
  const written = await newestOf(store, logs, most);
  const there = await placesOf(across, written);
  const behind = written.find((one) => !there.has(placeOf(one)));
  if (behind === undefined) return;
  throw new ServerError("tables_behind", `the tables lack entry ${behind.index} of log ${behind.name}`, {
    fix: `rebuild them from the log: ${commandLine("rebuild --replace")}`,
  });
}

/**
 * The newest entry of each log that is not an ask, since asks have no rows. Archived entries are old, so they are not
 * checked.
 */
async function newestOf(
  store: ReachedSource["store"],
  logs: readonly OrganizationLog[],
  most: number,
): Promise<WrittenEntry[]> {
  const heads = await store.heads(logs.map(({ id }) => id));
  const found: WrittenEntry[] = [];
  let open = logs.map((log) => ({ ...log, end: heads.get(log.id)?.size ?? 0 }));
  while ((open = open.filter(({ end }) => end > 0)).length > 0) {
    const each = Math.ceil(most / open.length);
    const places = open.flatMap(({ id, end }) =>
      Array.from({ length: Math.min(each, end) }, (_, back) => ({ log: id, index: end - 1 - back })),
    );
    const ofLog = Map.groupBy(await store.entriesAt(places, 0), ({ log }) => log);
    open = open.map(({ end, ...log }) => {
      const entries = ofLog.get(log.id) ?? [];
      const done = entries.filter(({ bytes }) => decodeEntry(bytes).part !== PART_ASK);
      if (done.length > 0) found.push({ ...log, index: Math.max(...done.map(({ index }) => index)) });
      return { ...log, end: done.length > 0 || entries.length < each ? 0 : end - each };
    });
  }
  return found;
}

const placeOf = ({ org, index }: Pick<WrittenEntry, "org" | "index">): string => `${org} ${index}`;

/** The entries that have rows: a request's content, or an action. */
async function placesOf({ tables }: Database["across"], written: readonly WrittenEntry[]): Promise<Set<string>> {
  if (written.length === 0) return new Set();
  const found = (["request", "action_log"] as const).map((table) =>
    tables
      .selectFrom(table)
      .select(["org", "idx as index"])
      .where((eb) => eb.or(written.map(({ org, index }) => eb.and({ org, idx: index }))))
      .execute(),
  );
  return new Set((await Promise.all(found)).flat().map(placeOf));
}

/**
 * Entries may be restored while other processes use their log. So whenever this process takes over a log, checks that
 * its newest entry has rows, before entries are appended.
 *
 * @param onBehind receives the error if rows are missing.
 */
export function askWhenTaken(
  source: ReachedSource & { readonly store: LogStore },
  onBehind: (error: unknown) => void,
): void {
  const { store, database } = source;
  store.onTaken?.(async (id) => {
    const names = (await store.logNames([id])).map(({ name }) => name);
    const ofLog = database.across.accounts.selectFrom("organization").select(["id", "log"]).where("log", "in", names);
    const organizations = names.length === 0 ? [] : await ofLog.execute();
    try {
      await assertRows(source, organizations, NEWEST);
    } catch (cause) {
      if (!(cause instanceof ServerError)) throw cause;
      onBehind(cause);
      throw new AnchorlogError("read_only", "entries were put back into the log, and the tables lack their effects", {
        cause,
      });
    }
  });
}
