import { createHash } from "node:crypto";

/** A file that is generated, by its path from the root of the repository. */
export type Generated = { path: string; render: () => Promise<string> };

/** A WebAssembly module in a generated source, as src/crypto/webassembly.ts reads it. */
export const moduleSource = (what: string, code: Uint8Array): string => `/** ${what}, in base64. */
export const MODULE = "${Buffer.from(code).toString("base64")}";

/** SHA-256 of the module, in hex: another one is not loaded. */
export const MODULE_SHA256 = "${createHash("sha256").update(code).digest("hex")}";`;
