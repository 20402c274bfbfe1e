/** Publishes the batch log of an open operator: automatically while this process leads, and on demand. */
import type { ClosingOptions } from "./closing.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { checkPolicy } from "../../tlog/policy.ts";
import { startLoop } from "../loop.ts";
import { createPublisher, type Published, type PublishOptions } from "./publish.ts";
import { createQueue } from "../queue.ts";
import { traced } from "../observe/tracing.ts";

export type Publishing = {
  /** Signs a checkpoint in the queue, and publishes up to it. Other operations do not wait for tiles and witnesses. */
  publish(): Promise<Published>;
  /** Stops publishing. Resolves when the publication in progress is done. */
  stop(): Promise<void>;
};

type PublishingOptions = Omit<ClosingOptions, "policy"> & { readonly publish: PublishOptions | undefined };

/** Starts publishing in the background if `maxAge` is set. */
export function openPublishing({ publish: options, ...parts }: PublishingOptions): Publishing {
  const { store, sealing, leadership, tracer, inOrder, onError } = parts;
  if (options === undefined) return nowhere;
  const { policy, maxAge } = options;
  const { batchLog, checkpoints } = sealing;
  const publisher = createPublisher(options, store, batchLog.tree, () => sealing.published(), tracer);
  // Only one writer may change tiles at a time.
  const oneByOne = createQueue();

  const publishNow = (): Promise<Published> =>
    oneByOne(async () => {
      const { size } = await inOrder(() => sealing.checkpoint());
      return publisher.publish(checkpoints.all().filter((checkpoint) => checkpoint.size <= size));
    });

  const result = ({ size, verdict }: Published) => ({ size, witnessed: verdict?.satisfied });
  const publish = traced(tracer, "anchorlog.publish", publishNow, { result });
  const publishByItself = traced(tracer, "anchorlog.publish", publishNow, { root: true, result });

  /** Whether a closed batch is unpublished, or the published checkpoint lacks cosignatures. */
  const isDue = async (): Promise<boolean> => {
    const there = await sealing.published();
    await batchLog.catchUp();
    if (batchLog.size() > (there?.size ?? 0)) return true;
    return there !== undefined && policy !== undefined && !checkPolicy(policy, there).satisfied;
  };
  let wasWitnessed = true;
  const publishDue = async (): Promise<void> => {
    const isFirst = wasWitnessed;
    wasWitnessed = true;
    if (!leadership.isLeader() || !(await isDue())) return;
    const published = await publishByItself();
    wasWitnessed = published.verdict?.satisfied !== false;
    // Not thrown: an earlier attempt would publish more often than each `maxAge`.
    if (!wasWitnessed) onError(notWitnessed(published), isFirst);
  };
  const loop = maxAge === undefined ? undefined : startLoop(publishDue, () => maxAge, onError);

  return {
    publish,
    stop: async () => {
      await loop?.stop();
      await oneByOne(async () => {});
    },
  };
}

const nowhere: Publishing = {
  publish: async () => {
    throw new AnchorlogError("nowhere_to_publish", "this anchorlog was opened without a place for its tiles", {
      fix: "give openAnchorlog the option publish",
    });
  },
  stop: async () => {},
};

function notWitnessed({ size, verdict, answers }: Published): AnchorlogError {
  const { code, message } = verdict as Extract<Published["verdict"], { satisfied: false }>;
  const failed = answers.flatMap((answer) => (answer.cosigned ? [] : [`; ${answer.witness.key.name}: ${answer.code}`]));
  const why = `the published checkpoint of size ${size} is not witnessed: ${message}${failed.join("")}`;
  const fix =
    code === "no_quorum"
      ? "check that the policy's witnesses answer, and have the same keys: they are asked again"
      : "name the verifier key that `npx anchorlog keys` prints in a line log of the policy";
  return new AnchorlogError("not_witnessed", why, { fix });
}
