/**
 * Deletes bytes of removed files, and of uploads whose entries were never committed. Digests are noted before bytes are
 * stored and before a file is removed. A sweep deletes the bytes of old notes that no file uses. Several processes may
 * sweep at once, also while the same bytes are uploaded again.
 */
import { ApiError } from "../http/errors.ts";
import type { Parts } from "../foundation/parts.ts";
import type { FileKey } from "../foundation/storage/storage.ts";

/** Milliseconds after which no entry can follow: an action is valid for a day at most. */
export const SWEEP_AGE = 2 * 86_400_000;
/** Milliseconds after which a process that was deleting a file is considered dead. */
const SWEEP_PATIENCE = 600_000;
/** Failed files after which a pass stops: the storage may be unavailable. */
const MOST_FAILURES = 10;

type SweepParts = Pick<Parts, "database" | "clock">;

/**
 * Notes a digest, before its bytes are stored or a file with them is removed. @throws ApiError 503 while the bytes are
 * being deleted.
 */
export async function noteFile({ database, clock }: SweepParts, { org, digest }: FileKey): Promise<void> {
  const noted_at = clock();
  const noted = await database
    .of(org)
    .accounts.insertInto("noted_file")
    .values({ org, digest, noted_at, state: "kept" })
    .onConflict((on) => on.columns(["org", "digest"]).doUpdateSet({ noted_at }).where("noted_file.state", "=", "kept"))
    .returning("org")
    .executeTakeFirst();
  if (noted !== undefined) return;
  const message = "these bytes are being removed, since no file had them: send them again";
  throw new ApiError(503, "being_removed", message, { headers: { "Retry-After": "1" } });
}

/**
 * Deletes the bytes of at most `limit` noted files, if nothing uses them. Failures are left to another pass.
 *
 * @param ending stops between two files, and aborts a wait for the storage.
 * @returns the number of notes checked. @throws the first error.
 */
export async function sweepFiles(
  parts: SweepParts & Pick<Parts, "storage">,
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
    // Uses the current time: the pass may have begun long ago. If the digest was noted again meanwhile, skip it.
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
    // Another process may have taken over the deletion, after which the digest was noted again.
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
