// Written by engines/generate/bn254/pairingModule.ts: do not edit.

/** Verification of Groth16 proofs over BN254, in base64. */
export declare const MODULE: string;

/** SHA-256 of the module, in hex: another one is not loaded. */
export declare const MODULE_SHA256: string;

/** The address of the coordinates, 32 bytes each. */
export declare const INPUT: number;

/** The address of the signals, the distance between two, the bits of each, and the most signals. */
export declare const SIGNALS: number;
export declare const SIGNAL: number;
export declare const BITS: number;
export declare const MOST_SIGNALS: number;
