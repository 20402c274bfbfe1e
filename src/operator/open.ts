import { useEngine } from "../action/engine.ts";
import type { ActionTypes, BuiltInKinds, PayloadMembers, SignedAction } from "../action/kinds.ts";
import type { DigestSigner } from "../action/signature.ts";
import type { Anchored } from "../anchor/anchorer.ts";
import { createChainTime } from "../anchor/chainTime.ts";
import { confirmedClient } from "../anchor/endpoints.ts";
import { checkSettings } from "../anchor/transactions/settings.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { inLowerCase, type Hex } from "../encoding/hex.ts";
import { withJson } from "../encoding/jsonable.ts";
import type { AppendOptions } from "../log/log.ts";
import type { Statement, StoredCheckpoint } from "../log/store.ts";
import { openAccepting } from "./accepting.ts";
import { countAnswers } from "./answers.ts";
import { openArchiving } from "./archiving.ts";
import { openAnchoring } from "./anchoring.ts";
import { openBacklog, paceOf } from "./backlog.ts";
import { createBundling, type EntryPlace } from "./bundling.ts";
import { openClosing, type ClosedBatch } from "./closing.ts";
import type { Missing } from "./comparison.ts";
import type { ActionStanding, Judgement } from "./judge.ts";
import { countFailures } from "./failures.ts";
import { createHolders } from "./holders.ts";
import { createKeyring } from "./keyring.ts";
import { openLeadership } from "./leadership.ts";
import { endAll, limitTiles, type Ending } from "./limits.ts";
import { createLogs } from "./logs.ts";
import { startLoop } from "./loop.ts";
import { checkOptions, type AnchorlogOptions } from "./options.ts";
import type { Published } from "./publish.ts";
import { createObjects, type NewestActOf, type ObjectPlace } from "./objects.ts";
import { openPublishing } from "./publishing.ts";
import { createQueue } from "./queue.ts";
import { openSealing } from "./sealing.ts";
import { followStanding } from "./standing.ts";
import { createStatus, type OperatorStatus } from "./status.ts";
import type { Submission } from "./submit.ts";
import { openTimestamping } from "./timestamping.ts";

/** An operator's security layer. */
export type Anchorlog<D extends Record<string, PayloadMembers> = Record<string, PayloadMembers>> = {
  /** The kinds of actions that it takes, by name. */
  readonly kinds: ActionTypes["kinds"];
  /**
   * Judges an action of any form by itself: its form, its signature and its log. A valid one comes with the `action` that
   * `submitMany` and `verify` take in its place and do not judge by itself again: what is to be done between the two
   * costs no second look at the signature. Nonce and deadline are judged when it is submitted.
   */
  judge(action: unknown): Promise<Judgement>;
  /** Judges an action of any form as `submit` would, nonce and deadline included, and changes nothing. */
  verify(action: unknown): Promise<ActionStanding>;
  /** Verifies an action, appends it durably, and answers with the receipt. */
  submit(action: SignedAction<D> | SignedAction<BuiltInKinds>): Promise<Submission>;
  /**
   * The same for many of any form, or as `judge` gave them, each with its own answer, in one commit. With `atomic`, all of them are appended
   * or none; they are of one log then. `effects` are statements for the store's database, by the action's position:
   * they commit with the action's entry, or neither does. Where one fails, its action is refused: `effect_failed`,
   * with the `refusal` that it stands for, or `effect_broken` where it cannot be run; what the database says of it,
   * `onError` hears.
   */
  submitMany(actions: readonly unknown[], options?: AppendOptions): Promise<Submission[]>;
  /**
   * Adds a log: this process and all others over the store take its actions from now on. One that is there already
   * stays as it is.
   *
   * @throws AnchorlogError `bad_log_name` where the name does not match `[a-z0-9.-]{1,64}`.
   */
  addLog(name: string): Promise<void>;
  /**
   * Runs statements of the server's own in the store's database, all or none, durably. Over SQLite there is no other
   * way: a second writer in the file stops every append.
   *
   * @returns how many rows each changed, or gave.
   * @throws AnchorlogError as the store's `run` does.
   */
  run(statements: readonly Statement[]): Promise<number[]>;
  /**
   * Closes a batch of every log that has entries outside of one, whichever process appended them. A process that does
   * not lead may do so, too: of two at once each goes on behind the other.
   */
  closeBatches(): Promise<ClosedBatch[]>;
  /** Signs a checkpoint of the batch log as it stands; the stored one where nothing was closed since. */
  checkpoint(): Promise<StoredCheckpoint>;
  /** Signs a checkpoint, publishes the batch log up to it as tiles, and has it witnessed, by the option `publish`. */
  publish(): Promise<Published>;
  /**
   * Signs a checkpoint and anchors it. Calling it again changes nothing. While it waits for the chain, everything else
   * goes on.
   *
   * @throws AnchorlogError `no_chain`; `transaction_failed` where the registry refuses it; `chain_ahead` where the registry
   *   holds what the store does not; `fees_too_high`; `closed`. @throws ChainUnavailableError
   */
  anchor(): Promise<Anchored>;
  /**
   * The bundle of an entry, leading to the newest checkpoint, to that of a size or to the one that is furthest on chain:
   * contracts take final ones only. Only promised where that does not cover it. It is verified before it leaves.
   *
   * @throws AnchorlogError `unknown_log`, `bad_index`, `no_entry`, `no_checkpoint`; `store_damaged` where the store's
   *   entry or action is not what was appended; `read_only`; `signer_failed`, `bad_signature` where the receipt key fails.
   */
  bundle(at: EntryPlace): Promise<Bundle>;
  /**
   * The newest act upon an object, and who may act next: the store's word. What proves it is an `Ask`.
   *
   * @throws AnchorlogError `unknown_log`, `bad_object_key`.
   */
  newest(of: ObjectPlace): Promise<NewestActOf | undefined>;
  /**
   * The bundles of all acts upon an object, newest first: each leads to the one before, and is read when it is asked
   * for, wherever it is kept. Acts that come meanwhile are not among them.
   *
   * @throws AnchorlogError as `newest` and `bundle` do, from its first step on.
   */
  history(of: ObjectPlace & Pick<EntryPlace, "size">): AsyncGenerator<Bundle, void, undefined>;
  /**
   * Signs and submits an `Ask` on behalf of whoever has no wallet. Its receipt is the promise of who holds the object
   * when it was asked, and its bundle the proof; an `Ask` that somebody else signed goes to `submit`.
   *
   * @param of `signer`: a signer of `anchorlog/signers`, or a viem account. Who it is says nothing.
   * @throws AnchorlogError `unknown_log`, `bad_object_key`, `bad_key`, `bad_address`; `signer_failed`, `bad_signature`.
   */
  ask(of: ObjectPlace & { readonly signer: DigestSigner }): Promise<Submission>;
  /**
   * The addresses, in lower case, of the keys that sign now: while one is rotated, the registry says which it is.
   *
   * @throws AnchorlogError `key_retired`; `chain_unavailable` where two are here, and the registry does not say.
   */
  keys(): Promise<{ readonly anchorKey: Hex; readonly receiptKey: Hex }>;
  /**
   * What the store does not hold of what was signed, by the guard, the published note and the chain as they are now.
   * While that is anything, nothing is signed: put it back (`importExport`), and it goes on by itself.
   */
  missing(): Promise<readonly Missing[]>;
  /**
   * What this process knows of itself and of what it stands on. It takes a second or two at most, and never throws:
   * what does not answer by then is undefined.
   */
  status(): Promise<OperatorStatus>;
  /**
   * Ends all that it does by itself, then store and guard. What was being signed is signed.
   *
   * @throws AnchorlogError `close_timeout` where a part does not end in the time that `timeLimits.close` says.
   */
  close(): Promise<void>;
};

