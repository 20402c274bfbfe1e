/**
 * The package's front door in browsers: everything of ./index.ts except the operator.
 *
 * @module
 */
export * from "./action/index.ts";
export { AnchorlogError, type ErrorCode } from "./errors.ts";
export { toJson } from "./encoding/jsonable.ts";
export { FormatError, parseStrictJson } from "./encoding/json.ts";
export { verifyBundle } from "./bundle/index.ts";
