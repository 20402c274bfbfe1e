/**
 * The package's front door in browsers: everything of ./index.ts except the operator.
 *
 * @module
 */
export * from "./action/index.ts";
export { AnchorlogError, type ErrorCode } from "./base/errors.ts";
export { toJson } from "./base/jsonable.ts";
export { FormatError, parseStrictJson } from "./base/json.ts";
export { verifyBundle } from "./verify/bundle/index.ts";
