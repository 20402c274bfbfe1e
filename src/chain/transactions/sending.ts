import { AnchorlogError } from "../../base/errors.ts";
import { readNonce, type Block } from "../questions.ts";
import { ChainUnavailableError } from "../view.ts";
import { asCallError, estimateGas } from "./calls.ts";
import { emit, freshWatch, hold, readHead, reject, save, settle, type Desk } from "./desk.ts";
import { firstFees, higherFees, replacingFees, suggestFees, type Fees } from "./fees.ts";
import { CANCEL, withoutNonce, type Job } from "./jobs.ts";
import { explainFunds } from "./funds.ts";
import { findPending } from "./lookup.ts";
import { min } from "./settings.ts";
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
      settle(desk, job);
      job.resolve(undefined);
      return true;
    }
    const next = await draftFirst(desk, job);
    if (next === undefined) return false;
    desk.watch = freshWatch();
    desk.foreignSince = undefined;
    desk.fullAt = undefined;
    await save(desk, next);
  } catch (error) {
    // Another process is sending. Its stored transaction is pursued before this process's call.
    if (error instanceof AnchorlogError && error.code === "pending_moved") throw error;
    reject(desk, job, await explainFunds(desk, job.call, asCallError(error, job.call)));
    return true;
  }
  if (await post(desk, desk.pending!.attempts[0]!)) emit(desk, "sent");
  return true;
}

/**
 * Sends the next call after the pending transaction, with a later nonce. If that fails, the call waits until it can be
 * the pending one itself: only then is its failure the caller's.
 *
 * @returns whether something was sent, or a caller was settled.
 */
export async function extend(desk: Desk, head: Block): Promise<boolean> {
  const { ask, account, jobs, signing, clock, onEvent } = desk;
  const pending = desk.pending!;
  const { behind } = pending;
  const [job] = withoutNonce(jobs, pending);
  if (job === undefined || behind.length + 1 >= desk.atOnce || desk.fullAt === pending.nonce) return false;
  const nonce = pending.nonce + behind.length + 1;
  // The node must have all earlier transactions of this account, and none that another process sent.
  if ((await readNonce(ask, account, "pending")) !== nonce) return false;
  const drafted = await draftBehind(desk, job, nonce, head);
  if (drafted === "done") {
    settle(desk, job);
    job.resolve(undefined);
    return true;
  }
  desk.fullAt = pending.nonce;
  if (drafted === "fails") return false;
  const keep = (attempt: Attempt) =>
    save(desk, { ...pending, behind: [...behind, { attempt, fromBlock: head.number, since: clock() }] });
  await keep(drafted);
  const { answer, hash } = await signing.send(drafted, nonce);
  if (answer === "refused") await save(desk, pending);
  if (answer !== "accepted" && answer !== "known") return false;
  desk.fullAt = undefined;
  const attempt = { ...drafted, hash: drafted.hash ?? hash };
  if (drafted.hash === undefined) await keep(attempt);
  const { key, maxFeePerGas } = attempt;
  onEvent({ type: "sent", nonce, key, hash: attempt.hash, maxFeePerGas, why: undefined });
  return true;
}

async function draftBehind(desk: Desk, job: Job, nonce: number, head: Block): Promise<Attempt | "done" | "fails"> {
  const { ask, settings, signing } = desk;
  try {
    if ((await job.isDone?.()) === true) return "done";
    const what = await draft(desk, job, head);
    const fees = firstFees(await suggestFees(ask, head.baseFeePerGas, settings), head.baseFeePerGas, settings);
    return "why" in fees ? "fails" : await signing.sign({ ...what, ...fees }, nonce);
  } catch (error) {
    if (asCallError(error, job.call).code === "chain_unavailable") throw error;
    return "fails";
  }
}

