// Written by engines/generate/secp256k1/module.ts: do not edit.

/** Recovery of public keys and signing, with separate multiplications and additions, in base64. */
export declare const MODULE: string;

/** SHA-256 of the module, in hex: another one is not loaded. */
export declare const MODULE_SHA256: string;

/** Addresses of R's x coordinate, r, s and the digest, one after the other, and of the recovered key. */
export declare const INPUT: number;
export declare const OUTPUT: number;

/** Addresses of the secret key and the digest to sign, and of the signature. */
export declare const KEY: number;
export declare const DIGEST: number;
export declare const SIGNATURE: number;

/** The address of signatures by known keys, the offsets in each, and the number of signatures that fit. */
export declare const JOBS: number;
export declare const JOB: {
  readonly TABLE: number;
  readonly ODD: number;
  readonly RESULT: number;
  readonly R: number;
  readonly S: number;
  readonly DIGEST: number;
  readonly BYTES: number;
  readonly LIST: number;
  readonly R_WORDS: number;
  readonly S_WORDS: number;
  readonly ENTRIES: number;
  readonly SUM: number;
  readonly NEXT: number;
  readonly DIFFERENCE: number;
  readonly BEFORE: number;
};
export declare const MOST_JOBS: number;

/** Addresses of the tables of -G and of known keys, the bytes of a key's table, and the most pages of memory. */
export declare const BASE_TABLE: number;
export declare const KEY_TABLES: number;
export declare const KEY_TABLE_BYTES: number;
export declare const MOST_PAGES: number;
