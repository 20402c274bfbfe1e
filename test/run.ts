/** Vitest runs this before the first test file and after the last one. It sets up what the files of a run share. */
import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { RUN_FOLDER, watch } from "./postgres.ts";
import { offerPostgres } from "./sharedPostgres.ts";
import { bundleThreads } from "./threads.ts";

const MEMORY = "/dev/shm";
/** Several times the most bytes that a run stores there. */
const ROOM = 4 * 2 ** 30;

/**
 * Makes the folder of this run, into which all its processes write. It is deleted however the run ends.
 *
 * If possible it is in memory, since half of a run would otherwise wait for the disk. The slow suite and runs with
 * TMPDIR use a disk.
 */
export default async function setup({ vite }: TestProject): Promise<(() => Promise<void>) | undefined> {
  // vitest calls this once for each project.
  if (process.env[RUN_FOLDER] !== undefined) return undefined;
  const isOnDisk = vite.config.mode === "slow" || process.env["TMPDIR"] !== undefined || !(await isUsable(MEMORY));
  const folder = await mkdtemp(join(isOnDisk ? tmpdir() : MEMORY, "anchorlog-run-"));
  // Databases may belong to another account.
  await chmod(folder, 0o711);
  process.env[RUN_FOLDER] = process.env["TMPDIR"] = folder;
  const watchdog = watch(folder);
  await bundleThreads(folder);
  const endPostgres = await offerPostgres(folder);
  return async () => {
    await endPostgres();
    await watchdog.close();
  };
}

/** Whether there is room, and programs may be run from there. */
async function isUsable(parent: string): Promise<boolean> {
  const program = join(parent, `anchorlog-${process.pid}`);
  try {
    const { bavail, bsize } = await statfs(parent);
    if (Math.min(bavail * bsize, process.availableMemory()) < ROOM) return false;
    await writeFile(program, "#!/bin/sh\n", { mode: 0o700 });
    await promisify(execFile)(program);
    return true;
  } catch {
    return false;
  } finally {
    await rm(program, { force: true });
  }
}
