import { keccak_256 } from "@noble/hashes/sha3.js";
import { concat, equalBytes, uintToBytes, utf8 } from "../encoding/bytes.ts";
import { decodeBase64, encodeBase64 } from "../encoding/base64.ts";
import { fromHex, toHex, type Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import {
  addressWord,
  checkpointOrigin,
  hashDomain,
  hashTypedData,
  registryDomain,
  type OperatorId,
} from "../action/domain.ts";
import { recoverSigner, type DigestSigner } from "../action/signature.ts";
import { formatNote, isSignedBy, noteKeyId, parseNote, signNoteText, type Note, type NoteKey } from "./note.ts";

/** The state of an operator's batch log. */
export type Checkpoint = {
  /** Headers in the batch log. */
  readonly size: number;
  /** RFC 9162 root over them, 32 bytes. */
  readonly root: Uint8Array;
};

/** A checkpoint as its signed note has it; nothing of it is verified. */
export type CheckpointNote = Checkpoint & { readonly origin: string; readonly note: Note };

const CHECKPOINT_TYPE_HASH = keccak_256(utf8("Checkpoint(address operator,uint64 size,bytes32 root)"));
const EIP712_TYPE = concat(new Uint8Array([0xff]), utf8("anchorlog/eip712-checkpoint/v1"));

/** The EIP-712 digest that the anchor key signs for a checkpoint. */
export function hashCheckpoint(id: OperatorId, { size, root }: Checkpoint): Uint8Array {
  const structHash = keccak_256(concat(CHECKPOINT_TYPE_HASH, addressWord(id.operator), uintToBytes(size, 32), root));
  return hashTypedData(hashDomain(registryDomain(id)), structHash);
}

/** The keys that sign an operator's checkpoints. */
export type CheckpointKeys = {
  /** Ed25519 secret key, 32 bytes, for readers of transparency logs. */
  readonly noteKey: Uint8Array;
  /** The registered anchor key, for the chain. */
  readonly anchorKey: DigestSigner;
};

/** Signs a checkpoint as a C2SP note with both keys (PROTOCOL §5.1). */
export async function signCheckpoint(id: OperatorId, checkpoint: Checkpoint, keys: CheckpointKeys): Promise<string> {
  const origin = checkpointOrigin(id);
  const text = `${origin}\n${checkpoint.size}\n${encodeBase64(checkpoint.root)}\n`;
  const anchorSignature = await keys.anchorKey.sign({ hash: toHex(hashCheckpoint(id, checkpoint)) });
  return formatNote({
    text,
    signatures: [
      signNoteText(text, origin, keys.noteKey),
      { name: origin, keyId: anchorKeyId(origin, keys.anchorKey.address), signature: fromHex(anchorSignature, 65) },
    ],
  });
}

function anchorKeyId(origin: string, anchorKey: Hex): Uint8Array {
  return noteKeyId(origin, EIP712_TYPE, fromHex(anchorKey.toLowerCase(), 20));
}

/**
 * Reads a checkpoint's signed note, without verifying a signature.
 *
 * @throws AnchorlogError `bad_note` where it is not a checkpoint of this protocol.
 */
export function parseCheckpoint(text: string): CheckpointNote {
  const note = parseNote(text);
  const lines = note.text.slice(0, -1).split("\n");
  const [origin = "", size = "", root = ""] = lines;
  const rootBytes = decodeBase64(root);
  if (lines.length !== 3 || origin === "" || !/^(?:0|[1-9][0-9]{0,15})$/.test(size) || rootBytes?.length !== 32) {
    throw new AnchorlogError(
      "bad_note",
      "not a checkpoint: its lines must be an origin, a size and a root of 32 bytes",
    );
  }
  if (!Number.isSafeInteger(Number(size)))
    throw new AnchorlogError("bad_note", "the checkpoint's size is over 2^53 - 1");
  return { origin, size: Number(size), root: rootBytes, note };
}

/** The anchor key's signature in a checkpoint's note, if it is there and valid. */
export function anchorSignature(checkpoint: CheckpointNote, id: OperatorId, anchorKey: Hex): Hex | undefined {
  const keyId = anchorKeyId(checkpoint.origin, anchorKey);
  for (const line of checkpoint.note.signatures) {
    if (line.name !== checkpoint.origin || !equalBytes(line.keyId, keyId)) continue;
    const signature = toHex(line.signature);
    const recovered = recoverSigner(hashCheckpoint(id, checkpoint), signature);
    if ("address" in recovered && recovered.address === anchorKey) return signature;
  }
  return undefined;
}

/** Whether an operator's keys signed the checkpoint: every key that is given must have. */
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
