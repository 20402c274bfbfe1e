/**
 * Bytes of files whose entries never came, and of files that were removed. They are noted apart from the log before they
 * are kept, and before a file is removed; what is noted, old, and of no file is removed. Several processes may do so at
 * once, and while the same bytes come again.
 */
import { ApiError } from "../http/errors.ts";
import type { Parts } from "../parts.ts";
import type { FileKey } from "./storage.ts";

/** Milliseconds after which no entry comes any more: an action is good for a day at most. */
export const SWEEP_AGE = 2 * 86_400_000;
/** Milliseconds after which whoever was removing a file is taken to be gone. */
const SWEEP_PATIENCE = 600_000;
/** Files that a pass fails to remove, at most: the storage may be away. */
const MOST_FAILURES = 10;

type Needed = Pick<Parts, "database" | "clock">;

/** Notes that bytes are about to be kept, or to be of a file less. @throws ApiError 503 while the same bytes are removed. */
export async function noteFile({ database, clock }: Needed, { org, digest }: FileKey): Promise<void> {
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

/**
 * Removes what belongs to nothing; `limit` of what is noted at most. What could not be removed is for another pass.
 *
 * @param ending gives it up between two files, and while it waits for the storage.
 * @returns how much it looked at. @throws what was thrown first.
 */
export async function sweepFiles(
  parts: Needed & Pick<Parts, "storage">,
  limit: number,
  ending?: AbortSignal,
): Promise<number> {
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
    .orderBy("noted_at")
    .limit(limit);
  const rows = await due.execute();
  const failures: unknown[] = [];
  for (const { org, digest, noted_at } of rows) {
    if (ending?.aborted || failures.length >= MOST_FAILURES) break;
    const noted = accounts.updateTable("noted_file").where("org", "=", org).where("digest", "=", digest);
    // By when it is claimed: the pass may have begun long before. Noted anew meanwhile, it is none of its business.
    const claimed_at = clock();
    const claimed = await noted
      .set({ state: "removing", noted_at: claimed_at })
      .where("noted_at", "=", noted_at)
      .returning("org")
      .executeTakeFirst();
    if (claimed === undefined) continue;
    const file = tables
      .selectFrom("file")
      .select("id")
      .where("org", "=", org)
      .where("digest", "=", digest)
      .where("removed_at", "is", null);
    try {
      if ((await file.limit(1).executeTakeFirst()) === undefined) await storage.remove({ org, digest }, ending);
    } catch (error) {
      failures.push(error);
      continue;
    }
    // Whoever took it to be gone, and did this in its place, may have let it be noted anew.
    await accounts
      .deleteFrom("noted_file")
      .where("org", "=", org)
      .where("digest", "=", digest)
      .where("state", "=", "removing")
      .where("noted_at", "=", claimed_at)
      .execute();
  }
  if (failures.length > 0 && !ending?.aborted) throw failures[0];
  return rows.length;
}
