/** Run by vitest before the first test file and after the last one: what the test files of a run share. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RUN_FOLDER, watch } from "./postgres.ts";

/** Makes a folder, of this run alone, and names it to all its processes. It is deleted however the run ends. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // vitest asks for it once a project.
  if (process.env[RUN_FOLDER] !== undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "anchorlog-run-"));
  process.env[RUN_FOLDER] = folder;
  return watch(folder).close;
}
