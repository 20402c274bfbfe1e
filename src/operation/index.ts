/**
 * A process that operates, by its configuration: the one of `anchorlog operate`, for a server that embeds it. Node only.
 *
 * @module
 */
export { concernsOf, type Concern } from "../operator/concerns.ts";
export { createLog, type Level, type Log } from "./log.ts";
export { beginOperator } from "./begin.ts";
export { startOperation, type Operation, type OperationOptions } from "./operation.ts";
