/** Opens the parts that write on chains: anchors, and timestamps on further chains. */
import type { SealParts } from "../seal/sealParts.ts";
import type { Setting } from "../setting.ts";
import { openTimestamping, type Timestamping } from "../timestamp/timestamping.ts";
import { openAnchoring, type Anchoring } from "./anchoring.ts";

export type AnchorParts = {
  readonly anchoring: Anchoring;
  readonly timestamping: Timestamping;
};

export async function openAnchorParts(setting: Setting, seal: SealParts): Promise<AnchorParts> {
  const { options, store, operator, onError, clock, chainTime, failures, inOrder, endings } = setting;
  const { sealing, closing, leadership } = seal;
  const isLeader = () => leadership.isLeader();
  const anchoring = await openAnchoring({
    ...setting,
    policy: options.anchors,
    transactions: options.transactions,
    onCheckpoint: options.onCheckpoint,
    batchLog: sealing.batchLog,
    backlog: seal.backlog,
    onBlock: (time) => chainTime?.saw(time),
    closeBatches: () => inOrder(closing.closeBatches),
    sign: () => inOrder(() => sealing.signed()),
    isLeader,
    failed: (stage, error, isFirst) => failures.of(stage)(error, isFirst),
  });
  endings.add("anchoring", () => anchoring.close());
  const timestamping = await openTimestamping({
    policies: setting.timestamps,
    onTimestamp: options.onTimestamp,
    operator,
    store,
    checkpoints: sealing.checkpoints,
    comparison: sealing.comparison,
    isLeader,
    failed: failures.of("timestamp"),
    onError,
    clock,
  });
  endings.add("timestamping", () => timestamping.close());
  return { anchoring, timestamping };
}
