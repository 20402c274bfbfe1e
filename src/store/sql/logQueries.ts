/** Queries over many logs at a time. They need one statement per thousand logs. */
import { sql } from "kysely";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import type { Head, LogName, EntryLocation, PlacedEntry, UnbatchedLog } from "../../log/store.ts";
import { toHead, type LogDatabase } from "./schema.ts";
import { toBytes, toSafeInteger, type SqlInteger } from "./values.ts";

/** Logs per statement. Both dialects allow this many parameters. */
const CHUNK = 1_000;

const inChunks = async <T, R>(items: readonly T[], read: (some: T[]) => Promise<R[]>): Promise<R[]> => {
  const all: R[] = [];
  for (let from = 0; from < items.length; from += CHUNK) all.push(...(await read(items.slice(from, from + CHUNK))));
  return all;
};
const bytesOf = (logs: readonly Hex[]): Uint8Array[] => logs.map((log) => fromHex(log, 32));

export function readLogNames(db: LogDatabase, logs: readonly Hex[]): Promise<LogName[]> {
  return inChunks(bytesOf(logs), async (ids) => {
    const rows = await db.selectFrom("anchorlog_logs").select(["id", "name"]).where("id", "in", ids).execute();
    return rows.flatMap(toLogName);
  });
}

export async function readAllLogNames(db: LogDatabase): Promise<LogName[]> {
  const rows = await db
    .selectFrom("anchorlog_logs")
    .select(["id", "name"])
    .where("name", "is not", null)
    .orderBy("name")
    .execute();
  return rows.flatMap(toLogName);
}

const toLogName = ({ id, name }: { id: Uint8Array; name: string | null }): LogName[] =>
  name === null ? [] : [{ id: toHex(id), name }];

export async function countLogs(db: LogDatabase): Promise<number> {
  const { count } = await db
    .selectFrom("anchorlog_logs")
    .select((row) => row.fn.countAll<SqlInteger>().as("count"))
    .executeTakeFirstOrThrow();
  return toSafeInteger(count);
}

export async function readHeads(db: LogDatabase, logs: readonly Hex[]): Promise<Map<Hex, Head>> {
  const heads = await inChunks(bytesOf(logs), async (ids) => {
    const rows = await db
      .selectFrom("anchorlog_heads")
      .innerJoin("anchorlog_logs", "anchorlog_logs.log", "anchorlog_heads.log")
      .select(["id", "size", "hash", "accepted_at"])
      .where("id", "in", ids)
      .where("size", ">", 0)
      .execute();
    return rows.map((row): [Hex, Head] => [toHex(row.id), toHead(toHex(row.id), row)]);
  });
  return new Map(heads);
}

export async function hasEntries(db: LogDatabase): Promise<boolean> {
  const row = await db.selectFrom("anchorlog_heads").select("log").where("size", ">", 0).limit(1).executeTakeFirst();
  return row !== undefined;
}

export async function readEntriesAt(db: LogDatabase, places: readonly EntryLocation[]): Promise<PlacedEntry[]> {
  return inChunks(places, async (some) => {
    const ids = bytesOf([...new Set(some.map(({ log }) => log))]);
    const logs = await db.selectFrom("anchorlog_logs").select(["log", "id"]).where("id", "in", ids).execute();
    const numbers = new Map(logs.map(({ log, id }) => [toHex(id), String(log)]));
    const names = new Map([...numbers].map(([id, number]) => [number, id]));
    const pairs = some.flatMap(({ log, index }) => {
      const number = numbers.get(log);
      return number === undefined ? [] : [sql.raw(`(${BigInt(number)}, ${BigInt(index)})`)];
    });
    if (pairs.length === 0) return [];
    const { rows } = await sql<{ log: SqlInteger; idx: SqlInteger; bytes: Uint8Array; hash: Uint8Array }>`
      WITH place (log, idx) AS (VALUES ${sql.join(pairs)})
      SELECT entry.log, entry.idx, entry.bytes, entry.hash
      FROM place JOIN anchorlog_entries AS entry ON entry.log = place.log AND entry.idx = place.idx
    `.execute(db);
    return rows.map(({ log, idx, bytes, hash }) => ({
      log: names.get(String(log))!,
      index: toSafeInteger(idx),
      bytes: toBytes(bytes),
      hash: toBytes(hash),
    }));
  });
}

export async function readUnbatched(db: LogDatabase): Promise<UnbatchedLog[]> {
  const rows = await db
    .selectFrom("anchorlog_heads")
    .innerJoin("anchorlog_logs", "anchorlog_logs.log", "anchorlog_heads.log")
    .select(["id", "name", "batched", "size"])
    .whereRef("size", ">", "batched")
    .orderBy("anchorlog_heads.log")
    .execute();
  return rows.map(({ id, name, batched, size }) => ({
    log: toHex(id),
    name: name ?? undefined,
    batched: toSafeInteger(batched),
    size: toSafeInteger(size),
  }));
}
