/**
 * Builds the circuits and their DEVELOPMENT keys: circuits/*.circom to circuits/artifacts/.
 *
 *     npm run script -- scripts/build-circuits.ts             builds what is stale
 *     npm run script -- scripts/build-circuits.ts --rebuild   builds everything
 *     npm run script -- scripts/build-circuits.ts --check     builds nothing; exit code 1 if something is stale
 *
 * The result is the same, byte for byte, on every machine.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { ARTIFACTS, atRoot, CIRCUITS, formatted, sha256, toolVersions } from "./circuits/files.ts";
import { BEACON } from "./circuits/beacon.ts";
import { generated as keyModules } from "./circuits/key-module.ts";
import {
  artifactPaths,
  type CircuitRecord,
  findStale,
  hashSources,
  hashVkey,
  type Manifest,
  MANIFEST,
  readManifest,
  WARNING,
} from "./circuits/manifest.ts";
import { readR1cs } from "./circuits/r1cs.ts";
import { compile, copy, exportKey, PHASE_1, setup } from "./circuits/setup.ts";

const log = (line: string) => console.log(`  ${line}`);

const flags = process.argv.slice(2);
const unknown = flags.filter((flag) => flag !== "--check" && flag !== "--rebuild");
if (unknown.length > 0 || flags.length > 1) {
  console.error("usage: npm run script -- scripts/build-circuits.ts [--check | --rebuild]");
  process.exitCode = 3;
} else {
  process.exitCode = await main(flags[0]);
}

async function main(flag: string | undefined): Promise<number> {
  const before = readManifest();
  const stale = findStale(before);
  if (flag === "--check") {
    for (const line of stale) console.error(line);
    if (stale.length > 0) console.error("Run: npm run script -- scripts/build-circuits.ts");
    return stale.length > 0 ? 1 : 0;
  }
  if (flag === undefined && stale.length === 0) {
    console.log(`The circuits' artifacts are up to date.\n${WARNING}`);
    return 0;
  }
  for (const line of stale) log(line);
  if (before?.ceremony !== undefined && flag !== "--rebuild") {
    console.error("The keys are a ceremony's: --rebuild would replace them by development keys");
    return 1;
  }
  const keepKeys = flag === undefined ? before : undefined;
  const circuits: Record<string, CircuitRecord> = {};
  mkdirSync(atRoot(ARTIFACTS), { recursive: true });
  for (const circuit of CIRCUITS) circuits[circuit] = await build(circuit, keepKeys);
  const manifest: Manifest = { warning: WARNING, tools: toolVersions(), phase1: PHASE_1, beacon: BEACON, circuits };
  writeFileSync(atRoot(MANIFEST), await formatted(MANIFEST, JSON.stringify(manifest)));
  for (const { path, render } of keyModules) writeFileSync(atRoot(path), await render());
  const same = before !== undefined && JSON.stringify(before) === JSON.stringify(manifest);
  console.log(`${same ? "Exactly the artifacts that were there before." : `Written: ${ARTIFACTS}/`}\n${WARNING}`);
  return 0;
}

/** Builds one circuit. Keeps its proving key if `before` shows that neither the constraints nor the setup changed. */
async function build(circuit: string, before: Manifest | undefined): Promise<CircuitRecord> {
  console.log(circuit);
  const paths = artifactPaths(circuit);
  const compiled = compile(circuit);
  const { constraints, wires, publicSignals } = readR1cs(atRoot(compiled.r1cs));
  log(`${constraints.length} constraints, ${wires} wires, ${publicSignals} public signals`);
  copy(compiled.wasm, paths.wasm);

  const known = before?.circuits[circuit]?.sha256;
  const sameSetup =
    JSON.stringify([before?.phase1, before?.beacon, before?.tools.snarkjs]) ===
    JSON.stringify([PHASE_1, BEACON, toolVersions().snarkjs]);
  if (sameSetup && known?.r1cs === sha256(compiled.r1cs) && known?.zkey === sha256(paths.zkey)) {
    log("the constraints and so the keys are the same as before");
  } else {
    await setup(compiled.r1cs, paths.zkey, log);
  }
  await exportKey(paths.zkey, paths.vkey);

  const hash = (path: string) => sha256(path) ?? "";
  return {
    constraints: constraints.length,
    wires,
    publicSignals,
    sources: hashSources(circuit),
    sha256: {
      r1cs: hash(compiled.r1cs),
      wasm: hash(paths.wasm),
      zkey: hash(paths.zkey),
      vkey: hash(paths.vkey),
    },
    key: { hash: hashVkey(circuit), development: true },
  };
}
