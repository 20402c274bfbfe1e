import { createHash } from "node:crypto";
import { toJson } from "../encoding/jsonable.ts";
import type { WatchState } from "./state.ts";
import { enqueue } from "./webhook.ts";

/** What needs people, and makes a single pass end with 1. */
export const ALARM_TYPES = [
  /** The operator broke the protocol, provably. */
  "fault.found",
  /** What is published or exported is at odds with itself or the registry, or with what it was. */
  "record.invalid",
  /** What was anchored is not shown by what is published. */
  "record.missing",
  "challenge.open",
  /** Nothing at hand answers it: an unanswered one costs the stake. */
  "challenge.unanswerable",
  "challenge.urgent",
  "receipt.overdue",
  "receipt.invalid",
  "dispute.open",
  "budget.exhausted",
  "operator.slashed",
  "node.unusable",
] as const;
/** Something was done, or refused for now; nothing is wrong. */
const NOTICES = ["action.sent", "action.refused", "chain.reorganized"] as const;

/** What a watchtower tells people. */
export type AlarmType = (typeof ALARM_TYPES)[number] | (typeof NOTICES)[number];

export type Alarm = {
  /** The same for the same thing, whoever says it and however often. */
  readonly id: string;
  readonly type: AlarmType;
  readonly level: "alarm" | "notice";
  /** Unix milliseconds. */
  readonly at: number;
  readonly message: string;
  /** What a program needs: JSON values. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** Milliseconds after which what is still so is said again. */
const AGAIN = 7 * 86_400_000;

/**
 * Makes an alarm, and queues it where the same was not said before.
 *
 * @param key of what it is about, with the type.
 * @param sends whether there is anybody to send it to.
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
  const isNew = last === undefined || now - last >= AGAIN;
  const at = isNew ? now : last;
  // Told again after a restart from an older state, it is the same message; said again after a week, it is another.
  const id = `msg_${createHash("sha256")
    .update(`${name} ${isNew && last !== undefined ? last : ""}`)
    .digest("hex")
    .slice(0, 32)}`;
  const level = (NOTICES as readonly string[]).includes(type) ? "notice" : "alarm";
  const alarm: Alarm = { id, type, level, at, message, data: toJson(data) as Alarm["data"] };
  if (isNew) {
    state.raised[name] = now;
    const timestamp = new Date(now).toISOString();
    if (sends) enqueue(state, id, JSON.stringify({ type, timestamp, level, message, data: alarm.data }), now);
  }
  return { alarm, isNew };
}

/** Forgets what does not hold any more: what does is said again in time. */
export function forgetOld(state: WatchState, now: number): void {
  for (const [name, at] of Object.entries(state.raised)) if (now - at >= 2 * AGAIN) delete state.raised[name];
}
