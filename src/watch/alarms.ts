import { createHash } from "node:crypto";
import { toJson } from "../base/jsonable.ts";
import type { WatchState } from "./state.ts";
import { enqueue } from "./webhook.ts";

/** Alarms that need a person's attention. They make a single pass exit with 1. */
export const ALARM_TYPES = [
  /** The operator provably broke the protocol. */
  "fault.found",
  /** Published or exported data contradicts itself, the registry, or what was published before. */
  "record.invalid",
  /** Published data does not include something that was anchored. */
  "record.missing",
  "challenge.open",
  /** The records cannot answer it. An unanswered challenge costs the stake. */
  "challenge.unanswerable",
  "challenge.urgent",
  "receipt.overdue",
  "receipt.invalid",
  "dispute.open",
  /** Somebody announced a redemption or a move of one of the user's objects. It takes effect unless it is contested. */
  "redemption.announced",
  "budget.exhausted",
  "operator.slashed",
  "node.unusable",
] as const;
/** Messages about an action that was sent or refused, or about a reorganization. Nothing is wrong. */
const NOTICES = ["action.sent", "action.refused", "chain.reorganized"] as const;

/** The types of messages for people. */
export type AlarmType = (typeof ALARM_TYPES)[number] | (typeof NOTICES)[number];

export type Alarm = {
  /** Identifies the event. Repeated alarms, and other watchtowers' alarms, for the same event have the same id. */
  readonly id: string;
  readonly type: AlarmType;
  readonly level: "alarm" | "notice";
  /** Unix milliseconds. */
  readonly at: number;
  readonly message: string;
  /** Details for programs: JSON values. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** Milliseconds after which an alarm that still holds is sent again. */
const AGAIN = 7 * 86_400_000;

/**
 * Makes an alarm. Queues it for the webhook unless it was already raised in the last week.
 *
 * @param key identifies the subject, together with the type.
 * @param sends whether there is a webhook.
 * @returns the alarm, and whether it is new.
 */
export function raise(
  state: WatchState,
  { type, key, message, data = {} }: { type: AlarmType; key: string; message: string; data?: Record<string, unknown> },
  now: number,
  sends: boolean,
): { alarm: Alarm; isNew: boolean } {
  const name = `${type} ${key}`;
  const last = state.raised[name];
  const isNew = last === undefined || now - last.at >= AGAIN;
  // The id is the same if an older state repeats the message after a restart, and different if it is sent again after a
  // week.
  const { at, id } = isNew ? { at: now, id: idOf(`${name} ${last?.at ?? ""}`) } : last;
  const level = (NOTICES as readonly string[]).includes(type) ? "notice" : "alarm";
  const alarm: Alarm = { id, type, level, at, message, data: toJson(data) as Alarm["data"] };
  if (isNew) {
    state.raised[name] = { at, id };
    const timestamp = new Date(now).toISOString();
    if (sends) enqueue(state, id, JSON.stringify({ type, timestamp, level, message, data: alarm.data }), now);
  }
  return { alarm, isNew };
}

const idOf = (text: string): string => `msg_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;

/** Removes old alarms from the state. An alarm that still holds is raised again before that. */
export function forgetOld(state: WatchState, now: number): void {
  for (const [name, { at }] of Object.entries(state.raised)) if (now - at >= 2 * AGAIN) delete state.raised[name];
}
