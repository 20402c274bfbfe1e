import { randomBytes } from "node:crypto";
import * as snarkjs from "snarkjs";
import {
  type Contribution,
  hashFile,
  isFinished,
  keyOf,
  quiet,
  readTranscript,
  type Transcript,
  withSnarkjs,
  writeTranscript,
} from "./folder.ts";

/** Contributes to every circuit's key, from this machine's randomness, which is kept nowhere. */
export async function contribute(folder: string, name: string): Promise<void> {
  if (!/^[\x20-\x7e]{1,64}$/.test(name)) throw new RangeError("a name has 1 to 64 characters of printable ASCII");
  await step(folder, { name }, (from, to) =>
    snarkjs.zKey.contribute(from, to, name, randomBytes(64).toString("hex"), quiet),
  );
  console.log("Publish these hashes under your name, then wipe the machine.");
}

/** Applies the beacon, after which nothing can follow. */
export async function finish(folder: string, hash: string, exponentText: string): Promise<void> {
  const exponent = Number(exponentText);
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new RangeError("a beacon's hash has 64 lower-case hex digits");
  if (!Number.isInteger(exponent) || exponent < 10 || exponent > 63) {
    throw new RangeError("a beacon's exponent is an integer from 10 to 63");
  }
  if (readTranscript(folder).contributions.length === 0) {
    throw new Error("nobody has contributed: with a beacon alone, everybody could forge proofs");
  }
  await step(folder, { name: "beacon", beacon: { hash, exponent } }, (from, to) =>
    snarkjs.zKey.beacon(from, to, "beacon", hash, exponent, quiet),
  );
}

async function step(
  folder: string,
  contribution: Omit<Contribution, "keys">,
  make: (from: string, to: string) => Promise<unknown>,
): Promise<void> {
  const transcript: Transcript = readTranscript(folder);
  if (isFinished(transcript)) throw new Error("the ceremony is finished");
  const done = transcript.contributions.length;
  const keys: Record<string, string> = {};
  await withSnarkjs(async () => {
    for (const circuit of transcript.circuits) {
      const to = keyOf(folder, circuit, done + 1);
      await make(keyOf(folder, circuit, done), to);
      keys[circuit] = hashFile(to);
      console.log(`${circuit}: contribution ${done + 1}, SHA-256 of the key: ${keys[circuit]}`);
    }
  });
  writeTranscript(folder, { ...transcript, contributions: [...transcript.contributions, { ...contribution, keys }] });
}
