import { readOperatorId } from "../action/address.ts";
import { hashDomain, isDomainText, logId, type OperatorId } from "../action/domain.ts";
import { useEngine } from "../action/engine.ts";
import { verifyAction } from "../action/verify.ts";
import type { ActionTypes, BuiltInKinds, PayloadMembers, SignedAction } from "../action/kinds.ts";
import type { WalletVerifier } from "../action/wallet.ts";
import type { Anchored } from "../anchor/anchorer.ts";
import { assertChainWriter, type ChainWriter } from "../anchor/client.ts";
import { confirmedClient } from "../anchor/endpoints.ts";
import { assertDelay, openBacklog } from "./backlog.ts";
import { buildStoredTrees } from "../batch/build.ts";
import { createBatchCloser, type BatchPolicy } from "../batch/closer.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { createBundling, type EntryPlace } from "./bundling.ts";
import type { Missing } from "./comparison.ts";
import { fromHex, type Hex } from "../encoding/hex.ts";
import { withJson } from "../encoding/jsonable.ts";
import { AnchorlogError } from "../errors.ts";
import { judgeAction, type ActionStanding } from "./judge.ts";
import { checkKeys, type OperatorKeys } from "./keys.ts";
import { decodeEntry } from "../log/entry.ts";
import { createEntryGuard } from "../log/guard/entries.ts";
import { assertGuard, type Guard } from "../log/guard/guard.ts";
import { openLog, type AppendOptions } from "../log/log.ts";
import type { LogStore, StoredCheckpoint, StoredEntry } from "../log/store.ts";
import type { Published, PublishOptions } from "./publish.ts";
import { createQueue } from "./queue.ts";
import { openSealing } from "./sealing.ts";
import { submitActions, type Recipient, type Submission } from "./submit.ts";

/** What an operator opens its security layer with. */
export type AnchorlogOptions<D extends Record<string, PayloadMembers> = Record<string, PayloadMembers>> = {
  readonly store: LogStore;
  /**
   * What was signed, remembered apart from the store: `openFileGuard` or, for a store over PostgreSQL,
   * `openPostgresGuard`. Only on the local chain 31337 it may be left out. It is closed with the store.
   */
  readonly guard?: Guard;
  /** The operator's identity, and the name and version of its EIP-712 domain as registered. */
  readonly operator: OperatorId & { readonly name: string; readonly version: string };
  /** Names of the logs, one for each organization, `[a-z0-9.-]{1,64}`. */
  readonly logs: readonly string[];
  readonly types: ActionTypes<D>;
  readonly keys: OperatorKeys;
  /** Needed by `anchor`, and for `maxAnchorDelay`; what is registered there is compared with these options. */
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
  /** Signs a checkpoint and anchors it. Calling it again changes nothing; without a batch there is nothing to do. */
  anchor(): Promise<Anchored>;
  /**
   * The bundle of an entry, leading to the newest checkpoint or to that of a size, as for contracts that take final ones
   * only; only promised where that does not cover it. It is verified before it leaves.
   *
   * @throws AnchorlogError `unknown_log`, `bad_index`, `no_entry`, `no_checkpoint`; `store_damaged` where the store's
   *   entry or action is not what was appended; `read_only`; `signer_failed`, `bad_signature` where the receipt key fails.
   */
  bundle(at: EntryPlace): Promise<Bundle>;
  /**
   * What the store does not hold of what was signed, by the guard, the published note and the chain as they are now.
   * While that is anything, nothing is signed: put it back (`importExport`), and it goes on by itself.
   */
  missing(): Promise<readonly Missing[]>;
  close(): Promise<void>;
};

/**
 * Opens an operator's security layer over a store. A store that lacks what was signed opens read-only: see `missing`.
 *
 * @throws AnchorlogError `no_guard`, `foreign_guard`, `guard_blank`, `bad_option` where the guard does not fit;
 *   `wrong_chain`, `unknown_operator`, `registration_mismatch` where the registration does not; `store_damaged`.
 */
