/**
 * anchorlog: what an API platform did, provable to people who do not trust it.
 *
 * @module
 */
export * from "./action/index.ts";
export { openAnchorlog, type Anchorlog } from "./operator/open.ts";
export type { AnchorlogOptions } from "./operator/options.ts";
export type { BatchPolicy } from "./batch/closer.ts";
export type { ArchivePolicy } from "./operator/archiving.ts";
export type { ClosedBatch } from "./operator/closing.ts";
export type { Missing, MissingHeaders } from "./operator/comparison.ts";
export type { Witness } from "./operator/hearing.ts";
export type { EntryPlace } from "./operator/bundling.ts";
export type { NewestActOf, ObjectPlace } from "./operator/objects.ts";
export { adoptStore } from "./operator/guarding.ts";
export type { OperatorKeys } from "./operator/keys.ts";
export type { MissingEntries } from "./log/guard/entries.ts";
export type { Guard } from "./log/guard/guard.ts";
export type { Published, PublishOptions } from "./operator/publish.ts";
export { formatMetrics } from "./operator/metrics.ts";
export type { OperatorStatus } from "./operator/status.ts";
export type { TimeLimits } from "./operator/limits.ts";
export type { Tracer } from "./operator/tracing.ts";
export type { EndpointStatus, TransactionsStatus } from "./anchor/transactions/types.ts";
export type { AnchorPolicy } from "./operator/anchoring/policy.ts";
export type { TimestampPolicy } from "./operator/timestamping/policy.ts";
export type { TimestampEvent } from "./operator/timestamping/written.ts";
export type { TimestampStatus } from "./operator/timestamping/chain.ts";
export type { CheckpointEvent } from "./operator/anchoring/registry.ts";
export type { Anchored } from "./anchor/anchorer.ts";
export type { TransactionSettings } from "./anchor/transactions/types.ts";
export type { ActionStanding, Judgement } from "./operator/judge.ts";
export type { Submission } from "./operator/submit.ts";
export { AnchorlogError, type ErrorCode } from "./errors.ts";
export { toJson } from "./encoding/jsonable.ts";
export { FormatError, parseStrictJson } from "./encoding/json.ts";
export type { LogStore } from "./log/store.ts";
export type { Receipt } from "./receipt/receipt.ts";
export { verifyBundle, type BundleVerdict, type Bundle, type Trust } from "./bundle/index.ts";
