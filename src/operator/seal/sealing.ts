/** Layer 3 of an open operator: closes batches and signs checkpoints, behind the guard. */
import type { Setting } from "../setting.ts";
import { checkpointOrigin } from "../../action/domain.ts";
import type { DigestSigner } from "../../action/signature.ts";
import { openBatchLog, type BatchLog } from "../../batch/batchLog.ts";
import type { BatchBuilder } from "../../batch/builder.ts";
import {
  anchorSignature,
  parseCheckpoint,
  signByAnchorKey,
  signCheckpoint,
  type Checkpoint,
} from "../../batch/checkpoint.ts";
import { openCheckpoints, type Checkpoints } from "../../batch/checkpoints.ts";
import { openComparison, type Comparison } from "./comparison.ts";
import { equalBytes } from "../../base/bytes.ts";
import type { Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { beginGuard, rememberCheckpoint } from "./guarding.ts";
import type { Keyring } from "./keyring.ts";
import type { OperatorKeys } from "./keys.ts";
import type { StoredCheckpoint } from "../../log/store.ts";
import { createPatience, remembered } from "../patience.ts";
import { readPublished, type PublishOptions } from "./publish.ts";
import { traced } from "../observe/tracing.ts";
import type { RegisteredIdentity } from "../../chain/registration.ts";
import type { LogCheckpoint } from "../../tlog/checkpoint.ts";
import { ed25519NoteKey, isSignedBy } from "../../tlog/note.ts";

/**
 * Closes batches and signs checkpoints of an operator's logs. The caller must queue calls that extend the batch log.
 */
export type Sealing = {
  readonly batchLog: BatchLog;
  readonly checkpoints: Checkpoints;
  readonly comparison: Comparison;
  /** Closes batches over all unbatched entries of these logs. */
  readonly close: BatchLog["close"];
  checkpoint(): Promise<StoredCheckpoint>;
  /**
   * Returns the published checkpoint, whichever process published it; undefined if it is missing or not this
   * operator's.
   */
  published(): Promise<LogCheckpoint | undefined>;
  /** Returns the anchor key that signs now. @throws AnchorlogError `key_retired`, `chain_unavailable` */
  anchorKey(): Promise<DigestSigner>;
  /** Returns the newest checkpoint with a signature for the registry; undefined without a batch. */
  signed(): Promise<SignedCheckpoint | undefined>;
};

/** A checkpoint with the signature that the registry verifies. */
export type SignedCheckpoint = { readonly checkpoint: Checkpoint; readonly signature: Hex };

type SealingOptions = Setting & {
  readonly keyring: Keyring;
  readonly publish: PublishOptions | undefined;
  readonly builder: BatchBuilder;
};

/** Milliseconds for which the registry's last answer on the anchor key is used if the chain does not answer. */
const GOOD_FOR = 90_000;

/** Errors of a published file that is not a checkpoint, or too long for one. */
const NO_CHECKPOINT: ReadonlySet<string> = new Set(["bad_note", "bad_tile"]);

/** The state that the steps of sealing share. */
type OpenSealing = SealingOptions & {
  readonly batchLog: BatchLog;
  readonly checkpoints: Checkpoints;
  readonly comparison: Comparison;
  readonly anchorKeyNow: () => Promise<DigestSigner>;
};

export async function openSealing(options: SealingOptions): Promise<Sealing> {
  const { store, guard, entryGuard, operator, keys, keyring, chainTime, maxAnchorDelay, builder, tracer, clock } =
    options;
  const patience = createPatience("the chain's node");
  const batchLog = await openBatchLog({
    store,
    builder,
    clock,
    confirm: async (log, last) => {
      await comparison.confirm();
      await entryGuard?.compare(log);
      await entryGuard?.cover(log, last, "read");
    },
    confirmTime: async (closedAt) => {
      const untimely = await chainTime?.obstacle(closedAt);
      if (untimely !== undefined) await chainTime?.assertClosed(closedAt, patience);
    },
  });
  if (guard !== undefined) await beginGuard(guard, store, batchLog);
  const anchorKeyNow = remembered(() => keyring.anchorKey(), patience, GOOD_FOR);
  const sign = async (checkpoint: Checkpoint): Promise<string> => {
    await chainTime?.assertClosed(batchLog.newestClosedAt(), patience);
    if (guard !== undefined) await rememberCheckpoint(guard, checkpoint, batchLog);
    return signCheckpoint(operator, checkpoint, { ...keys, anchorKey: await anchorKeyNow() });
  };
  const signInSpan = traced(tracer, "anchorlog.sign", sign, { result: sizeOf });
  const checkpoints = await openCheckpoints({ store, batchLog, sign: signInSpan });
  const [anchorKeys, receiptKeys] = [addressesOf(keys, "anchorKey"), addressesOf(keys, "receiptKey")];
  const registration = { operator, anchorKeys, receiptKeys, maxAnchorDelay };
  const readNote = noteReader(options, batchLog);
  const comparison = await openComparison({ ...options, batchLog, patience, registration, readPublished: readNote });
  const sealing: OpenSealing = { ...options, batchLog, checkpoints, comparison, anchorKeyNow };
  return {
    batchLog,
    checkpoints,
    comparison,
    close: async (logs) => {
      await comparison.ask({ anew: false });
      return batchLog.close(logs);
    },
    checkpoint: async () => {
      await compare(sealing);
      return checkpoints.next();
    },
    signed: () => signed(sealing),
    anchorKey: anchorKeyNow,
    published: async () => readNote?.(),
  };
}

const sizeOf = (_: unknown, { size }: Checkpoint) => ({ size });

const addressesOf = ({ next, ...keys }: OperatorKeys, name: "anchorKey" | "receiptKey"): Hex[] =>
  [keys[name], next?.[name]].flatMap((key) => (key === undefined ? [] : [key.address]));

async function compare({ comparison }: OpenSealing): Promise<void> {
  await comparison.ask({ anew: true });
  await comparison.confirm();
}

async function signed(sealing: OpenSealing): Promise<SignedCheckpoint | undefined> {
  const { operator, batchLog, checkpoints, tracer } = sealing;
  await compare(sealing);
  if (batchLog.size() === 0) return undefined;
  const { size, root, note } = await checkpoints.next();
  const anchorKey = await sealing.anchorKeyNow();
  const address = anchorKey.address.toLowerCase() as Hex;
  const known = anchorSignature(parseCheckpoint(note), operator, address);
  const sign = traced(tracer, "anchorlog.sign", signAgain, { result: sizeOf });
  return { checkpoint: { size, root }, signature: known ?? (await sign({ size, root }, sealing, anchorKey)) };
}

/** Signs a stored checkpoint with a newer anchor key, after a rotation. */
async function signAgain(
  checkpoint: Checkpoint,
  { guard, batchLog, operator }: OpenSealing,
  anchorKey: DigestSigner,
): Promise<Hex> {
  if (guard !== undefined) await rememberCheckpoint(guard, checkpoint, batchLog);
  return signByAnchorKey(operator, checkpoint, anchorKey);
}

/** Returns a function that reads the published checkpoint, as {@link Sealing.published}. */
function noteReader({ publish, operator, keys }: SealingOptions, batchLog: BatchLog) {
  if (publish === undefined) return undefined;
  const isOwn = ownNotes(operator, keys, batchLog);
  return async (): Promise<LogCheckpoint | undefined> => {
    try {
      const note = await readPublished(publish.tiles);
      return note !== undefined && isOwn(note) ? note : undefined;
    } catch (error) {
      // Ignored here: publishing reports a file that is not a checkpoint.
      if (error instanceof AnchorlogError && NO_CHECKPOINT.has(error.code)) return undefined;
      throw error;
    }
  };
}

/**
 * Returns a function that says whether a note is of this batch log, or has a signature by this operator's keys. Anybody
 * with access to the tiles can write another note there.
 */
function ownNotes(operator: RegisteredIdentity, keys: OperatorKeys, batchLog: BatchLog) {
  const origin = checkpointOrigin(operator);
  const anchorKeys = addressesOf(keys, "anchorKey").map((address) => address.toLowerCase() as Hex);
  const noteKeys = [keys.noteKey, keys.next?.noteKey].flatMap((key) =>
    key === undefined ? [] : [ed25519NoteKey(origin, key.publicKey)],
  );
  return (note: LogCheckpoint): boolean =>
    note.origin === origin &&
    ((note.size <= batchLog.size() && equalBytes(batchLog.tree.root(note.size), note.root)) ||
      noteKeys.some((key) => isSignedBy(note.note, key)) ||
      anchorKeys.some((key) => anchorSignature(note, operator, key) !== undefined));
}
