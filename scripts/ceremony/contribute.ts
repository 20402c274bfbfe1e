import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import * as snarkjs from "snarkjs";
import type { Beacon } from "../circuits/beacon.ts";
import { formatAttestation } from "./attestation.ts";
import { readHistory } from "./contributions.ts";
import {
  attestationOf,
  type ContributedKey,
  type Contribution,
  isBeacon,
  isFinished,
  isName,
  keyOf,
  quiet,
  readTranscript,
  sha256,
  SUBJECT,
  type Subject,
  writeTranscript,
} from "./folder.ts";
import { followKeys } from "./keys.ts";

/** Contributes to every circuit's key. The secret is drawn from this machine's randomness and never stored. */
export async function contribute(folder: string, name: string, subject: Subject = SUBJECT): Promise<void> {
  if (!isName(name)) throw new RangeError("a name has 1 to 64 characters of printable ASCII");
  const [number, contribution] = await step(folder, { name }, subject, (from, to) =>
    snarkjs.zKey.contribute(from, to, name, randomBytes(64).toString("hex"), quiet),
  );
  const attestation = formatAttestation(number, contribution);
  writeFileSync(attestationOf(folder, number), attestation);
  console.log(attestation);
  console.log(
    `Publish this, ${attestationOf(folder, number)}, under your name, keep it apart from the folder, and wipe the machine.\n` +
      "Once the ceremony is finished, verify it with this file, to see that your contribution is in each of its keys.",
  );
}

/** Applies the beacon. No contribution can follow it. */
export async function finish(
  folder: string,
  hash: string,
  exponent: string,
  subject: Subject = SUBJECT,
): Promise<void> {
  const beacon: Beacon = { hash, iterationsExponent: Number(exponent) };
  if (!isBeacon(beacon)) {
    throw new RangeError("a beacon's hash has 64 lower-case hex digits, its exponent is an integer from 10 to 24");
  }
  if (readTranscript(folder, subject).contributions.length === 0) {
    throw new Error("nobody has contributed: with a beacon alone, everybody could forge proofs");
  }
  await step(folder, { name: "beacon", beacon }, subject, (from, to) =>
    snarkjs.zKey.beacon(from, to, "beacon", hash, beacon.iterationsExponent, quiet),
  );
}

/** Makes the next key of each circuit. Returns the contribution and its number, from 1. */
async function step(
  folder: string,
  contribution: Omit<Contribution, "circuits">,
  subject: Subject,
  make: (from: string, to: string) => Promise<unknown>,
): Promise<[number, Contribution]> {
  const transcript = readTranscript(folder, subject);
  if (isFinished(transcript)) throw new Error("the ceremony is finished");
  // A participant must not build on keys that lack an earlier contribution.
  for (const circuit of transcript.circuits) followKeys(folder, circuit, transcript);
  const done = transcript.contributions.length;
  const circuits: Record<string, ContributedKey> = {};
  for (const circuit of transcript.circuits) {
    const to = keyOf(folder, circuit, done + 1);
    // A run that ended early may have left a file.
    rmSync(to, { force: true });
    await make(keyOf(folder, circuit, done), to);
    const bytes = readFileSync(to);
    circuits[circuit] = { contribution: readHistory(bytes).contributions.at(-1)!.hash, key: sha256(bytes) };
    console.log(`${circuit}: contribution ${done + 1} is ${circuits[circuit].contribution}`);
  }
  const made = { ...contribution, circuits };
  writeTranscript(folder, { ...transcript, contributions: [...transcript.contributions, made] });
  return [done + 1, made];
}
