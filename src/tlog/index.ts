/**
 * Transparency logs by C2SP: signed notes, checkpoints, cosignatures, policies, proofs, tiles, witnesses.
 * Browser-safe; a folder of tiles is in anchorlog/tlog/node.
 */
export {
  formatCheckpointText,
  originHash,
  parseLogCheckpoint,
  type CheckpointBody,
  type LogCheckpoint,
} from "./checkpoint.ts";
export {
  cosign,
  cosignatureState,
  cosignerKey,
  formatCosignerKey,
  parseCosignerKey,
  type CosignatureState,
  type CosignerAlgorithm,
  type CosignerKey,
} from "./cosignature.ts";
export { decodeEntryBundle, encodeEntryBundle } from "./entryBundle.ts";
export {
  decodeNoteText,
  ed25519NoteKey,
  formatNote,
  formatVerifierKey,
  isSignedBy,
  parseNote,
  parseVerifierKey,
  signNoteText,
  type Note,
  type NoteKey,
  type NoteSignature,
} from "./note.ts";
export {
  checkPolicy,
  parsePolicy,
  policyOf,
  type Cosigned,
  type KnownLog,
  type Policy,
  type PolicyLog,
  type PolicyVerdict,
  type PolicyWitness,
  type Quorum,
} from "./policy.ts";
export { formatTlogProof, parseTlogProof, verifyTlogProof, type TlogProof, type TlogProofVerdict } from "./proof.ts";
export { checkTiles, type TileProblem, type TileReport } from "./tileCheck.ts";
export { parseTilePath, tilePath, TILE_WIDTH, type TileAddress } from "./tilePath.ts";
export { openTiles, type TileReader } from "./tileReader.ts";
export { httpTiles, type TileSource, type TileStore, type TileTarget } from "./tileStore.ts";
export { publishTiles, type Publication } from "./tileWriter.ts";
export {
  requestCosignatures,
  witnessedCheckpoint,
  type Witness,
  type WitnessAnswer,
  type WitnessFailure,
  type Witnessing,
  type WitnessOptions,
} from "./witness.ts";
