/**
 * States that partial indexes are about, for queries: as literals, since SQLite plans a statement anew at each use where a
 * parameter decides whether such an index serves (https://sqlite.org/c3ref/prepare.html), and PostgreSQL's plan for any
 * parameters uses none.
 */
import { sql } from "kysely";

/** Of a wallet. */
export const ACTIVE = sql.lit<"active">("active");
/** Of an invitation. */
export const OPEN = sql.lit<"open">("open");
/** Of a webhook's delivery. */
export const PENDING = sql.lit<"pending">("pending");
