/** The folder of a ceremony: the powers of tau, and for each circuit its keys after 0, 1, … contributions. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Circuit, CIRCUITS } from "../circuits/files.ts";
import { stopWorkers } from "../circuits/setup.ts";

/** What a folder says of itself; everyone who verifies computes it again. */
export type Transcript = {
  readonly circuits: readonly Circuit[];
  /** SHA-256 of the powers of tau. */
  readonly phase1: string;
  /** SHA-256 of each circuit's constraints. */
  readonly r1cs: Readonly<Record<string, string>>;
  /** In order. The last one is the beacon's, once the ceremony is finished. */
  readonly contributions: readonly Contribution[];
};

export type Contribution = {
  readonly name: string;
  readonly beacon?: { readonly hash: string; readonly exponent: number } | undefined;
  /** SHA-256 of each circuit's key after it. */
  readonly keys: Readonly<Record<string, string>>;
};

export const powersOf = (folder: string) => join(folder, "powers.ptau");
export const keyOf = (folder: string, circuit: Circuit, contributions: number) =>
  join(folder, `${circuit}-${String(contributions).padStart(4, "0")}.zkey`);
const transcriptOf = (folder: string) => join(folder, "transcript.json");

export const hashFile = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");

/** Throws where there is no ceremony in the folder. */
export function readTranscript(folder: string): Transcript {
  if (!existsSync(transcriptOf(folder))) throw new Error(`there is no ceremony in ${folder}`);
  return JSON.parse(readFileSync(transcriptOf(folder), "utf8")) as Transcript;
}

export function writeTranscript(folder: string, transcript: Transcript): void {
  writeFileSync(transcriptOf(folder), `${JSON.stringify(transcript, undefined, 2)}\n`);
}

/** Whether the beacon has been applied, after which nothing follows. */
export const isFinished = ({ contributions }: Transcript): boolean => contributions.at(-1)?.beacon !== undefined;

/** The circuits of these names; all, if there are none. */
export function circuitsNamed(names: readonly string[]): Circuit[] {
  const unknown = names.find((name) => !CIRCUITS.includes(name as Circuit));
  if (unknown !== undefined) throw new RangeError(`there is no circuit ${unknown}`);
  return CIRCUITS.filter((circuit) => names.length === 0 || names.includes(circuit));
}

/** Throws where a folder is in use. */
export function assertEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new RangeError(`${folder} is not empty`);
}

/** Runs something of snarkjs, whose workers are stopped afterwards. */
export async function withSnarkjs<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await stopWorkers();
  }
}

export const quiet = { debug() {}, info() {}, warn: console.error, error: console.error };
