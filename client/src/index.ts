/** A typed client of the Platform API, version 3. It signs requests, and verifies receipts and proofs. */
export type { CallResult, Call, Schemas } from "./calls.ts";
export { createClient, type Client, type ClientOptions } from "./client.ts";
export type { Tokens } from "./credentials.ts";
export { PlatformError, sentAction, type Detail } from "./errors.ts";
export type { components, operations, paths } from "./generated/api.ts";
export type { Held, HolderOptions } from "./holder.ts";
export type { Moved, MoveOptions } from "./move.ts";
export type { Action } from "./prepare.ts";
export type { Pin } from "./operator.ts";
export type { VerifiedBundle, ProveOptions } from "./prove.ts";
export type { KindName, Payload, TypedAction } from "./kinds.ts";
