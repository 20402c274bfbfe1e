pragma circom 2.2.0;

include "bits.circom";

// Words are compared as integers. A word is an element e < r and a quotient q, and stands for q · r + e; since e is
// below r, words are in the order of (q, e). An element's bits therefore have to be those of e itself, not of e + r.

/// Proves that one number is at most another, both given as 254 bits and a `top` (a small integer that counts 2^254).
///
/// Where the two differ first, from the top down, there is a piece of at most 17 bits at whose lower end, `offset`,
/// floor(second / 2^offset) - floor(first / 2^offset) is from 1 to 2^17 - 1. The witness names the piece (0 is the
/// lowest, 15 the top itself), one choice takes the difference, one range check bounds it. A difference that reaches
/// below bit 17 could exceed r, so for piece 0 what is above must be equal; there, too, the difference may be 0.
template AtMost() {
    signal input first[254];
    signal input firstTop;
    signal input second[254];
    signal input secondTop;
    /// 1, or -1 to prove the reverse: that first is at least second.
    signal input sign;
    /// 1, or 0 to prove nothing.
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

    // 2. The differences of what is left of both above each piece's lower end.
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

    // 3. Nothing may differ above piece 0.
    signal low <== (1 - bits[0]) * (1 - bits[1]);
    signal high <== (1 - bits[2]) * (1 - bits[3]);
    signal lowest <== low * high;
    lowest * difference[1] === 0;

    // 4. The range.
    signal signed <== sign * chosen;
    signal bounded <== active * (signed - 1 + lowest);
    _ <== Bits(17)(bounded);
}

/// The bits of an element, of the one integer below r that it is.
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

/// Whether a word is 2^255 or more, which is a negative number in two's complement.
template IsNegative() {
    signal input {binary} bits[254];
    /// 0 to 7.
    signal input quotient;
    signal output {binary} negative;

    // 2^255 = 2r + least, in the order of (q, e); and the number before it.
    var least = (1 << 253) + (1 << 253) + (1 << 253) + (1 << 253);
    var e = 0;
    for (var i = 0; i < 254; i++) {
        e += bits[i] * (1 << i);
    }
    // In halves: circom takes numbers above r / 2 for negative.
    var half = 1 << 128;
    var reaches = e \ half > least \ half || (e \ half == least \ half && e % half >= least % half);
    negative <-- quotient > 2 || (quotient == 2 && reaches);
    negative * (negative - 1) === 0;

    // The word is at least 2^255, or at most 2^255 - 1: `sign` turns the order.
    var border[254];
    for (var i = 0; i < 254; i++) {
        border[i] = negative * ((least >> i) & 1) + (1 - negative) * (((least - 1) >> i) & 1);
    }
    AtMost()(border, 2, bits, quotient, 2 * negative - 1, 1);
}
