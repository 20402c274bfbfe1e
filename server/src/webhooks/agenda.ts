/**
 * Decides what the deliverer looks at next: organizations with new commits, and webhooks with deliveries that are due.
 */
import { logId } from "anchorlog/action";
import type { Hex } from "anchorlog";
import type { Parts } from "../foundation/parts.ts";
import type { Endpoint, Queue } from "./queue.ts";
import { EVERY, LEASE } from "./schedule.ts";

/** Organizations per look. */
const MOST = 100;

/** This process's state of a webhook that it delivers to. */
type WebhookState = {
  readonly org: string;
  /** When the first of its deliveries is due; undefined if that was not read yet. */
  nextAt: number | undefined;
  /** Whether the receiver accepted its last message without being slow. False for a new webhook. */
  isProven: boolean;
  /** The number of its last task. Webhooks with the lowest number go first. */
  begunAs: number;
  /** If the receiver sent Retry-After: the end of the pause, and the webhook's version at that time. */
  rests: { readonly until: number; readonly changedIdx: number } | undefined;
};

export type Agenda = ReturnType<typeof createAgenda>;

/** @param parts if `store` is shared, it also shows what other processes committed. */
export function createAgenda(
  { clock, store, operator }: Pick<Parts, "clock" | "store" | "operator">,
  queue: Pick<Queue, "logNames" | "survey" | "takeOver">,
) {
  const woken = new Set<string>();
  const webhooks = new Map<string, WebhookState>();
  /** Organizations that this process may deliver for. `log` is set if the log must be polled. */
  let own = new Map<string, { readonly log: Hex | undefined; size: number }>();
  let [surveyedAt, dueAt, headsAt] = [-Infinity, -Infinity, -Infinity];
  let bell = Promise.withResolvers<void>();

  const ring = (): void => bell.resolve();
  const wake = (org: string): void => {
    woken.add(org);
    ring();
  };

  /** Starts to follow the logs of organizations. If the store is shared, other processes may write to them. */
  const follow = async (orgs: readonly string[]): Promise<void> => {
    for (let at = 0; at < orgs.length; at += MOST) {
      const some = orgs.slice(at, at + MOST);
      for (const org of some) own.set(org, { log: undefined, size: -1 });
      if (!store.shared) continue;
      const rows = await queue.logNames(some);
      for (const { id, log } of rows) own.set(id, { log: logId(operator, log), size: -1 });
    }
  };

  /** Wakes organizations with commits by other processes, and those whose webhooks lost their delivering process. */
  const followOthers = async (): Promise<void> => {
    if (!store.shared || performance.now() - headsAt < EVERY) return;
    headsAt = performance.now();
    for (const org of await queue.takeOver(clock())) wake(org);
    const followed = [...own].filter(([, { log }]) => log !== undefined);
    const heads = await store.heads(followed.map(([, { log }]) => log!));
    for (const [org, one] of followed) {
      const size = heads.get(one.log!)?.size ?? 0;
      if (size !== one.size) wake(org);
      one.size = size;
    }
  };

  return {
    ring,
    wake,
    /** Resolves when an organization is woken, and after `EVERY` milliseconds at the latest. */
    rung: async (signal: AbortSignal): Promise<void> => {
      const timer = setTimeout(ring, EVERY).unref();
      signal.addEventListener("abort", ring);
      if (signal.aborted) ring();
      await bell.promise;
      bell = Promise.withResolvers();
      clearTimeout(timer);
      signal.removeEventListener("abort", ring);
    },
    /** Returns the state of a webhook, and creates it if needed. */
    of: ({ webhook: { id, org } }: Endpoint): WebhookState => {
      let known = webhooks.get(id);
      if (known === undefined)
        webhooks.set(id, (known = { org, nextAt: undefined, isProven: false, begunAs: 0, rests: undefined }));
      return known;
    },
    /** Drops the state of webhooks in the given organizations that are not in `left`. */
    keep: async (orgs: readonly string[], left: ReadonlyMap<string, unknown>): Promise<void> => {
      const asked = new Set(orgs);
      for (const [id, { org }] of webhooks) if (asked.has(org) && !left.has(id)) webhooks.delete(id);
      await follow(orgs.filter((org) => !own.has(org)));
    },
    /** Wakes organizations that are new to this process: at its start, and after other processes released them. */
    survey: async (): Promise<void> => {
      const now = clock();
      if (now >= surveyedAt && now < surveyedAt + LEASE / 4) return followOthers();
      const orgs = await queue.survey(now);
      own = new Map([...own].filter(([org]) => orgs.has(org)));
      const fresh = [...orgs].filter((org) => !own.has(org));
      await follow(fresh);
      for (const org of fresh) woken.add(org);
      surveyedAt = now;
      return followOthers();
    },
    /** The organizations to look at now. @param hasEnded whether a task ended, so that its places are free again. */
    next: ({
      isBusy,
      hasEnded,
    }: {
      readonly isBusy: (webhook: string) => boolean;
      readonly hasEnded: boolean;
    }): string[] => {
      if (hasEnded || performance.now() - dueAt >= EVERY) {
        dueAt = performance.now();
        const now = clock();
        for (const [id, { org, nextAt }] of webhooks)
          if (nextAt !== undefined && nextAt <= now && !isBusy(id)) woken.add(org);
      }
      const orgs = [...woken].slice(0, MOST);
      for (const org of orgs) woken.delete(org);
      if (woken.size > 0) ring();
      return orgs;
    },
  };
}
