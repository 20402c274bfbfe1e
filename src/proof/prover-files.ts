/** The files that a prover reads: each circuit's witness generator and proving key. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { AnchorlogError } from "../base/errors.ts";
import { isTwin, KeyError, parseZkey, type Zkey } from "../crypto/bn254/zkey.ts";
import { CIRCUIT_KEYS, type CircuitName } from "./keys.ts";

/** The paths of each circuit's witness generator and proving key. */
export type CircuitFiles = Readonly<Record<CircuitName, { readonly wasm: string; readonly zkey: string }>>;

/**
 * Finds the circuits' files. They are in a package of their own: a program that only verifies need not carry 11 MB of
 * keys.
 *
 * @throws AnchorlogError `circuits_missing` if the package is not installed.
 */
export async function findCircuits(): Promise<CircuitFiles> {
  const { CIRCUITS } = await import("@anchorlog/circuits").catch((cause: unknown) => {
    throw new AnchorlogError(
      "circuits_missing",
      "a prover needs the package @anchorlog/circuits, which is not installed",
      {
        fix: "npm install @anchorlog/circuits",
        cause,
      },
    );
  });
  const filesOf = (circuit: CircuitName) => ({
    wasm: fileURLToPath(CIRCUITS[circuit].wasm),
    zkey: fileURLToPath(CIRCUITS[circuit].zkey),
  });
  return { disclosure: filesOf("disclosure"), order: filesOf("order"), absence: filesOf("absence") };
}

/**
 * A circuit's proving key.
 *
 * @param file the key's path.
 * @throws KeyError if it is malformed, or proofs under it are not for the verification key of this package.
 */
export async function readKey(circuit: CircuitName, file: string): Promise<Zkey> {
  const key = parseZkey(await readFile(file));
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
