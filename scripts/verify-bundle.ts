/**
 * Verifies a bundle with the package's public API, for auditors who want to read what they run.
 *
 *     node scripts/verify-bundle.ts BUNDLE [--trust FILE] [--checkpoint FILE] [--rpc URL]
 *
 * Exit codes: 0 valid, 1 invalid, 2 indeterminate; 3 no verdict, after a wrong call or without an answer.
 */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { connectChain } from "anchorlog/chain";
import { parseTrust, verifyBundle } from "anchorlog/verify/bundle";

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
  throw new Error("call it as: node scripts/verify-bundle.ts BUNDLE [--trust FILE] [--checkpoint FILE] [--rpc URL]");

// The keys and the checkpoint that the verifier trusts. They must not come from the bundle or its operator.
const operator = values.trust === undefined ? undefined : parseTrust(await readFile(values.trust, "utf8"));
const checkpoint = values.checkpoint === undefined ? undefined : await readFile(values.checkpoint, "utf8");
const chain = values.rpc === undefined ? undefined : await connectChain(values.rpc);

// Bytes, since a bundle has a JSON form and a compact form.
const bundle = await readFile(file);
const { verdict, state, code, message, ...found } = await verifyBundle(bundle, { operator, checkpoint, chain });

console.log(`${verdict}${state === null ? "" : `, ${state}`} (${code}): ${message}`);
if ("entry" in found && found.entry !== undefined) {
  const { log, index, signer, action, acceptedAt } = found.entry;
  console.log(`entry ${index} of ${log}: ${signer} signed ${action}`);
  console.log(`accepted ${new Date(acceptedAt).toISOString()}, by the operator's word`);
}
process.exitCode = { valid: 0, invalid: 1, indeterminate: 2 }[verdict];
