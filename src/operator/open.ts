import { useEngine } from "../action/engine.ts";
import type { ActionTypes, BuiltInKinds, PayloadMembers, SignedAction } from "../action/kinds.ts";
import type { DigestSigner } from "../action/signature.ts";
import type { Anchored } from "../chain/anchorer.ts";
import { createChainTime } from "../chain/chainTime.ts";
import { confirmedClient } from "../chain/endpoints.ts";
import { checkSettings } from "../chain/transactions/settings.ts";
import type { Bundle } from "../verify/bundle/bundle.ts";
import { inLowerCase, type Hex } from "../base/hex.ts";
import { withJson } from "../base/jsonable.ts";
import type { AppendOptions } from "../log/log.ts";
import type { Statement, StoredCheckpoint } from "../log/store.ts";
import { openAccepting } from "./accept/accepting.ts";
import { countAnswers } from "./accept/answers.ts";
import { openArchiving } from "./archive/archiving.ts";
import { openAnchoring } from "./anchor/anchoring.ts";
import { openBacklog, paceOf } from "./accept/backlog.ts";
import { createBundling, type EntryPlace } from "./seal/bundling.ts";
import { openClosing, type ClosedBatch } from "./seal/closing.ts";
import type { Missing } from "./seal/comparison.ts";
import type { ActionStanding, Judgement } from "./accept/judge.ts";
import { countFailures } from "./observe/failures.ts";
import { createHolders } from "./accept/holders.ts";
import { createKeyring } from "./seal/keyring.ts";
import { openLeadership } from "./leadership.ts";
import { endAll, limitTiles, type Ending } from "./accept/limits.ts";
import { createLogs } from "./logs.ts";
import { startLoop } from "./loop.ts";
import { checkOptions, type AnchorlogOptions } from "./options.ts";
import type { Published } from "./seal/publish.ts";
import { createObjects, type NewestActOf, type ObjectPlace } from "./accept/objects.ts";
import { openPublishing } from "./seal/publishing.ts";
import { createQueue } from "./queue.ts";
import { openSealing } from "./seal/sealing.ts";
import { followStanding } from "./accept/standing.ts";
import { createStatus, type OperatorStatus } from "./observe/status.ts";
import type { Submission } from "./accept/submit.ts";
import { openTimestamping } from "./timestamp/timestamping.ts";

