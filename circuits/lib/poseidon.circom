pragma circom 2.2.0;

include "poseidon_constants.circom";

/// Poseidon of `k` field elements under a domain tag: P4 for k = 4, P5 for k = 5. An S-box whose input is not
/// constant costs three constraints. That makes 297 for k = 4 and 321 for k = 5.
///
/// The partial rounds are computed as a recurrence; see src/crypto/poseidon/recurrence.ts. Let x_i enter the S-box of round
/// i, and let y_i leave it. Then z_(i+1) = y_i + feedback·(z_i, z_(i-1), …) and x_i = taps·(z_i, z_(i-1), …). So no
/// constraint has more than about 2k terms, and proving keys stay small.
template Poseidon(k, tag) {
    signal input in[k];
    signal output out;

    var t = k + 1;
    var d = k;
    var PARTIAL = 60;
    var first[4][t] = poseidonFirstConstants(t);
    var partial[PARTIAL] = poseidonPartialConstants(t);
    var last[4][t] = poseidonLastConstants(t);
    var mds[t][t] = poseidonMds(t);
    var enter[t][t] = poseidonEnter(t);
    var leave[t][t] = poseidonLeave(t);
    var feedback[d] = poseidonFeedback(t);
    var taps[t] = poseidonTaps(t);

    // The second, fourth and fifth powers of the input of each S-box.
    signal full2[8][t];
    signal full4[8][t];
    signal full5[8][t];
    signal partial2[PARTIAL];
    signal partial4[PARTIAL];
    // The recurrence. It holds the fifth powers of the partial rounds.
    signal z[PARTIAL];

    // 1. The first full rounds. The last one results in x_0 and z_0, z_-1, …
    var state[t];
    state[0] = tag;
    for (var i = 0; i < k; i++) {
        state[i + 1] = in[i];
    }
    for (var round = 0; round < 4; round++) {
        for (var i = 0; i < t; i++) {
            full2[round][i] <== (state[i] + first[round][i]) * (state[i] + first[round][i]);
            full4[round][i] <== full2[round][i] * full2[round][i];
            full5[round][i] <== full4[round][i] * (state[i] + first[round][i]);
        }
        for (var i = 0; i < t; i++) {
            state[i] = 0;
            for (var j = 0; j < t; j++) {
                state[i] += (round == 3 ? enter[i][j] : mds[i][j]) * full5[round][j];
            }
        }
    }

    // 2. Partial rounds. `recent` is z_i, z_(i-1), …, z_(i-d).
    var x = state[0];
    var recent[t];
    for (var i = 0; i < d; i++) {
        recent[i] = state[i + 1];
    }
    for (var round = 0; round < PARTIAL; round++) {
        x += partial[round];
        partial2[round] <== x * x;
        partial4[round] <== partial2[round] * partial2[round];
        var linear = 0;
        for (var i = 0; i < d; i++) {
            linear += feedback[i] * recent[i];
        }
        z[round] <== partial4[round] * x + linear;

        for (var i = d; i > 0; i--) {
            recent[i] = recent[i - 1];
        }
        recent[0] = z[round];
        x = 0;
        for (var i = 0; i < t; i++) {
            x += taps[i] * recent[i];
        }
    }

    // 3. The last full rounds. The last one computes only element 0.
    for (var i = 0; i < t; i++) {
        state[i] = 0;
        for (var j = 0; j < t; j++) {
            state[i] += leave[i][j] * recent[j];
        }
    }
    for (var round = 4; round < 8; round++) {
        for (var i = 0; i < t; i++) {
            full2[round][i] <== (state[i] + last[round - 4][i]) * (state[i] + last[round - 4][i]);
            full4[round][i] <== full2[round][i] * full2[round][i];
            full5[round][i] <== full4[round][i] * (state[i] + last[round - 4][i]);
        }
        for (var i = 0; i < t; i++) {
            state[i] = 0;
            for (var j = 0; j < t; j++) {
                state[i] += mds[i][j] * full5[round][j];
            }
        }
    }
    out <== state[0];
}
