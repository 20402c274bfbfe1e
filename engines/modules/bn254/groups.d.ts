// Written by engines/generate/bn254/module.ts: do not edit.

/** Sums of points, and arithmetic over the scalars, in base64. */
export declare const MODULE: string;

/** SHA-256 of the module, in hex: another one is not loaded. */
export declare const MODULE_SHA256: string;

/** The addresses of 1 as a coordinate of each group, and of the free memory. */
export declare const ONE: { readonly G1: number; readonly G2: number };
export declare const FREE: number;
