/** The published batch log in the database, which all processes share (c2sp.org/tlog-tiles). */
import { sql } from "kysely";
import { equalBytes } from "../../base/bytes.ts";
import { AnchorlogError } from "../../base/errors.ts";
import type { TileStore } from "../../tlog/tileStore.ts";
import type { LogDatabase } from "../sql/schema.ts";
import { toBytes } from "../sql/values.ts";
import type { Connections } from "./connection.ts";

/** A checkpoint's size, which is its second line (c2sp.org/tlog-checkpoint). */
const sizeOf = (bytes: ReturnType<typeof sql>) => sql`split_part(convert_from(${bytes}, 'UTF8'), chr(10), 2)::bigint`;

export function openTiles(connections: Connections): TileStore {
  return {
    get: (path, maxBytes) => readTile(connections.db, path, maxBytes),
    put: async (path, bytes, { immutable }) => {
      const written = await connections.write((db) =>
        immutable ? addTile(db, path, bytes) : advance(db, path, bytes),
      );
      if (written) return;
      const known = await readTile(connections.db, path, Infinity);
      if (known !== undefined && equalBytes(known, bytes)) return;
      throw new AnchorlogError("tile_conflict", `${path} is there already, with other bytes`, {
        fix: "publish to the database of this log, and let no other program write there",
      });
    },
  };
}

async function readTile(db: LogDatabase, path: string, maxBytes: number): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom("anchorlog_tiles").select("bytes").where("path", "=", path).executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.bytes.length <= maxBytes) return toBytes(row.bytes);
  throw new AnchorlogError("bad_tile", `${path} is over ${maxBytes} bytes`);
}

async function addTile(db: LogDatabase, path: string, bytes: Uint8Array): Promise<boolean> {
  const added = db.insertInto("anchorlog_tiles").values({ path, bytes });
  const { numInsertedOrUpdatedRows } = await added.onConflict((is) => is.doNothing()).executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Replaces a checkpoint unless the new one is smaller, so that a delayed process cannot undo its successor's work. */
async function advance(db: LogDatabase, path: string, bytes: Uint8Array): Promise<boolean> {
  const { rows } = await sql<{ path: string }>`
    INSERT INTO anchorlog_tiles AS there (path, bytes) VALUES (${path}, ${bytes})
    ON CONFLICT (path) DO UPDATE SET bytes = ${bytes}
    WHERE ${sizeOf(sql`there.bytes`)} <= ${sizeOf(sql`${bytes}::bytea`)}
    RETURNING path`.execute(db);
  return rows.length === 1;
}
