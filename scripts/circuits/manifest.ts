/** `circuits/artifacts/manifest.json`: the sources and tools of the committed artifacts, and the artifacts' hashes. */
import { existsSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { ARTIFACTS, atRoot, CIRCUITS, sha256, sourcesOf, toolVersions } from "./files.ts";
import type { Hex } from "../../src/base/hex.ts";
import { isForgeable } from "../../src/proof/development.ts";
import { hashKey } from "../../src/proof/groth16.ts";
import { type Beacon, BEACON } from "./beacon.ts";
import { PHASE_1 } from "./setup.ts";
import { artifactVkey, toGroth16Key } from "./vkey.ts";

export const MANIFEST = `${ARTIFACTS}/manifest.json`;

export const WARNING =
  "DEVELOPMENT SETUP: the keys come from a public beacon alone, so anyone can forge proofs under them. See circuits/README.md.";

/** The manifest's record of one circuit. */
export type CircuitRecord = {
  readonly constraints: number;
  readonly wires: number;
  readonly publicSignals: number;
  /** SHA-256 of each source by its path. */
  readonly sources: Readonly<Record<string, string>>;
  /** SHA-256 of each product. All but `r1cs` are committed. */
  readonly sha256: Readonly<Record<"r1cs" | "wasm" | "zkey" | "vkey", string>>;
  readonly key: KeyRecord;
};

/** Tells if a verification key is for development. Only `ceremony.ts install` clears `development`, for this `hash`. */
type KeyRecord = {
  /** The result of `hashKey` of anchorlog/proof. Verdicts name the key by it. */
  readonly hash: Hex;
  readonly development: boolean;
};

/** The data to check a ceremony's keys with: `npm run script -- scripts/ceremony.ts verify`. */
type CeremonyRecord = {
  /** BLAKE2b-512 of the powers of tau. */
  readonly powers: string;
  /** The contributions in order, the beacon last. Each has its published hash for each circuit. */
  readonly contributions: readonly {
    readonly name: string;
    readonly beacon?: Beacon | undefined;
    readonly hashes: Readonly<Record<string, string>>;
  }[];
};

export type Manifest = {
  readonly warning: string;
  readonly tools: Readonly<Record<string, string>>;
  readonly phase1: typeof PHASE_1;
  readonly beacon: typeof BEACON;
  /** The ceremony that made the keys. Absent for development keys, which follow from `phase1` and `beacon`. */
  readonly ceremony?: CeremonyRecord | undefined;
  readonly circuits: Readonly<Record<string, CircuitRecord>>;
};

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

/** The hash of a circuit's committed verification key. */
export const hashVkey = (circuit: string): Hex => hashKey(toGroth16Key(artifactVkey(circuit)));

/**
 * Tells if a circuit's committed key is for development. It is, unless the manifest records exactly this key as made
 * by a ceremony. A key with the development beacon's delta is for development even if the manifest denies it.
 */
export function isDevelopment(
  manifest: Manifest | undefined,
  circuit: string,
  key = toGroth16Key(artifactVkey(circuit)),
): boolean {
  const record = manifest?.circuits[circuit]?.key;
  const cleared = manifest?.ceremony !== undefined && record?.development === false;
  return !cleared || record.hash !== hashKey(key) || isForgeable(key);
}

/** Returns the reasons why the committed artifacts do not match the committed sources; empty if they match. */
export function findStale(manifest: Manifest | undefined): string[] {
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
    if (!existsSync(atRoot(paths.vkey))) continue;
    const key: KeyRecord = { hash: hashVkey(circuit), development: isDevelopment(manifest, circuit) };
    if (!isDeepStrictEqual(record.key, key)) {
      stale.push(`${circuit}: the manifest calls its key ${JSON.stringify(record.key)}, it is ${JSON.stringify(key)}`);
    }
  }
  return stale;
}
