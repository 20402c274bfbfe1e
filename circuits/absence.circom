pragma circom 2.2.0;

include "lib/bits.circom";
include "lib/poseidon.circom";
include "lib/tree.circom";

/// Proves that no entry in an aligned segment of 16 positions of a batch matches a public predicate. The prover opens
/// every position below the batch's count. Every other position has the leaf EMPTY.
///
/// The prover does not open the quotients of a commitment. So the proof says more: no entry has members that equal
/// the predicate's modulo r.
///
/// NOTE The verifier checks what a circuit cannot. Every signal is below r. A header with this zkRoot and count is
/// anchored. The payload type is known, and it has the members that the predicate uses. Their words are below 2^256.
template Absence() {
    // PUBLIC, in this order.

    /// The root of the batch's zk tree, from its header.
    signal input zkRoot;
    /// The predicate: the hash of a payload type modulo r, and the elements of members 0 and 1. The element of an
    /// unused member is 0.
    signal input payloadType;
    signal input value[2];
    /// 31 bits: the header's count (17), the segment's number (12), and whether members 0 and 1 are used (1 each).
    signal input layout;

    // PRIVATE. The openings of the entries' commitments, and the segment's path.

    signal input context[16];
    signal input ownType[16];
    signal input element[16][2];
    signal input rest[16];
    /// The children of the nodes on the path to the root, from the segment's parent up.
    signal input children[6][4];

    // 1. The layout's parts.
    signal {binary} layoutBits[31] <== Bits(31)(layout);
    var count = 0;
    for (var i = 0; i < 17; i++) {
        count += layoutBits[i] * (1 << i);
    }
    layoutBits[16] * (count - layoutBits[16] * (1 << 16)) === 0;
    var segment = 0;
    signal {binary} segmentBits[12];
    for (var i = 0; i < 12; i++) {
        segmentBits[i] <== layoutBits[17 + i];
        segment += segmentBits[i] * (1 << i);
    }
    signal {binary} used[2];
    used[0] <== layoutBits[29];
    used[1] <== layoutBits[30];
    for (var i = 0; i < 2; i++) {
        (1 - used[i]) * value[i] === 0;
    }

    // 2. The positions below the count are entries. The segment has at least one.
    signal {binary} entry[16] <== Below16()(count - 16 * segment - 1);

    // 3. Every entry differs from the predicate, in its type or in a used member. The prover chooses factors so that
    //    the differences times the factors sum up to 1. If all differences were 0, the sum would be 0. If a position
    //    has no entry, the prover takes any values that differ.
    signal commitment[16];
    signal ofType[16];
    signal ofElement[16][2];
    signal factor[16][3];
    signal difference[16][2];
    signal leaf[4][4];
    for (var i = 0; i < 16; i++) {
        commitment[i] <== Poseidon(5, tagCommitment())([
            context[i], ownType[i], element[i][0], element[i][1], rest[i]
        ]);
        var found = 0;
        factor[i][0] <-- ownType[i] != payloadType ? 1 / (ownType[i] - payloadType) : 0;
        found = ownType[i] != payloadType ? 1 : 0;
        ofType[i] <== factor[i][0] * (ownType[i] - payloadType);
        for (var j = 0; j < 2; j++) {
            difference[i][j] <== used[j] * (element[i][j] - value[j]);
            factor[i][1 + j] <-- found == 0 && difference[i][j] != 0 ? 1 / difference[i][j] : 0;
            found = found == 1 || difference[i][j] != 0 ? 1 : 0;
            ofElement[i][j] <== factor[i][1 + j] * difference[i][j];
        }
        ofType[i] + ofElement[i][0] + ofElement[i][1] === 1;
        leaf[i \ 4][i % 4] <== empty() + entry[i] * (commitment[i] - empty());
    }

    // 4. The segment's root, and the root of its path.
    signal quarter[4];
    for (var i = 0; i < 4; i++) {
        quarter[i] <== Poseidon(4, tagNode())(leaf[i]);
    }
    signal node <== Poseidon(4, tagNode())(quarter);
    signal root <== TreeRoot(6)(node, segmentBits, children);
    root === zkRoot;
}

/// Says for each index from 0 to 15 whether it is at most `last`.
template Below16() {
    /// 0 to 65,535.
    signal input last;
    signal output {binary} there[16];

    // 1. last = low + 16 · high.
    signal {binary} bits[16] <== Bits(16)(last);
    var high = 0;
    for (var i = 4; i < 16; i++) {
        high += bits[i] * (1 << (i - 4));
    }
    // Whether high is not 0. It is below r.
    signal {binary} full;
    signal inverse <-- high != 0 ? 1 / high : 0;
    full <== inverse * high;
    (1 - full) * high === 0;

    // 2. Whether each half of low is at least 0, 1, 2, 3 and 4.
    signal lowBoth <== bits[0] * bits[1];
    signal highBoth <== bits[2] * bits[3];
    var lowAtLeast[5] = [1, bits[0] + bits[1] - lowBoth, bits[1], lowBoth, 0];
    var highAtLeast[5] = [1, bits[2] + bits[3] - highBoth, bits[3], highBoth, 0];

    // 3. i = 4j + k is there in three cases: high is not 0; the upper half of low is more than j; or the upper half
    //    is j and the lower half is at least k.
    signal inPart[16];
    for (var i = 0; i < 16; i++) {
        var j = i \ 4;
        inPart[i] <== (highAtLeast[j] - highAtLeast[j + 1]) * lowAtLeast[i % 4];
        there[i] <== full + (1 - full) * (highAtLeast[j + 1] + inPart[i]);
    }
}

/// The leaf of a position that has no entry: P4[empty](0, 0, 0, 0).
function empty() {
    return 0x1167217767c6eb158d5a3a2e75ad7330676a368f42be8f30f951553c200d4543;
}

component main {
    public [zkRoot, payloadType, value, layout]
} = Absence();
