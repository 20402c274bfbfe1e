import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fromHex } from "anchorlog";
import { archiveFolder } from "anchorlog/log/archive";
import { readThrough, type Tables } from "../../src/log/archive/reading.ts";
import { BLOCK, encodeBlocks, joinBlocks, packBlock } from "../../src/log/archive/segment.ts";
import { emptyHead, encodeDrafts, entryOfDraft, placeDraft } from "../../src/log/chain.ts";
import type { Segment } from "../../src/log/store.ts";
import type * as folders from "../../src/folders.ts";
import { syncFolder } from "../../src/folders.ts";
import { draft, NOW } from "./drafts.ts";

vi.mock("../../src/folders.ts", { spy: true });

const NAME = "2026-01-31/000000000000-000000000001-0123456789abcdef.jsonl.gz";
const LOG = `0x${"aa".repeat(32)}` as const;
const bytes = new Uint8Array(100).fill(7);
/** A store of one segment, all of whose rows are gone. */
const tablesOf = (segment: Segment): Tables => ({
  entries: async () => [],
  entriesAt: async () => [],
  usedNonce: async () => undefined,
  locate: async () => [{ start: 0, until: segment.entries, segment: 0, first: 0 }],
  segments: async () => [segment],
});
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
  const { syncFolder: sync } = await vi.importActual<typeof folders>("../../src/folders.ts");
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

it("takes one file from many at once, whose processes may have the same number", async () => {
  const many = Array.from({ length: 20 }, () => archiveFolder(root).put(NAME, bytes));
  await Promise.all(many);
  expect(await readdir(join(root, "2026-01-31"))).toEqual([NAME.slice(11)]);
  expect(new Uint8Array((await archiveFolder(root).get(NAME, 0, 1000))!)).toEqual(bytes);
});

it("keeps of what it read what has room in memory, however small it is in the archive", async () => {
  const wide = (n: number) => {
    const made = draft(n);
    return {
      ...made,
      action: { ...made.action, message: { ...made.action.message, payload: { text: "a".repeat(16_384) } } },
    };
  };
  let head = emptyHead(LOG);
  const all = Array.from({ length: 4 * BLOCK }, (_, n) => {
    const one = wide(n);
    const entry = encodeDrafts(fromHex(LOG), [one]);
    head = placeDraft(entry, head, NOW, false, undefined);
    return entryOfDraft(one, entry, head);
  });
  const blocks = await Promise.all([0, 1, 2, 3].map((i) => packBlock(all.slice(BLOCK * i, BLOCK * (i + 1)))));
  const packed = joinBlocks(blocks);
  const get = vi.fn(async (_: string, from: number, to: number) => packed.bytes.subarray(from, to));
  const segment = { from: 0, to: 1, name: NAME, entries: all.length, blocks: packed.blocks };
  const { entries } = readThrough(tablesOf(segment), { get, put: async () => {} });
  expect(await entries(LOG, 1000, 1002)).toEqual(all.slice(1000, 1002));
  expect(await entries(LOG, 1002, 1004)).toEqual(all.slice(1002, 1004));
  expect(get).toHaveBeenCalledTimes(1);
  for (const index of [0, 300, 600]) expect(await entries(LOG, index, index + 1)).toEqual([all[index]]);
  expect(await entries(LOG, 1000, 1001)).toEqual([all[1000]]);
  // All four are 17 MB, in a few KB of the archive.
  expect([get.mock.calls.length, packed.bytes.length < 500_000]).toEqual([5, true]);
});

describe("an archive that says nothing", () => {
  const silent = { get: vi.fn(() => new Promise<never>(() => {})), put: async () => {} };
  const segment = { from: 0, to: 1, name: NAME, entries: 3, blocks: encodeBlocks([bytes]) };
  const { settle, entries } = readThrough(tablesOf(segment), silent);
  beforeEach(() => void vi.useFakeTimers());

  it("is not waited for", async () => {
    const read = entries(LOG, 0, 3).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await read).toMatchObject({ code: "archive_unavailable", details: { name: NAME } });
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
