/** Run by vitest before the first test file and after the last one: what the test files of a run share. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SHARED_POSTGRES, watch } from "./postgres.ts";

/** Makes a folder, of this run alone, and names it to all its processes. It is deleted however the run ends. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "anchorlog-run-"));
  process.env[SHARED_POSTGRES] = folder;
  // Node compiles the same files in each process and thread: hundreds in a run.
  process.env["NODE_COMPILE_CACHE"] ??= join(folder, "compiled");
  return watch(folder).close;
}
