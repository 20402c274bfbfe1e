pragma circom 2.2.0;

include "lib/bits.circom";
include "lib/commitment.circom";
include "lib/compare.circom";
include "lib/poseidon.circom";
include "lib/tree.circom";

/// Chooses the member whose index is spelled by five bits. 16 stands for no member.
template Member() {
    signal input {binary} indexBits[5];
    signal input element[16];
    signal input quotient[16];
    /// Whether the index is 16.
    signal output {binary} none;
    /// The member's element and quotient. If the index is 16, the ones of member 0.
    signal output chosenElement;
    signal output chosenQuotient;

    // No other index than 16 has the fifth bit set.
    none <== indexBits[4];
    none * (indexBits[0] + indexBits[1] + indexBits[2] + indexBits[3]) === 0;

    signal {binary} bits[4];
    for (var i = 0; i < 4; i++) {
        bits[i] <== indexBits[i];
    }
    chosenElement <== Choose16()(element, bits);
    chosenQuotient <== Choose16()(quotient, bits);
}

/// One of the four statements about the entry. It says nothing, or that a value equals a public word, is at least
/// that word, or is at most that word.
template Slot() {
    /// From the layout. 0 to 15 stands for a member, 16 for no value, 17 for the nonce, 18 for acceptedAt, 19 for the
    /// position.
    signal input {binary} indexBits[5];
    /// The public word's quotient and element.
    signal input {binary} quotientBits[3];
    signal input value;
    /// The mode. `bound`: the word bounds the value; otherwise they are equal. `atMost`: it bounds the value from
    /// above. `twosComplement`: words are compared as signed integers.
    signal input {binary} bound;
    signal input {binary} atMost;
    signal input {binary} twosComplement;
    signal input element[16];
    signal input quotient[16];
    signal input nonce;
    signal input nonceQuotient;
    signal input acceptedAt;
    signal input position;

    // 1. The element and quotient of the value. Both are 0 if the statement says nothing.
    signal {binary} bits[4];
    for (var i = 0; i < 4; i++) {
        bits[i] <== indexBits[i];
    }
    signal {binary} noMember <== indexBits[4];
    noMember * (bits[2] + bits[3]) === 0;
    signal memberElement <== Choose16()(element, bits);
    signal memberQuotient <== Choose16()(quotient, bits);
    signal otherElement <== Choose4()([0, nonce, acceptedAt, position], [bits[0], bits[1]]);
    signal both <== bits[0] * bits[1];
    signal otherQuotient <== (bits[0] - both) * nonceQuotient;
    signal own <== memberElement + noMember * (otherElement - memberElement);
    signal ownQuotient <== memberQuotient + noMember * (otherQuotient - memberQuotient);

    // 2. The mode is canonical. A statement that says nothing has no bound. Without a bound, the other two bits are
    //    0.
    signal none <== noMember * (1 - bits[0] - bits[1] + both);
    none * bound === 0;
    (1 - bound) * (atMost + twosComplement) === 0;

    // 3. Equality.
    var publicQuotient = quotientBits[0] + 2 * quotientBits[1] + 4 * quotientBits[2];
    (1 - bound) * (own - value) === 0;
    (1 - bound) * (ownQuotient - publicQuotient) === 0;

    // 4. The order. In two's complement, numbers below 2^255 come last.
    signal {binary} ownBits[254] <== ElementBits()(own);
    signal {binary} valueBits[254] <== ElementBits()(value);
    signal {binary} ownNegative <== IsNegative()(ownBits, ownQuotient);
    signal {binary} valueNegative <== IsNegative()(valueBits, publicQuotient);
    signal ownSign <== twosComplement * (1 - ownNegative);
    signal valueSign <== twosComplement * (1 - valueNegative);
    AtMost()(
        ownBits, ownQuotient + 8 * ownSign, valueBits, publicQuotient + 8 * valueSign, 2 * atMost - 1, bound
    );
}

