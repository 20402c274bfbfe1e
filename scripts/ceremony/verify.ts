import * as snarkjs from "snarkjs";
import { atRoot } from "../circuits/files.ts";
import { compile } from "../circuits/setup.ts";
import { hashFile, isFinished, keyOf, powersOf, readTranscript, type Transcript, withSnarkjs } from "./folder.ts";

/**
 * Verifies a ceremony from the sources on: the constraints are those that they compile to, every key the one of the
 * transcript, and each follows from these constraints and the powers of tau through its contributions.
 *
 * @throws Error naming what does not fit.
 */
export async function verify(folder: string): Promise<Transcript> {
  const transcript = readTranscript(folder);
  const { circuits, phase1, r1cs, contributions } = transcript;
  if (hashFile(powersOf(folder)) !== phase1) throw new Error("the powers of tau are not those of the transcript");
  if (contributions.length === 0) throw new Error("nobody has contributed");
  await withSnarkjs(async () => {
    for (const circuit of circuits) {
      const compiled = atRoot(compile(circuit).r1cs);
      if (hashFile(compiled) !== r1cs[circuit]) throw new Error(`${circuit}: the sources compile to other constraints`);
      for (const [i, { name, keys }] of contributions.entries()) {
        if (hashFile(keyOf(folder, circuit, i + 1)) !== keys[circuit]) {
          throw new Error(`${circuit}: the key after contribution ${i + 1}, ${name}, is not that of the transcript`);
        }
      }
      const found = await readContributions(compiled, folder, keyOf(folder, circuit, contributions.length));
      const expected = contributions.map(({ name, beacon }) => ({ name, beacon: beacon?.hash }));
      if (JSON.stringify(found) !== JSON.stringify(expected.toReversed())) {
        throw new Error(`${circuit}: its key has other contributions than the transcript`);
      }
      console.log(`${circuit}: ${contributions.length} contributions hold`);
    }
  });
  const last = isFinished(transcript) ? "finished" : "not finished: there is no beacon yet";
  console.log(`powers of tau ${phase1}\n${contributions.map(({ name }) => name).join(", ")}: ${last}`);
  return transcript;
}

/** The contributions of a key that holds, the last one first, as snarkjs tells them while it verifies. */
async function readContributions(r1cs: string, folder: string, zkey: string) {
  const lines: string[] = [];
  const keep = (line: string) => void lines.push(line);
  const logger = { debug() {}, info: keep, warn: keep, error: keep };
  if (!(await snarkjs.zKey.verifyFromR1cs(r1cs, powersOf(folder), zkey, logger))) {
    throw new Error(`${zkey} does not follow from its contributions:\n${lines.join("\n")}`);
  }
  const found: { name: string; beacon: string | undefined }[] = [];
  for (const line of lines) {
    const contribution = /^contribution #\d+ (.*):/.exec(line);
    if (contribution !== null) found.push({ name: contribution[1] ?? "", beacon: undefined });
    const beacon = /^Beacon generator: ([0-9a-f]+)$/.exec(line);
    const last = found.at(-1);
    if (beacon !== null && last !== undefined) last.beacon = beacon[1];
  }
  return found;
}
