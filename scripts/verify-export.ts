/**
 * Audits an export: recomputes every hash, signature and tree, and lists what does not fit.
 *
 *     node scripts/verify-export.ts FOLDER [--trust FILE] [--checkpoint FILE] [--rpc URL]
 *
 * Exit codes: 0 valid, 1 invalid, 2 indeterminate; 3 no verdict, after a wrong call or without an answer.
 */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { connectChain } from "anchorlog/chain";
import { auditExport, readExportFolder } from "anchorlog/verify/audit";
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
  throw new Error("call it as: node scripts/verify-export.ts FOLDER [--trust FILE] [--checkpoint FILE] [--rpc URL]");
const operator = values.trust === undefined ? undefined : parseTrust(await readFile(values.trust, "utf8"));
const checkpoint = values.checkpoint === undefined ? undefined : await readFile(values.checkpoint, "utf8");
const { rpc } = values;
const chain = rpc === undefined ? undefined : () => connectChain(rpc);

const audit = await auditExport(await readExportFolder(file), { operator, checkpoint, chain });

console.log(`${audit.verdict}: ${audit.message}`);
for (const { where, code, message } of audit.findings) console.log(`  ${where} (${code}): ${message}`);
process.exitCode = { valid: 0, invalid: 1, indeterminate: 2 }[audit.verdict];
