// A process that audits an export, and answers with the time and memory that it took. It is plain JavaScript over
// dist/, so that the cost of TypeScript is not measured.
import { once } from "node:events";
import { setFlagsFromString } from "node:v8";
import { useEngine } from "anchorlog/action";
import { auditExport, lineThreads, readExportFolder } from "anchorlog/verify/audit";
import { peak } from "../peak.mjs";

const [{ folder, threads }] = await once(process, "message");
// As `anchorlog audit` does.
setFlagsFromString("--semi-space-growth-factor=1");
await useEngine();
const [begun, before] = [performance.now(), process.cpuUsage()];
const options = threads === 0 ? {} : { threads: lineThreads(threads) };
const { findings, logs } = await auditExport(await readExportFolder(folder), {}, [], Date.now(), options);
if (findings.length > 0) throw new Error(`the export is not honest: ${findings[0].message}`);
const { user, system } = process.cpuUsage(before);
const entries = logs.reduce((sum, log) => sum + log.entries, 0);
const answer = {
  cpu: (user + system) / entries,
  wall: (1_000 * (performance.now() - begun)) / entries,
  peak: peak() / 1e6,
};
process.send(answer, () => process.exit(0));
