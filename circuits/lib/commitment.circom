pragma circom 2.2.0;

include "bits.circom";
include "poseidon.circom";

/// The part of an entry's commitment with the actor, the time, the entry's hash and the shape of the payload.
///
/// NOTE The template checks only that the quotients and the number of members fit their bits. So two openings of one
/// commitment cannot differ. It does not check that they belong to real words (a quotient is at most 5, and a word is
/// below 2^256). The entry implies that. The verifier checks it for each revealed word.
template Context() {
    /// An address.
    signal input actor;
    /// Milliseconds.
    signal input acceptedAt;
    /// SHA-256 hash modulo r.
    signal input entryHash;
    /// The nonce's element and quotient.
    signal input nonce;
    signal input nonceQuotient;
    /// The number of payload words, and their quotients.
    signal input members;
    signal input quotient[16];
    signal output context;

    // The shape. Every part has bits of its own.
    _ <== Bits(5)(members);
    _ <== Bits(3)(nonceQuotient);
    var shape = members + nonceQuotient * (1 << 5);
    for (var i = 0; i < 16; i++) {
        _ <== Bits(3)(quotient[i]);
        shape += quotient[i] * (1 << (8 + 3 * i));
    }
    context <== Poseidon(5, tagContext())([actor, nonce, shape, acceptedAt, entryHash]);
}

/// An entry's commitment, computed from all of its parts.
/// NOTE See `Context`.
template Commitment() {
    /// An address.
    signal input actor;
    /// Milliseconds.
    signal input acceptedAt;
    /// SHA-256 hash modulo r.
    signal input entryHash;
    /// keccak of the payload's type string modulo r.
    signal input payloadType;
    /// The nonce's element and quotient.
    signal input nonce;
    signal input nonceQuotient;
    /// The number of payload words, their elements and their quotients.
    signal input members;
    signal input element[16];
    signal input quotient[16];
    signal output commitment;
    /// Two inputs of the commitment's hash.
    signal output context;
    signal output rest;

    // 1. The context.
    context <== Context()(actor, acceptedAt, entryHash, nonce, nonceQuotient, members, quotient);

    // 2. Members 2 to 15 and two zeros, in four groups.
    signal group[4];
    for (var j = 0; j < 4; j++) {
        var first = 2 + 4 * j;
        group[j] <== Poseidon(4, tagGroup())([
            element[first],
            element[first + 1],
            j < 3 ? element[first + 2] : 0,
            j < 3 ? element[first + 3] : 0
        ]);
    }
    rest <== Poseidon(4, tagRest())(group);

    // 3. The commitment.
    commitment <== Poseidon(5, tagCommitment())([context, payloadType, element[0], element[1], rest]);
}
