/**
 * States in the conditions of partial indexes, as literals. With a parameter, SQLite would plan the statement again at
 * each use (https://sqlite.org/c3ref/prepare.html), and PostgreSQL's generic plan would not use the index.
 */
import { sql } from "kysely";

/** State of a wallet. */
export const ACTIVE = sql.lit<"active">("active");
/** State of an invitation. */
export const OPEN = sql.lit<"open">("open");
/** State of a webhook's delivery. */
export const PENDING = sql.lit<"pending">("pending");
