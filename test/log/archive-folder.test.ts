import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { archiveFolder } from "anchorlog/log/archive";
import { readThrough } from "../../src/log/archive/reading.ts";
import { encodeBlocks } from "../../src/log/archive/segment.ts";
import { syncFolder } from "../../src/wholeFile.ts";
import { draft } from "./drafts.ts";

vi.mock("../../src/wholeFile.ts", { spy: true });

const NAME = "2026-01-31/000000000000-000000000001-0123456789abcdef.jsonl.gz";
const LOG = `0x${"aa".repeat(32)}` as const;
const bytes = new Uint8Array(100).fill(7);
let folder: string;
let root: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "anchorlog-folder-"));
  root = join(folder, "archive");
});
afterEach(async () => {
  vi.useRealTimers();
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

describe("an archive that says nothing", () => {
  const silent = { get: vi.fn(() => new Promise<never>(() => {})), put: async () => {} };
  const segment = { from: 0, to: 1, name: NAME, entries: 3, blocks: encodeBlocks([bytes]) };
  const nothing = async () => [];
  const { settle, entries } = readThrough(
    {
      entries: nothing,
      entriesAt: nothing,
      usedNonce: async () => undefined,
      locate: async () => [{ start: 0, until: 3, segment: 0, first: 0 }],
      segments: async () => [segment],
    },
    silent,
  );
  beforeEach(() => void vi.useFakeTimers());

  it("is not waited for", async () => {
    const read = expect(entries(LOG, 0, 3)).rejects.toMatchObject({
      code: "archive_unavailable",
      details: { name: NAME },
    });
    await vi.advanceTimersByTimeAsync(30_000);
    await read;
  });

  it("is waited for once a call, however many retries are in that", async () => {
    const drafts = [1, 2, 3].map((n) => draft(n));
    const settled = settle(
      LOG,
      drafts,
      drafts.map((_, index) => ({ status: "archived", index })),
    );
    await vi.advanceTimersByTimeAsync(30_000);
    const unavailable = { status: "unavailable", error: { code: "archive_unavailable" } };
    expect(await settled).toMatchObject([unavailable, unavailable, unavailable]);
  });
});
