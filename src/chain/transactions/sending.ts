import { AnchorlogError } from "../../base/errors.ts";
import { readNonce, type Block } from "../questions.ts";
import { ChainUnavailableError } from "../view.ts";
import { asCallError, estimateGas } from "./calls.ts";
import { freshWatch, type Desk } from "./desk.ts";
import { firstFees, higherFees, replacingFees, suggestFees, type Fees } from "./fees.ts";
import { CANCEL, type Job } from "./jobs.ts";
import { explainFunds } from "./funds.ts";
import { findPending } from "./lookup.ts";
import type { Draft } from "./signing.ts";
import type { Attempt, Pending } from "./types.ts";

/**
 * Gives the next nonce to the first caller's call. @returns whether a transaction is pending, or a caller was settled.
 */
export async function begin(desk: Desk): Promise<boolean> {
  const [job] = desk.jobs;
  if (job === undefined) return false;
  try {
    if ((await job.isDone?.()) === true) {
      desk.settled(job);
      job.resolve(undefined);
      return true;
    }
    const next = await draftFirst(desk, job);
    if (next === undefined) return false;
    desk.watch = freshWatch();
    desk.foreignSince = undefined;
    await desk.save(next);
  } catch (error) {
    // Another process is sending. Its stored transaction is pursued before this process's call.
    if (error instanceof AnchorlogError && error.code === "pending_moved") throw error;
    desk.giveUp(job, await explainFunds(desk, job.call, asCallError(error, job.call)));
    return true;
  }
  if (await post(desk, desk.pending!.attempts[0]!)) desk.emit("sent");
  return true;
}

async function draftFirst(desk: Desk, job: Job): Promise<Pending | undefined> {
  const { ask, account, chainId, settings, signing, clock } = desk;
  const head = await desk.head();
  const nonce = await readNonce(ask, account, "latest");
  const isForeign = (await readNonce(ask, account, "pending")) > nonce;
  if (!isForeign) desk.foreignSince = undefined;
  else if (performance.now() - (desk.foreignSince ??= performance.now()) < settings.resubmissionTimeout * 1000) {
    // It may belong to another process with the same store, which the store then shows. Or it belongs to another
    // sender, or to an earlier store. Transactions behind it would be stuck with it.
    desk.isLoaded = false;
    desk.hold(`a transaction that is not known here waits with nonce ${nonce}`);
    return undefined;
  }
  const gas = await estimateGas(ask, account, job.call, head.gasLimit, settings.gasMargin);
  const suggested = await suggestFees(ask, head.baseFeePerGas, settings);
  const foreign = isForeign ? await findPending(ask, account, nonce) : undefined;
  const fees =
    foreign === undefined
      ? firstFees(suggested, head.baseFeePerGas, settings)
      : replacingFees(foreign, suggested, settings);
  if ("why" in fees) {
    desk.hold(fees.why);
    if (job.patience !== undefined) throw tooHigh(fees.why);
    return undefined;
  }
  desk.held = undefined;
  const { to, data, value } = job.call;
  const attempt = await signing.sign({ key: job.key, to, data, value, gas, ...fees }, nonce);
  const { before } = desk;
  const since = clock();
  return { chainId, account, nonce, attempts: [attempt], before, fromBlock: head.number, since, bumps: 0 };
}

function tooHigh(why: string): AnchorlogError {
  return new AnchorlogError("fees_too_high", why, { fix: "wait for lower fees, or allow higher ones (maxFeePerGas)" });
}

/**
 * Replaces the newest attempt at its nonce, with higher fees as nodes require. @returns whether the fee limits allow
 * it.
 */
export async function replace(desk: Desk, what: Omit<Draft, keyof Fees>, head: Block): Promise<boolean> {
  const { ask, settings, signing } = desk;
  const pending = desk.pending!;
  const suggested = await suggestFees(ask, head.baseFeePerGas, settings);
  const highest = pending.attempts.reduce<Fees>(higherFees, pending.attempts[0]!);
  const fees = replacingFees(highest, suggested, settings);
  if ("why" in fees) {
    desk.hold(fees.why);
    return false;
  }
  const attempt = await signing.sign({ ...what, ...fees }, pending.nonce);
  await desk.save({ ...pending, attempts: [...pending.attempts, attempt], bumps: pending.bumps + 1 });
  desk.feeBumps++;
  desk.held = undefined;
  desk.watch.wantsMore = false;
  desk.watch.sentAt = performance.now();
  if (await post(desk, attempt)) desk.emit("replaced");
  return true;
}

