import { INTERFACE } from "@anchorlog/engines/interface";
import { decodeBase64 } from "../base/base64.ts";
import { sha256 } from "../base/digest.ts";
import { toHex } from "../base/hex.ts";

/** The part of WebAssembly's interface that is used here: the configured types do not declare it. */
export type WebAssemblyApi = {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object, imports?: object) => { readonly exports: unknown };
};

/** The smallest module: magic number and version. */
const EMPTY = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);

/** The interface of the modules that the callers here are written for. */
const CALLED = 3;

/** Returns the reason why WebAssembly cannot be used, or undefined if it can. */
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

/** A built module: its bytes in base64, and their SHA-256 in hex. */
export type BuiltModule = { readonly MODULE: string; readonly MODULE_SHA256: string };

/**
 * Decodes a module and checks its digest. A module with one flipped bit may give every known answer and still be wrong
 * for a few inputs. The digest finds accidents, not attackers: an attacker who changes the module changes the digest.
 *
 * @param given the interface of the installed modules. An older build of this package beside newer modules would call them
 *   wrongly.
 * @throws Error if the digest or the interface differs.
 */
export function readModule({ MODULE, MODULE_SHA256 }: BuiltModule, given = INTERFACE): Uint8Array {
  if (given !== CALLED) {
    const versions = `@anchorlog/engines has interface ${given}, and this anchorlog calls interface ${CALLED}`;
    throw new Error(`${versions}: install both in one version, and build again after an update`);
  }
  const code = decodeBase64(MODULE);
  if (code === undefined || toHex(sha256(code)) !== `0x${MODULE_SHA256}`) {
    throw new Error("its module is not what was built");
  }
  return code;
}

/** Compiles a module. Throws if WebAssembly is missing or forbidden, or lacks the vectors that the module needs. */
export function compileModule(code: Uint8Array): object {
  const missing = missingWebAssembly();
  if (missing !== undefined) throw new Error(missing);
  try {
    return new (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly.Module(code);
  } catch (cause) {
    throw new Error("its module does not compile here", { cause });
  }
}

/** Returns the exports of a new instance of a module that imports nothing. Throws RangeError if memory is short. */
export function instantiateModule(module: object): unknown {
  return new (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly.Instance(module).exports;
}
