import { useEngine } from "../action/engine.ts";
import type { ActionTypes, BuiltInKinds, PayloadMembers, SignedAction } from "../action/kinds.ts";
import type { DigestSigner } from "../action/signature.ts";
import { AnchorlogError } from "../base/errors.ts";
import { inLowerCase, type Hex } from "../base/hex.ts";
import { withJson } from "../base/jsonable.ts";
import type { Anchored } from "../chain/anchorer.ts";
import type { AppendOptions } from "../log/log.ts";
import type { Statement, StoredCheckpoint } from "../log/store.ts";
import type { Bundle } from "../verify/bundle/bundle.ts";
import { openAcceptParts, type AcceptParts } from "./accept/acceptParts.ts";
import type { ActionStanding, Judgement } from "./accept/judge.ts";
import type { NewestActOf, ObjectPlace } from "./accept/objects.ts";
import type { Submission } from "./accept/submit.ts";
import { openAnchorParts, type AnchorParts } from "./anchor/anchorParts.ts";
import { openArchiving, type Archiving } from "./archive/archiving.ts";
import { createStatus, type OperatorStatus } from "./observe/status.ts";
import type { AnchorlogOptions } from "./options.ts";
import type { EntryPlace } from "./seal/bundling.ts";
import { createCoseReceipts, type CoseReceipts } from "./seal/coseReceipts.ts";
import type { ClosedBatch } from "./seal/closing.ts";
import type { Missing } from "./seal/comparison.ts";
import type { Published } from "./seal/publish.ts";
import { openSealParts, type SealParts } from "./seal/sealParts.ts";
import { createSetting, type Setting } from "./setting.ts";

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
   * Returns an entry's inclusion as COSE receipts (RFC 9942), which verifiers of SCITT read: of the entry in its batch,
   * and of the batch's header in the batch log. The note key signs both.
   *
   * @throws AnchorlogError as `bundle` does; `no_checkpoint` if no checkpoint covers the entry.
   */
  coseReceipts(at: EntryPlace): Promise<CoseReceipts>;
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
  await useEngine();
  const setting = await createSetting(options);
  try {
    return await openParts(setting);
  } catch (error) {
    // Also gives up the lease, so that another process can lead. Store and guard stay the caller's.
    await setting.endings.undo(setting.limits.close);
    throw error;
  }
}

type Parts = SealParts & AnchorParts & AcceptParts & { readonly archiving: Archiving };

async function openParts(setting: Setting): Promise<Anchorlog> {
  const seal = await openSealParts(setting);
  const anchor = await openAnchorParts(setting, seal);
  const accept = await openAcceptParts(setting, seal);
  anchor.anchoring.start();
  anchor.timestamping.start();
  const archiving = await openArchiving({
    ...setting,
    policy: setting.options.archive,
    checkpoints: seal.sealing.checkpoints,
    builder: seal.builder,
    leadership: seal.leadership,
    answerLimit: setting.limits.answer,
    onError: setting.failures.of("archive"),
  });
  setting.endings.add("archiving", () => archiving.stop());
  return createAnchorlog(setting, { ...seal, ...anchor, ...accept, archiving });
}

function createAnchorlog(setting: Setting, parts: Parts): Anchorlog {
  const { store, context, inOrder, failures } = setting;
  const { accepting, anchoring, closing, logs, publishing, sealing } = parts;
  return {
    kinds: context.kinds,
    judge: accepting.judge,
    verify: accepting.verify,
    submit: async (action, ...more: readonly unknown[]) => {
      // The options of `submitMany` would be lost here. `map` and streams pass indices and signals, which are harmless.
      const given = Object(more[0]) as object;
      if ("effects" in given || "atomic" in given) {
        const fix = "give them to submitMany([action], { effects: [[…]] })";
        throw new AnchorlogError("bad_option", "submit takes no options", { fix });
      }
      return (await accepting.submit([action]))[0]!;
    },
    submitMany: accepting.submit,
    run: (statements) => store.run(statements),
    closeBatches: async () => withJson(await inOrder(closing.closeBatches)),
    checkpoint: async () => withJson(await inOrder(() => sealing.checkpoint())),
    publish: async () => withJson(await publishing.publish()),
    anchor: async () => withJson(await anchoring.anchor()),
    addLog: (name) => logs.add([name]),
    bundle: parts.bundle,
    coseReceipts: createCoseReceipts({ ...setting, ...parts }),
    ...parts.objects,
    keys: async () => withJson(await readKeys(setting, parts)),
    missing: () => sealing.comparison.missing(),
    status: createStatus({ ...setting, ...parts, failures: failures.counts, pause: accepting.pause }),
    close: () => close(setting, parts),
  };
}

async function readKeys({ keys }: Setting, { sealing, keyring }: Parts): ReturnType<Anchorlog["keys"]> {
  const { anchorKey, receiptKey, next } = keys;
  const anchor = next?.anchorKey === undefined ? anchorKey : await sealing.anchorKey();
  const receipt = next?.receiptKey === undefined ? receiptKey : await keyring.receiptKey(0);
  return { anchorKey: inLowerCase(anchor.address), receiptKey: inLowerCase(receipt.address) };
}

async function close({ store, guard, limits, endings }: Setting, { giveUpTiles }: Parts): Promise<void> {
  const timer = setTimeout(giveUpTiles, limits.close / 2);
  try {
    await endings.close(limits.close, [
      ["the store", () => store.close()],
      ["the guard", () => guard?.close()],
    ]);
  } finally {
    clearTimeout(timer);
  }
}
