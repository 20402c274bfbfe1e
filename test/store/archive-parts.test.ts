import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fromHex } from "anchorlog";
import { archiveFolder } from "anchorlog/store/archive";
import { readThrough, type Tables } from "../../src/store/archive/reading.ts";
import { BLOCK, encodeBlocks, joinBlocks, packBlock } from "../../src/store/archive/segment.ts";
import { emptyHead, encodeDrafts, entryOfDraft, placeDraft } from "../../src/log/chain.ts";
import type { Segment } from "../../src/log/store.ts";
import type * as folders from "../../src/base/folders.ts";
import { syncFolder } from "../../src/base/folders.ts";
import { newFolder } from "../folder.ts";
import { draft, NOW } from "./drafts.ts";

vi.mock("../../src/base/folders.ts", { spy: true });

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
  folder = newFolder();
  root = join(folder, "archive");
});
afterEach(() => void vi.mocked(syncFolder).mockReset());

it.each(["archive", "archive/2026-01-31"])("syncs again, even if the file already exists: %s", async (of) => {
  const wanted = join(folder, of);
  const { syncFolder: sync } = await vi.importActual<typeof folders>("../../src/base/folders.ts");
  const failing = async (path: string) => (path === wanted ? Promise.reject(new Error("EIO")) : sync(path));
  vi.mocked(syncFolder).mockImplementation(failing);
  await expect(archiveFolder(root).put(NAME, bytes)).rejects.toThrow("EIO");
  // Another process continues, and does not know about the failure.
  await expect(archiveFolder(root).put(NAME, bytes)).rejects.toThrow("EIO");
  vi.mocked(syncFolder).mockImplementation(sync);
  const archive = archiveFolder(root);
  await archive.put(NAME, bytes);
  await archive.put(NAME, bytes);
  expect(new Uint8Array((await archive.get(NAME, 0, 1000))!)).toEqual(bytes);
  expect(await readdir(join(root, "2026-01-31"))).toHaveLength(1);
});

it("accepts one file from many concurrent writers, even with the same process id", async () => {
  const many = Array.from({ length: 20 }, () => archiveFolder(root).put(NAME, bytes));
  await Promise.all(many);
  expect(await readdir(join(root, "2026-01-31"))).toEqual([NAME.slice(11)]);
  expect(new Uint8Array((await archiveFolder(root).get(NAME, 0, 1000))!)).toEqual(bytes);
});

