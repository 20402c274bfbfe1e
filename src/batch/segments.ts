/** Packs closed batches into segments of the archive, and finds out whether a segment gives its batches again. */
import { equalBytes } from "../base/bytes.ts";
import { toHex } from "../base/hex.ts";
import {
  BLOCK,
  joinBlocks,
  packBlock,
  placesOf,
  readBlock,
  type PackedSegment,
  type ReadBlock,
} from "../store/archive/segment.ts";
import { storeDamaged } from "../log/damaged.ts";
import type { StoredEntry } from "../log/store.ts";
import type { ActionContext } from "./build.ts";
import { decodeHeader } from "./header.ts";
import { buildBatch, READ_AT_ONCE, readAll, type EntryRange, type ReadEntries } from "./sections.ts";

/** A segment, and how many of the batches that were given are in it. */
export type PackedBatches = PackedSegment & { readonly batches: number };

/**
 * Packs the entries of batches, one after the other, until the segment has `maxBytes` bytes. A batch is never divided
 * between segments, so at least one batch is packed.
 *
 * @param pause lets others do their work, after each block.
 * @throws AnchorlogError `store_damaged` if an entry is not in its place.
 */
export async function packSegment(
  ranges: readonly EntryRange[],
  read: ReadEntries,
  pause: () => Promise<void>,
  maxBytes: number,
): Promise<PackedBatches> {
  const blocks: Uint8Array[] = [];
  let waiting: StoredEntry[] = [];
  let batches = 0;
  let size = 0;
  for (const { log, from, to } of ranges) {
    if (batches > 0 && size >= maxBytes) break;
    batches++;
    for (let at = from; at < to; at += READ_AT_ONCE) {
      waiting.push(...(await readAll({ log, from: at, to: Math.min(at + READ_AT_ONCE, to) }, read)));
      if (waiting.length < BLOCK) continue;
      size += blocks[blocks.push(await packBlock(waiting.slice(0, BLOCK))) - 1]!.length;
      waiting = waiting.slice(BLOCK);
      await pause();
    }
  }
  if (waiting.length > 0) blocks.push(await packBlock(waiting));
  return { ...joinBlocks(blocks), batches };
}

/** A segment's bytes as the archive returned them, and the name and blocks that the store is about to keep. */
export type ReturnedSegment = PackedSegment & { readonly name: string };

/**
 * Builds batches again from a segment's bytes, and compares them with their headers.
 *
 * @throws AnchorlogError `archive_damaged` if the bytes are not the packed ones; `store_damaged` if the packed bytes
 *   do not give the batches; and the errors of `buildBatch`.
 */
export async function checkSegment(
  { name, bytes, blocks }: ReturnedSegment,
  headers: readonly Uint8Array[],
  context: ActionContext,
  pause: () => Promise<void>,
): Promise<void> {
  const places = placesOf(blocks);
  // A batch may begin in the block in which the batch before it ended, so blocks are kept for the next batch.
  const held = new Map<number, ReadBlock>();
  const blockAt = async (number: number): Promise<ReadBlock> => {
    const known = held.get(number);
    if (known !== undefined) return known;
    const { from, to, hash } = places[number]!;
    const block = await readBlock(name, bytes.subarray(from, to), hash);
    held.delete(number - 2);
    held.set(number, block);
    return block;
  };
  const entriesAt = async (first: number, end: number): Promise<StoredEntry[]> => {
    const found: StoredEntry[] = [];
    for (let number = Math.floor(first / BLOCK); number * BLOCK < end; number++) {
      const block = await blockAt(number);
      found.push(...block.entries(Math.max(first - number * BLOCK, 0), end - number * BLOCK));
    }
    return found;
  };
  let first = 0;
  for (const bytesOfHeader of headers) {
    const header = decodeHeader(bytesOfHeader);
    const { start, count, prevHead, head } = header;
    const range = { log: toHex(header.log), from: start, to: start + count, prevHead };
    const read: ReadEntries = (_, from, to) => entriesAt(first + from - start, first + to - start);
    const built = await buildBatch(range, read, context, pause);
    const isSame =
      equalBytes(built.root, header.root) && equalBytes(built.zkRoot, header.zkRoot) && equalBytes(built.head, head);
    if (!isSame)
      throw storeDamaged(range.log, start, `it and the ${count - 1} after it do not give their batch's roots`);
    first += count;
  }
}
