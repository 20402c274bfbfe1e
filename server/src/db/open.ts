/** Opens the server's tables where they are. */
import type { Database, Place } from "./database.ts";
import { openPostgresDatabase } from "./postgres.ts";
import { openSqliteDatabase } from "./sqlite.ts";

export const openDatabase = (place: Place): Database =>
  typeof place === "string" ? openPostgresDatabase(place) : openSqliteDatabase(place);
