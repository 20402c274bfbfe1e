/** The entries of a log that a search has seen, in 80 bytes each. */
import { PART_NONE } from "../../action/part.ts";
import { uintToBytes } from "../../base/bytes.ts";
import { MAX_BATCH_ENTRIES } from "../../batch/header.ts";
import type { Entry } from "../../log/entry.ts";
import { createRecordTable, INDEX_BYTES, readIndex, writeBytes, writeIndex } from "../../log/recordTable.ts";
import type { EntryPlace } from "./faults.ts";

/** The fields of an entry that later entries upon its object can contradict. */
export type ObjectFields = Pick<Entry, "log" | "index" | "part" | "objectKey" | "prior" | "holder">;

export type SeenEntries = {
  get(index: number): { readonly place: EntryPlace; readonly entry: ObjectFields } | undefined;
  set(entry: ObjectFields, place: EntryPlace): void;
};

/** A record: the place, the part, the object's key, the holder, and the prior plus one, or 0 without a prior. */
const PLACE = 0;
const PART = PLACE + INDEX_BYTES;
const OBJECT_KEY = PART + 1;
const HOLDER = OBJECT_KEY + 32;
const PRIOR = HOLDER + 20;
const RECORD = PRIOR + INDEX_BYTES;

/** @param log of all entries. */
export function createSeenEntries(log: Uint8Array): SeenEntries {
  const table = createRecordTable({ key: 8, value: RECORD });
  return {
    get: (index) => {
      const found = table.find(uintToBytes(BigInt(index), 8));
      if (found === undefined) return undefined;
      const { chunk, at } = found;
      const bytes = (offset: number, count: number): Uint8Array =>
        new Uint8Array(chunk.buffer, chunk.byteOffset + at + offset, count).slice();
      const prior = readIndex({ chunk, at: at + PRIOR });
      const entry: ObjectFields = {
        log,
        index,
        part: chunk.getUint8(at + PART),
        objectKey: bytes(OBJECT_KEY, 32),
        holder: bytes(HOLDER, 20),
        prior: prior === 0 ? undefined : prior - 1,
      };
      return { place: unpackPlace(readIndex({ chunk, at: at + PLACE })), entry };
    },
    set: ({ index, part, objectKey, prior, holder }, place) => {
      const { chunk, at } = table.place(uintToBytes(BigInt(index), 8));
      writeIndex(packPlace(place), { chunk, at: at + PLACE });
      chunk.setUint8(at + PART, part);
      if (part !== PART_NONE) {
        writeBytes(objectKey, 32, chunk, at + OBJECT_KEY);
        writeBytes(holder, 20, chunk, at + HOLDER);
      }
      writeIndex(prior === undefined ? 0 : prior + 1, { chunk, at: at + PRIOR });
    },
  };
}

/** Packs a place into an integer below 2^53. */
export const packPlace = ({ batch, position }: EntryPlace): number => batch * MAX_BATCH_ENTRIES + position;

export const unpackPlace = (packed: number): EntryPlace => ({
  batch: Math.floor(packed / MAX_BATCH_ENTRIES),
  position: packed % MAX_BATCH_ENTRIES,
});
