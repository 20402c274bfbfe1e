/** Reads archived entries, block by block. */
import { createCache } from "../../base/cache.ts";
import type { Hex } from "../../base/hex.ts";
import { createTurns } from "../../base/turns.ts";
import { reasonOf } from "../../base/errors.ts";
import { within } from "../../base/within.ts";
import type { EntryLocation, PlacedEntry, Segment, StoredEntry } from "../../log/store.ts";
import { archiveDamaged, archiveUnavailable, isArchiveTrouble, type Archive } from "../../log/archive.ts";
import type { LocatedPart, Tables } from "./reading.ts";
import { BLOCK, placesOf, readBlock, type ReadBlock } from "./segment.ts";

/** Milliseconds to wait for one answer of the archive. */
const PATIENCE = 30_000;
/** Size of the cache of recently used blocks, in bytes of their lines. */
const KEPT = 8 << 20;
/** Number of blocks that one call reads at a time. */
const AT_ONCE = 8;

/** Places in one block; `at` is an entry's position in the block. */
type Wanted = {
  readonly segment: number;
  readonly block: number;
  readonly places: (EntryLocation & { readonly at: number })[];
};

/** Reads blocks of the archive's files, and keeps recently used ones. */
export class ArchivedBlocks {
  readonly tables: Pick<Tables, "segments" | "locate">;
  readonly archive: Archive | undefined;
  readonly #cache = createCache<ReadBlock>(KEPT, ({ length }) => length);

  constructor(tables: Pick<Tables, "segments" | "locate">, archive: Archive | undefined) {
    this.tables = tables;
    this.archive = archive;
  }

  /** The segment that contains a position of the batch log. */
  async segmentAt(position: number): Promise<Segment> {
    const [segment] = await this.tables.segments(position, position + 1);
    if (segment !== undefined) return segment;
    throw archiveUnavailable(`the segment at ${position}`, "the store has lost its name");
  }

  /** Entries of a part, `[from, to)` of its log. */
  async readPart(segment: Segment, part: LocatedPart, from: number, to: number): Promise<StoredEntry[]> {
    const first = part.first + from - part.start;
    const end = part.first + to - part.start;
    const found: StoredEntry[] = [];
    for (let number = Math.floor(first / BLOCK); number * BLOCK < end; number++) {
      const block = await this.#blockOf(segment, number);
      found.push(...block.entries(Math.max(first - number * BLOCK, 0), end - number * BLOCK));
    }
    if (found.length === to - from && found.every(({ index }, i) => index === from + i)) return found;
    throw archiveDamaged(segment.name, `entries ${from} to ${to - 1} of a log are not in their places`);
  }

  /**
   * The entries at these places that are in the archive. Each block is read only once.
   *
   * @param patience milliseconds to wait. Entries that the archive does not return in time are left out. Without it,
   *   the first such entry is an error.
   */
  async readPlaces(places: readonly EntryLocation[], patience?: number): Promise<PlacedEntry[]> {
    const found: PlacedEntry[] = [];
    const segments = new Map<number, Promise<Segment>>();
    let isOver = patience === 0;
    const read = async (wanted: Wanted): Promise<void> => {
      if (isOver) return;
      let segment = segments.get(wanted.segment);
      if (segment === undefined) segments.set(wanted.segment, (segment = this.segmentAt(wanted.segment)));
      try {
        const entries = await this.#readWanted(await segment, wanted);
        if (!isOver) found.push(...entries);
      } catch (error) {
        if (patience !== undefined && isArchiveTrouble(error)) return;
        isOver = true;
        throw error;
      }
    };
    if (isOver) return found;
    const inTurn = createTurns(AT_ONCE);
    const all = Promise.all((await locateAll(this.tables, places)).map((wanted) => inTurn(() => read(wanted))));
    if (patience === undefined) await all;
    else await within(patience, all, []);
    isOver = true;
    return found;
  }

  async #readWanted(segment: Segment, { block: number, places }: Wanted): Promise<PlacedEntry[]> {
    const block = await this.#blockOf(segment, number);
    return places.map(({ log, index, at }) => {
      const [entry] = block.entries(at, at + 1);
      if (entry?.index === index) return { log, index, bytes: entry.bytes, hash: entry.hash };
      throw archiveDamaged(segment.name, `another entry is in the place of entry ${index}`);
    });
  }

  #blockOf(segment: Segment, number: number): Promise<ReadBlock> {
    return this.#cache.get(`${segment.name}/${number}`, async () => {
      const place = placesOf(segment.blocks)[number];
      if (place === undefined) throw archiveDamaged(segment.name, `it has no part ${number}`);
      const bytes = await fetchBytes(this.archive, segment.name, place);
      return readBlock(segment.name, bytes, place.hash);
    });
  }
}

/** The blocks to read for places, in the archive's order. Places that are not in the archive are left out. */
async function locateAll({ locate }: Pick<Tables, "locate">, places: readonly EntryLocation[]): Promise<Wanted[]> {
  const wanted = new Map<string, Wanted>();
  for (const [log, indexes] of indexesByLog(places)) {
    const parts = await locate(log, indexes[0]!, indexes.at(-1)! + 1);
    let next = 0;
    for (const index of indexes) {
      while (next < parts.length && parts[next]!.until <= index) next++;
      const part = parts[next];
      if (part === undefined || part.start > index) continue;
      const number = part.first + index - part.start;
      const block = Math.floor(number / BLOCK);
      const name = `${part.segment}/${block}`;
      let one = wanted.get(name);
      if (one === undefined) wanted.set(name, (one = { segment: part.segment, block, places: [] }));
      one.places.push({ log, index, at: number - BLOCK * block });
    }
  }
  return [...wanted.values()].toSorted((a, b) => a.segment - b.segment || a.block - b.block);
}

/** The indexes of each log, in ascending order. */
function indexesByLog(places: readonly EntryLocation[]): Map<Hex, number[]> {
  const logs = new Map<Hex, number[]>();
  for (const { log, index } of places) {
    const indexes = logs.get(log);
    if (indexes === undefined) logs.set(log, [index]);
    else indexes.push(index);
  }
  for (const indexes of logs.values()) indexes.sort((a, b) => a - b);
  return logs;
}

/** Exactly the requested bytes of a segment. */
export async function fetchBytes(
  archive: Archive | undefined,
  name: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Uint8Array> {
  if (archive === undefined) throw archiveUnavailable(name, "the store was opened without its archive");
  let bytes: Uint8Array | undefined;
  try {
    bytes = await within(PATIENCE, archive.get(name, from, to));
  } catch (error) {
    throw archiveUnavailable(name, reasonOf(error), error);
  }
  if (bytes === undefined) throw archiveUnavailable(name, "the file does not exist");
  if (bytes.length === to - from) return bytes;
  throw archiveDamaged(name, `it has ${bytes.length} bytes from ${from} on, and had ${to - from}`);
}