/** An operator's security layer. */
export type Anchorlog<D extends Record<string, PayloadMembers> = Record<string, PayloadMembers>> = {
  /** The kinds of actions that the operator takes, by name. */
  readonly kinds: ActionTypes["kinds"];
  /**
   * Judges one action of any form without its history: its form, its signature and its log. A valid action comes back
   * as `action`. If that is given to `submitMany` or `verify`, its signature is not verified a second time. The nonce
   * and the deadline are judged on submission.
   */
  judge(action: unknown): Promise<Judgement>;
  /** Judges an action of any form as `submit` would, nonce and deadline included, and changes nothing. */
  verify(action: unknown): Promise<ActionStanding>;
  /** Verifies an action, appends it durably and returns its receipt. */
  submit(action: SignedAction<D> | SignedAction<BuiltInKinds>): Promise<Submission>;
  /**
   * Submits many actions, of any form or as `judge` returned them, in one commit. Each has its own answer. With
   * `atomic`, all of them are appended or none. They must be of one log then. `effects` are statements for the store's
   * database, by the action's position in the call. A statement and the entry of its action commit together or not at
   * all. If a statement fails, its action is refused with `effect_failed` and the statement's `refusal`. If a statement
   * cannot be run, the code is `effect_broken`. The database's own message goes only to `onError`.
   */
  submitMany(actions: readonly unknown[], options?: AppendOptions): Promise<Submission[]>;
  /**
   * Adds a log: from now on, all processes over the store take its actions. A log that exists already is not changed.
   *
   * @throws AnchorlogError `bad_log_name` if the name does not match `[a-z0-9.-]{1,64}`.
   */
  addLog(name: string): Promise<void>;
  /**
   * Runs the server's own statements in the store's database, all or none, durably. Over SQLite, use only this: a
   * second writer in the file stops every append.
   *
   * @returns for each statement, how many rows it changed or returned.
   * @throws AnchorlogError as the store's `run` does.
   */
  run(statements: readonly Statement[]): Promise<number[]>;
  /**
   * Closes a batch of every log that has unbatched entries, whichever process appended them. A process that does not
   * lead may call it: the batches of two processes follow each other in the batch log.
   */
  closeBatches(): Promise<ClosedBatch[]>;
  /** Signs a checkpoint of the batch log. Returns the stored checkpoint if no batch was closed since. */
  checkpoint(): Promise<StoredCheckpoint>;
  /**
   * Signs a checkpoint, publishes the batch log up to it as tiles, and has it witnessed. Needs the option `publish`.
   */
  publish(): Promise<Published>;
  /**
   * Signs a checkpoint and anchors it. Calling it again changes nothing. Other calls do not wait for it.
   *
   * @throws AnchorlogError `no_chain`; `transaction_failed` if the registry refuses the checkpoint; `chain_ahead` if
   * the registry holds a checkpoint that the store lacks; `fees_too_high`; `closed`. @throws ChainUnavailableError
   */
  anchor(): Promise<Anchored>;
  /**
   * Returns the verified bundle of an entry. It leads to the newest checkpoint, to the checkpoint of a given size, or
   * to the most final one on chain. Contracts take only final checkpoints. If no such checkpoint covers the entry, the
   * bundle has only the receipt.
   *
   * @throws AnchorlogError `unknown_log`, `bad_index`, `no_entry`, `no_checkpoint`; `store_damaged` if the store's
   * entry or action is not the one that was appended; `read_only`; `signer_failed`, `bad_signature` if the receipt key
   * fails.
   */
  bundle(at: EntryPlace): Promise<Bundle>;
  /**
   * Returns the newest act upon an object and who may act next. This is the store's word only; an `Ask` proves it.
   *
   * @throws AnchorlogError `unknown_log`, `bad_object_key`.
   */
  newest(of: ObjectPlace): Promise<NewestActOf | undefined>;
  /**
   * Yields the bundles of all acts upon an object, newest first. Each bundle is read when the caller asks for it, from
   * the store or the archive. Acts that are appended meanwhile are left out.
   *
   * @throws AnchorlogError as `newest` and `bundle` do, from its first step on.
   */
  history(of: ObjectPlace & Pick<EntryPlace, "size">): AsyncGenerator<Bundle, void, undefined>;
  /**
   * Signs and submits an `Ask` for a caller without a wallet. Its receipt promises who held the object at that time,
   * and its bundle proves it. An `Ask` that another party signed goes to `submit`.
   *
   * @param of `signer`: a signer of `anchorlog/action/signers`, or a viem account. Any key will do.
   * @throws AnchorlogError `unknown_log`, `bad_object_key`, `bad_key`, `bad_address`; `signer_failed`, `bad_signature`.
   */
  ask(of: ObjectPlace & { readonly signer: DigestSigner }): Promise<Submission>;
  /**
   * Returns the addresses, in lower case, of the keys that sign now. During a rotation, the registry says which key it
   * is.
   *
   * @throws AnchorlogError `key_retired`; `chain_unavailable` if two keys are configured and the registry does not
   * answer.
   */
  keys(): Promise<{ readonly anchorKey: Hex; readonly receiptKey: Hex }>;
  /**
   * Lists what the store lacks of what was signed, by the guard, the published note and the chain as they are now.
   * Nothing is signed until the list is empty. Restore the missing parts with `importExport`; signing then resumes
   * without a restart.
   */
  missing(): Promise<readonly Missing[]>;
  /**
   * Reports on this process and its store, guard and chain. It takes a second or two at most and never throws. Parts
   * that do not answer in that time are undefined.
   */
  status(): Promise<OperatorStatus>;
  /**
   * Ends all background work, then the store and the guard. A signature in progress is completed.
   *
   * @throws AnchorlogError `close_timeout` if a part does not end within `timeLimits.close`.
   */
  close(): Promise<void>;
};

