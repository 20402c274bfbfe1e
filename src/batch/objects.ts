/** Whether a batch's entries follow the newest acts upon their objects: what does not would convict its operator. */
import { PART_ACT, PART_NONE } from "../action/part.ts";
import type { Kind } from "../action/kinds.ts";
import { equalBytes } from "../encoding/bytes.ts";
import { toHex, type Hex } from "../encoding/hex.ts";
import { isArchiveTrouble } from "../log/archive/archive.ts";
import { decodeEntry, ENTRY_BYTES } from "../log/entry.ts";
import { storeDamaged } from "../log/intact.ts";
import { actOf, whyNotUpon, type NewestAct } from "../log/link.ts";
import type { LogStore, StoredEntry } from "../log/store.ts";

/** Walks the entries of a batch in their order. */
export type ObjectWalk = {
  /** @throws AnchorlogError `store_damaged` where it does not follow what the batch has upon its object. */
  take(log: Hex, entry: StoredEntry, kind: Pick<Kind, "object">): void;
  /** The bytes of those that follow an entry of before the batch, each behind whether its holder is that one's. */
  outer(): Uint8Array;
};

const CARRIES = 1;
const OUTER_BYTES = 1 + ENTRY_BYTES;

export function walkObjects(): ObjectWalk {
  const acts = new Map<Hex, NewestAct>();
  const outer: { readonly carries: boolean; readonly bytes: Uint8Array }[] = [];
  return {
    take: (log, { index, bytes }, { object: rule }) => {
      const entry = decodeEntry(bytes);
      if (entry.part === PART_NONE) return;
      const key = toHex(entry.objectKey);
      const newest = acts.get(key);
      const carries = entry.part === PART_ACT && !rule.namesHolder;
      if (newest !== undefined) assertUpon(log, bytes, carries, newest);
      // Of a first act the store's witness tells: two follow the same there.
      else if (entry.prior !== undefined) outer.push({ carries, bytes });
      const act = actOf(bytes, index);
      if (act !== undefined) acts.set(key, act.newest);
    },
    outer: () => {
      const all = new Uint8Array(OUTER_BYTES * outer.length);
      for (const [i, { carries, bytes }] of outer.entries()) {
        all[OUTER_BYTES * i] = carries ? CARRIES : 0;
        all.set(bytes, OUTER_BYTES * i + 1);
      }
      return all;
    },
  };
}

/** Entries that are looked at together. */
const AT_ONCE = 500;

/**
 * Holds entries against the acts of before their batch that they name. What is in an archive that does not answer is
 * passed over: nobody has to wait for it to be promised more.
 *
 * @param outer as a walk gives them.
 * @throws AnchorlogError `store_damaged` naming the first that does not follow its prior.
 */
export async function assertOuter(log: Hex, outer: Uint8Array, store: Pick<LogStore, "entriesAt">): Promise<void> {
  const all = Array.from({ length: outer.length / OUTER_BYTES }, (_, i) => {
    const bytes = outer.subarray(OUTER_BYTES * i + 1, OUTER_BYTES * (i + 1));
    return { carries: outer[OUTER_BYTES * i] === CARRIES, bytes, prior: decodeEntry(bytes).prior! };
  });
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE);
    const places = [...new Set(some.map(({ prior }) => prior))].map((index) => ({ log, index }));
    const found = await store.entriesAt(places).catch((error: unknown) => {
      if (isArchiveTrouble(error)) return undefined;
      throw error;
    });
    if (found === undefined) continue;
    const byIndex = new Map(found.map(({ index, bytes }) => [index, bytes]));
    for (const { bytes, carries, prior } of some) {
      const { index, objectKey } = decodeEntry(bytes);
      const act = actOf(byIndex.get(prior) ?? new Uint8Array(ENTRY_BYTES), prior);
      if (act === undefined || !equalBytes(act.key, objectKey)) {
        throw storeDamaged(log, index, `it follows entry ${prior}, no act upon its object`);
      }
      assertUpon(log, bytes, carries, act.newest);
    }
  }
}

function assertUpon(log: Hex, bytes: Uint8Array, carries: boolean, newest: NewestAct): void {
  const entry = decodeEntry(bytes);
  const isOther = carries && !equalBytes(entry.holder, newest.holder);
  const why = whyNotUpon(entry, bytes, newest) ?? (isOther ? "has another holder than its prior" : undefined);
  if (why !== undefined) throw storeDamaged(log, entry.index, `it ${why}`);
}
