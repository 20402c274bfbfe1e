// Written by engines/generate/keccak.ts: do not edit.

/** Keccak-256 in WebAssembly, in base64. */
export declare const MODULE: string;

/** SHA-256 of the module, in hex: another one is not loaded. */
export declare const MODULE_SHA256: string;

/** The address at which the callers' part of the memory begins. */
export declare const DATA: number;

/** The size of the whole memory in bytes. */
export declare const MEMORY_BYTES: number;
