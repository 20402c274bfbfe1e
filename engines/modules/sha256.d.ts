// Written by engines/generate/sha256.ts: do not edit.

/** SHA-256 in WebAssembly, in base64. */
export declare const MODULE: string;

/** SHA-256 of the module, in hex: another one is not loaded. */
export declare const MODULE_SHA256: string;

/** The address of messages and levels. The module itself uses the byte before it. */
export declare const DATA: number;

/** The number of pairs of hashes that fit there. */
export declare const MAX_PAIRS: number;
