pragma circom 2.2.0;

// Bits and choices. The least significant bit comes first. The tag {binary} says that a constraint makes a signal 0
// or 1. The compiler refuses untagged signals for inputs that have the tag.

/// The `n` bits of `value`. This proves that `0 <= value < 2^n`.
/// NOTE `n` is at most 253. With 254 bits there would be a second answer, value + r.
template Bits(n) {
    assert(n <= 253);
    signal input value;
    signal output {binary} bits[n];

    var sum = 0;
    for (var i = 0; i < n; i++) {
        bits[i] <-- (value >> i) & 1;
        bits[i] * (bits[i] - 1) === 0;
        sum += bits[i] * (1 << i);
    }
    sum === value;
}

/// `of[i]` for the index i that `bits` spell.
template Choose4() {
    signal input of[4];
    signal input {binary} bits[2];
    signal output chosen;

    signal low <== of[0] + bits[0] * (of[1] - of[0]);
    signal high <== of[2] + bits[0] * (of[3] - of[2]);
    chosen <== low + bits[1] * (high - low);
}

/// `of[i]` for the index i that `bits` spell.
template Choose16() {
    signal input of[16];
    signal input {binary} bits[4];
    signal output chosen;

    signal quarter[4];
    for (var i = 0; i < 4; i++) {
        quarter[i] <== Choose4()(
            [of[4 * i], of[4 * i + 1], of[4 * i + 2], of[4 * i + 3]],
            [bits[0], bits[1]]
        );
    }
    chosen <== Choose4()(quarter, [bits[2], bits[3]]);
}
