/**
 * Runs an operator from its configuration, as `anchorlog operate` does, in a server of your own. Node only.
 *
 * @module
 */
export { concernsOf, type Concern } from "../operator/observe/concerns.ts";
export { createLog, type Level, type Log } from "./log.ts";
export { beginOperator } from "./begin.ts";
export { startOperation, type Operation, type OperationOptions } from "./operation.ts";
