/** Layer 3: batches, their RFC 9162 roots and Poseidon twins, the batch log's checkpoints. Browser-safe. */
export { openBatchLog, type BatchLog } from "./batchLog.ts";
export { buildBatchTrees, buildHeader, commitEntry, type ActionContext, type BatchTrees } from "./build.ts";
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
export { decodeHeader, encodeHeader, hashHeader, HEADER_BYTES, MAX_BATCH_ENTRIES, type Header } from "./header.ts";
export { commitMany, type CommitmentBytes } from "./zkCommitMany.ts";
export {
  buildZkTree,
  commitment,
  type CommitmentInput,
  EMPTY,
  ZK_DEPTH,
  ZK_MEMBERS,
  ZK_POSITIONS,
  zkRootFromPath,
  type ZkTree,
  zkTreePath,
} from "./zk.ts";
