/** What the deliverer looks at next: organizations in which something committed, and webhooks with something due. */
import { logId } from "anchorlog/action";
import type { Hex } from "anchorlog";
import type { Parts } from "../parts.ts";
import type { Endpoint, Queue } from "./queue.ts";
import { EVERY, LEASE } from "./schedule.ts";

/** Organizations that one look is about. */
const MOST = 100;

/** What this process knows of a webhook that it delivers to. */
type Known = {
  readonly org: string;
  /** When the first of its deliveries is due; undefined if that was not read yet. */
  nextAt: number | undefined;
  /** Whether its receiver took the last that it was sent, and soon. A new one has answered nothing yet. */
  isProven: boolean;
  /** The number of its last task: a webhook that had none for longest goes first. */
  begunAs: number;
  /** Until when its receiver asked to be left alone, as the webhook was then. */
  rests: { readonly until: number; readonly changedIdx: number } | undefined;
};

/** @param parts `store` says what other processes committed, if it is shared. */
export function createAgenda(
  { clock, store, operator }: Pick<Parts, "clock" | "store" | "operator">,
  queue: Pick<Queue, "logNames" | "survey" | "takeOver">,
) {
  const woken = new Set<string>();
  const webhooks = new Map<string, Known>();
  /** Organizations that this process may deliver for, with their logs if those are followed. */
  let own = new Map<string, { readonly log: Hex | undefined; size: number }>();
  let [surveyedAt, dueAt, headsAt] = [-Infinity, -Infinity, -Infinity];
  let bell = Promise.withResolvers<void>();

  const ring = (): void => bell.resolve();
  const wake = (org: string): void => {
    woken.add(org);
    ring();
  };

  /** Follows the logs of organizations, which other processes may write to if the store is shared. */
  const follow = async (orgs: readonly string[]): Promise<void> => {
    for (let at = 0; at < orgs.length; at += MOST) {
      const some = orgs.slice(at, at + MOST);
      for (const org of some) own.set(org, { log: undefined, size: -1 });
      if (!store.shared) continue;
      const rows = await queue.logNames(some);
      for (const { id, log } of rows) own.set(id, { log: logId(operator, log), size: -1 });
    }
  };

  /** Wakes organizations in which another process committed something, or whose webhooks no other one delivers to any more. */
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
    /** Resolves once something is to be looked at, or may be due. */
    rung: async (signal: AbortSignal): Promise<void> => {
      const timer = setTimeout(ring, EVERY).unref();
      signal.addEventListener("abort", ring);
      if (signal.aborted) ring();
      await bell.promise;
      bell = Promise.withResolvers();
      clearTimeout(timer);
      signal.removeEventListener("abort", ring);
    },
    /** What is known of a webhook. */
    of: ({ webhook: { id, org } }: Endpoint): Known => {
      let known = webhooks.get(id);
      if (known === undefined)
        webhooks.set(id, (known = { org, nextAt: undefined, isProven: false, begunAs: 0, rests: undefined }));
      return known;
    },
    /** Forgets webhooks of organizations that were looked at, but for those that are delivered to. */
    keep: async (orgs: readonly string[], left: ReadonlyMap<string, unknown>): Promise<void> => {
      const asked = new Set(orgs);
      for (const [id, { org }] of webhooks) if (asked.has(org) && !left.has(id)) webhooks.delete(id);
      await follow(orgs.filter((org) => !own.has(org)));
    },
    /** Has organizations looked at that are new to this process: at its start, and if others let go of them. */
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
    /** The organizations to look at now. @param hasEnded whether there are places that were taken before. */
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
