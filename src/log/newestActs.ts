/** The newest act upon each object of a log, for code that reads all its entries in order. Browser-safe. */
import type { NewestAct } from "./link.ts";
import { createRecordTable, INDEX_BYTES, readIndex, writeBytes, writeIndex, type SavedTable } from "./recordTable.ts";

/** The newest acts of a log, by object key. */
export type NewestActs = {
  get(objectKey: Uint8Array): NewestAct | undefined;
  set(objectKey: Uint8Array, act: NewestAct): void;
  save(): SavedTable;
};

const [KEY, HOLDER] = [32, 20];

/** Creates a table, which takes 64 bytes an object. @param saved the acts to begin with, as `save` returned them. */
export function createNewestActs(saved?: SavedTable): NewestActs {
  const table = createRecordTable({ key: KEY, value: HOLDER + INDEX_BYTES }, saved);
  return {
    get: (objectKey) => {
      const found = table.find(objectKey);
      if (found === undefined) return undefined;
      const { chunk, at } = found;
      const holder = new Uint8Array(HOLDER);
      for (let i = 0; i < HOLDER; i++) holder[i] = chunk.getUint8(at + i);
      return { index: readIndex({ chunk, at: at + HOLDER }), holder };
    },
    set: (objectKey, { index, holder }) => {
      const { chunk, at } = table.place(objectKey);
      writeBytes(holder, HOLDER, chunk, at);
      writeIndex(index, { chunk, at: at + HOLDER });
    },
    save: () => table.save(),
  };
}
