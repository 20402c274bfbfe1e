import { hashDomain, isDomainText, isLogName, logId, type OperatorId } from "./action/domain.ts";
import { useEngine } from "./action/engine.ts";
import { verifyAction } from "./action/verify.ts";
import type { ActionTypes, BuiltInKinds, PayloadMembers, SignedAction } from "./action/kinds.ts";
import { signDigest } from "./action/signer.ts";
import type { WalletVerifier } from "./action/wallet.ts";
import { anchorCheckpoint, assertClock, type Anchored } from "./anchor/anchorer.ts";
import type { ChainWriter } from "./anchor/send.ts";
import { openBacklog } from "./backlog.ts";
import { openBatchLog } from "./batch/batchLog.ts";
import { buildStoredTrees } from "./batch/build.ts";
import { createBatchCloser, type BatchPolicy } from "./batch/closer.ts";
import { anchorSignature, hashCheckpoint, parseCheckpoint, signCheckpoint } from "./batch/checkpoint.ts";
import { assertBundle, buildBundle, type Placement } from "./bundle/build.ts";
import type { Bundle } from "./bundle/bundle.ts";
import { abbreviate, fromHex, type Hex } from "./encoding/hex.ts";
import { toDecimal } from "./encoding/json.ts";
import { withJson } from "./encoding/jsonable.ts";
import { AnchorlogError } from "./errors.ts";
import { decodeEntry } from "./log/entry.ts";
import { assertIntact, assertLinked, storeDamaged } from "./log/intact.ts";
import { openLog, type AppendOptions, type Log } from "./log/log.ts";
import { checkKeys, readOperatorId, type OperatorKeys } from "./keys.ts";
import type { LogStore, StoredCheckpoint, StoredEntry } from "./log/store.ts";
import { createPublisher, type Published, type PublishOptions } from "./publish.ts";
import { createQueue } from "./queue.ts";
import { signReceipt } from "./receipt/receipt.ts";
import { submitActions, type Recipient, type Submission } from "./submit.ts";

/** What an operator opens its security layer with. */
export type AnchorlogOptions<D extends Record<string, PayloadMembers> = Record<string, PayloadMembers>> = {
  readonly store: LogStore;
  /** The operator's identity, and the name and version of its EIP-712 domain as registered. */
  readonly operator: OperatorId & { readonly name: string; readonly version: string };
  /** Names of the logs, one for each organization, `[a-z0-9.-]{1,64}`. */
  readonly logs: readonly string[];
  readonly types: ActionTypes<D>;
  readonly keys: OperatorKeys;
  /** Needed by `anchor`, and for `maxAnchorDelay`. */
  readonly chain?: ChainWriter;
  /**
   * Seconds, as registered. Where the oldest entry that is not anchored is older than a quarter of it, for whatever
   * reason, new actions are answered with `anchor_overdue` rather than promised what may not be kept.
   */
  readonly maxAnchorDelay?: number;
  /**
   * Worker threads that recover signers, for batches and for many requests at a time, and sign the receipts of batches
   * where `receiptKey` is a `privateKeySigner`; beside one that builds the trees of batches. None by default, when
   * everything happens in the caller's. Node only.
   */
  readonly threads?: number;
  /** Needed by `publish` only. */
  readonly publish?: PublishOptions;
  /** When batches are closed by themselves; by default only `closeBatches` closes them. */
  readonly batches?: BatchPolicy;
  /** Told of what fails in the background; a warning of the process by default. */
  readonly onError?: (error: unknown) => void;
  /** Accepts contract wallets and asks them; without it, actors are externally owned accounts only. */
  readonly wallets?: WalletVerifier | undefined;
  /** Now in Unix milliseconds; the system's clock by default. */
  readonly clock?: () => number;
  /** Seconds that an action's deadline may lie ahead of now; a day by default. */
  readonly maxDeadlineAhead?: number;
};

