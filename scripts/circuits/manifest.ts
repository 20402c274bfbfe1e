/** `circuits/artifacts/manifest.json`: what the committed artifacts were made of, and their hashes. */
import { existsSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { ARTIFACTS, atRoot, CIRCUITS, sha256, sourcesOf, toolVersions } from "./files.ts";
import type { Hex } from "../../src/encoding/hex.ts";
import { isForgeable } from "../../src/proof/development.ts";
import { hashKey } from "../../src/proof/groth16.ts";
import { type Beacon, BEACON } from "./beacon.ts";
import { PHASE_1 } from "./setup.ts";
import { artifactVkey, toGroth16Key } from "./vkey.ts";

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
  readonly key: KeyRecord;
};

/** A verification key's mark. It is cleared by `ceremony.ts install` alone, for the key of this hash. */
export type KeyRecord = {
  /** As `hashKey` of anchorlog/proof gives it, and as verdicts name the key. */
  readonly hash: Hex;
  readonly development: boolean;
};

/** What anyone needs to check a ceremony's keys: `npm run script -- scripts/ceremony.ts verify`. */
export type CeremonyRecord = {
  /** BLAKE2b-512 of the powers of tau. */
  readonly powers: string;
  /** In order, the beacon's last; of each its hash by circuit, as its participant published them. */
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

/** The hash of a circuit's committed verification key. */
export const hashVkey = (circuit: string): Hex => hashKey(toGroth16Key(artifactVkey(circuit)));

/**
 * Whether a circuit's committed key is for development. It is, unless the manifest names this very key as the one of a
 * ceremony; and whatever the manifest says, where delta is the development beacon's.
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

/** Why the committed artifacts are not those of the committed sources; empty if they are. */
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
