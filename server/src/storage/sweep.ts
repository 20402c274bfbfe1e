/**
 * Files whose entries never came. Each is noted before its bytes are kept, apart from the log; what is noted, old, and
 * of no row is removed. Several processes may do so at once, and while the same bytes come again.
 */
import { ApiError } from "../http/errors.ts";
import type { Parts } from "../parts.ts";
import type { FileKey } from "./storage.ts";

/** Milliseconds after which no entry comes any more: an action is good for a day at most. */
export const SWEEP_AGE = 2 * 86_400_000;
/** Milliseconds after which whoever was removing a file is taken to be gone. */
const SWEEP_PATIENCE = 600_000;

type Needed = Pick<Parts, "database" | "clock">;

/** Notes that bytes are about to be kept. @throws ApiError 503 while the same bytes are removed. */
export async function beginUpload({ database, clock }: Needed, { org, digest }: FileKey): Promise<void> {
  const noted_at = clock();
  const noted = await database
    .of(org)
    .accounts.insertInto("noted_file")
    .values({ org, digest, noted_at, state: "kept" })
    .onConflict((on) => on.columns(["org", "digest"]).doUpdateSet({ noted_at }).where("noted_file.state", "=", "kept"))
    .returning("org")
    .executeTakeFirst();
  if (noted !== undefined) return;
  throw new ApiError(
    503,
    "being_removed",
    "these bytes are being removed, since they belonged to nothing: send them again",
    {
      headers: { "Retry-After": "1" },
    },
  );
}

/** Removes what belongs to nothing; `limit` of what is noted at most. @returns how much it looked at. */
export async function sweepFiles(parts: Needed & Pick<Parts, "storage">, limit: number): Promise<number> {
  const { database, clock, storage } = parts;
  const { accounts, tables } = database.across;
  const now = clock();
  const due = accounts
    .selectFrom("noted_file")
    .select(["org", "digest", "noted_at"])
    .where((eb) =>
      eb.or([
        eb("noted_at", "<=", now - SWEEP_AGE),
        eb.and([eb("state", "=", "removing"), eb("noted_at", "<=", now - SWEEP_PATIENCE)]),
      ]),
    )
    .limit(limit);
  const rows = await due.execute();
  for (const { org, digest, noted_at } of rows) {
    const noted = accounts.updateTable("noted_file").where("org", "=", org).where("digest", "=", digest);
    // Noted anew meanwhile, it is none of this pass's business.
    const claimed = await noted
      .set({ state: "removing", noted_at: now })
      .where("noted_at", "=", noted_at)
      .returning("org")
      .executeTakeFirst();
    if (claimed === undefined) continue;
    const file = tables.selectFrom("file").select("id").where("org", "=", org).where("digest", "=", digest);
    if ((await file.limit(1).executeTakeFirst()) === undefined) await storage.remove({ org, digest });
    await accounts.deleteFrom("noted_file").where("org", "=", org).where("digest", "=", digest).execute();
  }
  return rows.length;
}
