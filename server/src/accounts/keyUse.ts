/** Records when API keys are used, after the answer, and at most once an hour per key in each process. */
import type { FastifyInstance } from "fastify";
import type { Database } from "../foundation/db/database.ts";
import { iso } from "../http/schemas.ts";
import type { Parts } from "../foundation/parts.ts";

/** Milliseconds in which a key's use is recorded once. */
const USE_AGE = 3_600_000;
/** Milliseconds until the next try if the database is unavailable. */
const SOON = 60_000;
/** Keys whose last record is remembered. */
const MOST_KNOWN = 10_000;

export function registerKeyUse(app: FastifyInstance, { database, clock }: Pick<Parts, "database" | "clock">): void {
  /** The time from which the next use is recorded, by key. */
  const next = new Map<string, number>();
  const writing = new Set<Promise<void>>();

  const record = async (org: string, key: string, used_at: number): Promise<void> => {
    await database
      .of(org)
      .accounts.insertInto("api_key_use")
      .values({ org, key, used_at })
      .onConflict((conflict) =>
        conflict
          .columns(["org", "key"])
          .doUpdateSet({ used_at })
          // Another process may have recorded a later use.
          .where("api_key_use.used_at", "<", used_at),
      )
      .execute();
  };

  app.addHook("onResponse", (request, _reply, done) => {
    done();
    const { apiKey, organization } = request.caller ?? {};
    if (apiKey === undefined || organization === undefined) return;
    const now = clock();
    if (now < (next.get(apiKey.id) ?? 0)) return;
    if (next.size >= MOST_KNOWN) next.clear();
    next.set(apiKey.id, now + USE_AGE);
    const written = record(organization.id, apiKey.id, now).catch((error: unknown) => {
      next.set(apiKey.id, now + SOON);
      request.log.debug({ err: error }, "the use of an API key was not recorded");
    });
    writing.add(written);
    void written.finally(() => writing.delete(written));
  });
  app.addHook("onClose", async () => void (await Promise.all(writing)));
}

export async function lastUses(
  { of }: Pick<Database, "of">,
  org: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await of(org)
    .accounts.selectFrom("api_key_use")
    .select(["key", "used_at"])
    .where("org", "=", org)
    .where("key", "in", keys)
    .execute();
  return new Map(rows.map(({ key, used_at }) => [key, iso(used_at)]));
}
