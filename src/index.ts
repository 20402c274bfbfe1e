/**
 * anchorlog: what an API platform did, provable to people who do not trust it.
 *
 * @module
 */
export * from "./action/index.ts";
export { openAnchorlog, type Anchorlog, type AnchorlogOptions, type ClosedBatch } from "./anchorlog.ts";
export type { Missing, MissingHeaders, Witness } from "./comparison.ts";
export { adoptStore } from "./guarding.ts";
export type { MissingEntries } from "./log/guard/entries.ts";
export type { Guard } from "./log/guard/guard.ts";
export type { Published, PublishOptions } from "./publish.ts";
export type { ActionStanding } from "./judge.ts";
export type { Submission } from "./submit.ts";
export { AnchorlogError } from "./errors.ts";
export { fromHex, toHex, type Hex } from "./encoding/hex.ts";
export { toJson } from "./encoding/jsonable.ts";
export { FormatError, parseStrictJson } from "./encoding/json.ts";
export type { LogStore } from "./log/store.ts";
export type { Receipt } from "./receipt/receipt.ts";
export { verifyBundle, type BundleVerdict, type Bundle, type Trust } from "./bundle/index.ts";
