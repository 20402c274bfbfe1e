/** Opens the parts that close batches, sign checkpoints and publish them. */
import { openBacklog, paceOf, type Backlog } from "../accept/backlog.ts";
import { limitTiles } from "../accept/limits.ts";
import { openLeadership, type Leadership } from "../leadership.ts";
import { createLogs, type OpenLogs } from "../logs.ts";
import { startLoop } from "../loop.ts";
import type { Setting } from "../setting.ts";
import type { BatchBuilder } from "../../batch/builder.ts";
import { openClosing, type Closing } from "./closing.ts";
import { createKeyring, type Keyring } from "./keyring.ts";
import type { PublishOptions } from "./publish.ts";
import { openPublishing, type Publishing } from "./publishing.ts";
import { openSealing, type Sealing } from "./sealing.ts";

export type SealParts = {
  readonly builder: BatchBuilder;
  readonly keyring: Keyring;
  readonly sealing: Sealing;
  readonly logs: OpenLogs;
  readonly backlog: Backlog | undefined;
  readonly leadership: Leadership;
  readonly closing: Closing;
  readonly publishing: Publishing;
  /** Ends the requests to the tiles that have no answer yet. */
  readonly giveUpTiles: () => void;
};

export async function openSealParts(setting: Setting): Promise<SealParts> {
  const { options, store, operator, tracer, clock, failures, inOrder, endings } = setting;
  const builder = await openBuilder(setting);
  const keyring = createKeyring(setting);
  const ending = new AbortController();
  const publish = options.publish && withLimits(options.publish, setting, ending.signal);
  const sealing = await openSealing({ ...setting, keyring, publish, builder });
  const { entryGuard: guard, maxDeadlineAhead } = setting;
  const logs = createLogs(store, operator, { guard, clock, maxDeadlineAhead });
  await logs.add(options.logs ?? []);
  const backlog = await openBacklog({ ...setting, batchLog: sealing.batchLog });
  const leadership = await openLeadership(store, failures.of("follow"), tracer);
  endings.add("the lease", () => leadership.close());
  if (backlog !== undefined) look(backlog, setting);
  const parts = { store, sealing, leadership, tracer, inOrder };
  const closing = await openClosing({ ...parts, policy: options.batches, onError: failures.of("close") });
  endings.add("closing", () => closing.stop());
  const publishing = openPublishing({ ...parts, publish, clock, onError: failures.of("publish") });
  endings.add("publishing", () => publishing.stop());
  endings.add("signing", () => inOrder(async () => {}));
  const giveUpTiles = () => ending.abort();
  return { builder, keyring, sealing, logs, backlog, leadership, closing, publishing, giveUpTiles };
}

async function openBuilder({ store, context, threads, endings }: Setting): Promise<BatchBuilder> {
  const { createBatchBuilder, createBuilderHere } = await import("../../batch/builder.ts");
  const builder = (threads > 0 ? createBatchBuilder : createBuilderHere)(store, context);
  endings.add("the builder", () => builder.close());
  return builder;
}

function withLimits(publish: PublishOptions, { limits }: Setting, end: AbortSignal): PublishOptions {
  return { ...publish, tiles: limitTiles(publish.tiles, limits.answer, end) };
}

/** Looks regularly for promises of all processes that became late. */
function look(backlog: Backlog, { maxAnchorDelay, failures, endings }: Setting): void {
  const pace = () => paceOf(maxAnchorDelay!);
  const looking = startLoop(() => backlog.look(), pace, failures.of("follow"));
  endings.add("reading the chain", () => looking.stop());
}
