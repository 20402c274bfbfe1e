/**
 * Double-signing protection: remembers signed heads and checkpoints outside the store. So a restored or damaged store
 * cannot make the operator sign two versions of the same history.
 *
 * @module
 */
export { createFileGuard, openFileGuard } from "./guard/file.ts";
export type { Guard, Mark } from "../log/guard.ts";
export { exportGuard, importGuard } from "./guard/interchange.ts";
export { createPostgresGuard, openPostgresGuard } from "./guard/postgres.ts";
export type { PoolOptions } from "./postgres/pool.ts";
