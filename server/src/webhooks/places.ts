/** Limits how many tries of a webhook run at once. */
import type { WebhookRow } from "../foundation/db/tables.ts";

/**
 * Concurrent tries: in all, per organization and per webhook. Unproven receivers together get half of the first two.
 */
const MOST = 256;
const MOST_OF_ORGANIZATION = 16;
const MOST_OF_WEBHOOK = 4;

/** A webhook with tries under way. `places` is their maximum number. */
export type Placed = {
  readonly endpoint: { readonly webhook: Pick<WebhookRow, "org"> };
  readonly places: number;
  /** Whether its receiver answered well before. */
  readonly isProven: boolean;
};

/**
 * The number of places for one more webhook.
 *
 * @param due number of its deliveries that are due.
 */
export function placesFor(
  { org, isProven, due }: { readonly org: string; readonly isProven: boolean; readonly due: number },
  all: readonly Placed[],
): number {
  const own = all.filter(({ endpoint }) => endpoint.webhook.org === org);
  const left = (most: number, among: readonly Placed[]): number => {
    const free = most - sumOf(among);
    return isProven ? free : Math.min(free, most / 2 - sumOf(among.filter((task) => !task.isProven)));
  };
  return Math.min(due, isProven ? MOST_OF_WEBHOOK : 1, left(MOST, all), left(MOST_OF_ORGANIZATION, own));
}

const sumOf = (tasks: readonly Placed[]): number => tasks.reduce((sum, { places }) => sum + places, 0);
