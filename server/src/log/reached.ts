/**
 * Whether the tables have what the log did. What an action does commits with its entry, but entries that were put back
 * from an export come alone.
 */
import type { Anchorlog, Submission } from "anchorlog";
import { logId, PART_ASK, type OperatorId } from "anchorlog/action";
import { decodeEntry, type AppendOptions, type LogStore } from "anchorlog/log";
import type { Database } from "../db/database.ts";
import { ServerError } from "../errors.ts";

/** Organizations, and entries of theirs, that are looked at together. */
const ORGANIZATIONS = 200;
const ENTRIES = 2_000;

type Source = {
  readonly store: Pick<LogStore, "entriesAt" | "heads">;
  readonly database: Pick<Database, "across">;
  readonly operator: OperatorId;
};
type Log = { readonly org: string; readonly name: string; readonly id: `0x${string}` };
type Written = Pick<Log, "org" | "name"> & { readonly index: number };

/**
 * Sees to it that the newest entry of each organization has its rows.
 *
 * @param most entries that are looked at together.
 * @throws ServerError `tables_behind`.
 */
export async function assertReached({ store, database: { across }, operator }: Source, most = ENTRIES): Promise<void> {
  let after = "";
  for (;;) {
    const some = await across.accounts
      .selectFrom("organization")
      .select(["id", "log"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(ORGANIZATIONS)
      .execute();
    // Before its rows: those of what other processes write meanwhile are there with the entry.
    const written = await newestOf(
      store,
      some.map(({ id: org, log: name }) => ({ org, name, id: logId(operator, name) })),
      most,
    );
    const there = await placesOf(across, written);
    const behind = written.find((one) => !there.has(placeOf(one)));
    if (behind !== undefined)
      throw new ServerError("tables_behind", `the tables have nothing of entry ${behind.index} of ${behind.name}`, {
        fix: "make them anew from the log: npm run server -- rebuild --replace",
      });
    if (some.length < ORGANIZATIONS) return;
    after = some.at(-1)!.id;
  }
}

/** The newest entry of each log that did something: Asks have no rows. What is in the archive was done long before. */
async function newestOf(store: Source["store"], logs: readonly Log[], most: number): Promise<Written[]> {
  const heads = await store.heads(logs.map(({ id }) => id));
  const found: Written[] = [];
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

const placeOf = ({ org, index }: Pick<Written, "org" | "index">): string => `${org} ${index}`;

/** Of these entries, those that the tables have something of: what a request said, or an action. */
async function placesOf({ tables }: Database["across"], written: readonly Written[]): Promise<Set<string>> {
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
 * Entries that a log lacks may be put back while processes run that share it: nothing is submitted until the tables have
 * what those did.
 *
 * @param check throws where they do not, of which `onBehind` hears.
 */
export async function untilReached(
  anchorlog: Anchorlog,
  check: () => Promise<void>,
  onBehind: (error: unknown) => void,
): Promise<Anchorlog> {
  let hasLacked = (await anchorlog.status()).missing.length > 0;
  let looking: Promise<unknown> | undefined;
  /** @returns why nothing may be submitted, if so. */
  const look = async (): Promise<unknown> => {
    const lacks = await anchorlog.missing().catch(() => undefined);
    try {
      if (lacks === undefined || lacks.length === 0) await check();
      if (lacks?.length === 0) hasLacked = false;
      return undefined;
    } catch (error) {
      onBehind(error);
      return error;
    } finally {
      looking = undefined;
    }
  };
  const submitMany = async (actions: readonly unknown[], options?: AppendOptions): Promise<Submission[]> => {
    if (hasLacked && (await (looking ??= look())) !== undefined) {
      const message = "the tables lack what entries did that were put back";
      return actions.map(() => ({ status: "indeterminate", code: "read_only", message, retryable: true }));
    }
    const answers = await anchorlog.submitMany(actions, options);
    if (answers.some((answer) => "code" in answer && answer.code === "read_only")) hasLacked = true;
    return answers;
  };
  return { ...anchorlog, submitMany };
}
