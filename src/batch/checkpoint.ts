import { assertGiven } from "../base/options.ts";
import { concat, utf8 } from "../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { checkpointOrigin, type OperatorId, type TypedData } from "../action/domain.ts";
import { recoverSigner, type DigestSigner } from "../action/signature.ts";
import { askSigner } from "../action/signer.ts";
import { hashStatement, signStatement, statementTypedData } from "../action/statement.ts";
import { formatCheckpointText, parseLogCheckpoint, type LogCheckpoint } from "../tlog/checkpoint.ts";
import type { MlDsaSigner } from "../action/signers/mlDsaKey.ts";
import type { NoteSigner } from "../action/signers/noteKey.ts";
import { cosignatureLine, cosignedMessage, cosignerKey } from "../tlog/cosignature.ts";
import { verifyMlDsa } from "../tlog/mlDsa.ts";
import {
  ed25519NoteKey,
  formatNote,
  isSignedBy,
  noteKeyId,
  parseNote,
  signaturesBy,
  type NoteKey,
  type NoteSignature,
  verifyEd25519,
} from "../tlog/note.ts";

/** The state of an operator's batch log. */
export type Checkpoint = {
  /** Headers in the batch log. */
  readonly size: number;
  /** RFC 9162 root over them, 32 bytes. */
  readonly root: Uint8Array;
};

/** A checkpoint as its signed note has it, which has no extension lines; nothing of it is verified. */
export type CheckpointNote = Omit<LogCheckpoint, "extensions">;

const STATEMENT = "Checkpoint(address operator,uint64 size,bytes32 root)";
const EIP712_TYPE = concat(new Uint8Array([0xff]), utf8("anchorlog/eip712-checkpoint/v1"));

/** Returns the EIP-712 digest, 32 bytes, that the anchor key signs for a checkpoint (protocol/1-verify §7.1). */
export function hashCheckpoint(id: OperatorId, { size, root }: Checkpoint): Uint8Array {
  return hashStatement(STATEMENT, id, { operator: id.operator, size, root });
}

/** The statement whose digest {@link hashCheckpoint} is, for signers that see what they sign. */
export function checkpointTypedData(id: OperatorId, { size, root }: Checkpoint): TypedData {
  return statementTypedData(STATEMENT, id, { operator: id.operator, size, root });
}

/** A signature by the anchor key. @throws AnchorlogError as `signDigest` does. */
export function signByAnchorKey(id: OperatorId, { size, root }: Checkpoint, key: DigestSigner): Promise<Hex> {
  return signStatement(STATEMENT, id, { operator: id.operator, size, root }, key);
}

/** The keys that sign an operator's checkpoints. */
export type CheckpointKeys = {
  /** For readers of transparency logs. */
  readonly noteKey: NoteSigner;
  /** The registered anchor key, for the chain. */
  readonly anchorKey: DigestSigner;
  /** The next note key. While it is given, notes bear the signatures of both keys. */
  readonly next?: { readonly noteKey?: NoteSigner | undefined } | undefined;
};

/**
 * Signs a checkpoint as a C2SP note with all keys (protocol/1-verify §7.1).
 *
 * @throws AnchorlogError `signer_failed`, `bad_signature`: a note without each key's valid signature is never returned.
 * @example
 * // For a test: a checkpoint of the same size, signed by the same keys, that contradicts the operator's own.
 * const forked = await signCheckpoint(operator, { size, root: new Uint8Array(32) }, { anchorKey, noteKey })
 * const { note: other } = parseCheckpoint(forked)
 */
export async function signCheckpoint(id: OperatorId, checkpoint: Checkpoint, keys: CheckpointKeys): Promise<string> {
  assertGiven(
    "signCheckpoint",
    { id, checkpoint, keys },
    "id.registry",
    "id.operator",
    "checkpoint.root",
    "keys.anchorKey.address",
    "keys.noteKey.publicKey",
  );
  const { anchorKey, noteKey, next } = keys;
  const origin = checkpointOrigin(id);
  const text = formatCheckpointText({ ...checkpoint, origin });
  const noteKeys = next?.noteKey === undefined ? [noteKey] : [noteKey, next.noteKey];
  const [signature, ...signatures] = await Promise.all([
    signByAnchorKey(id, checkpoint, anchorKey),
    ...noteKeys.map((key) => signNote(text, origin, key)),
  ]);
  const keyId = anchorKeyId(origin, anchorKey.address);
  return formatNote({ text, signatures: [...signatures, { name: origin, keyId, signature: fromHex(signature, 65) }] });
}

/** Whether a checkpoint bears the signatures of all these keys. */
export function isCheckpointByAll(checkpoint: CheckpointNote, id: OperatorId, keys: CheckpointKeys): boolean {
  const anchorKey = keys.anchorKey.address.toLowerCase() as Hex;
  return [keys.noteKey, keys.next?.noteKey].every((key) => {
    const noteKey = key && ed25519NoteKey(checkpoint.origin, key.publicKey);
    return noteKey === undefined || isCheckpointBy(checkpoint, id, { anchorKey, noteKey });
  });
}

/**
 * Adds the signatures of all current keys to a checkpoint's note, which may have signatures of keys that were retired
 * since.
 *
 * @throws AnchorlogError as {@link signCheckpoint} does.
 */
