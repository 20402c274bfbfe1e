/** `circuits/artifacts/manifest.json`: what the committed artifacts were made of, and their hashes. */
import { existsSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { ARTIFACTS, atRoot, CIRCUITS, sha256, sourcesOf, toolVersions } from "./files.ts";
import { keyModule, keyModulePath } from "./key-module.ts";
import { BEACON, PHASE_1 } from "./setup.ts";

export const MANIFEST = `${ARTIFACTS}/manifest.json`;

export const WARNING =
  "DEVELOPMENT SETUP: the keys come from a public beacon alone, so anyone can forge proofs under them. See circuits/README.md.";

/** What is known of one circuit. */
export type CircuitRecord = {
  readonly constraints: number;
  readonly wires: number;
  readonly publicSignals: number;
  /** SHA-256 of each source by its path. */
  readonly sources: Readonly<Record<string, string>>;
  /** SHA-256 of each product; `r1cs` is not committed, the others are. */
  readonly sha256: Readonly<Record<"r1cs" | "wasm" | "zkey" | "vkey", string>>;
};

/** What anyone needs to check a ceremony's keys: `npm run script -- scripts/ceremony.ts verify`. */
export type CeremonyRecord = {
  /** SHA-256 of the powers of tau. */
  readonly phase1: string;
  /** For each circuit the hashes of its contributions, in order, the beacon's last. */
  readonly contributions: Readonly<Record<string, readonly string[]>>;
};

export type Manifest = {
  readonly warning: string;
  readonly tools: Readonly<Record<string, string>>;
  readonly phase1: typeof PHASE_1;
  readonly beacon: typeof BEACON;
  /** The ceremony that the keys come from; absent for development keys, which follow from the two above. */
  readonly ceremony?: CeremonyRecord | undefined;
  readonly circuits: Readonly<Record<string, CircuitRecord>>;
};

/** The paths of a circuit's committed artifacts. */
export const artifactPaths = (circuit: string) => ({
  wasm: `${ARTIFACTS}/${circuit}.wasm`,
  zkey: `${ARTIFACTS}/${circuit}.zkey`,
  vkey: `${ARTIFACTS}/${circuit}.vkey.json`,
});

export function readManifest(): Manifest | undefined {
  if (!existsSync(atRoot(MANIFEST))) return undefined;
  return JSON.parse(readFileSync(atRoot(MANIFEST), "utf8")) as Manifest;
}

export const hashSources = (circuit: string) =>
  Object.fromEntries(sourcesOf(circuit).map((path) => [path, sha256(path) ?? ""]));

/** Why the committed artifacts are not those of the committed sources; empty if they are. */
export async function findStale(manifest: Manifest | undefined): Promise<string[]> {
  if (manifest === undefined) return [`${MANIFEST} is missing`];
  const stale: string[] = [];
  if (!isDeepStrictEqual(manifest.tools, toolVersions())) stale.push("made with other versions of the tools");
  if (!isDeepStrictEqual(manifest.phase1, PHASE_1)) stale.push("made from another phase 1");
  if (!isDeepStrictEqual(manifest.beacon, BEACON)) stale.push("made with another beacon");
  for (const circuit of CIRCUITS) {
    const record = manifest.circuits[circuit];
    if (record === undefined) {
      stale.push(`${circuit}: not in the manifest`);
      continue;
    }
    const sources = hashSources(circuit);
    for (const path of new Set([...Object.keys(sources), ...Object.keys(record.sources)])) {
      if (sources[path] !== record.sources[path]) stale.push(`${path} has changed`);
    }
    const paths = artifactPaths(circuit);
    for (const kind of ["wasm", "zkey", "vkey"] as const) {
      if (sha256(paths[kind]) !== record.sha256[kind]) stale.push(`${paths[kind]} is not what the manifest says`);
    }
    const module = keyModulePath(circuit);
    const text = existsSync(atRoot(module)) ? readFileSync(atRoot(module), "utf8") : "";
    if (existsSync(atRoot(paths.vkey)) && text !== (await keyModule(circuit))) {
      stale.push(`${module} is not generated from ${paths.vkey}`);
    }
  }
  return stale;
}
