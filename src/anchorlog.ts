import { hashDomain, logId, type OperatorId } from "./action/domain.ts";
import { useEngine } from "./action/engine.ts";
import { verifyAction } from "./action/verify.ts";
import type { ActionTypes, BuiltInKinds, PayloadMembers, SignedAction } from "./action/kinds.ts";
import type { DigestSigner } from "./action/signature.ts";
import type { WalletVerifier } from "./action/wallet.ts";
import { anchorCheckpoint, type Anchored } from "./anchor/anchorer.ts";
import type { ChainWriter } from "./anchor/send.ts";
import { openBatchLog } from "./batch/batchLog.ts";
import { anchorSignature, parseCheckpoint, signCheckpoint } from "./batch/checkpoint.ts";
import { buildBundle, type Placement } from "./bundle/build.ts";
import type { Bundle } from "./bundle/bundle.ts";
import type { Hex } from "./encoding/hex.ts";
import { AnchorlogError } from "./errors.ts";
import { openLog } from "./log/log.ts";
import type { LogStore, StoredCheckpoint } from "./log/store.ts";
import { consistencyProof, treeRoot } from "./merkle/tree.ts";
import { createQueue } from "./queue.ts";
import { signReceipt } from "./receipt/receipt.ts";
import { submitActions, type Submission } from "./submit.ts";

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
  /** Needed by `anchor` only. */
  readonly chain?: ChainWriter;
  /**
   * Worker threads that recover signers, for batches and for many requests at a time; none by default,
   * when everything happens in the caller's. Node only.
   */
  readonly threads?: number;
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
  /** The same for many of any form, each with its own answer, in one commit a log. */
  submitMany(actions: readonly unknown[]): Promise<Submission[]>;
  /** Closes a batch of every log that has entries outside of one. */
  closeBatches(): Promise<ClosedBatch[]>;
  /** Signs a checkpoint of the batch log as it stands; the stored one where nothing was closed since. */
  checkpoint(): Promise<StoredCheckpoint>;
  /** Signs a checkpoint and anchors it. Calling it again changes nothing. */
  anchor(): Promise<Anchored>;
  /** The bundle of an entry, leading to the newest checkpoint; only promised where none covers it. */
  bundle(at: { log: string; index: number }): Promise<Bundle>;
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
  } = options;
  await useEngine();
  const { chainId, registry, operator: address, name, version } = operator;
  if (wallets !== undefined && wallets.chainId !== chainId) {
    throw new AnchorlogError("wrong_chain", `the operator is of chain ${chainId}, its wallets of ${wallets.chainId}`, {
      fix: "ask contract wallets on the operator's own chain",
    });
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
  const submission = {
    operator,
    rules,
    verify: async (actions: readonly unknown[]) =>
      pool === undefined ? actions.map((action) => verifyAction(action, rules)) : pool.verify(actions),
    logs,
    receiptKey: keys.receiptKey,
    wallets,
  };
  const batchLog = await openBatchLog({ store, context, clock });
  const checkpoints = await store.checkpoints();
  // What grows the batch log or its checkpoints takes turns.
  const inOrder = createQueue();

  const closeBatches = async (): Promise<ClosedBatch[]> => {
    const closed: ClosedBatch[] = [];
    for (const [id, log] of logs) {
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
    const root = treeRoot(batchLog.treeAt(size));
    const signed = { size, root, note: await signCheckpoint(operator, { size, root }, keys) };
    await store.appendCheckpoint(signed);
    checkpoints.push(signed);
    return signed;
  };

  const anchor = async (): Promise<Anchored> => {
    if (chain === undefined) {
      throw new AnchorlogError("no_chain", "this anchorlog was opened without a chain", {
        fix: "give openAnchorlog a chain to anchor on",
      });
    }
    const { size, root, note } = await checkpoint();
    const anchorKey = keys.anchorKey.address.toLowerCase() as Hex;
    const signature = anchorSignature(parseCheckpoint(note), operator, anchorKey);
    if (signature === undefined) {
      throw new AnchorlogError(
        "foreign_checkpoint",
        `the stored checkpoint of size ${size} is not signed by ${anchorKey}`,
        {
          fix: "open the store with the anchor key that it was written with",
        },
      );
    }
    return anchorCheckpoint(chain, operator, { size, root }, signature, (oldSize) =>
      consistencyProof(batchLog.treeAt(size), oldSize),
    );
  };

  const placementOf = async (id: Hex, index: number): Promise<Placement | undefined> => {
    const size = checkpoints.at(-1)?.size ?? 0;
    const batch = batchLog.find(id, index, size);
    if (batch === undefined) return undefined;
    const { header, position } = batch;
    return { header, position, trees: await batchLog.treesOf(batch), batchLog: batchLog.treeAt(size) };
  };

  const bundle = async (at: { log: string; index: number }): Promise<Bundle> => {
    const id = logId(operator, at.log);
    const [stored] = await store.entries(id, at.index, at.index + 1);
    const kind = stored === undefined ? undefined : types.kinds.get(stored.action.primaryType);
    if (stored === undefined || kind === undefined) {
      throw new AnchorlogError("no_entry", `log ${at.log} has no entry ${at.index} of a defined kind`);
    }
    const identity = { chainId, registry, address, name, version };
    const receipt = await signReceipt(operator, stored.bytes, keys.receiptKey);
    return buildBundle(identity, at.log, kind, stored, receipt, await placementOf(id, at.index));
  };

  return {
    submit: async (action) => (await submitActions([action], submission))[0]!,
    submitMany: (actions) => submitActions(actions, submission),
    closeBatches: () => inOrder(closeBatches),
    checkpoint: () => inOrder(checkpoint),
    anchor: () => inOrder(anchor),
    bundle,
    close: async () => {
      await pool?.close();
      await store.close();
    },
  };
}
