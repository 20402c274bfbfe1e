/** If a prover has what it reads. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { isTwin, KeyError, parseZkey, type Zkey } from "../crypto/bn254/zkey.ts";
import { CIRCUIT_KEYS, type CircuitName } from "./keys.ts";

/**
 * Each circuit's witness generator and proving key. Getters with literal URLs: `@vercel/nft` finds no other form. src/ and
 * dist/ are both one level below the package's root.
 */
const FILES: Readonly<Record<CircuitName, { readonly wasm: URL; readonly zkey: URL }>> = {
  disclosure: {
    get wasm() {
      return new URL("../../circuits/artifacts/disclosure.wasm", import.meta.url);
    },
    get zkey() {
      return new URL("../../circuits/artifacts/disclosure.zkey", import.meta.url);
    },
  },
  order: {
    get wasm() {
      return new URL("../../circuits/artifacts/order.wasm", import.meta.url);
    },
    get zkey() {
      return new URL("../../circuits/artifacts/order.zkey", import.meta.url);
    },
  },
  absence: {
    get wasm() {
      return new URL("../../circuits/artifacts/absence.wasm", import.meta.url);
    },
    get zkey() {
      return new URL("../../circuits/artifacts/absence.zkey", import.meta.url);
    },
  },
};

/** The path of a circuit's witness generator. */
export const wasmOf = (circuit: CircuitName): string => fileURLToPath(FILES[circuit].wasm);

/**
 * A circuit's proving key.
 *
 * @throws KeyError if it is malformed, or proofs under it are not for the verification key of this package.
 */
export async function readKey(circuit: CircuitName): Promise<Zkey> {
  const key = parseZkey(await readFile(FILES[circuit].zkey));
  if (!isTwin(key, CIRCUIT_KEYS[circuit])) throw new KeyError(`it is not the one of this package's ${circuit} proofs`);
  return key;
}

/** Does it once for each circuit; again where it failed. */
export function keeping<T>(load: (circuit: CircuitName) => Promise<T>): (circuit: CircuitName) => Promise<T> {
  const loaded = new Map<CircuitName, Promise<T>>();
  return (circuit) => {
    const known = loaded.get(circuit);
    if (known !== undefined) return known;
    const loading = load(circuit);
    loaded.set(circuit, loading);
    loading.catch(() => loaded.delete(circuit));
    return loading;
  };
}
