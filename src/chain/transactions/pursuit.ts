/** Pursues the pending transaction, look by look, until its nonce is consumed or released. */
import { AnchorlogError } from "../../base/errors.ts";
import { deepestReasonOf } from "../failures.ts";
import { readNonce, type Block } from "../questions.ts";
import { asCallError } from "./calls.ts";
import {
  count,
  createDesk,
  emit,
  freshWatch,
  hold,
  load,
  readHead,
  reject,
  save,
  settle,
  statusOf,
  type Desk,
  type DeskOptions,
} from "./desk.ts";
import type { Attempt } from "./types.ts";
import { CANCEL, findSuccessor, tellMined, type Job } from "./jobs.ts";
import { assertReorganized, findMined, findPending, findUse, findWaiting, isAttempt, type Mined } from "./lookup.ts";
import { begin, cancellation, draft, extend, fillGap, post, replace } from "./sending.ts";

export type Pursuit = {
  load(): Promise<void>;
  settled(job: Job): void;
  status(): ReturnType<typeof statusOf>;
  isLoaded(): boolean;
  /**
   * Looks at the chain once and takes the next step. Resolves to whether another step can follow at once.
   *
   * @throws the failure of this look; the next look tries again.
   */
  look(): Promise<boolean>;
  /** Records that a look failed. */
  failed(error: unknown): void;
};

export function createPursuit(options: DeskOptions): Pursuit {
  const desk = createDesk(options);
  return {
    load: () => load(desk),
    settled: (job) => settle(desk, job),
    status: () => statusOf(desk),
    isLoaded: () => desk.isLoaded,
    look: () => look(desk),
    failed: (error) => {
      const why = deepestReasonOf(error);
      count(desk, error);
      emit(desk, "failed", { why });
      desk.held = why;
    },
  };
}

async function look(desk: Desk): Promise<boolean> {
  try {
    await load(desk);
  } catch (error) {
    for (const { reject } of desk.jobs.splice(0)) reject(error);
    throw error;
  }
  return desk.pending === undefined ? begin(desk) : pursue(desk);
}

async function pursue(desk: Desk): Promise<boolean> {
  const { ask, account, watch, settings } = desk;
  const pending = desk.pending!;
  const head = await readHead(desk);
  const mined = await findMined(ask, pending, head);
  if (mined !== undefined) {
    const { transactionHash: hash, blockHash, blockNumber } = mined.receipt;
    if (watch.mined?.receipt.blockHash !== blockHash) emit(desk, "mined", { hash });
    watch.mined = mined;
    desk.held = undefined;
    if (head.number - Number(blockNumber) + 1 < settings.confirmations) return extend(desk, head);
    await conclude(desk, mined);
    return true;
  }
  if (watch.mined !== undefined) {
    await assertReorganized(ask, watch.mined, desk.mayRewind);
    emit(desk, "reorganized", { hash: watch.mined.receipt.transactionHash });
    // A node that follows the reorganization may have the transaction in its mempool again, or not.
    Object.assign(watch, { mined: undefined, seenAt: -Infinity, looks: 0 });
  }
  const used = await readNonce(ask, account, "latest");
  if (used > pending.nonce) return explainUse(desk, head);
  watch.looks = 0;
  // The chain was rewound with the account, and no attempt is pending there that could still be mined.
  const isPutBack = used < pending.nonce && desk.mayRewind && (await findWaiting(ask, pending)) === undefined;
  if (isPutBack) return release(desk);
  if (used < pending.nonce) await fillGap(desk, used, head);
  else watch.gapSince = undefined;
  return push(desk, head);
}

/** Called once the pending transaction has enough confirmations. */
async function conclude(desk: Desk, mined: Mined): Promise<void> {
  const pending = desk.pending!;
  emit(desk, "confirmed", { hash: mined.receipt.transactionHash });
  try {
    await advance(desk, [...pending.before, mined.attempt]);
  } finally {
    // Runs even if the store fails, as when another process shares it: a mined call must not be sent again.
    await tellMined([...desk.jobs], pending, mined, {
      settled: (job) => settle(desk, job),
      giveUp: (job, error) => reject(desk, job, error),
    });
  }
}

/**
 * The nonce is used, but no attempt has a receipt. The node may be late, a hash may be missing, or another sender used
 * the nonce.
 */
async function explainUse(desk: Desk, head: Block): Promise<boolean> {
  const { ask, watch, settings, jobs } = desk;
  const pending = desk.pending!;
  if (++watch.looks < settings.usedNonceLooks) return false;
  const isPatient = watch.looks < 3 * settings.usedNonceLooks;
  const use = await findUse(ask, pending, head).catch((error: unknown) => {
    // Nodes without older state cannot answer.
    if (isPatient) throw error;
    return undefined;
  });
  const own = use && pending.attempts.find((attempt) => isAttempt(use.transaction, attempt));
  if (use !== undefined && own !== undefined) {
    if (own.hash !== undefined) {
      hold(desk, `${own.hash} is in block ${use.blockNumber}, and the node has no receipt of it`);
      return false;
    }
    const { hash } = use.transaction;
    const attempts = pending.attempts.map((at) => (at === own ? { ...at, hash } : at));
    await save(desk, { ...pending, attempts });
    return true;
  }
  if (use === undefined && isPatient) return false;
  if (use !== undefined && head.number - use.blockNumber + 1 < settings.confirmations) return false;
  emit(desk, "nonce_used", { hash: use?.transaction.hash });
  await advance(desk, []);
  if (use === undefined) tellLost(desk, pending.nonce, jobs);
  return true;
}