/**
 * Opens an operator's security layer over a store. A store that lacks what was signed opens read-only: see `missing`.
 *
 * @throws AnchorlogError `bad_option`, `bad_log_name`; `no_guard`, `foreign_guard`, `guard_blank` if the guard does not
 * fit; `bad_key`, `bad_address`, `signer_failed`, `bad_signature`, `same_key`, `development_key` if a key does not fit;
 * `wrong_chain`, `unknown_operator`, `registration_mismatch` if the registration does not fit; `store_damaged`;
 * `no_archive` if entries are in an archive, and the store was opened without it.
 */
export async function openAnchorlog<D extends Record<string, PayloadMembers>>(
  options: AnchorlogOptions<D>,
): Promise<Anchorlog<D>> {
  const begun: (() => unknown)[] = [];
  try {
    return await openParts(options, begun);
  } catch (error) {
    // Also gives up the lease, so that another process can lead. Store and guard stay the caller's.
    for (const end of begun.toReversed()) await end();
    throw error;
  }
}

/** @param begun receives the end of each part as soon as it is open. */
async function openParts<D extends Record<string, PayloadMembers>>(
  options: AnchorlogOptions<D>,
  begun: (() => unknown)[],
): Promise<Anchorlog<D>> {
  await useEngine();
  const checked = await checkOptions(options);
  const {
    store,
    guard,
    types,
    threads = 0,
    tracer,
    clock = Date.now,
    maxDeadlineAhead = 86_400,
    onError = (error) => process.emitWarning(error instanceof Error ? error : String(error)),
  } = options;
  const { operator, keys, context, entryGuard, inFlight, limits } = checked;
  const { requestTimeout } = checkSettings(options.transactions);
  const publicClient = options.chain && confirmedClient(options.chain, { requestTimeout });
  const chain = options.chain && publicClient && { ...options.chain, publicClient };
  // The guard compared its marks with the chain at this time, so the chain's time is at least this.
  const chainTime = chain && createChainTime(chain, clock, await guard?.comparedAt());
  const failures = countFailures(onError);
  const answers = countAnswers(failures, clock);
  const { createBatchBuilder, createBuilderHere } = await import("../batch/builder.ts");
  const builder = (threads > 0 ? createBatchBuilder : createBuilderHere)(store, context);
  begun.push(() => builder.close());
  const { maxAnchorDelay } = options;
  const ending = new AbortController();
  const publish = options.publish && {
    ...options.publish,
    tiles: limitTiles(options.publish.tiles, limits.answer, ending.signal),
  };
  const keyring = createKeyring({ keys, operator, chain, chainTime, onError, clock });
  const sealing = await openSealing({
    ...checked,
    keyring,
    store,
    guard,
    chain,
    chainTime,
    maxAnchorDelay,
    publish,
    builder,
    tracer,
    clock,
  });
  const { batchLog } = sealing;
  const logs = createLogs(store, operator, { guard: entryGuard, clock, maxDeadlineAhead });
  await logs.add(options.logs ?? []);
  const backlog = await openBacklog({ chain, maxAnchorDelay, operator, store, batchLog, clock });
  const leadership = await openLeadership(store, failures.of("follow"), tracer);
  begun.push(() => leadership.close());
  const looking =
    backlog &&
    startLoop(
      () => backlog.look(),
      () => paceOf(maxAnchorDelay!),
      failures.of("follow"),
    );
  begun.push(() => looking?.stop());
  // Operations that extend the batch log or its checkpoints run one after another.
  const inOrder = createQueue();
  const policy = options.batches;
  const onUnclosed = failures.of("close");
  const closing = await openClosing({ store, policy, sealing, leadership, tracer, inOrder, onError: onUnclosed });
  begun.push(() => closing.stop());
  const publishing = openPublishing({
    publish,
    store,
    sealing,
    leadership,
    tracer,
    inOrder,
    onError: failures.of("publish"),
  });
  begun.push(() => publishing.stop());
  const anchoring = await openAnchoring({
    chain,
    store,
    operator,
    policy: options.anchors,
    transactions: options.transactions,
    maxAnchorDelay,
    batchLog,
    backlog,
    onBlock: (time) => chainTime?.saw(time),
    closeBatches: () => inOrder(closing.closeBatches),
    sign: () => inOrder(() => sealing.signed()),
    isLeader: () => leadership.isLeader(),
    tracer,
    onCheckpoint: options.onCheckpoint,
    failed: (stage, error, isFirst) => failures.of(stage)(error, isFirst),
    onError,
    clock,
  });
  begun.push(() => anchoring.close());
  const timestamping = await openTimestamping({
    policies: checked.timestamps,
    operator,
    store,
    checkpoints: sealing.checkpoints,
    comparison: sealing.comparison,
    isLeader: () => leadership.isLeader(),
    onTimestamp: options.onTimestamp,
    failed: failures.of("timestamp"),
    onError,
    clock,
  });
  begun.push(() => timestamping.close());
  const accepting = await openAccepting({
    ...checked,
    keyring,
    chainTime,
    standing: chain && followStanding(chain, operator),
    answers,
    store,
    wallets: options.wallets,
    holders: createHolders({ ...options, kinds: types.kinds, client: publicClient }),
    threads,
    ...(tracer === undefined ? {} : { tracer }),
    logs,
    sealing,
    backlog,
    closing,
    clock,
    maxDeadlineAhead,
    onError,
  });
  begun.push(() => accepting.close());

  anchoring.start();
  timestamping.start();
  const archiving = await openArchiving({
    store,
    policy: options.archive,
    chain,
    operator,
    maxAnchorDelay,
    checkpoints: sealing.checkpoints,
    builder,
    answerLimit: limits.answer,
    leadership,
    tracer,
    onError: failures.of("archive"),
    clock,
  });
  begun.push(() => archiving.stop());

  const bundle = createBundling({ operator, context, logs, keyring, entryGuard, sealing, store });

  return {
    kinds: types.kinds,
    judge: accepting.judge,
    verify: accepting.verify,
    submit: async (action) => (await accepting.submit([action]))[0]!,
    submitMany: accepting.submit,
    run: (statements) => store.run(statements),
    closeBatches: async () => withJson(await inOrder(closing.closeBatches)),
    checkpoint: async () => withJson(await inOrder(() => sealing.checkpoint())),
    publish: async () => withJson(await publishing.publish()),
    anchor: async () => withJson(await anchoring.anchor()),
    addLog: (name) => logs.add([name]),
    bundle,
    ...createObjects({ operator, context, logs, bundle, submit: accepting.submit, clock, maxDeadlineAhead }),
    keys: async () => {
      const { anchorKey, receiptKey, next } = keys;
      const anchor = next?.anchorKey === undefined ? anchorKey : await sealing.anchorKey();
      const receipt = next?.receiptKey === undefined ? receiptKey : await keyring.receiptKey(0);
      return withJson({ anchorKey: inLowerCase(anchor.address), receiptKey: inLowerCase(receipt.address) });
    },
    missing: () => sealing.comparison.missing(),
    status: createStatus({
      store,
      guard,
      operator,
      keys,
      chain,
      maxAnchorDelay,
      sealing,
      leadership,
      backlog,
      anchoring,
      archiving,
      timestamping,
      failures: failures.counts,
      answers,
      inFlight,
      pause: accepting.pause,
      clock,
    }),
    close: async () => {
      const giveUp = setTimeout(() => ending.abort(), limits.close / 2);
      const parts: readonly Ending[] = [
        ["archiving", () => archiving.stop()],
        ["anchoring", () => anchoring.close()],
        ["timestamping", () => timestamping.close()],
        ["the look at the chain", () => looking?.stop()],
        ["closing", () => closing.stop()],
        ["publishing", () => publishing.stop()],
        // Waits for signatures in progress.
        ["signing", () => inOrder(async () => {})],
        // From here on another process can lead.
        ["the lease", () => leadership.close()],
        ["the builder", () => builder.close()],
        ["accepting", () => accepting.close()],
        ["the store", () => store.close()],
        ["the guard", () => guard?.close()],
      ];
      try {
        await endAll(parts, limits.close);
      } finally {
        clearTimeout(giveUp);
      }
    },
  };
}
