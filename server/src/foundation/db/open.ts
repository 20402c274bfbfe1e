/** Opens the server's tables. */
import type { Database, Place } from "./database.ts";
import { openPostgresDatabase, type Opener } from "./postgres.ts";
import { openSqliteDatabase } from "./sqlite.ts";

export const openDatabase = (place: Place, opener?: Opener): Database =>
  typeof place === "string" ? openPostgresDatabase(place, opener) : openSqliteDatabase(place);
