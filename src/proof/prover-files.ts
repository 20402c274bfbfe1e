/** The files that a prover reads: each circuit's witness generator and proving key. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { AnchorlogError } from "../base/errors.ts";
import type { CircuitName } from "./circuitKeys.ts";
import type { ReadCircuit } from "./proving.ts";

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

/** Returns a function that reads the circuits' files. */
export const circuitReader =
  (files: CircuitFiles): ReadCircuit =>
  (circuit, file) =>
    readFile(files[circuit][file]);
