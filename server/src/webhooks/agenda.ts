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

/** The store is asked only if it is shared: it then also shows what other processes committed. */
type AgendaParts = Pick<Parts, "clock" | "store" | "operator">;

export class Agenda {
  readonly #parts: AgendaParts;
  readonly #queue: Pick<Queue, "logNames" | "survey" | "takeOver">;
  /** Organizations to look at. */
  readonly #woken = new Set<string>();
  readonly #webhooks = new Map<string, WebhookState>();
  /** Organizations that this process may deliver for. `log` is set if the log must be polled. */
  #own = new Map<string, { readonly log: Hex | undefined; size: number }>();
  #surveyedAt = -Infinity;
  /** When due deliveries, and the heads of other processes' logs, were last looked at. */
  #dueAt = -Infinity;
  #headsAt = -Infinity;
  #bell = Promise.withResolvers<void>();

  constructor(parts: AgendaParts, queue: Pick<Queue, "logNames" | "survey" | "takeOver">) {
    this.#parts = parts;
    this.#queue = queue;
  }

  ring(): void {
    this.#bell.resolve();
  }

  wake(org: string): void {
    this.#woken.add(org);
    this.ring();
  }

  /** Resolves when an organization is woken, and after `EVERY` milliseconds at the latest. */
  async rung(signal: AbortSignal): Promise<void> {
    const ring = (): void => this.ring();
    const timer = setTimeout(ring, EVERY).unref();
    signal.addEventListener("abort", ring);
    if (signal.aborted) ring();
    await this.#bell.promise;
    this.#bell = Promise.withResolvers();
    clearTimeout(timer);
    signal.removeEventListener("abort", ring);
  }

  /** Returns the state of a webhook, and creates it if needed. */
  of({ webhook: { id, org } }: Endpoint): WebhookState {
    let known = this.#webhooks.get(id);
    if (known === undefined)
      this.#webhooks.set(id, (known = { org, nextAt: undefined, isProven: false, begunAs: 0, rests: undefined }));
    return known;
  }

  /** Drops the state of webhooks in the given organizations that are not in `left`. */
  async keep(orgs: readonly string[], left: ReadonlyMap<string, unknown>): Promise<void> {
    const asked = new Set(orgs);
    for (const [id, { org }] of this.#webhooks) if (asked.has(org) && !left.has(id)) this.#webhooks.delete(id);
    await this.#follow(orgs.filter((org) => !this.#own.has(org)));
  }

  /** Wakes organizations that are new to this process: at its start, and after other processes released them. */
  async survey(): Promise<void> {
    const now = this.#parts.clock();
    if (now < this.#surveyedAt || now >= this.#surveyedAt + LEASE / 4) {
      const orgs = await this.#queue.survey(now);
      this.#own = new Map([...this.#own].filter(([org]) => orgs.has(org)));
      const fresh = [...orgs].filter((org) => !this.#own.has(org));
      await this.#follow(fresh);
      for (const org of fresh) this.#woken.add(org);
      this.#surveyedAt = now;
    }
    await this.#followOthers();
  }

  /** The organizations to look at now. @param hasEnded whether a task ended, so that its places are free again. */
  next({ isBusy, hasEnded }: { readonly isBusy: (webhook: string) => boolean; readonly hasEnded: boolean }): string[] {
    if (hasEnded || performance.now() - this.#dueAt >= EVERY) {
      this.#dueAt = performance.now();
      const now = this.#parts.clock();
      for (const [id, { org, nextAt }] of this.#webhooks)
        if (nextAt !== undefined && nextAt <= now && !isBusy(id)) this.#woken.add(org);
    }
    const orgs = [...this.#woken].slice(0, MOST);
    for (const org of orgs) this.#woken.delete(org);
    if (this.#woken.size > 0) this.ring();
    return orgs;
  }

  /** Starts to follow the logs of organizations. If the store is shared, other processes may write to them. */
  async #follow(orgs: readonly string[]): Promise<void> {
    const { store, operator } = this.#parts;
    for (let at = 0; at < orgs.length; at += MOST) {
      const some = orgs.slice(at, at + MOST);
      for (const org of some) this.#own.set(org, { log: undefined, size: -1 });
      if (!store.shared) continue;
      for (const { id, log } of await this.#queue.logNames(some))
        this.#own.set(id, { log: logId(operator, log), size: -1 });
    }
  }

  /** Wakes organizations with commits by other processes, and those whose webhooks lost their delivering process. */
  async #followOthers(): Promise<void> {
    const { store, clock } = this.#parts;
    if (!store.shared || performance.now() - this.#headsAt < EVERY) return;
    this.#headsAt = performance.now();
    for (const org of await this.#queue.takeOver(clock())) this.wake(org);
    const followed = [...this.#own].filter(([, { log }]) => log !== undefined);
    const heads = await store.heads(followed.map(([, { log }]) => log!));
    for (const [org, one] of followed) {
      const size = heads.get(one.log!)?.size ?? 0;
      if (size !== one.size) this.wake(org);
      one.size = size;
    }
  }
}
