import { decodeBase64 } from "./encoding/base64.ts";
import { sha256 } from "./encoding/digest.ts";
import { toHex } from "./encoding/hex.ts";

/** WebAssembly as it is in Node and in browsers: the types in use declare none of it. */
export type WebAssemblyApi = {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object, imports?: object) => { readonly exports: unknown };
};

/** The smallest module: magic number and version. */
const EMPTY = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);

/** Why there is no WebAssembly, or none allowed; undefined where there is. */
export function missingWebAssembly(): string | undefined {
  const { WebAssembly } = globalThis as unknown as { WebAssembly?: WebAssemblyApi };
  if (WebAssembly === undefined) return "there is no WebAssembly here";
  try {
    void new WebAssembly.Module(EMPTY);
    return undefined;
  } catch {
    return "WebAssembly is forbidden here";
  }
}

/** A module as it was built: its bytes in base64, and their SHA-256 in hex. */
export type BuiltModule = { readonly MODULE: string; readonly MODULE_SHA256: string };

/**
 * A module's bytes. Of those that differ from what was built by a bit, many give every known answer and are wrong
 * for few inputs: none of them gets as far. Whoever can write the package can write another digest, too.
 *
 * @throws Error where they are not what was built.
 */
export function readModule({ MODULE, MODULE_SHA256 }: BuiltModule): Uint8Array {
  const code = decodeBase64(MODULE);
  if (code === undefined || toHex(sha256(code)) !== `0x${MODULE_SHA256}`) {
    throw new Error("its module is not what was built");
  }
  return code;
}

/** Compiles a module. Throws where there is no WebAssembly, or none with the vectors that it needs, or none allowed. */
export function compileModule(code: Uint8Array): object {
  const missing = missingWebAssembly();
  if (missing !== undefined) throw new Error(missing);
  try {
    return new (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly.Module(code);
  } catch (cause) {
    throw new Error("its module does not compile here", { cause });
  }
}

/** A new instance of a module that imports nothing: its exports. Throws RangeError where there is no memory for it. */
export function instantiateModule(module: object): unknown {
  return new (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly.Instance(module).exports;
}
