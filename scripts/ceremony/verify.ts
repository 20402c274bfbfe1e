import { readFileSync } from "node:fs";
import * as snarkjs from "snarkjs";
import { parseZkey } from "../../src/crypto/bn254/zkey.ts";
import { isForgeable } from "../../src/proof/development.ts";
import { prepareKey } from "../../src/proof/groth16.ts";
import { assertAttested } from "./attestation.ts";
import {
  hashFile,
  isFinished,
  keyOf,
  powersOf,
  quiet,
  readTranscript,
  sha256,
  SUBJECT,
  type Subject,
  type Transcript,
} from "./folder.ts";
import { followKeys } from "./keys.ts";
import { knownPowers, type Powers } from "./powers.ts";

/** A verified ceremony. */
export type Verified = { readonly transcript: Transcript; readonly powers: Powers };

/**
 * Verifies a ceremony from the sources on:
 *
 * - The powers of tau are pinned.
 * - The sources compile to the ceremony's constraints, and the first keys follow from these and the powers of tau.
 * - Every later key has all contributions of the previous key and one more, and follows from the first key by them.
 * - The beacon was applied with its recorded hash and exponent.
 *
 * @param attestations Paths of participants' attestations. Each must be in the ceremony.
 * @throws Error with the first check that fails.
 */
export async function verify(
  folder: string,
  attestations: readonly string[] = [],
  subject: Subject = SUBJECT,
): Promise<Verified> {
  const transcript = readTranscript(folder, subject);
  const { circuits, contributions } = transcript;
  const ptau = readBytes(powersOf(folder));
  const powers = knownPowers(ptau, subject.powers);
  if (powers.blake2b !== transcript.powers) throw new Error("the powers of tau differ from the transcript");
  if (contributions.length === 0) throw new Error("nobody has contributed");
  // The quick checks come first.
  for (const circuit of circuits) followKeys(folder, circuit, transcript);
  const attested = attestations.map((path) => [path, attestedIn(path, transcript)] as const);
  for (const circuit of circuits) {
    await verifyCircuit(folder, circuit, transcript, subject.compile(circuit), ptau);
    console.log(`${circuit}: ${contributions.length} contributions hold, each in all keys from its own on`);
  }
  for (const [i, { name, beacon }] of contributions.entries()) {
    console.log(`  ${i + 1} ${name}${beacon === undefined ? "" : `: ${beacon.hash}, 2^${beacon.iterationsExponent}`}`);
  }
  for (const [path, name] of attested) console.log(`${path}: the contribution of ${name} is in`);
  console.log(`powers of tau: ${powers.name}${powers.development ? ", for development: this is a rehearsal" : ""}`);
  console.log(
    isFinished(transcript)
      ? "finished: compare the beacon with the one that was announced"
      : "not finished: there is no beacon yet",
  );
  return { transcript, powers };
}

function attestedIn(path: string, transcript: Transcript): string {
  try {
    return assertAttested(readFileSync(path, "utf8"), transcript).name;
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error });
  }
}

/** Computes a circuit's first key again, and verifies that every later key follows from it. */
async function verifyCircuit(
  folder: string,
  circuit: string,
  { r1cs, contributions }: Transcript,
  compiled: string,
  ptau: Uint8Array,
): Promise<void> {
  if (hashFile(compiled) !== r1cs[circuit]) throw new Error(`${circuit}: the sources compile to other constraints`);
  const first: { type: "mem"; data?: Uint8Array } = { type: "mem" };
  await snarkjs.zKey.newZKey(compiled, ptau, first, quiet);
  if (sha256(first.data!) !== hashFile(keyOf(folder, circuit, 0))) {
    throw new Error(`${circuit}: the first key does not follow from the constraints and the powers of tau`);
  }
  for (let i = 1; i <= contributions.length; i++) {
    const path = keyOf(folder, circuit, i);
    const key = readBytes(path);
    if (sha256(key) !== contributions[i - 1]!.circuits[circuit]?.key) throw new Error(`${path} has changed meanwhile`);
    await verifyKey(path, key, first.data!, ptau);
  }
}

async function verifyKey(path: string, key: Uint8Array, first: Uint8Array, ptau: Uint8Array): Promise<void> {
  const said: string[] = [];
  const keep = (line: string) => void said.push(line);
  const logger = { debug() {}, info() {}, warn: keep, error: keep };
  if (!(await snarkjs.zKey.verifyFromInit(first, ptau, key, logger))) {
    throw new Error(`${path} does not follow from its contributions: ${said.join("; ")}`);
  }
  const { verification } = parseZkey(key);
  prepareKey(verification);
  if (isForgeable(verification)) throw new Error(`${path}: everybody knows delta's logarithm`);
}

/** Copies the file to a Uint8Array: snarkjs would overwrite a Buffer through its slices. */
const readBytes = (path: string): Uint8Array => new Uint8Array(readFileSync(path));
