// Written by engines/generate/poseidonWasm.ts: do not edit.

/** P4 and P5 in WebAssembly, in base64. */
export declare const MODULE: string;

/** SHA-256 of the module, in hex: another one is not loaded. */
export declare const MODULE_SHA256: string;

/** The addresses of the tag and of the inputs. */
export declare const TAG: number;
export declare const DATA: number;

/** The number of hashes that fit there, by the number of inputs. */
export declare const ROOM: { readonly 4: number; readonly 5: number };

/** The known answers of both widths (src/crypto/poseidon/knownAnswers.ts), computed by bigints, in base64. */
export declare const ANSWERS: { readonly 4: string; readonly 5: string };
