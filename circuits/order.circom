pragma circom 2.2.0;

include "lib/bits.circom";
include "lib/commitment.circom";
include "lib/poseidon.circom";
include "lib/tree.circom";

/// Proves that an entry under a zk root has a payload type and the values of members 0 and 1. Computes its index in
/// the log.
template Match() {
    // PUBLIC. The predicate: a payload type, and the values of members 0 and 1 if they are used.
    signal input payloadType;
    signal input {binary} used[2];
    signal input quotientBits[2][3];
    signal input value[2];
    /// 0 if there is no second entry. Then this template proves nothing.
    signal input {binary} active;
    signal input zkRoot;
    /// The header's start and count.
    signal input start;
    signal input {binary} countBits[17];

    // PRIVATE. The opening of the entry's commitment, and the entry's position.
    signal input actor;
    signal input acceptedAt;
    signal input entryHash;
    signal input ownType;
    signal input nonce;
    signal input nonceQuotient;
    signal input members;
    signal input element[2];
    signal input quotient[16];
    signal input rest;
    signal input position;
    signal input children[8][4];

    /// The entry's index in the log.
    signal output index;

    // 1. The position. If there is no entry, the count is 0. Then the check takes 1, so that position 0 passes.
    signal {binary} placeBits[17];
    placeBits[0] <== countBits[0] + 1 - active - countBits[0] * (1 - active);
    for (var i = 1; i < 17; i++) {
        placeBits[i] <== countBits[i];
    }
    signal {binary} positionBits[16] <== PositionBits()(position, placeBits);
    index <== start + position;

    // 2. The commitment, and the root of its path.
    signal context <== Context()(actor, acceptedAt, entryHash, nonce, nonceQuotient, members, quotient);
    signal commitment <== Poseidon(5, tagCommitment())([context, ownType, element[0], element[1], rest]);
    signal root <== TreeRoot(8)(commitment, positionBits, children);
    active * (root - zkRoot) === 0;

    // 3. The predicate. The public value and quotient of an unused member are 0.
    active * (ownType - payloadType) === 0;
    for (var i = 0; i < 2; i++) {
        var publicQuotient = quotientBits[i][0] + 2 * quotientBits[i][1] + 4 * quotientBits[i][2];
        used[i] * (element[i] - value[i]) === 0;
        used[i] * (quotient[i] - publicQuotient) === 0;
        (1 - used[i]) * value[i] === 0;
        (1 - used[i]) * publicQuotient === 0;
    }
}

/// Proves that two entries of one log match two public predicates, and that the first entry has the lower index.
/// Without a second predicate, it proves that one entry matches. The first entry's index is shown or hidden.
///
/// NOTE The verifier checks what a circuit cannot. Every signal is below r, and the beneficiary is below 2^160.
/// Headers with these zkRoots, starts and counts are anchored, in one log. The payload types are known, and they have
/// the members that the predicates use. The words of these members are below 2^256.
template Order() {
    // PUBLIC, in this order. Without a second predicate, the second elements are 0.

    /// The roots of the batches' zk trees, from their headers.
    signal input zkRoot[2];
    /// The headers' count + 2^17 · start.
    signal input batch[2];
    /// The predicates: the hash of a payload type modulo r, and the elements of members 0 and 1. The element of an
    /// unused member is 0.
    signal input payloadType[2];
    signal input value[2][2];
    /// 71 bits, the lowest first:
    /// - 1: whether there is a second predicate.
    /// - 1: whether the first entry's index is shown.
    /// - 16: for members 0 and 1 of the first predicate, then of the second one: whether the member is used (1), and
    ///   its quotient (3).
    /// - 53: the first entry's index if it is shown, otherwise 0.
    signal input layout;
    /// The address for which the proof is made.
    signal input beneficiary;

    // PRIVATE. Both entries.

    signal input actor[2];
    signal input acceptedAt[2];
    signal input entryHash[2];
    signal input ownType[2];
    signal input nonce[2];
    signal input nonceQuotient[2];
    signal input members[2];
    /// The elements of members 0 and 1, and the quotients of all members.
    signal input element[2][2];
    signal input quotient[2][16];
    signal input rest[2];
    signal input position[2];
    signal input children[2][8][4];

    // 1. The layout's parts.
    signal {binary} layoutBits[71] <== Bits(71)(layout);
    signal {binary} pair <== layoutBits[0];
    signal {binary} shown <== layoutBits[1];
    var shownIndex = 0;
    for (var i = 0; i < 53; i++) {
        shownIndex += layoutBits[18 + i] * (1 << i);
    }

    // 2. Both entries.
    signal {binary} active[2];
    active[0] <== 1;
    active[1] <== pair;
    signal {binary} batchBits[2][70];
    signal {binary} countBits[2][17];
    signal {binary} used[2][2];
    signal {binary} quotientBits[2][2][3];
    signal index[2];
    for (var side = 0; side < 2; side++) {
        batchBits[side] <== Bits(70)(batch[side]);
        var start = 0;
        for (var i = 0; i < 53; i++) {
            start += batchBits[side][17 + i] * (1 << i);
        }
        for (var i = 0; i < 17; i++) {
            countBits[side][i] <== batchBits[side][i];
        }
        for (var i = 0; i < 2; i++) {
            var first = 2 + 8 * side + 4 * i;
            used[side][i] <== layoutBits[first];
            for (var j = 0; j < 3; j++) {
                quotientBits[side][i][j] <== layoutBits[first + 1 + j];
            }
        }
        index[side] <== Match()(
            payloadType[side],
            used[side],
            quotientBits[side],
            value[side],
            active[side],
            zkRoot[side],
            start,
            countBits[side],
            actor[side],
            acceptedAt[side],
            entryHash[side],
            ownType[side],
            nonce[side],
            nonceQuotient[side],
            members[side],
            element[side],
            quotient[side],
            rest[side],
            position[side],
            children[side]
        );
    }

    // 3. The order: index 1 - index 0 - 1 has 54 bits, so it is not negative.
    signal distance <== pair * (index[1] - index[0] - 1);
    _ <== Bits(54)(distance);

    // 4. The index, shown or hidden.
    shown * index[0] === shownIndex;

    // 5. Without a second predicate, its signals are 0.
    (1 - pair) * zkRoot[1] === 0;
    (1 - pair) * batch[1] === 0;
    (1 - pair) * payloadType[1] === 0;
    (1 - pair) * (used[1][0] + used[1][1]) === 0;

    // 6. The beneficiary stands in a constraint, so that no tool can drop it and leave it free.
    signal bound <== beneficiary * beneficiary;
}

component main {
    public [zkRoot, batch, payloadType, value, layout, beneficiary]
} = Order();
