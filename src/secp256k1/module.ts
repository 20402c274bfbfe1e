import { decodeBase64 } from "../encoding/base64.ts";
import { recoveryOf, type RecoverPublicKey } from "./recover.ts";
import { signingOf, type SignDigest } from "./sign.ts";

/** Which module: "fused" needs relaxed SIMD, "plain" any SIMD. Both compute the same. */
export type ModuleName = "fused" | "plain";

/** An instance of a module, and where it has what in its memory. */
export type Secp256k1Module = {
  readonly exports: Exports;
  readonly places: Source;
};

/** What a module exports; scripts/generate/secp256k1/module.ts explains it. */
type Exports = {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly prepare: () => void;
  readonly recover: (odd: number) => number;
  readonly prepareSigning: () => void;
  readonly sign: () => void;
};

// No types of ours declare it: those of Node do not, and those of browsers are not here.
type WebAssemblyApi = { readonly instantiate: (code: Uint8Array) => Promise<{ instance: { exports: unknown } }> };

/** The module in base64, and addresses. */
type Source = Readonly<Record<"INPUT" | "OUTPUT" | "KEY" | "DIGEST" | "SIGNATURE", number>> & {
  readonly MODULE: string;
};
const SOURCES: Readonly<Record<ModuleName, () => Promise<Source>>> = {
  fused: () => import("./generated/fused.ts"),
  plain: () => import("./generated/plain.ts"),
};

/**
 * Loads and prepares the module: some milliseconds.
 *
 * @param names which ones to try, the best first.
 * @returns undefined where there is no WebAssembly, or none with vectors, or none allowed.
 */
export async function loadSecp256k1(
  names: readonly ModuleName[] = ["fused", "plain"],
): Promise<{ readonly recover: RecoverPublicKey; readonly sign: SignDigest } | undefined> {
  for (const name of names) {
    const places = await SOURCES[name]();
    try {
      const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyApi };
      const { instance } = await WebAssembly.instantiate(decodeBase64(places.MODULE)!);
      const module = { exports: instance.exports as Exports, places };
      return { recover: recoveryOf(module), sign: signingOf(module) };
    } catch {
      // The next one asks less of the machine.
    }
  }
  return undefined;
}
