/**
 * Verifies a zero-knowledge proof with the package's public API.
 *
 *     node scripts/verify-proof.ts PROOF [--trust FILE] [--checkpoint FILE] [--rpc URL]
 *
 * Exit codes: 0 valid, 1 invalid, 2 indeterminate; 3 no verdict, after a wrong call or without an answer.
 */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { connectChain } from "anchorlog/chain";
import { parseProof, verifyProof } from "anchorlog/proof";
import { parseTrust } from "anchorlog/verify/bundle";

// Without a verdict, the exit code must not read as one.
process.on("uncaughtException", ({ message }) => {
  console.error(`no verdict: ${message}`);
  process.exit(3);
});

const text = { type: "string" } as const;
const {
  values,
  positionals: [file, ...more],
} = parseArgs({
  options: { trust: text, checkpoint: text, rpc: text },
  allowPositionals: true,
});
if (file === undefined || more.length > 0)
  throw new Error("call it as: node scripts/verify-proof.ts PROOF [--trust FILE] [--checkpoint FILE] [--rpc URL]");
const operator = values.trust === undefined ? undefined : parseTrust(await readFile(values.trust, "utf8"));
const checkpoint = values.checkpoint === undefined ? undefined : await readFile(values.checkpoint, "utf8");
const chain = values.rpc === undefined ? undefined : await connectChain(values.rpc);

const proof = await readFile(file, "utf8");
const { verdict, state, code, message, key } = await verifyProof(proof, { trust: { operator, checkpoint, chain } });

console.log(`${verdict}${state === null ? "" : `, ${state}`} (${code}): ${message}`);
// The circuit's key decides what the proof can mean: compare it with the key of the contract's deployment.
console.log(`circuit key: ${key ?? "none"}`);
if (verdict !== "invalid" && code !== "newer_format") {
  const { circuit, log, claim } = parseProof(proof);
  console.log(`${circuit} about ${log}: ${JSON.stringify(claim, undefined, 2)}`);
}
process.exitCode = { valid: 0, invalid: 1, indeterminate: 2 }[verdict];
