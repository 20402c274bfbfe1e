// Written by engines/generate/secp256k1/module.ts: do not edit.

/** Recovery of public keys and signing, with separate multiplications and additions, in base64. */
export declare const MODULE: string;

/** SHA-256 of the module, in hex: another one is not loaded. */
export declare const MODULE_SHA256: string;

/** Where R's x coordinate, r, s and the digest go, and where the key is found. */
export declare const INPUT: number;
export declare const OUTPUT: number;

/** Where the key and the digest to sign go, and where the signature is found. */
export declare const KEY: number;
export declare const DIGEST: number;
export declare const SIGNATURE: number;
