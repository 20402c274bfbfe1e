/** What webhooks are told: each action about an object is an event. Its message follows from its row alone. */
import { COMMANDS, type Command } from "../platform/command.ts";
import { shownAction } from "../bus/actionLogRoutes.ts";
import type { ActionRow } from "../db/tables.ts";
import { iso } from "../http/schemas.ts";
import { sha256 } from "../secrets.ts";

/** Every event there is. */
export const ALL = "*";
export const eventOf = <T extends string>(name: T) => `object.${name}` as const;

export const EVENTS = [ALL, ...COMMANDS.map((name: Command["name"]) => eventOf(name))] as const;

/** The event that an action of this name is, where a webhook is told of it. */
export function wantedEvent(events: readonly string[], name: string): string | undefined {
  const event = eventOf(name);
  return events.includes(ALL) || events.includes(event) ? event : undefined;
}

/** The identifier of the message that tells a webhook of an action: for ever the same. */
export function messageId(webhook: string, action: string): string {
  return `msg_${sha256(`${webhook} ${action}`).slice(0, 32)}`;
}

/**
 * The message, byte by byte the same at each try. It names the entry, whose proof says whether it is true.
 *
 * @param log the name of the organization's log.
 */
export function messageOf(row: ActionRow, log: string): string {
  return JSON.stringify({
    type: eventOf(row.name),
    timestamp: iso(row.created_at),
    data: {
      ...shownAction(row),
      log,
      item: row.item,
      object: JSON.parse(row.result) as object,
      proof: `/ebus/action-logs/${row.id}/proof`,
    },
  });
}
