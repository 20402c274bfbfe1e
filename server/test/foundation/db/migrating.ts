/** A process that takes a later release's step in the accounts and the index when it gets the word to start. */
import { createInterface } from "node:readline/promises";
import { sql } from "kysely";
import type { TableLocation } from "../../../src/foundation/db/database.ts";
import { migrate, runIn, type Migration } from "../../../src/foundation/db/migrate.ts";
import { ACCOUNTS, INDEX } from "../../../src/foundation/db/migrations.ts";
import { openDatabase } from "../../../src/foundation/db/open.ts";

/** Running it twice would show in the values. */
const inAccounts: Migration = () => [sql`update account set email = email || '+'`];
const inIndex: Migration = () => [sql`update search_object set place = place + 1000000`];

const database = openDatabase(JSON.parse(process.argv[2]!) as TableLocation);
await sql`select 1`.execute(database.across.accounts);
process.stdout.write("ready\n");
await createInterface(process.stdin).question("");
const {
  engine,
  across: { accounts, index },
} = database;
await Promise.all([
  migrate(accounts, runIn(accounts), {
    table: "accounts_version",
    migrations: [...ACCOUNTS, inAccounts],
    engine,
  }),
  migrate(index, runIn(index), { table: "index_version", migrations: [...INDEX, inIndex], engine }),
]);
await database.close();
process.exit(0);