/**
 * Opens an operator's security layer over a store. A store that lacks what was signed opens read-only: see `missing`.
 *
 * @throws AnchorlogError `bad_option`, `bad_log_name`; `no_guard`, `foreign_guard`, `guard_blank` where the guard does not
 *   fit; `bad_key`, `bad_address`, `signer_failed`, `bad_signature`, `same_key`, `development_key` where a key does not;
 *   `wrong_chain`, `unknown_operator`, `registration_mismatch` where the registration does not; `store_damaged`; `no_archive` where
 *   entries are in an archive, and the store was opened without it.
 */
export async function openAnchorlog<D extends Record<string, PayloadMembers>>(
  options: AnchorlogOptions<D>,
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
  // What was compared with the chain had the chain's time by then.
  const chainTime = chain && createChainTime(chain, clock, await guard?.comparedAt());
  const failures = countFailures(onError);
  const answers = countAnswers(failures, clock);
  const { createBatchBuilder, createBuilderHere } = await import("../batch/builder.ts");
  const builder = (threads > 0 ? createBatchBuilder : createBuilderHere)(store, context);
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
  const looking =
    backlog &&
    startLoop(
      () => backlog.look(),
      () => paceOf(maxAnchorDelay!),
      failures.of("follow"),
    );
  /** One that does not open does not go on leading. */
  const abandon = async (error: unknown): Promise<never> => {
    await looking?.stop();
    await leadership.close();
    await builder.close();
    throw error;
  };
  // What grows the batch log or its checkpoints takes turns.
  const inOrder = createQueue();
  const policy = options.batches;
  const onUnclosed = failures.of("close");
  const closing = await openClosing({ store, policy, sealing, leadership, tracer, inOrder, onError: onUnclosed }).catch(
    abandon,
  );
  const publishing = openPublishing({
    publish,
    store,
    sealing,
    leadership,
    tracer,
    inOrder,
    onError: failures.of("publish"),
  });
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
  }).catch(async (error: unknown) => {
    await publishing.stop();
    await closing.stop();
    return abandon(error);
  });
  const closeAll = async (error: unknown): Promise<never> => {
    await anchoring.close();
    await publishing.stop();
    await closing.stop();
    return abandon(error);
  };
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
  }).catch(closeAll);
  // Last, since what fails before would leave threads behind.
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
  }).catch(async (error: unknown) => {
    await timestamping.close();
    return closeAll(error);
  });

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
        // What is being signed is signed.
        ["signing", () => inOrder(async () => {})],
        // Another process takes over at once.
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