export async function openAnchorlog<D extends Record<string, PayloadMembers>>(
  options: AnchorlogOptions<D>,
): Promise<Anchorlog<D>> {
  const {
    store,
    guard,
    types,
    wallets,
    threads = 0,
    clock = Date.now,
    maxDeadlineAhead = 86_400,
    onError = (error) => process.emitWarning(error instanceof Error ? error : String(error)),
  } = options;
  assertDelay(options);
  await useEngine();
  const operator = readOperatorId(options.operator);
  const keys = await checkKeys(options.keys);
  const { chainId, registry, name, version } = operator;
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
  if (options.chain !== undefined) assertChainWriter(options.chain, chainId);
  const chain = options.chain && { ...options.chain, publicClient: confirmedClient(options.chain) };
  assertGuard(guard, store, operator);
  const entryGuard = guard && createEntryGuard(guard, store);
  const context = {
    kinds: types.kinds,
    domainSeparator: hashDomain({ name, version, chainId, verifyingContract: registry }),
  };
  const logs = new Map(
    options.logs.map((logName) => {
      const id = logId(operator, logName);
      return [id, { name: logName, log: openLog({ id, store, guard: entryGuard, clock, maxDeadlineAhead }) }];
    }),
  );
  const rules = { ...context, hasLog: (log: Hex) => logs.has(log) };
  const builder = threads > 0 ? (await import("../batch/builder.ts")).createBatchBuilder(context) : undefined;
  const build = async (entries: readonly StoredEntry[]) =>
    builder === undefined ? buildStoredTrees(entries, context) : builder.build(entries);
  const sealing = await openSealing({
    store,
    guard,
    entryGuard,
    operator,
    logs: [...logs.keys()],
    keys,
    chain,
    maxAnchorDelay: options.maxAnchorDelay,
    publish: options.publish,
    build,
    clock,
  });
  const { batchLog } = sealing;
  const backlog = await openBacklog({ ...options, ...(chain && { chain }), operator }, batchLog, logs.keys(), clock);
  // What grows the batch log or its checkpoints takes turns.
  const inOrder = createQueue();
  const closer = createBatchCloser(options.batches ?? {}, (id) => inOrder(() => sealing.close(id)), onError);
  // Last, since what fails before would leave threads behind. Loaded on demand: worker threads are Node's.
  const pool =
    threads > 0 ? await (await import("../action/pool.ts")).createVerifierPool({ rules, threads }) : undefined;
  const submission: Recipient = {
    operator,
    rules,
    verify: async (actions: readonly unknown[]) =>
      pool === undefined ? actions.map((action) => verifyAction(action, rules)) : pool.verify(actions),
    logs,
    receiptKey: pool?.signer(keys.receiptKey) ?? keys.receiptKey,
    onError,
    wallets,
    pause: () => {
      const obstacle = sealing.comparison.obstacle();
      const isOverdue = backlog?.isOverdue() ?? false;
      if (obstacle === undefined && isOverdue === false) return undefined;
      return Promise.all([obstacle, isOverdue]).then(([found, isLate]) => found ?? (isLate ? OVERDUE : undefined));
    },
    onBehind: () => sealing.comparison.doubt(),
  };
  if (options.batches !== undefined) {
    for (const [id, { log }] of logs) {
      const left = (await log.head()).size - batchLog.covered(id);
      if (left > 0) closer.appended(id, left);
    }
  }
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
        for (const { position, header } of await sealing.close(id)) closed.push({ log: log.name, position, header });
      } catch (error) {
        // What keeps one log open keeps no promise of the others.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return closed;
  };

  const anchor = async (): Promise<Anchored> => {
    const anchored = await sealing.anchor();
    if (anchored.size > 0) await backlog?.anchored(anchored.size);
    return anchored;
  };

  return {
    kinds: types.kinds,
    verify: (action) => judgeAction(action, submission, { now: clock(), maxDeadlineAhead }),
    submit: async (action) => (await submit([action]))[0]!,
    submitMany: submit,
    closeBatches: async () => withJson(await inOrder(closeBatches)),
    checkpoint: async () => withJson(await inOrder(() => sealing.checkpoint())),
    publish: async () => withJson(await inOrder(() => sealing.publish())),
    anchor: async () => withJson(await inOrder(anchor)),
    bundle: createBundling({
      store,
      operator,
      context,
      logs,
      receiptKey: keys.receiptKey,
      entryGuard,
      sealing,
    }),
    missing: () => sealing.comparison.missing(),
    close: async () => {
      await closer.stop();
      // What is being signed is signed.
      await inOrder(async () => {});
      await builder?.close();
      await pool?.close();
      await store.close();
      await guard?.close();
    },
  };
}

const OVERDUE = {
  code: "anchor_overdue",
  message: "what was promised before has been waiting for its anchor for too long; try again later",
} as const;
