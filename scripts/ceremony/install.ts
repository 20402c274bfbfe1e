import { copyFileSync, writeFileSync } from "node:fs";
import { atRoot, CIRCUITS, formatted, sha256 } from "../circuits/files.ts";
import { generated as keyModules } from "../circuits/key-module.ts";
import { artifactPaths, hashVkey, type Manifest, MANIFEST, readManifest } from "../circuits/manifest.ts";
import { exportKey } from "../circuits/setup.ts";
import { type Contribution, isFinished, keyOf, readTranscript, SUBJECT, type Transcript } from "./folder.ts";
import { verify } from "./verify.ts";

/** Copies the keys of a finished ceremony to the place from which provers and verifiers read them. */
export async function install(folder: string): Promise<void> {
  const manifest = readManifest();
  if (manifest === undefined) throw new Error(`${MANIFEST} is missing: run scripts/build-circuits.ts first`);
  assertComplete(readTranscript(folder, SUBJECT), manifest);
  // Verification takes minutes, so the quick check comes first.
  const { transcript, powers } = await verify(folder);
  assertComplete(transcript, manifest);
  if (powers.development) throw new Error(`it is a rehearsal: somebody may know the tau of ${powers.name}`);
  const { contributions } = transcript;
  const circuits: Record<string, Manifest["circuits"][string]> = {};
  for (const circuit of CIRCUITS) {
    const paths = artifactPaths(circuit);
    const record = manifest.circuits[circuit]!;
    copyFileSync(keyOf(folder, circuit, contributions.length), atRoot(paths.zkey));
    if (sha256(paths.zkey) !== contributions.at(-1)!.circuits[circuit]?.key) {
      throw new Error(`${circuit}: the key has changed since it was verified`);
    }
    await exportKey(paths.zkey, paths.vkey);
    const hashes = { zkey: sha256(paths.zkey) ?? "", vkey: sha256(paths.vkey) ?? "" };
    circuits[circuit] = {
      ...record,
      sha256: { ...record.sha256, ...hashes },
      key: { hash: hashVkey(circuit), development: false },
    };
  }
  const record = ({ name, beacon, circuits: made }: Contribution) => ({
    name,
    ...(beacon && { beacon }),
    hashes: Object.fromEntries(CIRCUITS.map((circuit) => [circuit, made[circuit]?.contribution ?? ""])),
  });
  const ceremony = { powers: powers.blake2b, contributions: contributions.map(record) };
  const installed: Manifest = { ...manifest, warning: "", ceremony, circuits };
  writeFileSync(atRoot(MANIFEST), await formatted(MANIFEST, JSON.stringify(installed)));
  for (const { path, render } of keyModules) writeFileSync(atRoot(path), await render());
  console.log(
    "Installed. Now: npm run generate, then npm run script -- scripts/circuits/vectors.ts proofs, and the same with gas",
  );
}

/** Throws if a ceremony is not finished, lacks a circuit, or has other constraints than the current artifacts. */
function assertComplete(transcript: Transcript, manifest: Manifest): void {
  if (!isFinished(transcript)) throw new Error("the ceremony is not finished");
  const missing = CIRCUITS.find((circuit) => !transcript.circuits.includes(circuit));
  if (missing !== undefined) throw new Error(`the ceremony has no keys of ${missing}`);
  const stale = CIRCUITS.find((circuit) => manifest.circuits[circuit]?.sha256.r1cs !== transcript.r1cs[circuit]);
  if (stale !== undefined) throw new Error(`${stale}: the artifacts are stale`);
}
