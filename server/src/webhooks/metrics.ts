/** What becomes of deliveries, for Prometheus: by outcome, never whose. */
import { Counter, Gauge, Registry } from "prom-client";
import type { Reach } from "../db/database.ts";
import type { Outcome } from "./queue.ts";

export type DeliveryMetrics = {
  readonly registry: Registry;
  /** Counts tries whose outcomes were kept. */
  count(outcomes: readonly Outcome[]): void;
  /** Counts a look that failed. */
  failed(): void;
};

export function createDeliveryMetrics({ accounts }: Pick<Reach, "accounts">): DeliveryMetrics {
  const registry = new Registry();
  const registers = [registry];
  const tries = new Counter({
    name: "webhook_tries_total",
    help: "Tries to deliver to a webhook, by what came of them: delivered, or why not.",
    labelNames: ["outcome"] as const,
    registers,
  });
  const givenUp = new Counter({
    name: "webhook_given_up_total",
    help: "Deliveries that are not tried any more by themselves.",
    registers,
  });
  const failures = new Counter({
    name: "webhook_failures_total",
    help: "Looks for what is to be delivered that failed: for a reason of the server's own.",
    registers,
  });
  const waiting = (
    name: string,
    help: string,
    count: () => Promise<{ readonly n: number | string | bigint }>,
  ): void => {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers,
      // A database that is away takes no other metric away.
      collect: async () =>
        gauge.set(
          await count().then(
            ({ n }) => Number(n),
            () => Number.NaN,
          ),
        ),
    });
  };
  waiting("webhook_waiting", "Deliveries that wait to be tried, again or at first, in all processes.", () =>
    accounts
      .selectFrom("webhook_delivery")
      .select(({ fn }) => fn.countAll().as("n"))
      .where("state", "=", "pending")
      .executeTakeFirstOrThrow(),
  );
  waiting("webhook_failing", "Webhooks whose last try failed, in all processes.", () =>
    accounts
      .selectFrom("webhook_progress")
      .select(({ fn }) => fn.countAll().as("n"))
      .where("failing_since", "is not", null)
      .where("disabled_at", "is", null)
      .executeTakeFirstOrThrow(),
  );
  waiting(
    "webhook_disabled",
    "Webhooks that are disabled since their receivers did not answer, in all processes.",
    () =>
      accounts
        .selectFrom("webhook_progress")
        .select(({ fn }) => fn.countAll().as("n"))
        .where("disabled_at", "is not", null)
        .executeTakeFirstOrThrow(),
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
