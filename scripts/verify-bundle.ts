/**
 * Verifies a bundle with the package's public API, for auditors who want to read what they run.
 *
 *     node scripts/verify-bundle.ts BUNDLE [--trust FILE] [--checkpoint FILE] [--rpc URL]
 *
 * Exit codes: 0 valid, 1 invalid, 2 indeterminate; 3 no verdict, after a wrong call or without an answer.
 */
import { readFile } from "node:fs/promises";
import { verifyBundle } from "anchorlog/verify/bundle";
import { EXIT_CODES, readCall, readTrust } from "./verifying.ts";

const { file, values } = readCall("verify-bundle.ts BUNDLE [--trust FILE] [--checkpoint FILE] [--rpc URL]");
// Bytes, since a bundle has a JSON form and a compact form.
const bundle = await readFile(file);
const { verdict, state, code, message, ...found } = await verifyBundle(bundle, await readTrust(values));

console.log(`${verdict}${state === null ? "" : `, ${state}`} (${code}): ${message}`);
if ("entry" in found && found.entry !== undefined) {
  const { log, index, signer, action, acceptedAt } = found.entry;
  console.log(`entry ${index} of ${log}: ${signer} signed ${action}`);
  console.log(`accepted ${new Date(acceptedAt).toISOString()}, by the operator's word`);
}
process.exitCode = EXIT_CODES[verdict];
