/** Entries of a log that a batch still needs: 74 bytes each. Browser-safe. */
import type { Line } from "./trail.ts";

/** An entry's part in a batch. */
export type HeldEntry = {
  readonly hash: Uint8Array;
  /** Undefined if the line had no action that matches the entry. */
  readonly commitment: Uint8Array | undefined;
  /** Unix milliseconds; 0 if the entry is malformed. */
  readonly acceptedAt: number;
  /** Whether the operator's receipt, or the `prev` of the next entry, confirms the entry. */
  readonly isCertain: boolean;
};

/** Chunks of records, by their numbers. */
export type SavedHeld = ReadonlyMap<number, Uint8Array<ArrayBuffer>>;

export type HeldEntries = {
  get(index: number): HeldEntry | undefined;
  set(index: number, line: NonNullable<Line>, isCertain: boolean): void;
  /** Drops the chunks from index `from` on, up to the chunk that has index `to`, which stays. */
  drop(from: number, to: number): void;
  save(): SavedHeld;
};

/** Entries of a chunk, which are dropped together. An index out of order costs a chunk of memory, and is a finding. */
export const CHUNK = 128;
/** A record: its state, the hash, the commitment, the time of acceptance. */
const [HASH, COMMITMENT, ACCEPTED_AT, RECORD] = [1, 33, 65, 73];
const [PRESENT, CERTAIN, COMMITTED] = [1, 2, 4];

export function createHeldEntries(saved?: SavedHeld): HeldEntries {
  const chunks = new Map(saved);
  const chunkOf = (index: number): number => Math.floor(index / CHUNK);
  const startOf = (index: number): number => RECORD * (index % CHUNK);
  return {
    get: (index) => {
      const chunk = chunks.get(chunkOf(index));
      const at = startOf(index);
      const state = chunk?.[at] ?? 0;
      if (chunk === undefined || (state & PRESENT) === 0) return undefined;
      return {
        hash: chunk.subarray(at + HASH, at + COMMITMENT),
        commitment: (state & COMMITTED) === 0 ? undefined : chunk.subarray(at + COMMITMENT, at + ACCEPTED_AT),
        acceptedAt: new DataView(chunk.buffer, chunk.byteOffset).getFloat64(at + ACCEPTED_AT),
        isCertain: (state & CERTAIN) !== 0,
      };
    },
    set: (index, { hash, entry, commitment }, isCertain) => {
      let chunk = chunks.get(chunkOf(index));
      if (chunk === undefined) chunks.set(chunkOf(index), (chunk = new Uint8Array(CHUNK * RECORD)));
      const at = startOf(index);
      chunk[at] = PRESENT | (isCertain ? CERTAIN : 0) | (commitment === undefined ? 0 : COMMITTED);
      chunk.set(hash, at + HASH);
      if (commitment !== undefined) chunk.set(commitment, at + COMMITMENT);
      new DataView(chunk.buffer, chunk.byteOffset).setFloat64(at + ACCEPTED_AT, entry?.acceptedAt ?? 0);
    },
    drop: (from, to) => {
      // A hostile range may span any number of chunks that are not there.
      for (const number of chunks.keys()) if (number >= chunkOf(from) && number < chunkOf(to)) chunks.delete(number);
    },
    save: () => chunks,
  };
}
