/** One try of a delivery, and the consequence of failed tries for their webhook. */
import type { DeliveryRow } from "../foundation/db/tables.ts";
import type { Consequence, Delivering } from "./delivering.ts";
import { messageId, messageOf } from "./events.ts";
import type { Endpoint } from "./queue.ts";
import { nextStep, nextTry } from "./schedule.ts";
import { NO_EVENT, type SettledTry } from "./settle.ts";
import { signedHeaders } from "./signature.ts";
import { tellOwners, type News } from "./tell.ts";

/** The error name for an answer of 410. */
const GONE = "gone";
/** An answer that takes this many milliseconds or more is slow. */
const SLOW = 2_000;

/** Sends one delivery. Returns undefined if it was not sent, or if its receiver's answer is not known. */
export async function attempt(
  delivering: Delivering,
  endpoint: Endpoint,
  delivery: DeliveryRow,
): Promise<SettledTry | undefined> {
  const { agenda, sender, ending, random } = delivering;
  const { database, clock, secrets } = delivering.parts;
  const { tables, accounts } = database.across;
  const { webhook } = endpoint;
  const { org, idx, item } = delivery;
  const changedIdx = webhook.changed_idx;
  const row = await tables
    .selectFrom("action_log")
    .innerJoin("object", (join) =>
      join.onRef("object.org", "=", "action_log.org").onRef("object.id", "=", "action_log.object"),
    )
    .selectAll("action_log")
    .select("object.created_at as minted_at")
    .where("action_log.org", "=", org)
    .where("action_log.idx", "=", idx)
    .where("item", "=", item)
    .executeTakeFirst();
  const begunAt = clock();
  // The log was restored from an older copy that lacks the event.
  if (row?.id !== delivery.action)
    return { delivery, changedIdx, at: begunAt, status: null, error: NO_EVENT, nextAt: undefined };
  const owner = await accounts.selectFrom("organization").select("log").where("id", "=", org).executeTakeFirst();
  if (owner === undefined) {
    passOver(delivering, org);
    return undefined;
  }
  const body = messageOf(row, owner.log);
  const headers = {
    "content-type": "application/json",
    "user-agent": "anchorlog-webhooks",
    ...signedHeaders(secrets, webhook, { id: messageId(webhook.id, row.id), body, now: begunAt }),
  };
  const answer = await sender.send({ url: webhook.url, headers, body }, ending.signal);
  if (answer === undefined) return undefined;
  const at = clock();
  agenda.of(endpoint).isProven = answer.error === null && at - begunAt < SLOW;
  const { status, error, restsFor } = answer;
  if (error === null) return { delivery, changedIdx, at, status, error, nextAt: undefined };
  if (restsFor !== undefined) agenda.of(endpoint).rests = { until: at + restsFor, changedIdx };
  const next = nextTry({ tries: delivery.tries + 1, firstAt: delivery.first_at, now: at, restsFor }, random());
  // If the receiver is gone, the event is kept in case the webhook is enabled again.
  return { delivery, changedIdx, at, status, error, nextAt: error === GONE ? (next ?? at) : next };
}

/**
 * Skips an organization without a row in the accounts. It happens if the accounts are from an older backup than the
 * log.
 */
function passOver({ lost, logger }: Delivering, org: string): void {
  if (lost.size === 0)
    logger.warn("some webhooks belong to organizations that the accounts do not have. Nothing is sent to them");
  lost.add(org);
}

/** The consequence of failures for the webhook. It is disabled only after its owners were told. */
export async function consequence(
  { parts, ending, logger }: Delivering,
  { webhook, progress }: Endpoint,
  failures: readonly SettledTry[],
): Promise<Consequence> {
  const { at } = failures.at(-1)!;
  const isGone = failures.some(({ error }) => error === GONE);
  const failing = { failingSince: progress.failing_since ?? at, told: progress.told, toldAt: progress.told_at };
  const onRefused = (error: unknown): false => {
    if (!ending.signal.aborted) logger.warn({ err: error }, "the mail to a webhook's owner was not sent");
    return false;
  };
  const tell = (disabledFor?: News["disabledFor"]): Promise<boolean> => {
    const news = { ...failing, at, ...(disabledFor !== undefined && { disabledFor }) };
    return tellOwners(parts, webhook, news, { ending: ending.signal, onRefused }).catch(onRefused);
  };
  const step = isGone ? "gone" : nextStep(failing, at);
  if (step === undefined || !(await isUnchanged(parts, webhook))) return {};
  if (step === "tell") return (await tell()) ? { told: progress.told + 1 } : {};
  const disabledFor = step === "gone" ? "gone" : "failing";
  await tell(disabledFor);
  return { disabledFor };
}

async function isUnchanged(
  { database }: Delivering["parts"],
  { org, id, changed_idx }: Endpoint["webhook"],
): Promise<boolean> {
  const row = await database.across.tables
    .selectFrom("webhook")
    .select("changed_idx")
    .where("org", "=", org)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.changed_idx === changed_idx;
}