/** A batch that was closed. */
export type ClosedBatch = { readonly log: string; readonly position: number; readonly header: Uint8Array };

/** An operator's security layer. */
export type Anchorlog<D extends Record<string, PayloadMembers> = Record<string, PayloadMembers>> = {
  /** Verifies an action, appends it durably, and answers with the receipt. */
  submit(action: SignedAction<D & BuiltInKinds>): Promise<Submission>;
  /**
   * The same for many of any form, each with its own answer, in one commit. With `atomic`, all of them are appended
   * or none; they are of one log then. `effects` are statements for the store's database, by the action's position:
   * they commit with the action's entry, or neither does.
   */
  submitMany(actions: readonly unknown[], options?: AppendOptions): Promise<Submission[]>;
  /** Closes a batch of every log that has entries outside of one. */
  closeBatches(): Promise<ClosedBatch[]>;
  /** Signs a checkpoint of the batch log as it stands; the stored one where nothing was closed since. */
  checkpoint(): Promise<StoredCheckpoint>;
  /** Signs a checkpoint, publishes the batch log up to it as tiles, and has it witnessed, by the option `publish`. */
  publish(): Promise<Published>;
  /** Signs a checkpoint and anchors it. Calling it again changes nothing. */
  anchor(): Promise<Anchored>;
  /**
   * The bundle of an entry, leading to the newest checkpoint or to that of a size, as for contracts that take final ones
   * only; only promised where that does not cover it. It is verified before it leaves.
   *
   * @throws AnchorlogError `unknown_log`, `bad_index`, `no_entry`, `no_checkpoint`; `store_damaged` where the store's
   *   entry or action is not what was appended; `signer_failed`, `bad_signature` where the receipt key fails.
   */
  bundle(at: { log: string; index: number; size?: number | undefined }): Promise<Bundle>;
  close(): Promise<void>;
};

