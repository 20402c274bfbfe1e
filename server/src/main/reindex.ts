import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../foundation/config.ts";
import { migrateIndex } from "../foundation/db/migrateAll.ts";
import { clear, followSome, newestActions } from "../indexer/follow.ts";
import { configureOperator } from "../log/operator.ts";
import { assertBegun, openTables } from "../log/stores.ts";

/** Milliseconds to wait for an organization that another process is indexing. */
const HELD = 100;
/** Organizations per query. */
const SOME = 200;

/**
 * Builds the index again. The server may run: until the index is complete, its answers are marked as behind.
 *
 * @returns the number of actions indexed here. A running server indexes some itself.
 * @throws ServerError `no_log`, `no_accounts`.
 */
export async function reindex(config: Config): Promise<number> {
  const configured = await configureOperator(config);
  await assertBegun(configured, config);
  const database = await openTables(configured, config);
  try {
    await migrateIndex(database);
    await clear(database);
    let followed = 0;
    let after = "";
    for (;;) {
      const newest = await newestActions(database, after, SOME);
      for (const { org } of newest) {
        let isBehind = true;
        while (isBehind) {
          const progress = await followSome(database, org);
          followed += progress.actions;
          ({ isBehind } = progress);
          if (progress.isHeld === true) await sleep(HELD);
        }
      }
      if (newest.length < SOME) return followed;
      after = newest.at(-1)!.org;
    }
  } finally {
    await database.close();
  }
}
