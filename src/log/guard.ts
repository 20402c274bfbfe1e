/**
 * What was signed, remembered apart from the store: nothing is signed twice in two ways, whatever becomes of the store.
 *
 * @module
 */
export { createFileGuard, openFileGuard } from "./guard/file.ts";
export type { Guard, Mark } from "./guard/guard.ts";
export { exportGuard, importGuard } from "./guard/interchange.ts";
export { createPostgresGuard, openPostgresGuard } from "./guard/postgres.ts";
export type { PoolOptions } from "./postgres/pool.ts";
