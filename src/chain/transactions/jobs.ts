import type { Hex } from "../../base/hex.ts";
import { withJson } from "../../base/jsonable.ts";
import { AnchorlogError } from "../../base/errors.ts";
import type { MinedTransaction } from "../client.ts";
import type { Call } from "./calls.ts";
import type { Mined } from "./lookup.ts";
import type { Attempt, Pending, SendOptions } from "./types.ts";

/** A caller's call, and the promise to settle. */
export type Job = Omit<SendOptions, "key"> & {
  readonly key: string;
  readonly call: Call;
  readonly resolve: (mined: MinedTransaction | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * The key of a cancellation: an empty transfer to the account itself. It replaces a transaction that is not needed any
 * more.
 */
export const CANCEL = "cancel";

const isSameCall = (job: Job, attempt: Attempt): boolean =>
  job.key === attempt.key &&
  job.call.to === attempt.to &&
  job.call.data === attempt.data &&
  job.call.value === attempt.value;

/** Returns the calls that were not sent yet, as the pending one or after it. */
export function withoutNonce(jobs: readonly Job[], pending: Pending | undefined): Job[] {
  const known = new Set([...(pending?.attempts ?? []), ...attemptsBehind(pending)].map(({ key }) => key));
  return jobs.filter(({ key }) => !known.has(key));
}

const attemptsBehind = (pending: Pending | undefined): Attempt[] =>
  (pending?.behind ?? []).map(({ attempt }) => attempt);

/**
 * Finds the call that takes the nonce from the newest attempt: another call of the same key, or a call that supersedes
 * it. A cancellation yields to any call. The newest such call counts.
 */
export function findSuccessor(all: readonly Job[], pending: Pending): Job | undefined {
  const newest = pending.attempts.at(-1)!;
  const jobs = all.filter(({ key }) => !attemptsBehind(pending).some((behind) => behind.key === key));
  if (newest.key === CANCEL) return jobs[0];
  const found = jobs.findLast(({ key, supersedes }) => key === newest.key || supersedes?.(newest.key) === true);
  return found === undefined || isSameCall(found, newest) ? undefined : found;
}

/** Settles the callers that a confirmed attempt concerns. The other callers' calls are still to be sent. */
export async function tellMined(
  jobs: readonly Job[],
  { attempts }: Pending,
  { attempt, receipt }: Mined,
  { settled, giveUp }: { settled: (job: Job) => void; giveUp: (job: Job, error: unknown) => void },
): Promise<void> {
  for (const job of jobs) {
    const { key, call, isDone, resolve, reject } = job;
    if (key === attempt.key) {
      if (receipt.status === "success") {
        const { transactionHash, blockNumber, gasUsed, logs } = receipt;
        settled(job);
        resolve(withJson({ status: "success", transactionHash, blockNumber, gasUsed, logs }));
      } else if (isSameCall(job, attempt)) {
        giveUp(job, reverted(call.name, receipt.transactionHash));
      }
      continue;
    }
    const last = attempts.findLastIndex((other) => other.key === key);
    if (attempt.key === CANCEL || last === -1 || last > attempts.indexOf(attempt)) continue;
    settled(job);
    const done = await isDone?.().catch(() => false);
    if (done === true) resolve(undefined);
    else reject(superseded(call.name, attempt.key));
  }
}

function reverted(name: string, transactionHash: Hex): AnchorlogError {
  return new AnchorlogError("transaction_failed", `${name}: transaction ${transactionHash} reverted`, {
    details: { transactionHash },
  });
}

function superseded(name: string, key: string): AnchorlogError {
  return new AnchorlogError("superseded", `${name}: another call ("${key}") took its nonce`, {
    fix: "send it again if it is still needed",
  });
}
