import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "./config.ts";
import { migrateIndex } from "./db/migrateAll.ts";
import { clear, followSome, newestActions } from "./indexer/follow.ts";
import { configureOperator } from "./log/operator.ts";
import { assertBegun, openTables } from "./log/stores.ts";

/** Milliseconds after which what another process follows is looked at again. */
const HELD = 100;
/** Organizations that are asked for at once. */
const SOME = 200;

/**
 * Makes the index anew, while the server runs or not: until it is done, answers say that they are behind.
 *
 * @returns how many actions were followed here; a server that runs follows some itself.
 * @throws ServerError `no_log`, `no_accounts`.
 */
export async function reindex(config: Config): Promise<number> {
  const configured = await configureOperator(config);
  assertBegun(configured, config);
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