/** An empty transfer to the account itself, which only uses the nonce. */
export function cancellation({ account }: Pending): Omit<Draft, keyof Fees> {
  return { key: CANCEL, to: account, data: "0x", value: 0n, gas: 21_000n };
}

/**
 * Sends an attempt of the pending transaction, and records the node's response.
 *
 * @returns whether a node has it.
 * @throws ChainUnavailableError if the outcome is unknown.
 */
export async function post(desk: Desk, attempt: Attempt): Promise<boolean> {
  const { watch, signing, jobs } = desk;
  const pending = desk.pending!;
  const { answer, hash, why } = await signing.send(attempt, pending.nonce);
  if (answer === "accepted" || answer === "known") {
    watch.seenAt = performance.now();
    watch.isTaken = true;
    desk.held = undefined;
    if (hash === undefined || attempt.hash !== undefined) return true;
    const attempts = pending.attempts.map((at) => (at === attempt ? { ...at, hash } : at));
    await desk.save({ ...pending, attempts });
    return true;
  }
  if (answer === "underpriced") watch.wantsMore = true;
  if (answer === "unknown") {
    watch.isTaken = true;
    watch.seenAt = -Infinity;
    throw new ChainUnavailableError(`it is unknown whether the node accepted the transaction: ${why}`);
  }
  if (answer !== "refused") return false;
  // A transaction that no node has ever taken cannot be mined.
  const owner = jobs.find(({ key }) => key === attempt.key);
  if (watch.isTaken || pending.attempts.length > 1 || owner === undefined) {
    desk.hold(`it is refused: ${why}`);
    return false;
  }
  desk.emit("released", { why });
  await desk.save(undefined);
  const failure = new AnchorlogError("transaction_failed", `${owner.call.name}: ${why}`);
  desk.giveUp(owner, await explainFunds(desk, owner.call, failure, attempt));
  return false;
}

/**
 * Uses the nonce before the pending one if a reorganization has freed it. It sends the transaction mined before with
 * that nonce, or an empty transfer. Otherwise the pending transaction would wait for ever.
 */
export async function fillGap(desk: Desk, nonce: number, head: Block): Promise<void> {
  const { ask, settings, signing, watch } = desk;
  const pending = desk.pending!;
  const now = performance.now();
  // A transaction in a mempool fills the gap by itself. The pending nonce does not show it: some nodes count past a
  // gap.
  if ((await findPending(ask, desk.account, nonce)) !== undefined) watch.gapSince = undefined;
  else watch.gapSince ??= now;
  if (watch.gapSince === undefined || now - watch.gapSince < settings.notInMempoolTimeout * 1000) return;
  watch.gapSince = now;
  const { before } = pending;
  const suggested = await suggestFees(ask, head.baseFeePerGas, settings);
  const what = before !== undefined && nonce === pending.nonce - 1 ? before : cancellation(pending);
  const { maxFeePerGas, maxPriorityFeePerGas } = what === before ? higherFees(before, suggested) : suggested;
  const fees = {
    maxFeePerGas: least(maxFeePerGas, settings.maxFeePerGas),
    maxPriorityFeePerGas: least(maxPriorityFeePerGas, settings.maxFeePerGas),
  };
  const isEnough = what === before && before.maxFeePerGas >= fees.maxFeePerGas;
  const attempt = isEnough ? before : await signing.sign({ ...what, ...fees }, nonce);
  const { why } = await signing.send(attempt, nonce);
  desk.emit("gap_filled", { hash: attempt.hash, why });
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Prepares another call for the pending nonce. */
export async function draftSuccessor(desk: Desk, { key, call }: Job, head: Block): Promise<Omit<Draft, keyof Fees>> {
  const { ask, account, settings } = desk;
  const gas = await estimateGas(ask, account, call, head.gasLimit, settings.gasMargin);
  return { key, to: call.to, data: call.data, value: call.value, gas };
}
