/** Bytes in a hash of these trees. */
export const HASH_BYTES = 32;

/** The SHA-256 functions that the trees use. The caller has checked the hashes' lengths. */
export type TreeHasher = {
  /** The leaf's hash. */
  readonly leaf: (leaf: Uint8Array) => Uint8Array;
  /** The leaves' hashes, one after the other into `to`. */
  readonly leaves: (leaves: readonly Uint8Array[], to: Uint8Array) => void;
  /** The hashes of the nodes over each two hashes of `from`, one after the other into `to`. */
  readonly parents: (from: Uint8Array, to: Uint8Array) => void;
  /**
   * Climbs a tree: hashes a node with each sibling in turn, which is on the left or the right. Returns the last hash.
   */
  readonly climb: (hash: Uint8Array, siblings: readonly Uint8Array[], onLeft: readonly boolean[]) => Uint8Array;
};