it("limits its cache by the size in memory, however small the archived file is", async () => {
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

describe("reads of entries at many places", () => {
  const chain = (count: number) => {
    let head = emptyHead(LOG);
    return Array.from({ length: count }, (_, n) => {
      const entry = encodeDrafts(fromHex(LOG), [draft(n)]);
      head = placeDraft(entry, head, NOW, false, undefined);
      return entryOfDraft(draft(n), entry, head);
    });
  };
  const all = chain(12 * BLOCK);
  const half = all.length / 2;
  const LATER = NAME.replace("000000000000", "000000000001");
  /** Two segments of six blocks each, and the requests that an archive got for them. */
  const open = async (answer: (name: string, from: number) => Promise<unknown> = async () => {}) => {
    const pack = async (entries: typeof all) =>
      joinBlocks(
        await Promise.all(
          Array.from({ length: entries.length / BLOCK }, (_, i) =>
            packBlock(entries.slice(BLOCK * i, BLOCK * (i + 1))),
          ),
        ),
      );
    const packed = [await pack(all.slice(0, half)), await pack(all.slice(half))];
    const segments = packed.map(({ blocks }, i) => {
      const name = i === 0 ? NAME : LATER;
      return { from: i, to: i + 1, name, entries: half, blocks };
    });
    let [now, most] = [0, 0];
    const get = vi.fn(async (name: string, from: number, to: number) => {
      most = Math.max(most, ++now);
      await answer(name, from);
      now--;
      return packed[name === NAME ? 0 : 1]!.bytes.subarray(from, to);
    });
    const locate = vi.fn(async () => [
      { start: 0, until: half, segment: 0, first: 0 },
      { start: half, until: all.length, segment: 1, first: 0 },
    ]);
    const tables = { ...tablesOf(segments[0]!), locate, segments: async (from: number) => [segments[from]!] };
    const { entriesAt } = readThrough(tables, { get, put: async () => {} });
    const read = async (indexes: readonly number[], patience?: number) => {
      const found = await entriesAt(
        indexes.map((index) => ({ log: LOG, index })),
        patience,
      );
      return found.toSorted((a, b) => a.index - b.index);
    };
    return { read, get, locate, most: () => most };
  };
  const at = (indexes: readonly number[]) =>
    indexes
      .toSorted((a, b) => a - b)
      .map((index) => ({ log: LOG, index, bytes: all[index]!.bytes, hash: all[index]!.hash }));
  it("query the tables once and the archive once for each block, eight at a time", async () => {
    // Eight requests are answered together, then the remaining four.
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let asked = 0;
    const { read, get, locate, most } = await open(() => {
      const gate = gates[asked++ < 8 ? 0 : 1]!;
      if (asked === 8 || asked === 12) gate.resolve();
      return gate.promise;
    });
    // Three entries of each block, in no particular order.
    const indexes = Array.from({ length: 36 }, (_, i) => (i * 7 * BLOCK + 100 * (i % 3)) % all.length);
    expect(await read([...new Set(indexes), all.length + 5])).toEqual(at([...new Set(indexes)]));
    expect([get.mock.calls.length, locate.mock.calls.length, most()]).toEqual([12, 1, 8]);
    expect(get.mock.calls.map(([name]) => name)).toEqual([
      ...Array<string>(6).fill(NAME),
      ...Array<string>(6).fill(LATER),
    ]);
  });

  it("fail if the archive fails, or leave those entries out if the caller sets a timeout", async () => {
    const { read, get } = await open(async (name) => {
      if (name === LATER) throw new Error("away");
    });
    const unavailable = { code: "archive_unavailable", details: { name: LATER } };
    await expect(read([5, half + 5])).rejects.toMatchObject(unavailable);
    expect(await read([5, 300, half + 5], 1_000)).toEqual(at([5, 300]));
    const away = await open(() => Promise.reject(new Error("away")));
    await expect(away.read(Array.from({ length: 12 }, (_, i) => i * BLOCK))).rejects.toMatchObject({
      code: "archive_unavailable",
    });
    expect(away.get).toHaveBeenCalledTimes(8);
    get.mockClear();
    expect(await read([900, half + 5], 0)).toEqual([]);
    expect(get).not.toHaveBeenCalled();
  });

  it("end after the caller's timeout, and request nothing more", async () => {
    const ninth = Promise.withResolvers<void>();
    const silence = () => {
      // The ninth is asked for once the first was answered.
      if (get.mock.calls.length === 9) ninth.resolve();
      return new Promise<never>(() => {});
    };
    const { read, get } = await open((name, from) => (name === NAME && from === 0 ? Promise.resolve() : silence()));
    const indexes = Array.from({ length: 12 }, (_, i) => i * BLOCK);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const found = read(indexes, 100);
    await ninth.promise;
    await vi.advanceTimersByTimeAsync(100);
    expect(await found).toEqual(at([0]));
    vi.useRealTimers();
    expect(get).toHaveBeenCalledTimes(9);
  });
});

describe("an archive that hangs", () => {
  const silent = { get: vi.fn(() => new Promise<never>(() => {})), put: async () => {} };
  const segment = { from: 0, to: 1, name: NAME, entries: 3, blocks: encodeBlocks([bytes]) };
  const { settle, entries } = readThrough(tablesOf(segment), silent);
  beforeEach(() => void vi.useFakeTimers());

  it("fails a read after its timeout", async () => {
    const read = entries(LOG, 0, 3).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await read).toMatchObject({ code: "archive_unavailable", details: { name: NAME } });
  });

  it("delays a call once, with any number of retries in it", async () => {
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