/// Proves that an entry under a zkRoot has an action of this payload type, with this subject, and that four
/// statements about it are true. In a statement, a member, the nonce, the time or the position equals a public word
/// or is bounded by it. The prover opens all 16 members.
///
/// NOTE The verifier checks what a circuit cannot. Every signal is below r. The subject and the beneficiary are below
/// 2^160. A header with this zkRoot and count is anchored. The payload type is known, and it fits the indices of
/// members and the order of each bound. Public words are below 2^256.
template Disclosure() {
    // PUBLIC. The output is the first public signal. The inputs follow in this order.

    /// P5[nullifier](scope, context, e_0, e_1, rest). An entry has one nullifier for each scope.
    signal output nullifier;
    /// The root of the batch's zk tree, from its header.
    signal input zkRoot;
    /// keccak of the payload's type string modulo r.
    signal input payloadType;
    /// 66 bits, the lowest first: the header's count (17), the subject's index s (5), for each of four slots an index
    /// (5) and a quotient (3), then for each slot its mode (3).
    signal input layout;
    /// An address: member s, or the actor if s = 16.
    signal input subject;
    /// The scope of the nullifier.
    signal input scope;
    /// The address for which the proof is made.
    signal input beneficiary;
    /// The elements of the slots' words. 0 for a slot with index 16.
    signal input value[4];

    // PRIVATE. The opening of the entry's commitment, and the entry's position.

    /// An address.
    signal input actor;
    /// Milliseconds.
    signal input acceptedAt;
    /// SHA-256 hash modulo r.
    signal input entryHash;
    /// The nonce's element and quotient.
    signal input nonce;
    signal input nonceQuotient;
    /// The number of payload words, their elements and their quotients.
    signal input members;
    signal input element[16];
    signal input quotient[16];
    /// The position in the batch, 0 to 65,535.
    signal input position;
    /// The children of the nodes on the path to the root, from the leaf's parent up.
    signal input children[8][4];

    // 1. The layout's parts.
    signal {binary} layoutBits[66] <== Bits(66)(layout);
    signal {binary} countBits[17];
    for (var i = 0; i < 17; i++) {
        countBits[i] <== layoutBits[i];
    }

    // 2. The position is below the batch's count.
    signal {binary} positionBits[16] <== PositionBits()(position, countBits);

    // 3. The commitment, and the root of its path.
    signal commitment;
    signal context;
    signal rest;
    (commitment, context, rest) <== Commitment()(
        actor, acceptedAt, entryHash, payloadType, nonce, nonceQuotient, members, element, quotient
    );
    signal root <== TreeRoot(8)(commitment, positionBits, children);
    root === zkRoot;

    // 4. The statements.
    signal {binary} indexBits[4][5];
    signal {binary} quotientBits[4][3];
    signal {binary} modeBits[4][3];
    for (var slot = 0; slot < 4; slot++) {
        for (var i = 0; i < 5; i++) {
            indexBits[slot][i] <== layoutBits[22 + 8 * slot + i];
        }
        for (var i = 0; i < 3; i++) {
            quotientBits[slot][i] <== layoutBits[27 + 8 * slot + i];
            modeBits[slot][i] <== layoutBits[54 + 3 * slot + i];
        }
        Slot()(
            indexBits[slot],
            quotientBits[slot],
            value[slot],
            modeBits[slot][0],
            modeBits[slot][1],
            modeBits[slot][2],
            element,
            quotient,
            nonce,
            nonceQuotient,
            acceptedAt,
            position
        );
    }

    // 5. The subject is the actor, or a member whose quotient is 0.
    signal {binary} subjectBits[5];
    signal {binary} isActor;
    signal subjectElement;
    signal subjectQuotient;
    for (var i = 0; i < 5; i++) {
        subjectBits[i] <== layoutBits[17 + i];
    }
    (isActor, subjectElement, subjectQuotient) <== Member()(subjectBits, element, quotient);
    isActor * (actor - subjectElement) === subject - subjectElement;
    (1 - isActor) * subjectQuotient === 0;

    // 6. The nullifier. It is not a hash over the commitment. Others know the commitment, as a sibling in their
    //    paths.
    nullifier <== Poseidon(5, tagNullifier())([scope, context, element[0], element[1], rest]);

    // 7. The beneficiary stands in a constraint, so that no tool can drop it and leave it free.
    signal bound <== beneficiary * beneficiary;
}

component main {
    public [zkRoot, payloadType, layout, subject, scope, beneficiary, value]
} = Disclosure();
