// An auditor's own program: audits an export, then applies a rule of its own to the actions that were verified.
//
//     npm install anchorlog
//     node auditor.mjs EXPORT [--checkpoint FILE] [--trust FILE] [--rpc URL]
//
// An export is a folder that `npx anchorlog export` writes. The exit codes are 0 valid, 1 invalid, 2 indeterminate.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { connectChain } from "anchorlog/chain";
import { auditExport, EXPORT_FILES, readExportFolder } from "anchorlog/verify/audit";
import { parseTrust } from "anchorlog/verify/bundle";

/** This auditor's rule: the most actions of one account. */
const MOST = 100;

const text = { type: "string" };
const { values, positionals } = parseArgs({
  options: { checkpoint: text, trust: text, rpc: text },
  allowPositionals: true,
});
const [folder] = positionals;
const { checkpoint, trust, rpc } = values;

// The trusted data must not come from the export, but from the chain or from files that the auditor kept.
const trusted = {
  checkpoint: checkpoint && (await readFile(checkpoint, "utf8")),
  operator: trust && parseTrust(await readFile(trust, "utf8")),
  chain: rpc && (() => connectChain(rpc)),
};
const audit = await auditExport(await readExportFolder(folder), trusted);
console.log(`${audit.verdict}: ${audit.message}`);
for (const { name, entries } of audit.logs) console.log(`log ${name}: ${entries} entries`);
for (const { where, code, message } of audit.findings) console.log(`${where} (${code}): ${message}`);

// Only a valid audit has verified every line: from here on, the lines are what the wallets signed.
let isWithinRule = true;
if (audit.verdict === "valid") {
  for (const { name } of audit.logs) {
    const lines = (await readFile(join(folder, EXPORT_FILES.log(name)), "utf8")).split("\n").filter(Boolean);
    const actors = Map.groupBy(
      lines.map((line) => JSON.parse(line).action.message.actor),
      (actor) => actor,
    );
    for (const [actor, { length }] of actors) {
      console.log(`log ${name}: ${length} actions by ${actor}`);
      if (length > MOST) isWithinRule = false;
    }
  }
}
process.exitCode = isWithinRule ? { valid: 0, invalid: 1, indeterminate: 2 }[audit.verdict] : 1;
