/** An organization's used storage, and its quota. */
import { sql } from "kysely";
import type { Statement } from "anchorlog/log";
import { statement, type Database } from "../foundation/db/database.ts";
import { ApiError } from "../http/errors.ts";
import type { Parts } from "../foundation/parts.ts";

const MIB = 2 ** 20;

/** Adds bytes to the used storage. Negative numbers subtract. */
export function storedMore(builder: Database["builder"], org: string, bytes: number): Statement {
  const query = builder
    .insertInto("stored")
    .values({ org, bytes })
    .onConflict((on) =>
      on.column("org").doUpdateSet({ bytes: sql<number>`${sql.ref("stored.bytes")} + ${sql.ref("excluded.bytes")}` }),
    );
  return statement(query);
}

/**
 * Rejects a file that exceeds the quota. Concurrent uploads may exceed it together.
 *
 * @throws ApiError 422 `too_much_stored`.
 */
export async function assertRoom(
  { database, config: { filesQuotaMib: most } }: Pick<Parts, "database" | "config">,
  org: string,
  size: number,
): Promise<void> {
  const row = await database
    .of(org)
    .tables.selectFrom("stored")
    .select("bytes")
    .where("org", "=", org)
    .executeTakeFirst();
  const bytes = row?.bytes ?? 0;
  if (bytes + size <= most * MIB) return;
  const message = `an organization stores ${most} MiB of files at most, and this one stores ${bytes} bytes: remove some`;
  throw new ApiError(422, "too_much_stored", message, { field: "file" });
}