/** Opens an operator's security layer over a store. */
export async function openAnchorlog<D extends Record<string, PayloadMembers>>(
  options: AnchorlogOptions<D>,
): Promise<Anchorlog<D>> {
  const {
    store,
    types,
    chain,
    wallets,
    threads = 0,
    clock = Date.now,
    maxDeadlineAhead = 86_400,
    onError = (error) => process.emitWarning(error instanceof Error ? error : String(error)),
  } = options;
  await useEngine();
  const operator = readOperatorId(options.operator);
  const keys = await checkKeys(options.keys);
  const { chainId, registry, operator: address, name, version } = operator;
  if (wallets !== undefined && wallets.chainId !== chainId) {
    throw new AnchorlogError("wrong_chain", `the operator is of chain ${chainId}, its wallets of ${wallets.chainId}`, {
      fix: "ask contract wallets on the operator's own chain",
    });
  }
  if (!isDomainText(name) || !isDomainText(version)) {
    throw new AnchorlogError(
      "bad_domain",
      "the operator's name and version are 1 to 64 characters of printable ASCII",
      {
        fix: "give the name and version that the operator is registered with",
      },
    );
  }
  const context = {
    kinds: types.kinds,
    domainSeparator: hashDomain({ name, version, chainId, verifyingContract: registry }),
  };
  const logs = new Map(
    options.logs.map((logName) => {
      const id = logId(operator, logName);
      return [id, { name: logName, log: openLog({ id, store, clock, maxDeadlineAhead }) }];
    }),
  );
  const rules = { ...context, hasLog: (log: Hex) => logs.has(log) };
  // Loaded on demand: worker threads are Node's.
  const pool =
    threads > 0 ? await (await import("./action/pool.ts")).createVerifierPool({ rules, threads }) : undefined;
  const submission: Recipient = {
    operator,
    rules,
    verify: async (actions: readonly unknown[]) =>
      pool === undefined ? actions.map((action) => verifyAction(action, rules)) : pool.verify(actions),
    logs,
    receiptKey: pool?.signer(keys.receiptKey) ?? keys.receiptKey,
    onError,
    wallets,
    isShedding: () => backlog?.isOverdue() ?? false,
  };
  const builder = threads > 0 ? (await import("./batch/builder.ts")).createBatchBuilder(context) : undefined;
  const build = async (entries: readonly StoredEntry[]) =>
    builder === undefined ? buildStoredTrees(entries, context) : builder.build(entries);
  const batchLog = await openBatchLog({ store, build, clock });
  const checkpoints = await store.checkpoints();
  // What grows the batch log or its checkpoints takes turns.
  const inOrder = createQueue();
  const closer = createBatchCloser(options.batches ?? {}, (id) => inOrder(() => batchLog.close(id)), onError);
  if (options.batches !== undefined) {
    for (const [id, { log }] of logs) {
      const left = (await log.head()).size - batchLog.covered(id);
      if (left > 0) closer.appended(id, left);
    }
  }
  const backlog = await openBacklog({ ...options, operator }, batchLog, logs.keys(), clock);
  const idOf = new Map([...logs].map(([id, log]) => [log.name, id]));

  const submit = async (actions: readonly unknown[], appendOptions?: AppendOptions): Promise<Submission[]> => {
    const since = backlog === undefined ? 0 : clock();
    const answers = await submitActions(actions, submission, appendOptions);
    const appended = new Map<string, number>();
    for (const answer of answers) {
      if (answer.status === "accepted") appended.set(answer.log, (appended.get(answer.log) ?? 0) + 1);
      if (answer.status !== "retry" || answer.index < batchLog.covered(idOf.get(answer.log)!)) continue;
      // Promised only now, maybe: when it was appended, that was not known, or its receipt could not be signed.
      backlog?.appended(decodeEntry(fromHex(answer.receipt.entry)).acceptedAt);
      closer.appended(idOf.get(answer.log)!, 0);
    }
    if (appended.size > 0) backlog?.appended(since);
    for (const [logName, entries] of appended) closer.appended(idOf.get(logName)!, entries);
    return answers;
  };

  const closeBatches = async (): Promise<ClosedBatch[]> => {
    const closed: ClosedBatch[] = [];
    const failures: unknown[] = [];
    for (const [id, log] of logs) {
      closer.forget(id);
      try {
        for (const { position, header } of await batchLog.close(id)) closed.push({ log: log.name, position, header });
      } catch (error) {
        // What keeps one log open keeps no promise of the others.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return closed;
  };

  const checkpoint = async (): Promise<StoredCheckpoint> => {
    const size = batchLog.size();
    const newest = checkpoints.at(-1);
    if (newest?.size === size) return newest;
    if (size === 0) {
      throw new AnchorlogError("nothing_to_sign", "the batch log is empty", { fix: "close a batch first" });
    }
    if (chain !== undefined) await assertClock(chain, batchLog.newestClosedAt());
    const root = batchLog.tree.root(size);
    const signed = { size, root, note: await signCheckpoint(operator, { size, root }, keys) };
    await store.appendCheckpoint(signed);
    checkpoints.push(signed);
    return signed;
  };

  const publisher = options.publish === undefined ? undefined : createPublisher(options.publish, store, batchLog.tree);
  const publish = async (): Promise<Published> => {
    if (publisher === undefined) {
      throw new AnchorlogError("nowhere_to_publish", "this anchorlog was opened without a place for its tiles", {
        fix: "give openAnchorlog the option publish",
      });
    }
    await checkpoint();
    return publisher.publish(checkpoints);
  };

  const anchor = async (): Promise<Anchored> => {
    if (chain === undefined) {
      throw new AnchorlogError("no_chain", "this anchorlog was opened without a chain", {
        fix: "give openAnchorlog a chain to anchor on",
      });
    }
    const { size, root, note } = await checkpoint();
    const anchorKey = keys.anchorKey.address.toLowerCase() as Hex;
    const signature =
      anchorSignature(parseCheckpoint(note), operator, anchorKey) ??
      // Stored before the anchor key was rotated.
      (await signDigest(keys.anchorKey, hashCheckpoint(operator, { size, root })));
    const anchored = await anchorCheckpoint(chain, operator, { size, root }, signature, (oldSize) =>
      batchLog.tree.consistencyProof(oldSize, size),
    );
    await backlog?.anchored(size);
    return anchored;
  };

  const checkpointOf = (size: number | undefined): StoredCheckpoint | undefined => {
    if (size === undefined) return checkpoints.at(-1);
    const found = checkpoints.find((one) => one.size === size);
    if (found === undefined) throw new AnchorlogError("no_checkpoint", `no checkpoint was signed for the size ${size}`);
    return found;
  };

  const placementOf = async (id: Hex, index: number, size?: number): Promise<Placement | undefined> => {
    const checkpoint = checkpointOf(size);
    const batch = checkpoint && (await batchLog.find(id, index, checkpoint.size));
    if (checkpoint === undefined || batch === undefined) return undefined;
    const { header, position } = batch;
    const { root } = checkpoint;
    const path = batchLog.tree.inclusionProof(position, checkpoint.size);
    const trees = await batchLog.treesOf(batch);
    return { header, trees, checkpoint: { size: checkpoint.size, root, position, path } };
  };

  const bundle = async (at: { log: string; index: number; size?: number | undefined }): Promise<Bundle> => {
    const { id, log } = await findLog(at.log);
    const stored = await readEntry(at, log);
    const kind = types.kinds.get(stored.action.primaryType)!;
    const placement = await placementOf(id, at.index, at.size);
    const identity = { chainId: toDecimal(chainId), registry, address, name, version };
    const receipt = await signReceipt(operator, stored.bytes, keys.receiptKey);
    const made = buildBundle(identity, at.log, kind, stored, receipt, placement);
    assertBundle(made);
    return made;
  };

  /** A log of this operator's: one that was opened, or that has entries from when it was. */
  const findLog = async (logName: string): Promise<{ id: Hex; log: Log }> => {
    const known = idOf.get(logName);
    if (known !== undefined) return { id: known, log: logs.get(known)!.log };
    if (isLogName(logName)) {
      const id = logId(operator, logName);
      const log = openLog({ id, store, clock, maxDeadlineAhead });
      if ((await log.head()).size > 0) return { id, log };
    }
    throw new AnchorlogError("unknown_log", `${abbreviate(logName)} is no log of this operator's`, {
      fix: "ask for one of the logs that openAnchorlog was given",
    });
  };

  /** An entry as it was appended, before anything is signed over it. */
  const readEntry = async ({ log: logName, index }: { log: string; index: number }, log: Log): Promise<StoredEntry> => {
    if (!Number.isSafeInteger(index) || index < 0) {
      throw new AnchorlogError("bad_index", `an entry's index is an integer from 0 on, not ${abbreviate(index)}`);
    }
    const stored = await log.entry(index);
    if (stored === undefined) {
      throw new AnchorlogError("no_entry", `log ${logName} has no entry ${index} yet`, { details: { index } });
    }
    if (stored.index !== index) throw storeDamaged(log.id, index, `entry ${stored.index} is in its place`);
    assertIntact([stored], context);
    await assertLinked(log.id, stored, log);
    return stored;
  };

  return {
    submit: async (action) => (await submit([action]))[0]!,
    submitMany: submit,
    closeBatches: async () => withJson(await inOrder(closeBatches)),
    checkpoint: async () => withJson(await inOrder(checkpoint)),
    publish: async () => withJson(await inOrder(publish)),
    anchor: async () => withJson(await inOrder(anchor)),
    bundle,
    close: async () => {
      await closer.stop();
      await builder?.close();
      await pool?.close();
      await store.close();
    },
  };
}
