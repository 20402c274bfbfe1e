/** Prometheus metrics of deliveries by outcome, without any organization's name. */
import { Counter, Gauge, Registry } from "prom-client";
import type { Reach } from "../foundation/db/database.ts";
import { inTime } from "../foundation/db/unavailable.ts";
import { recent } from "../http/recent.ts";
import { FAILURES } from "./send.ts";
import { NO_EVENT, type SettledTry } from "./settle.ts";
import { standingOf } from "./standing.ts";

/** Milliseconds to wait for the database. Scrapers wait only a few seconds for all metrics. */
const PATIENCE = 1_000;

export type DeliveryMetrics = {
  readonly registry: Registry;
  /** Counts tries after their outcomes were stored. */
  count(outcomes: readonly SettledTry[]): void;
  /** Counts a look that failed. */
  failed(): void;
};

export function createDeliveryMetrics(reach: Pick<Reach, "accounts">): DeliveryMetrics {
  const registry = new Registry();
  const registers = [registry];
  const tries = new Counter({
    name: "webhook_tries_total",
    help: "Attempts to deliver to a webhook, by outcome: delivered, or the reason of the failure.",
    labelNames: ["outcome"] as const,
    registers,
  });
  // Start at 0: an alert rule does not see a missing series, nor the first increase of a series that starts at 1.
  for (const outcome of ["delivered", ...FAILURES, NO_EVENT]) tries.inc({ outcome }, 0);
  const givenUp = new Counter({
    name: "webhook_given_up_total",
    help: "Deliveries that the server has given up.",
    registers,
  });
  const failures = new Counter({
    name: "webhook_failures_total",
    help: "Failed searches for due deliveries. The server failed, not a receiver.",
    registers,
  });
  const gauge = (name: string, help: string, count: () => Promise<number>): void => {
    // If the database is slow or down, this gauge is NaN and the other metrics are still served.
    const counted = recent(() => inTime(count(), PATIENCE).catch(() => undefined));
    const collect = async (): Promise<void> => made.set((await counted()) ?? Number.NaN);
    const made: Gauge = new Gauge({ name, help, registers, collect });
  };
  const standing = standingOf(reach);
  gauge("webhook_waiting", "Deliveries that wait to be tried, again or at first, in all processes.", standing.waiting);
  gauge("webhook_failing", "Webhooks whose last try failed, in all processes.", standing.failing);
  gauge(
    "webhook_disabled",
    "Webhooks that are disabled since their receivers did not answer, in all processes.",
    standing.disabled,
  );
  return {
    registry,
    count: (outcomes) => {
      for (const { error, nextAt } of outcomes) {
        tries.inc({ outcome: error ?? "delivered" });
        if (error !== null && nextAt === undefined) givenUp.inc();
      }
    },
    failed: () => failures.inc(),
  };
}
