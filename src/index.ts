/**
 * anchorlog: what an API platform did, provable to people who do not trust it.
 *
 * @module
 */
export * from "./action/index.ts";
export { openAnchorlog, type Anchorlog } from "./operator/open.ts";
export type { AnchorlogOptions } from "./operator/options.ts";
export type { BatchPolicy } from "./batch/closer.ts";
export type { ArchivePolicy } from "./operator/archive/archiving.ts";
export type { ClosedBatch } from "./operator/seal/closing.ts";
export type { Missing, MissingHeaders } from "./operator/seal/comparison.ts";
export type { CheckpointSource } from "./operator/seal/sources.ts";
export type { EntryPlace } from "./operator/seal/bundling.ts";
export type { CoseReceipt, CoseReceipts } from "./operator/seal/coseReceipts.ts";
export type { NewestActOf, ObjectPlace } from "./operator/accept/objects.ts";
export { adoptStore } from "./operator/seal/guarding.ts";
export type { OperatorKeys } from "./operator/seal/keys.ts";
export type { MissingEntries } from "./log/guardEntries.ts";
export type { Guard } from "./log/guard.ts";
export type { Published, PublishOptions } from "./operator/seal/publish.ts";
export { formatMetrics } from "./operator/observe/metrics.ts";
export type { OperatorStatus } from "./operator/observe/status.ts";
export type { TimeLimits } from "./operator/accept/limits.ts";
export type { Tracer } from "./operator/observe/tracing.ts";
export type { EndpointStatus, TransactionsStatus } from "./chain/transactions/types.ts";
export type { AnchorPolicy } from "./operator/anchor/policy.ts";
export type { TimestampPolicy } from "./operator/timestamp/policy.ts";
export type { TimestampEvent } from "./operator/timestamp/written.ts";
export type { TimestampStatus } from "./operator/timestamp/chain.ts";
export type { CheckpointEvent } from "./operator/anchor/registry.ts";
export type { Anchored } from "./chain/anchorer.ts";
export type { TransactionSettings } from "./chain/transactions/types.ts";
export type { ActionStanding, Judgement } from "./operator/accept/judge.ts";
export type { Submission } from "./operator/accept/submit.ts";
export { AnchorlogError, type ErrorCode } from "./base/errors.ts";
export { toJson } from "./base/jsonable.ts";
export { FormatError, parseStrictJson } from "./base/json.ts";
export type { LogStore, Statement } from "./log/store.ts";
export type { Receipt } from "./log/receipt/receipt.ts";
export { verifyBundle, type BundleVerdict, type Bundle, type Trust } from "./verify/bundle/index.ts";
