import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { archiveFolder } from "anchorlog/log/archive";
import { syncFolder } from "../../src/wholeFile.ts";

vi.mock("../../src/wholeFile.ts", { spy: true });

const NAME = "2026-01-31/000000000000-000000000001-0123456789abcdef.jsonl.gz";
const bytes = new Uint8Array(100).fill(7);
let folder: string;
let root: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "anchorlog-folder-"));
  root = join(folder, "archive");
});
afterEach(async () => {
  vi.mocked(syncFolder).mockReset();
  await rm(folder, { recursive: true, force: true });
});

it.each(["archive", "archive/2026-01-31"])("takes nothing for durable because it is there: %s", async (of) => {
  const wanted = join(folder, of);
  const { syncFolder: sync } = await vi.importActual<typeof import("../../src/wholeFile.ts")>("../../src/wholeFile.ts");
  const failing = async (path: string) => (path === wanted ? Promise.reject(new Error("EIO")) : sync(path));
  vi.mocked(syncFolder).mockImplementation(failing);
  await expect(archiveFolder(root).put(NAME, bytes)).rejects.toThrow("EIO");
  // The one that goes on is another process, which knows nothing of that.
  await expect(archiveFolder(root).put(NAME, bytes)).rejects.toThrow("EIO");
  vi.mocked(syncFolder).mockImplementation(sync);
  const archive = archiveFolder(root);
  await archive.put(NAME, bytes);
  await archive.put(NAME, bytes);
  expect(new Uint8Array((await archive.get(NAME, 0, 1000))!)).toEqual(bytes);
  expect(await readdir(join(root, "2026-01-31"))).toHaveLength(1);
});
