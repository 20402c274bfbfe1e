/** Events of webhooks. Each action on an object is an event, and its message depends only on the action's row. */
import { COMMANDS, type Command } from "../objects/command.ts";
import { shownAction } from "../actions/actionLogRoutes.ts";
import type { ActionRow } from "../foundation/db/tables.ts";
import { iso } from "../http/schemas.ts";
import { shownObject, type ObjectState } from "../objects/shapes.ts";
import { sha256 } from "../foundation/secrets.ts";

/** Subscribes to every event. */
export const ALL = "*";
export const eventOf = <T extends string>(name: T) => `object.${name}` as const;

export const EVENTS = [ALL, ...COMMANDS.map((name: Command["name"]) => eventOf(name))] as const;

/** The event for an action name, or undefined if the webhook did not subscribe to it. */
export function wantedEvent(events: readonly string[], name: string): string | undefined {
  const event = eventOf(name);
  return events.includes(ALL) || events.includes(event) ? event : undefined;
}

/** The ID of the message for an action. It never changes. */
export function messageId(webhook: string, action: string): string {
  return `msg_${sha256(`${webhook} ${action}`).slice(0, 32)}`;
}

/**
 * The message, the same bytes for each try. It names the entry, so that receivers can fetch the proof.
 *
 * @param row the action, with the time at which its object was minted.
 */
export function messageOf(row: ActionRow & { readonly minted_at: number }, logName: string): string {
  return JSON.stringify({
    type: eventOf(row.name),
    timestamp: iso(row.created_at),
    data: {
      ...shownAction(row),
      log_name: logName,
      item: row.item,
      object: shownObject(JSON.parse(row.result) as ObjectState, {
        createdAt: row.minted_at,
        updatedAt: row.created_at,
      }),
      proof: `/ebus/action-logs/${row.id}/proof`,
    },
  });
}
