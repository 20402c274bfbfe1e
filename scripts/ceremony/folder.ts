/** A ceremony's folder: the powers of tau, and each circuit's keys after 0, 1, … contributions. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Beacon } from "../circuits/beacon.ts";
import { atRoot, CIRCUITS } from "../circuits/files.ts";
import { compile } from "../circuits/setup.ts";
import { POWERS, type Powers } from "./powers.ts";

/** The circuits of a ceremony, of this repository or of a test, and the phase 1 files that it accepts. */
export type Subject = {
  readonly circuits: readonly string[];
  /** Compiles a circuit's sources. Returns the path of its constraints. */
  readonly compile: (circuit: string) => string;
  readonly powers: readonly Powers[];
};

export const SUBJECT: Subject = {
  circuits: CIRCUITS,
  compile: (circuit) => atRoot(compile(circuit).r1cs),
  powers: POWERS,
};

/** The folder's own record of the ceremony. Verification computes all of it again. */
export type Transcript = {
  readonly circuits: readonly string[];
  /** BLAKE2b-512 of the powers of tau. */
  readonly powers: string;
  /** SHA-256 of each circuit's constraints. */
  readonly r1cs: Readonly<Record<string, string>>;
  /** In order. In a finished ceremony, the last one is the beacon. */
  readonly contributions: readonly Contribution[];
};

export type Contribution = {
  readonly name: string;
  readonly beacon?: Beacon | undefined;
  /** The key that the contribution made, for each circuit. */
  readonly circuits: Readonly<Record<string, ContributedKey>>;
};

/** A contribution to one circuit. */
export type ContributedKey = {
  /** The contribution's own hash, 64 bytes in hex. Every later key contains it too. */
  readonly contribution: string;
  /** SHA-256 of the key after the contribution. */
  readonly key: string;
};

export const powersOf = (folder: string) => join(folder, "powers.ptau");
const numbered = (contributions: number) => String(contributions).padStart(4, "0");
export const keyOf = (folder: string, circuit: string, contributions: number) =>
  join(folder, `${circuit}-${numbered(contributions)}.zkey`);
export const attestationOf = (folder: string, contribution: number) =>
  join(folder, `attestation-${numbered(contribution)}.json`);
const transcriptOf = (folder: string) => join(folder, "transcript.json");

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
export const hashFile = (path: string): string => sha256(readFileSync(path));

/** Checks a name. Names are printed, so only printable ASCII is allowed. */
export const isName = (name: unknown): name is string => typeof name === "string" && /^[\x20-\x7e]{1,64}$/.test(name);

/** Largest exponent of a beacon. With more than 2^24 hashes, verification would take over an hour for each key. */
const MOST_EXPONENT = 24;

/** Reports whether a beacon can be applied and verified. snarkjs hashes a beacon at least 2^10 times. */
export const isBeacon = ({ hash, iterationsExponent }: Beacon): boolean =>
  /^[0-9a-f]{64}$/.test(hash) &&
  Number.isInteger(iterationsExponent) &&
  iterationsExponent >= 10 &&
  iterationsExponent <= MOST_EXPONENT;

/** Reads the transcript. Throws if the folder has no ceremony, or the ceremony has unknown circuits. */
export function readTranscript(folder: string, { circuits: known }: Subject): Transcript {
  if (!existsSync(transcriptOf(folder))) throw new Error(`there is no ceremony in ${folder}`);
  const transcript = JSON.parse(readFileSync(transcriptOf(folder), "utf8")) as Transcript;
  const { circuits, contributions } = transcript;
  if (!Array.isArray(circuits) || !Array.isArray(contributions)) throw new Error("the transcript is malformed");
  if (circuits.length === 0 || new Set(circuits).size !== circuits.length)
    throw new Error("the transcript is malformed");
  const foreign = circuits.findIndex((circuit) => !known.includes(circuit));
  if (foreign >= 0) throw new Error(`the transcript's circuit ${foreign + 1} is not in these sources`);
  for (const [i, { name, beacon, circuits: made }] of (contributions as Contribution[]).entries()) {
    if (typeof made !== "object" || made === null) throw new Error("the transcript is malformed");
    if (!isName(name)) throw new Error(`contribution ${i + 1} has no name that can be printed`);
    if (beacon === undefined) continue;
    if (!isBeacon(beacon)) throw new Error(`contribution ${i + 1}, ${name}, is not a beacon`);
    if (i === 0) throw new Error("nobody has contributed before the beacon: everybody could forge proofs");
    if (i < contributions.length - 1) throw new Error(`something follows the beacon, contribution ${i + 1}`);
  }
  return transcript;
}

export function writeTranscript(folder: string, transcript: Transcript): void {
  writeFileSync(transcriptOf(folder), `${JSON.stringify(transcript, undefined, 2)}\n`);
}

/** Reports whether the beacon was applied. No contribution can follow it. */
export const isFinished = ({ contributions }: Transcript): boolean => contributions.at(-1)?.beacon !== undefined;

/** Returns the named circuits, or all circuits if no name is given. */
export function circuitsNamed(names: readonly string[], { circuits }: Subject): string[] {
  const unknown = names.find((name) => !circuits.includes(name));
  if (unknown !== undefined) throw new RangeError(`there is no circuit ${unknown}`);
  return circuits.filter((circuit) => names.length === 0 || names.includes(circuit));
}

export function assertEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new RangeError(`${folder} is not empty`);
}

export const quiet = { debug() {}, info() {}, warn: console.error, error: console.error };
