pragma circom 2.2.0;

include "bits.circom";
include "poseidon.circom";

/// The 16 bits of a position. Proves that the position is below the count of a batch, 1 to 65,536.
template PositionBits() {
    signal input position;
    /// The batch's count.
    signal input {binary} countBits[17];
    signal output {binary} bits[16];

    var count = 0;
    for (var i = 0; i < 17; i++) {
        count += countBits[i] * (1 << i);
    }
    // If the highest bit is set, no other bit is.
    countBits[16] * (count - countBits[16] * (1 << 16)) === 0;
    // The position and count - 1 - position have 16 bits, so neither is negative.
    bits <== Bits(16)(position);
    _ <== Bits(16)(count - 1 - position);
}

/// The root that a path in a zk tree implies.
/// A level costs one P4 and three constraints. The path has all four children of each node. The child at the path's
/// position must equal the hash of the level below.
/// NOTE The caller compares the root.
template TreeRoot(depth) {
    /// The leaf, and the 2 · depth bits of its position.
    signal input leaf;
    signal input {binary} positionBits[2 * depth];
    /// The children of the nodes on the path, from the leaf's parent up.
    signal input children[depth][4];
    signal output root;

    signal own[depth];
    signal hash[depth + 1];
    hash[0] <== leaf;
    for (var level = 0; level < depth; level++) {
        own[level] <== Choose4()(
            children[level],
            [positionBits[2 * level], positionBits[2 * level + 1]]
        );
        own[level] === hash[level];
        hash[level + 1] <== Poseidon(4, tagNode())(children[level]);
    }
    root <== hash[depth];
}
