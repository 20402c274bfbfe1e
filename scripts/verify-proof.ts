/**
 * Verifies a zero-knowledge proof with the package's public API.
 *
 *     node scripts/verify-proof.ts PROOF [--trust FILE] [--checkpoint FILE] [--rpc URL]
 *
 * Exit codes: 0 valid, 1 invalid, 2 indeterminate; 3 no verdict, after a wrong call or without an answer.
 */
import { readFile } from "node:fs/promises";
import { parseProof, verifyProof } from "anchorlog/proof";
import { EXIT_CODES, readCall, readTrust } from "./verifying.ts";

const { file, values } = readCall("verify-proof.ts PROOF [--trust FILE] [--checkpoint FILE] [--rpc URL]");
const proof = await readFile(file, "utf8");
const { verdict, state, code, message, key } = await verifyProof(proof, { trust: await readTrust(values) });

console.log(`${verdict}${state === null ? "" : `, ${state}`} (${code}): ${message}`);
// The circuit's key decides what the proof can mean: compare it with the key of the contract's deployment.
console.log(`circuit key: ${key ?? "none"}`);
if (verdict !== "invalid" && code !== "newer_format") {
  const { circuit, log, claim } = parseProof(proof);
  console.log(`${circuit} about ${log}: ${JSON.stringify(claim, undefined, 2)}`);
}
process.exitCode = EXIT_CODES[verdict];
