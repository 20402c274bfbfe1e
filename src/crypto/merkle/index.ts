/** RFC 9162 Merkle trees with SHA-256: building, proving, verifying. */
export { EMPTY_ROOT, hashLeaf, hashLeaves } from "./hash.ts";
export { buildTree, consistencyProof, inclusionProof, treeRoot, type MerkleTree } from "./tree.ts";
export { MerkleProofError, rootFromInclusionProof, verifyConsistency } from "./verify.ts";
