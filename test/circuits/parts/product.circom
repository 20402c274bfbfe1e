pragma circom 2.2.0;

// The smallest circuit that a ceremony can be held for.
template Product() {
    signal input a;
    signal input b;
    signal output c;
    c <== a * b;
}

component main = Product();
