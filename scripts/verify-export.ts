/**
 * Audits an export: recomputes every hash, signature and tree, and lists what does not fit.
 *
 *     node scripts/verify-export.ts FOLDER [--trust FILE] [--checkpoint FILE] [--rpc URL]
 *
 * Exit codes: 0 valid, 1 invalid, 2 indeterminate; 3 no verdict, after a wrong call or without an answer.
 */
import { connectChain } from "anchorlog/chain";
import { auditExport, readExportFolder } from "anchorlog/verify/audit";
import { EXIT_CODES, readCall, readTrust } from "./verifying.ts";

const { file, values } = readCall("verify-export.ts FOLDER [--trust FILE] [--checkpoint FILE] [--rpc URL]");
const { rpc, ...given } = values;
// The audit connects after it has read the export, which may take long.
const chain = rpc === undefined ? undefined : () => connectChain(rpc);
const audit = await auditExport(await readExportFolder(file), { ...(await readTrust(given)), chain });

console.log(`${audit.verdict}: ${audit.message}`);
for (const { where, code, message } of audit.findings) console.log(`  ${where} (${code}): ${message}`);
process.exitCode = EXIT_CODES[audit.verdict];
