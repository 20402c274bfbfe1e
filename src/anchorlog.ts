import { hashDomain, isDomainText, logId, type OperatorId } from "./action/domain.ts";
import { useEngine } from "./action/engine.ts";
import { verifyAction } from "./action/verify.ts";
import type { ActionTypes, BuiltInKinds, PayloadMembers, SignedAction } from "./action/kinds.ts";
import type { DigestSigner } from "./action/signature.ts";
import type { WalletVerifier } from "./action/wallet.ts";
import { anchorCheckpoint, assertClock, type Anchored } from "./anchor/anchorer.ts";
import type { ChainWriter } from "./anchor/send.ts";
import { openBacklog } from "./backlog.ts";
import { openBatchLog } from "./batch/batchLog.ts";
import { buildBatchTrees } from "./batch/build.ts";
import { createBatchCloser, type BatchPolicy } from "./batch/closer.ts";
import { anchorSignature, hashCheckpoint, parseCheckpoint, signCheckpoint } from "./batch/checkpoint.ts";
import { buildBundle, type Placement } from "./bundle/build.ts";
import type { Bundle } from "./bundle/bundle.ts";
import { fromHex, toHex, type Hex } from "./encoding/hex.ts";
import { AnchorlogError } from "./errors.ts";
import { decodeEntry } from "./log/entry.ts";
import { openLog, type AppendOptions } from "./log/log.ts";
import type { LogStore, StoredCheckpoint, StoredEntry } from "./log/store.ts";
import { createPublisher, type Published, type PublishOptions } from "./publish.ts";
import { createQueue } from "./queue.ts";
import { signReceipt } from "./receipt/receipt.ts";
import { judgeAction, submitActions, type ActionStanding, type Recipient, type Submission } from "./submit.ts";

/** What an operator opens its security layer with. */
export type AnchorlogOptions<D extends Record<string, PayloadMembers> = Record<string, PayloadMembers>> = {
  readonly store: LogStore;
  /** The operator's identity, and the name and version of its EIP-712 domain as registered. */
  readonly operator: OperatorId & { readonly name: string; readonly version: string };
  /** Names of the logs, one for each organization, `[a-z0-9.-]{1,64}`. */
  readonly logs: readonly string[];
  readonly types: ActionTypes<D>;
  readonly keys: {
    readonly anchorKey: DigestSigner;
    readonly receiptKey: DigestSigner;
    /** Ed25519 secret key of the checkpoints' notes, 32 bytes. */
    readonly noteKey: Uint8Array;
  };
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
  /** The kinds of actions that it takes, by name. */
  readonly kinds: ActionTypes["kinds"];
  /** Judges an action of any form as `submit` would, nonce and deadline included, and changes nothing. */
  verify(action: unknown): Promise<ActionStanding>;
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
   * only; only promised where that does not cover it.
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
    operator,
    types,
    keys,
    chain,
    wallets,
    threads = 0,
    clock = Date.now,
    maxDeadlineAhead = 86_400,
    onError = (error) => process.emitWarning(error instanceof Error ? error : String(error)),
  } = options;
  await useEngine();
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
    wallets,
    isShedding: () => backlog?.isOverdue() ?? false,
  };
  const builder = threads > 0 ? (await import("./batch/builder.ts")).createBatchBuilder(context) : undefined;
  const build = async (entries: readonly StoredEntry[]) =>
    builder === undefined ? buildBatchTrees(entries, context) : builder.build(entries);
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
  const backlog = await openBacklog(options, batchLog, logs.keys(), clock);
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
    for (const [id, log] of logs) {
      closer.forget(id);
      for (const { position, header } of await batchLog.close(id)) closed.push({ log: log.name, position, header });
    }
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
      (await keys.anchorKey.sign({ hash: toHex(hashCheckpoint(operator, { size, root })) }));
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
    const id = logId(operator, at.log);
    const [stored] = await store.entries(id, at.index, at.index + 1);
    const kind = stored === undefined ? undefined : types.kinds.get(stored.action.primaryType);
    if (stored === undefined || kind === undefined) {
      throw new AnchorlogError("no_entry", `log ${at.log} has no entry ${at.index} of a defined kind`);
    }
    const identity = { chainId, registry, address, name, version };
    const receipt = await signReceipt(operator, stored.bytes, keys.receiptKey);
    return buildBundle(identity, at.log, kind, stored, receipt, await placementOf(id, at.index, at.size));
  };

  return {
    kinds: types.kinds,
    verify: (action) => judgeAction(action, submission, { now: clock(), maxDeadlineAhead }),
    submit: async (action) => (await submit([action]))[0]!,
    submitMany: submit,
    closeBatches: () => inOrder(closeBatches),
    checkpoint: () => inOrder(checkpoint),
    publish: () => inOrder(publish),
    anchor: () => inOrder(anchor),
    bundle,
    close: async () => {
      await closer.stop();
      await builder?.close();
      await pool?.close();
      await store.close();
    },
  };
}
