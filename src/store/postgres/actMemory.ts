import { ANYBODY } from "../../action/part.ts";
import type { NewestAct } from "../../log/link.ts";

/** The newest acts that a leader remembers of its log, by their objects' keys in the form of `keyText`. */
export type SeatActs = {
  get(key: string): NewestAct | undefined;
  /** Remembers acts that are durable, replacing older acts upon the same objects. */
  keep(acts: ReadonlyMap<string, NewestAct>): void;
  /** Forgets all of them. */
  clear(): void;
};

/** The acts that a process remembers for all logs that it leads. */
export type ActMemory = { forSeat(): SeatActs };

/** Twice this many keys at most: a `Map` can have 2^24. */
export const MOST_REMEMBERED = 10_000_000;

type Remembered = { readonly index: number; readonly holder: string };

/**
 * Creates a memory in two generations, which needs no order of use. Once the young generation is full, it becomes the
 * old one. Acts of the previous old generation that were not read since are forgotten. Each seat has its own keys.
 *
 * @param limit acts of a generation. In all twice as many are remembered, of some 190 bytes each.
 */
export function createActMemory(limit: number): ActMemory {
  let young = new Map<string, Remembered>();
  let old = young;
  let seats = 0;

  const put = (key: string, act: Remembered): void => {
    if (young.size >= limit && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, act);
  };
  const find = (key: string): Remembered | undefined => {
    const recent = young.get(key);
    if (recent !== undefined) return recent;
    const act = old.get(key);
    if (act !== undefined) put(key, act);
    return act;
  };

  return {
    forSeat: () => {
      let seat = `${seats++}/`;
      return {
        get: (key) => {
          const act = find(seat + key);
          return act && { index: act.index, holder: toBytes(act.holder) };
        },
        keep: (acts) => {
          if (limit === 0) return;
          // `holder` is a view: kept as it is, it would keep the buffer with all entries of its call in memory.
          for (const [key, { index, holder }] of acts) put(seat + key, { index, holder: toText(holder) });
        },
        clear: () => void (seat = `${seats++}/`),
      };
    },
  };
}

const toText = (holder: Uint8Array): string => {
  const text = Buffer.from(holder.buffer, holder.byteOffset, holder.byteLength).toString("latin1");
  return text === ANYBODY_TEXT ? ANYBODY_TEXT : text;
};
const toBytes = (text: string): Uint8Array =>
  text === ANYBODY_TEXT ? ANYBODY : new Uint8Array(Buffer.from(text, "latin1"));
const ANYBODY_TEXT = Buffer.from(ANYBODY).toString("latin1");
