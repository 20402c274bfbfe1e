pragma circom 2.2.0;

include "bits.circom";

// Words are compared as integers. A word q · r + e has an element e < r and a quotient q. Since e is below r, words
// are in the order of (q, e). Therefore an element's bits must be the bits of e itself, and not of e + r.

/// Proves that one number is at most another. Each is given as 254 bits and a `top`, a small multiple of 2^254.
///
/// Both numbers are cut into 16 pieces: pieces of at most 17 bits, and the top as piece 15. Let p be the highest
/// piece in which the numbers differ, and let `offset` be its lowest bit. Then floor(second / 2^offset) - floor(first
/// / 2^offset) is from 1 to 2^17 - 1. The witness names p, one choice takes the difference, and one range check
/// bounds it.
///
/// The difference of whole numbers (p = 0) could exceed r. So for piece 0 everything above must be equal. There the
/// difference may also be 0.
template AtMost() {
    signal input first[254];
    signal input firstTop;
    signal input second[254];
    signal input secondTop;
    /// 1. Or -1 to prove the reverse: first is at least second.
    signal input sign;
    /// 1. Or 0 to prove nothing.
    signal input active;

    // 1. The piece in which they differ.
    var piece = 0;
    for (var i = 0; i < 254; i++) {
        if (first[i] != second[i]) {
            piece = i \ 17;
        }
    }
    if (firstTop != secondTop) {
        piece = 15;
    }
    signal {binary} bits[4];
    for (var i = 0; i < 4; i++) {
        bits[i] <-- (piece >> i) & 1;
        bits[i] * (bits[i] - 1) === 0;
    }

    // 2. For each piece, the difference of the two numbers without the bits below that piece.
    var difference[16];
    difference[15] = secondTop - firstTop;
    for (var j = 14; j >= 0; j--) {
        var width = j == 14 ? 16 : 17;
        difference[j] = difference[j + 1] * (1 << width);
        for (var i = 0; i < width; i++) {
            difference[j] += (second[17 * j + i] - first[17 * j + i]) * (1 << i);
        }
    }
    signal chosen <== Choose16()(difference, bits);

    // 3. If the witness names piece 0, nothing differs above it.
    signal low <== (1 - bits[0]) * (1 - bits[1]);
    signal high <== (1 - bits[2]) * (1 - bits[3]);
    signal lowest <== low * high;
    lowest * difference[1] === 0;

    // 4. The range.
    signal signed <== sign * chosen;
    signal bounded <== active * (signed - 1 + lowest);
    _ <== Bits(17)(bounded);
}

/// The bits of an element, as an integer below r.
template ElementBits() {
    signal input element;
    signal output {binary} bits[254];

    var sum = 0;
    for (var i = 0; i < 254; i++) {
        bits[i] <-- (element >> i) & 1;
        bits[i] * (bits[i] - 1) === 0;
        sum += bits[i] * (1 << i);
    }
    sum === element;

    // -1 is r - 1.
    var last[254];
    for (var i = 0; i < 254; i++) {
        last[i] = (-1 >> i) & 1;
    }
    AtMost()(bits, 0, last, 0, 1, 1);
}

/// Whether a word is 2^255 or more. In two's complement such a word is a negative number.
template IsNegative() {
    signal input {binary} bits[254];
    /// 0 to 7.
    signal input quotient;
    signal output {binary} negative;

    // 2^255 = 2r + least. So in the order of (q, e) it is (2, least), and the number before it is (2, least - 1).
    var least = (1 << 253) + (1 << 253) + (1 << 253) + (1 << 253);
    var e = 0;
    for (var i = 0; i < 254; i++) {
        e += bits[i] * (1 << i);
    }
    // The comparison is done in halves, since circom treats numbers above r / 2 as negative.
    var half = 1 << 128;
    var reaches = e \ half > least \ half || (e \ half == least \ half && e % half >= least % half);
    negative <-- quotient > 2 || (quotient == 2 && reaches);
    negative * (negative - 1) === 0;

    // The word is at least 2^255, or at most 2^255 - 1. `sign` reverses the order.
    var border[254];
    for (var i = 0; i < 254; i++) {
        border[i] = negative * ((least >> i) & 1) + (1 - negative) * (((least - 1) >> i) & 1);
    }
    AtMost()(border, 2, bits, quotient, 2 * negative - 1, 1);
}
