/** The state of the deliverer: what its steps share. */
import type { FastifyBaseLogger } from "fastify";
import type { Parts } from "../foundation/parts.ts";
import type { Agenda } from "./agenda.ts";
import type { DeliveryMetrics } from "./metrics.ts";
import type { Placed } from "./places.ts";
import type { Endpoint, Queue } from "./queue.ts";
import type { Sender } from "./send.ts";
import type { SettledTry } from "./settle.ts";

export type Delivering = {
  readonly parts: Parts;
  readonly queue: Queue;
  readonly agenda: Agenda;
  readonly sender: Sender;
  readonly metrics: Pick<DeliveryMetrics, "count" | "failed">;
  readonly logger: Pick<FastifyBaseLogger, "warn" | "error">;
  /** A random number from 0 to 1, drawn for each wait. */
  readonly random: () => number;
  readonly ending: AbortController;
  /** The tasks by webhook. A task stays until its outcomes are stored. */
  readonly busy: Map<string, Task>;
  readonly underWay: Set<Promise<void>>;
  /** Organizations that are skipped until the next start. */
  readonly lost: Set<string>;
  /** Outcomes that are not stored yet. */
  outcomes: SettledTry[];
  /** Webhooks whose tasks have ended since outcomes were stored. */
  ended: string[];
  /** The number of tasks that were begun. */
  tasks: number;
};

export type Task = Placed & {
  readonly endpoint: Endpoint;
  /** Set if the webhook was changed or its receiver is slow. The remaining deliveries then wait for the next look. */
  isOver: boolean;
  /** Resolved on shutdown, to stop waiting for the consequence of failures. */
  readonly letGo: PromiseWithResolvers<Consequence>;
};

export type Consequence = Pick<SettledTry, "told" | "disabledFor">;
