import { ANYBODY } from "../../action/part.ts";
import type { NewestAct } from "../link.ts";

/** The newest acts that a leader remembers of its log, by the keys of their objects as `keyText` has them. */
export type SeatActs = {
  get(key: string): NewestAct | undefined;
  /** Remembers acts that are durable, in place of what it has. */
  keep(acts: ReadonlyMap<string, NewestAct>): void;
  /** Forgets all of them. */
  clear(): void;
};

/** What one process remembers as the leader of whatever logs. */
export type ActMemory = { forSeat(): SeatActs };

/** A `Map` takes 2^24 keys. */
export const MOST_REMEMBERED = 10_000_000;

type Remembered = { readonly index: number; readonly holder: string };

/**
 * A memory in two generations, since that takes no order of use: once the younger one is full it is the older one, and
 * what was in that and not asked for since is forgotten. What one seat keeps no other can find.
 *
 * @param limit acts of a generation: in all twice as many are remembered, of some 190 bytes each.
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
          // A text of its own, since a holder's bytes are a part of all that was appended with it.
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
