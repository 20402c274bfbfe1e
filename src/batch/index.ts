/** Layer 3: batches, their RFC 9162 roots and Poseidon twins, the batch log's checkpoints. Browser-safe. */
export {
  anchorSignature,
  checkpointTypedData,
  hashCheckpoint,
  isCheckpointBy,
  parseCheckpoint,
  signCheckpoint,
  type Checkpoint,
  type CheckpointKeys,
  type CheckpointNote,
} from "./checkpoint.ts";
export { decodeHeader, encodeHeader, hashHeader, HEADER_BYTES, type Header } from "./header.ts";
