/**
 * A watchtower: follows the chain, audits published data, answers and opens challenges, reports faults, and sends
 * alarms. Node only.
 */
export type { Acting, Duty, DutyResult } from "./actions.ts";
export type { Alarm, AlarmType } from "./alarms.ts";
export type { WatchedContracts } from "./follow.ts";
export type { ForeignLog, OwnedAccount } from "./knowing.ts";
export type { ProveLead } from "./leading.ts";
export { OPERATOR_DUTIES, USER_DUTIES, type WatchEvent, type WatchOptions } from "./options.ts";
export type { PublishedTiles } from "./published.ts";
export { exportRecords, storeRecords, type Records } from "./records.ts";
export type { WatchPass } from "./pass.ts";
export type { WatchStatus } from "./status.ts";
export { openWatch, type Watch } from "./watch.ts";
export { webhookHeaders, type Webhook } from "./webhook.ts";
