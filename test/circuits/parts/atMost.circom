pragma circom 2.2.0;

include "../../../circuits/lib/compare.circom";

/// A comparison alone, of bits that the test gives.
component main = AtMost();