async function draftFirst(desk: Desk, job: Job): Promise<Pending | undefined> {
  const { ask, account, chainId, settings, signing, clock, before } = desk;
  const head = await readHead(desk);
  const nonce = await readNonce(ask, account, "latest");
  const isForeign = (await readNonce(ask, account, "pending")) > nonce;
  if (!isForeign) desk.foreignSince = undefined;
  else if (performance.now() - (desk.foreignSince ??= performance.now()) < settings.resubmissionTimeout * 1000) {
    // Another process with the same store may have sent the waiting transaction: then the store has it at the next look.
    // Otherwise another sender, or a process with an earlier store, sent it. Later transactions would wait behind it.
    desk.isLoaded = false;
    hold(desk, `a transaction that is not known here waits with nonce ${nonce}`);
    return undefined;
  }
  const what = await draft(desk, job, head);
  const suggested = await suggestFees(ask, head.baseFeePerGas, settings);
  const foreign = isForeign ? await findPending(ask, account, nonce) : undefined;
  const fees =
    foreign === undefined
      ? firstFees(suggested, head.baseFeePerGas, settings)
      : replacingFees(foreign, suggested, settings);
  if ("why" in fees) {
    hold(desk, fees.why);
    if (job.patience !== undefined) throw tooHigh(fees.why);
    return undefined;
  }
  desk.held = undefined;
  const attempt = await signing.sign({ ...what, ...fees }, nonce);
  const [fromBlock, since] = [head.number, clock()];
  return { chainId, account, nonce, attempts: [attempt], before, fromBlock, since, bumps: 0, behind: [] };
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
    hold(desk, fees.why);
    return false;
  }
  const attempt = await signing.sign({ ...what, ...fees }, pending.nonce);
  await save(desk, { ...pending, attempts: [...pending.attempts, attempt], bumps: pending.bumps + 1 });
  desk.feeBumps++;
  desk.held = undefined;
  desk.watch.wantsMore = false;
  desk.watch.sentAt = performance.now();
  if (await post(desk, attempt)) emit(desk, "replaced");
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
    await save(desk, { ...pending, attempts });
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
  if (watch.isTaken || pending.attempts.length > 1 || pending.behind.length > 0 || owner === undefined) {
    hold(desk, `it is refused: ${why}`);
    return false;
  }
  emit(desk, "released", { why });
  await save(desk, undefined);
  const failure = new AnchorlogError("transaction_failed", `${owner.call.name}: ${why}`);
  reject(desk, owner, await explainFunds(desk, owner.call, failure, attempt));
  return false;
}

/**
 * Uses the nonces before the pending one that a reorganization has freed. It sends the transactions mined before with
 * those nonces, or empty transfers. Otherwise the pending transaction would wait for ever.
 *
 * @param used the first free nonce.
 */
export async function fillGap(desk: Desk, used: number, head: Block): Promise<void> {
  const { ask, settings, watch } = desk;
  const { nonce, before } = desk.pending!;
  const now = performance.now();
  const gaps: number[] = [];
  // A transaction in a mempool fills the gap by itself. The pending nonce does not show it: some nodes count past a
  // gap.
  for (let at = used; at < nonce; at++) if ((await findPending(ask, desk.account, at)) === undefined) gaps.push(at);
  if (gaps.length === 0) watch.gapSince = undefined;
  else watch.gapSince ??= now;
  if (watch.gapSince === undefined || now - watch.gapSince < settings.notInMempoolTimeout * 1000) return;
  watch.gapSince = now;
  const suggested = await suggestFees(ask, head.baseFeePerGas, settings);
  for (const at of gaps) await fill(desk, at, before.at(at - nonce), suggested);
}

/** @param before the transaction that was mined with the nonce, if known. */
async function fill(desk: Desk, nonce: number, before: Attempt | undefined, suggested: Fees): Promise<void> {
  const { settings, signing } = desk;
  const { maxFeePerGas, maxPriorityFeePerGas } = before === undefined ? suggested : higherFees(before, suggested);
  const fees = {
    maxFeePerGas: min(maxFeePerGas, settings.maxFeePerGas),
    maxPriorityFeePerGas: min(maxPriorityFeePerGas, settings.maxFeePerGas),
  };
  const isEnough = before !== undefined && before.maxFeePerGas >= fees.maxFeePerGas;
  const what = before ?? cancellation(desk.pending!);
  const attempt = isEnough ? before : await signing.sign({ ...what, ...fees }, nonce);
  const { why } = await signing.send(attempt, nonce);
  emit(desk, "gap_filled", { hash: attempt.hash, why });
}

/** Prepares a call for a nonce. */
export async function draft(desk: Desk, { key, call }: Job, head: Block): Promise<Omit<Draft, keyof Fees>> {
  const { ask, account, settings } = desk;
  const gas = await estimateGas(ask, account, call, head.gasLimit, settings.gasMargin);
  return { key, to: call.to, data: call.data, value: call.value, gas };
}
