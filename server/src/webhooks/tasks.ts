/** Tasks: the due deliveries of one webhook, sent until one fails. */
import type { DeliveryRow } from "../foundation/db/tables.ts";
import { attempt, consequence } from "./attempt.ts";
import type { Delivering, Task } from "./delivering.ts";
import { placesFor } from "./places.ts";
import type { Endpoint } from "./queue.ts";
import { GOOD, isFailure, type SettledTry } from "./settle.ts";

/** Starts due deliveries. The webhook with the oldest task goes first. */
export function beginDue(
  delivering: Delivering,
  endpoints: readonly Endpoint[],
  waiting: ReadonlyMap<string, readonly DeliveryRow[]>,
): void {
  const { parts, agenda, busy, queue, ending } = delivering;
  const now = parts.clock();
  for (const endpoint of endpoints.toSorted((a, b) => agenda.of(a).begunAs - agenda.of(b).begunAs)) {
    const { id, org } = endpoint.webhook;
    const rows = waiting.get(id) ?? [];
    const known = agenda.of(endpoint);
    // A change of the webhook ends the receiver's pause.
    const restsUntil = known.rests?.changedIdx === endpoint.webhook.changed_idx ? known.rests.until : 0;
    known.nextAt = rows.length === 0 ? Infinity : Math.max(rows[0]!.next_at, restsUntil);
    const due = known.nextAt <= now ? rows.filter(({ next_at }) => next_at <= now) : [];
    const places = placesFor({ org, isProven: known.isProven, due: due.length }, [...busy.values()]);
    if (places > 0 && queue.isHeld(endpoint, now) && !ending.signal.aborted) begin(delivering, endpoint, due, places);
  }
}

function begin(delivering: Delivering, endpoint: Endpoint, due: readonly DeliveryRow[], places: number): void {
  const { agenda, busy, underWay } = delivering;
  const { id } = endpoint.webhook;
  const known = agenda.of(endpoint);
  const task: Task = { endpoint, places, isProven: known.isProven, isOver: false, letGo: Promise.withResolvers() };
  busy.set(id, task);
  known.begunAs = ++delivering.tasks;
  const done = finish(delivering, id, deliver(delivering, task, due));
  underWay.add(done);
  void done.finally(() => underWay.delete(done));
}

async function finish(delivering: Delivering, id: string, delivered: Promise<void>): Promise<void> {
  await delivered.catch((error: unknown) => delivering.logger.error({ err: error }, "deliveries failed"));
  delivering.ended.push(id);
  delivering.agenda.ring();
}

/** Sends deliveries until one fails, or the receiver is slow. */
async function deliver(delivering: Delivering, task: Task, due: readonly DeliveryRow[]): Promise<void> {
  const { agenda, ending, logger } = delivering;
  const { endpoint, places } = task;
  let hasTaken = false;
  const rest = [...due];
  const failures: SettledTry[] = [];
  const one = async (): Promise<void> => {
    while (failures.length === 0 && !task.isOver) {
      const next = rest.shift();
      const outcome = next && (await attempt(delivering, endpoint, next));
      if (outcome === undefined) return;
      task.isOver ||= !agenda.of(endpoint).isProven;
      hasTaken ||= outcome.error === null;
      (isFailure(outcome) ? failures : delivering.outcomes).push(outcome);
    }
  };
  // Wait for all, even if one rejects: the outcomes of the others must be stored.
  const ends = await Promise.allSettled(Array.from({ length: places }, one));
  const last = failures.pop();
  if (last !== undefined) {
    // If there was also a success, store it first, so that the failing time starts at the failure.
    const progress = hasTaken ? { ...endpoint.progress, ...GOOD } : endpoint.progress;
    const all = [...failures, last];
    const judged = consequence(delivering, { ...endpoint, progress }, all).catch((error: unknown) => {
      logger.error({ err: error }, "a webhook's failures could not be checked");
      return {};
    });
    const follows = await Promise.race([judged, task.letGo.promise]);
    // Read `outcomes` only now: meanwhile a look may have replaced the list.
    delivering.outcomes.push(...failures, ending.signal.aborted ? last : { ...last, ...follows });
  }
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}
