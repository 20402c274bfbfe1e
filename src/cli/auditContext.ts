/** Describes how an audit was called, and the files that it read, for its report. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Audit } from "../verify/audit/audit.ts";
import { EXPORT_FILES } from "../verify/audit/format.ts";
import type { ReportContext, ReportedFile } from "../verify/audit/report.ts";
import type { AuditCall } from "./audit.ts";

/** Returns the command line and the node's host. A node's URL may hold a secret, so only its host is shown. */
export function describeCall({ values, positionals }: AuditCall): Pick<ReportContext, "command" | "rpc"> {
  const options = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (value === true) return [`--${name}`];
    const isUrl = name === "rpc" || name === "timestamps";
    return [`--${name} ${isUrl ? String(value).split(",").map(hostOf).join(",") : String(value)}`];
  });
  const rpc = values.rpc === undefined ? undefined : hostOf(values.rpc);
  return { command: ["npx anchorlog audit", ...positionals, ...options].join(" "), rpc };
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : "(not a URL)");

/**
 * Hashes the files that an audit read: those of the export's folder, if it read one, then the trusted ones. Missing
 * files are left out.
 */
export async function digestFiles(
  folder: string | undefined,
  { logs, checkpoints }: Audit,
  { trust, checkpoint }: AuditCall["values"],
): Promise<ReportedFile[]> {
  const names = [
    EXPORT_FILES.manifest,
    EXPORT_FILES.batches,
    ...logs.map(({ name }) => EXPORT_FILES.log(name)),
    ...checkpoints.map(({ size }) => EXPORT_FILES.checkpoint(size)),
    EXPORT_FILES.timestamps,
  ];
  const files = [
    ...(folder === undefined ? [] : names.map((name) => ({ name, path: join(folder, name) }))),
    ...[trust, checkpoint].flatMap((path) => (path === undefined ? [] : [{ name: path, path }])),
  ];
  const found: ReportedFile[] = [];
  for (const { name, path } of files) {
    const digest = await digestFile(path).catch(() => undefined);
    if (digest !== undefined) found.push({ name, ...digest });
  }
  return found;
}

async function digestFile(path: string): Promise<Omit<ReportedFile, "name">> {
  const hash = createHash("sha256");
  const stream = createReadStream(path);
  await pipeline(stream, hash);
  return { bytes: stream.bytesRead, sha256: hash.digest("hex") };
}
