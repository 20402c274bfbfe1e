/** Exports in memory, written to folders. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseManifest, type ReadExport } from "anchorlog/verify/audit";

/** Writes the files of an export that is held in memory. */
export async function writeFolder(target: string, read: ReadExport): Promise<void> {
  const manifest = parseManifest((await read("manifest.json"))!);
  const names = [
    "manifest.json",
    "batches.jsonl",
    ...manifest.logs.map((name) => `logs/${name}.jsonl`),
    ...manifest.checkpoints.map((size) => `checkpoints/${size}`),
  ];
  for (const name of names) {
    await mkdir(dirname(join(target, name)), { recursive: true });
    await writeFile(join(target, name), (await read(name))!);
  }
}
