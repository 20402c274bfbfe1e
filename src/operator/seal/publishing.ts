/** Publishes the batch log of an open operator: automatically while this process leads, and on demand. */
import type { ClosingOptions } from "./closing.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { decodeHeader } from "../../batch/header.ts";
import type { LogCheckpoint } from "../../tlog/checkpoint.ts";
import { checkPolicy } from "../../tlog/policy.ts";
import { startLoop } from "../loop.ts";
import { createPublisher, type Published, type PublishOptions } from "./publish.ts";
import { createQueue } from "../queue.ts";
import { traced } from "../observe/tracing.ts";

export type Publishing = {
  /** Signs a checkpoint in the queue, and publishes up to it. Other operations do not wait for tiles and witnesses. */
  publish(): Promise<Published>;
  status(): Promise<PublishingStatus>;
  /** Stops publishing. Resolves when the publication in progress is done. */
  stop(): Promise<void>;
};

/** The published checkpoint. Times are Unix milliseconds. */
export type PublishingStatus = {
  readonly published: number | undefined;
  /** When the oldest unpublished batch had to be published by `maxAge`; undefined if none waits. */
  readonly publishDue: number | undefined;
  /** Since when this process has found the published checkpoint without the cosignatures that the policy needs. */
  readonly unwitnessedSince: number | undefined;
};

type PublishingOptions = Omit<ClosingOptions, "policy"> & {
  readonly publish: PublishOptions | undefined;
  readonly clock: () => number;
};

/** Milliseconds until the first look, and until the next one while another process leads. */
const SOON = 1_000;

/** Starts publishing in the background if `maxAge` is set. */
export function openPublishing({ publish: options, ...parts }: PublishingOptions): Publishing {
  const { store, sealing, leadership, tracer, inOrder, onError, clock } = parts;
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

  const isWitnessed = (there: LogCheckpoint): boolean => policy === undefined || checkPolicy(policy, there).satisfied;

  /** When the batch at a position was closed, Unix ms; undefined if none is there. */
  const closedAt = async (position: number): Promise<number | undefined> => {
    const [batch] = await store.batches(position, position + 1);
    return batch && decodeHeader(batch.header).closedAt;
  };

  /** When the oldest batch was closed that is unpublished, or whose checkpoint lacks cosignatures. */
  const waitingSince = async (): Promise<number | undefined> => {
    const there = await sealing.published();
    await batchLog.catchUp();
    if (there === undefined) return closedAt(0);
    return closedAt(isWitnessed(there) ? there.size : there.size - 1);
  };

  let wasWitnessed = true;
  let hasBegun = false;
  let pause = Math.min(SOON, maxAge ?? SOON);
  const publishIfDue = async (longest: number): Promise<void> => {
    const isFirst = wasWitnessed;
    wasWitnessed = true;
    const leads = leadership.isLeader();
    pause = leads ? longest : Math.min(SOON, longest);
    if (!leads) {
      hasBegun = false;
      return;
    }
    const since = await waitingSince();
    // After a start the batch's age counts, or an operator that often restarts would never publish, or too often.
    const early = hasBegun || since === undefined ? 0 : longest - (clock() - since);
    hasBegun = true;
    if (early > 0) pause = Math.min(early, longest);
    if (since === undefined || early > 0) return;
    const published = await publishByItself();
    wasWitnessed = published.verdict?.satisfied !== false;
    // Not thrown: an earlier attempt would publish more often than each `maxAge`.
    if (!wasWitnessed) onError(notWitnessed(published), isFirst);
  };
  const loop =
    maxAge === undefined
      ? undefined
      : startLoop(
          () => publishIfDue(maxAge),
          () => pause,
          onError,
        );

  let unwitnessedSince: number | undefined;
  const status = async (): Promise<PublishingStatus> => {
    const there = await sealing.published();
    unwitnessedSince = there === undefined || isWitnessed(there) ? undefined : (unwitnessedSince ?? clock());
    const since = maxAge === undefined ? undefined : await closedAt(there?.size ?? 0);
    return { published: there?.size, publishDue: since && since + maxAge!, unwitnessedSince };
  };

  return {
    publish,
    status,
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
  status: async () => ({ published: undefined, publishDue: undefined, unwitnessedSince: undefined }),
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