export async function signCheckpointAgain(
  id: OperatorId,
  checkpoint: CheckpointNote,
  keys: CheckpointKeys,
): Promise<string> {
  const signed = parseNote(await signCheckpoint(id, checkpoint, keys));
  const others = checkpoint.note.signatures.filter((line) => signaturesBy(signed, line).length === 0);
  return formatNote({ ...signed, signatures: [...signed.signatures, ...others] });
}

/**
 * A note key's signature of a text, which verifies.
 *
 * @throws AnchorlogError `signer_failed`, `bad_signature`.
 */
export async function signNote(text: string, name: string, key: NoteSigner): Promise<NoteSignature> {
  const signature = await signByNoteKey(utf8(text), key);
  return { name, keyId: ed25519NoteKey(name, key.publicKey).keyId, signature };
}

/**
 * A note key's signature of a message: 64 bytes, which verify.
 *
 * @throws AnchorlogError `signer_failed`, `bad_signature`.
 */
export async function signByNoteKey(message: Uint8Array, key: NoteSigner): Promise<Uint8Array> {
  const signature = await askSigner(() => key.sign(message));
  if (signature instanceof AnchorlogError) throw signature;
  if (signature instanceof Uint8Array && verifyEd25519(signature, message, key.publicKey)) return signature;
  throw new AnchorlogError("bad_signature", "the note key's signature does not verify", {
    fix: "check that the signer signs the given message, with Ed25519 and the key of its public key",
  });
}

/**
 * Signs a checkpoint's note text as C2SP's ML-DSA-44 cosigner of the given name, without a time: the line says that the
 * log has this state, and not that it has no newer one.
 *
 * @throws AnchorlogError `signer_failed`, `bad_signature`.
 */
export async function signByMlDsa(text: string, name: string, signer: MlDsaSigner): Promise<NoteSignature> {
  const key = cosignerKey(name, signer.publicKey, "ml-dsa-44");
  const message = cosignedMessage(text, 0, key);
  const signature = await askSigner(() => signer.sign(message));
  if (signature instanceof AnchorlogError) throw signature;
  if (signature instanceof Uint8Array && verifyMlDsa(signature, message, key.publicKey))
    return cosignatureLine(key, 0, signature);
  throw new AnchorlogError("bad_signature", "the ML-DSA-44 key's signature does not verify", {
    fix: "check that the signer signs the given message with an empty context, and with the key of its public key",
  });
}

function anchorKeyId(origin: string, anchorKey: Hex): Uint8Array {
  return noteKeyId(origin, EIP712_TYPE, fromHex(anchorKey.toLowerCase(), 20));
}

/**
 * Reads a checkpoint's signed note (protocol/1-verify §7.1), without verifying a signature.
 *
 * @throws AnchorlogError `bad_note` if it is not a checkpoint of this protocol, which has no extension lines.
 */
export function parseCheckpoint(text: string): CheckpointNote {
  const { extensions, ...checkpoint } = parseLogCheckpoint(text);
  if (extensions.length > 0) {
    throw new AnchorlogError(
      "bad_note",
      "not a checkpoint: it has further lines after the origin, the size and the root",
    );
  }
  return checkpoint;
}

/**
 * Returns the anchor key's signature in a checkpoint's note, 65 bytes; undefined if it is missing or not valid.
 *
 * @param anchorKey the key's address, in lower case.
 * @example
 * const checkpoint = parseCheckpoint(note)
 * const signature = anchorSignature(checkpoint, operator, anchorKey) // as `anchor` of the registry takes it
 * const typedData = checkpointTypedData(operator, checkpoint)
 * await verifyTypedData({ address: anchorKey, ...typedData, signature }) // of viem
 * const signer = recoverSigner(hashCheckpoint(operator, checkpoint), signature) // the same by its digest
 */
export function anchorSignature(checkpoint: CheckpointNote, id: OperatorId, anchorKey: Hex): Hex | undefined {
  const key = { name: checkpoint.origin, keyId: anchorKeyId(checkpoint.origin, anchorKey) };
  for (const line of signaturesBy(checkpoint.note, key)) {
    const signature = toHex(line.signature);
    const recovered = recoverSigner(hashCheckpoint(id, checkpoint), signature);
    if ("address" in recovered && recovered.address === anchorKey) return signature;
  }
  return undefined;
}

/**
 * Whether an operator's keys signed the checkpoint: every key that is given must have.
 *
 * @param keys `anchorKey` is the key's address, in lower case.
 *
 * @example
 * const isTheirs = isCheckpointBy(parseCheckpoint(note), operator, { noteKey })
 */
export function isCheckpointBy(
  checkpoint: CheckpointNote,
  id: OperatorId,
  keys: { anchorKey?: Hex | undefined; noteKey?: NoteKey | undefined },
): boolean {
  if (checkpoint.origin !== checkpointOrigin(id)) return false;
  if (keys.anchorKey === undefined && keys.noteKey === undefined) return false;
  if (keys.noteKey !== undefined && !isSignedBy(checkpoint.note, keys.noteKey)) return false;
  return keys.anchorKey === undefined || anchorSignature(checkpoint, id, keys.anchorKey) !== undefined;
}