/**
 * Stops pursuing the pending transaction, whose nonce is used, and pursues the next one.
 *
 * @param before the transactions that were mined with this nonce and the ones before it, as far as known.
 */
async function advance(desk: Desk, before: readonly Attempt[]): Promise<void> {
  const { chainId, account, nonce, behind } = desk.pending!;
  const [next, ...rest] = behind;
  desk.before = before.slice(-desk.atOnce);
  desk.held = undefined;
  if (next === undefined) return save(desk, undefined);
  const { attempt, fromBlock, since } = next;
  const place = { chainId, account, nonce: nonce + 1 };
  await save(desk, { ...place, attempts: [attempt], before: desk.before, fromBlock, since, bumps: 0, behind: rest });
  const age = Math.max(0, desk.clock() - since);
  desk.watch = { ...freshWatch(), isTaken: true, sentAt: performance.now() - age };
}

function tellLost(desk: Desk, nonce: number, jobs: readonly Job[]): void {
  for (const job of jobs.filter(({ isDone }) => isDone === undefined)) {
    const message = `${job.call.name}: nonce ${nonce} was used, and no node shows by which transaction`;
    reject(
      desk,
      job,
      new AnchorlogError("transaction_lost", message, {
        fix: "check the contract's state, and send it again if it is needed",
      }),
    );
  }
}

/** Advances a transaction that is not mined yet. @returns whether the next look should follow at once. */
async function push(desk: Desk, head: Block): Promise<boolean> {
  const { ask, account, jobs, settings, watch } = desk;
  const newest = desk.pending!.attempts.at(-1)!;
  const successor = findSuccessor(jobs, desk.pending!);
  if (successor !== undefined && (await succeed(desk, successor, head))) return true;

  if ((await findWaiting(ask, desk.pending!)) !== undefined) {
    watch.seenAt = performance.now();
  } else if (newest.hash === undefined) {
    const seen = await findPending(ask, account, desk.pending!.nonce);
    if (seen !== undefined && isAttempt(seen, newest)) {
      const attempts = desk.pending!.attempts.map((at) => (at === newest ? { ...at, hash: seen.hash } : at));
      await save(desk, { ...desk.pending!, attempts });
      watch.seenAt = performance.now();
    }
  }
  const now = performance.now();
  const isStuck = watch.wantsMore || now - watch.sentAt >= settings.resubmissionTimeout * 1000;
  const isGone = now - watch.seenAt >= settings.notInMempoolTimeout * 1000;
  if (!isStuck && !isGone) return extend(desk, head);
  if (newest.key !== CANCEL && (await isDone(jobs, newest.key))) return giveUp(desk, isGone, head);
  watch.isDone = false;
  if (isStuck && (await replace(desk, newest.key === CANCEL ? cancellation(desk.pending!) : newest, head))) return true;
  if (!isGone) return false;
  // At most once in this time, even if it fails.
  watch.seenAt = now;
  if (await post(desk, newest)) emit(desk, "sent_again");
  return false;
}

async function isDone(jobs: readonly Job[], key: string): Promise<boolean> {
  for (const job of jobs) if (job.key === key && (await job.isDone?.()) === true) return true;
  return false;
}

/** The transaction is not needed any more. The attempt itself may have done it, so the chain is looked at once more. */
async function giveUp(desk: Desk, isGone: boolean, head: Block): Promise<boolean> {
  const { watch } = desk;
  if (!watch.isDone) {
    watch.isDone = true;
    return false;
  }
  // A released nonce would be a gap before the later transactions.
  const isReleased = isGone && desk.pending!.behind.length === 0;
  return isReleased ? release(desk) : replace(desk, cancellation(desk.pending!), head);
}

/** Stops pursuing the transaction. If its callers still wait, their calls get a new nonce. */
async function release(desk: Desk): Promise<boolean> {
  emit(desk, "released");
  await save(desk, undefined);
  desk.watch = freshWatch();
  desk.held = undefined;
  return true;
}

/** Gives the pending nonce to another call. @returns whether that call has the nonce, or its caller was settled. */
async function succeed(desk: Desk, job: Job, head: Block): Promise<boolean> {
  try {
    if ((await job.isDone?.()) === true) {
      settle(desk, job);
      job.resolve(undefined);
      return true;
    }
    return await replace(desk, await draft(desk, job, head), head);
  } catch (error) {
    const failure = asCallError(error, job.call);
    if (failure.code !== "transaction_failed") throw error;
    reject(desk, job, failure);
    return true;
  }
}
