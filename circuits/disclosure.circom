pragma circom 2.2.0;

include "lib/bits.circom";
include "lib/commitment.circom";
include "lib/poseidon.circom";
include "lib/tree.circom";

/// The member that five bits name, or none (16).
template Member() {
    signal input {binary} indexBits[5];
    signal input element[16];
    signal input quotient[16];
    /// 1 if there is no member, else 0.
    signal output {binary} none;
    /// The member's element and quotient; those of member 0 if there is none.
    signal output chosenElement;
    signal output chosenQuotient;

    // 16 is the only index with the fifth bit set.
    none <== indexBits[4];
    none * (indexBits[0] + indexBits[1] + indexBits[2] + indexBits[3]) === 0;

    signal {binary} bits[4];
    for (var i = 0; i < 4; i++) {
        bits[i] <== indexBits[i];
    }
    chosenElement <== Choose16()(element, bits);
    chosenQuotient <== Choose16()(quotient, bits);
}

/// Some entry under a zkRoot carries an action of this payload type, with these members having these
/// values, and this subject (PROTOCOL, section 7). All 16 members are opened inside, four revealed.
///
/// NOTE the verifier must check what a circuit cannot: every signal < r; subject and beneficiary
/// < 2^160; that a header with this zkRoot and count is anchored; that the payload type is known, and
/// the subject's and revealed members' indices fit it; that revealed words are below 2^256.
template Disclosure() {
    // PUBLIC. The output comes first among the public signals, then the inputs in this order.

    /// P5[nullifier](scope, context, e_0, e_1, rest): one for an entry and a scope.
    signal output nullifier;
    /// The root of the batch's zk tree, from its header.
    signal input zkRoot;
    /// keccak of the payload's type string modulo r.
    signal input payloadType;
    /// 54 bits: the header's count (17), the subject's index s (5), and for each of four slots the
    /// index (5) and quotient (3) of a revealed member.
    signal input layout;
    /// An address: member s, or the actor if s = 16.
    signal input subject;
    /// What the nullifier is unique for.
    signal input scope;
    /// An address that the proof is made for.
    signal input beneficiary;
    /// Elements of the revealed members, 0 for a slot with index 16.
    signal input value[4];

    // PRIVATE: the entry's commitment, opened, and its place.

    /// An address.
    signal input actor;
    /// Milliseconds.
    signal input acceptedAt;
    /// SHA-256 hash modulo r.
    signal input entryHash;
    /// The nonce's element and quotient.
    signal input nonce;
    signal input nonceQuotient;
    /// The payload words' number, elements and quotients.
    signal input members;
    signal input element[16];
    signal input quotient[16];
    /// Place in the batch, 0 to 65,535.
    signal input position;
    /// The children of the nodes on the path to the root, from the leaf's parent up.
    signal input children[8][4];

    // 1. The layout's parts.
    signal {binary} layoutBits[54] <== Bits(54)(layout);
    var count = 0;
    for (var i = 0; i < 17; i++) {
        count += layoutBits[i] * (1 << i);
    }

    // 2. The count is at most 65,536: with its highest bit, no other. The position is one of the
    //    batch's: 0 <= position and 0 <= count - 1 - position, both of 16 bits.
    layoutBits[16] * (count - layoutBits[16] * (1 << 16)) === 0;
    signal {binary} positionBits[16] <== Bits(16)(position);
    _ <== Bits(16)(count - 1 - position);

    // 3. The commitment, and the root that it leads to.
    signal commitment;
    signal context;
    signal rest;
    (commitment, context, rest) <== Commitment()(
        actor, acceptedAt, entryHash, payloadType, nonce, nonceQuotient, members, element, quotient
    );
    signal root <== TreeRoot(8)(commitment, positionBits, children);
    root === zkRoot;

    // 4. The revealed members: each slot shows its member's element and quotient, or zeros.
    signal {binary} slotBits[4][5];
    signal {binary} unused[4];
    signal slotElement[4];
    signal slotQuotient[4];
    for (var slot = 0; slot < 4; slot++) {
        var first = 22 + 8 * slot;
        for (var i = 0; i < 5; i++) {
            slotBits[slot][i] <== layoutBits[first + i];
        }
        (unused[slot], slotElement[slot], slotQuotient[slot]) <== Member()(slotBits[slot], element, quotient);
        var shown = layoutBits[first + 5] + 2 * layoutBits[first + 6] + 4 * layoutBits[first + 7];
        (1 - unused[slot]) * slotElement[slot] === value[slot];
        (1 - unused[slot]) * slotQuotient[slot] === shown;
    }

    // 5. The subject: the actor, or a member without a quotient.
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

    // 6. The nullifier. Not over the commitment: others hold that, as a sibling in their paths.
    nullifier <== Poseidon(5, tagNullifier())([scope, context, element[0], element[1], rest]);

    // 7. The beneficiary stands in a constraint, so that no tool can drop it and leave it free.
    signal bound <== beneficiary * beneficiary;
}

component main {
    public [zkRoot, payloadType, layout, subject, scope, beneficiary, value]
} = Disclosure();
