/** How many tries of a webhook may be under way at once, beside all that are. */
import type { WebhookRow } from "../db/tables.ts";

/** Tries at once: in all, of one organization and of one webhook. What has not answered well has half of the first two. */
const MOST = 256;
const MOST_OF_ORGANIZATION = 16;
const MOST_OF_WEBHOOK = 4;

/** A webhook with tries under way, as many as its places. */
export type Placed = {
  readonly endpoint: { readonly webhook: Pick<WebhookRow, "org"> };
  readonly places: number;
  /** Whether its receiver had answered well before. */
  readonly isProven: boolean;
};

/**
 * The places of one more.
 *
 * @param due how many deliveries wait for it.
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
