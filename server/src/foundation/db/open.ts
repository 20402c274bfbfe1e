/** Opens the server's tables. */
import type { Database, TableLocation } from "./database.ts";
import { openPostgresDatabase, type Opener } from "./postgres.ts";
import { openSqliteDatabase } from "./sqlite.ts";

export const openDatabase = (place: TableLocation, opener?: Opener): Database =>
  typeof place === "string" ? openPostgresDatabase(place, opener) : openSqliteDatabase(place);
