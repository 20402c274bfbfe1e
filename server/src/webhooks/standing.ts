/** Counts of webhooks and deliveries by state, over all processes and organizations. */
import type { Reach } from "../foundation/db/database.ts";
import { PENDING } from "../foundation/db/states.ts";

type DeliveryCounts = Readonly<Record<"waiting" | "failing" | "disabled", () => Promise<number>>>;

/** Counts waiting deliveries, failing webhooks and disabled webhooks. */
export function standingOf({ accounts }: Pick<Reach, "accounts">): DeliveryCounts {
  const progress = accounts.selectFrom("webhook_progress").select(({ fn }) => fn.countAll().as("n"));
  const counts = {
    waiting: accounts
      .selectFrom("webhook_delivery")
      .select(({ fn }) => fn.countAll().as("n"))
      .where("state", "=", PENDING),
    failing: progress.where("failing_since", "is not", null).where("disabled_at", "is", null),
    disabled: progress.where("disabled_at", "is not", null),
  };
  return {
    waiting: async () => Number((await counts.waiting.executeTakeFirstOrThrow()).n),
    failing: async () => Number((await counts.failing.executeTakeFirstOrThrow()).n),
    disabled: async () => Number((await counts.disabled.executeTakeFirstOrThrow()).n),
  };
}
