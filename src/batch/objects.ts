/**
 * Checks that a batch's entries follow the newest acts upon their objects. An entry that does not would convict the
 * operator.
 */
import { ANYBODY, PART_ACT, PART_NONE } from "../action/part.ts";
import type { Kind } from "../action/kinds.ts";
import { concat, equalBytes } from "../base/bytes.ts";
import { toHex, type Hex } from "../base/hex.ts";
import { decodeEntry, ENTRY_BYTES, type Entry } from "../log/entry.ts";
import { storeDamaged } from "../log/damaged.ts";
import { actOf, whyNotUpon, type KnownAct, type NewestAct } from "../log/link.ts";
import type { ChainStore, StoredEntry } from "../log/store.ts";

/** Walks the entries of a batch in their order. */
export type ObjectWalk = {
  /** @throws AnchorlogError `store_damaged` if the entry does not follow the batch's last act upon its object. */
  take(log: Hex, entry: StoredEntry, kind: Pick<Kind, "object">): void;
  /**
   * Returns the bytes of the entries that follow no act of the batch. A byte before each entry is 1 if the entry must
   * have the same holder as the act before it.
   */
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
      if (newest === undefined) outer.push({ carries, bytes });
      else assertUpon(log, bytes, carries, newest);
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
const AT_ONCE = 512;
/** The milliseconds that are left for the archive to answer. */
export type Patience = { left: number };

/** An entry whose prior act is in an earlier batch. */
type Outer = {
  readonly bytes: Uint8Array;
  readonly entry: Entry;
  readonly carries: boolean;
  /** These bytes behind the byte that {@link ObjectWalk.outer} adds. */
  readonly packed: Uint8Array;
};

/**
 * Checks entries against the newest acts upon their objects from before their batch. Acts that are in the archive are
 * also compared with the archive, as far as it answers in time. So neither a slow archive nor a signer with many old
 * objects can keep a batch open.
 *
 * @param from the batch's first index.
 * @param outer the result of {@link ObjectWalk.outer}.
 * @throws AnchorlogError `store_damaged` if an entry does not follow the newest act upon its object.
 */
export async function assertOuter(
  log: Hex,
  from: number,
  outer: Uint8Array,
  store: Pick<ChainStore, "actsBefore" | "entriesAt">,
  patience: Patience,
): Promise<void> {
  const archived = new Map<number, { readonly newest: NewestAct; readonly by: Entry }>();
  for (let at = 0; at < outer.length; at += AT_ONCE * OUTER_BYTES) {
    const some = readOuter(outer.subarray(at, at + AT_ONCE * OUTER_BYTES));
    const acts = await store.actsBefore(
      log,
      some.map(({ entry }) => entry.objectKey),
      from,
    );
    for (const { newest, by } of archivedOf(log, some, acts)) archived.set(newest.index, { newest, by: by.entry });
  }
  if (archived.size === 0) return;
  const places = [...archived.keys()].map((index) => ({ log, index }));
  const start = performance.now();
  const entries = await store.entriesAt(places, patience.left);
  patience.left = Math.max(0, patience.left - (performance.now() - start));
  for (const { index, bytes } of entries) {
    const { newest, by } = archived.get(index)!;
    const act = actOf(bytes, index);
    if (act === undefined || !equalBytes(act.key, by.objectKey)) {
      throw storeDamaged(log, by.index, `it follows entry ${index}, which is not an act upon its object`);
    }
    if (!equalBytes(act.newest.holder, newest.holder)) {
      throw storeDamaged(log, by.index, `it follows entry ${index}, which leaves its object to another holder`);
    }
  }
}

/**
 * Checks entries as {@link assertOuter} does, in the thread that built their batch. Returns the entries that follow an
 * archived act, in the form of {@link ObjectWalk.outer}: only the archive can settle these.
 *
 * @param actBefore finds the log's newest act upon an object below an index.
 * @param pause lets others do their work, between {@link AT_ONCE} entries and the next.
 * @throws AnchorlogError `store_damaged` if an entry does not follow the newest act upon its object.
 */
export async function settleOuter(
  { log, from }: { readonly log: Hex; readonly from: number },
  outer: Uint8Array,
  actBefore: (objectKey: Uint8Array, below: number) => KnownAct | undefined,
  pause: () => Promise<void>,
): Promise<Uint8Array> {
  const open: Uint8Array[] = [];
  for (let at = 0; at < outer.length; at += AT_ONCE * OUTER_BYTES) {
    if (at > 0) await pause();
    const some = readOuter(outer.subarray(at, at + AT_ONCE * OUTER_BYTES));
    const acts = some.map(({ entry }) => actBefore(entry.objectKey, from));
    for (const { by } of archivedOf(log, some, acts)) open.push(by.packed);
  }
  return concat(...open);
}

/** Checks entries against the newest acts upon their objects. Returns those whose acts are in the archive. */
function archivedOf(
  log: Hex,
  some: readonly Outer[],
  acts: readonly (KnownAct | undefined)[],
): { readonly newest: KnownAct; readonly by: Outer }[] {
  return some.flatMap((by, i) => {
    const newest = acts[i];
    assertUpon(log, by.bytes, by.carries, newest);
    return newest?.isArchived === true ? { newest, by } : [];
  });
}

function readOuter(outer: Uint8Array): Outer[] {
  return Array.from({ length: outer.length / OUTER_BYTES }, (_, i) => {
    const packed = outer.subarray(OUTER_BYTES * i, OUTER_BYTES * (i + 1));
    const bytes = packed.subarray(1);
    return { carries: packed[0] === CARRIES, bytes, entry: decodeEntry(bytes), packed };
  });
}

function assertUpon(log: Hex, bytes: Uint8Array, carries: boolean, newest: NewestAct | undefined): void {
  const entry = decodeEntry(bytes);
  const isOther = carries && !equalBytes(entry.holder, newest?.holder ?? ANYBODY);
  const why = whyNotUpon(entry, bytes, newest) ?? (isOther ? "has another holder than its prior" : undefined);
  if (why !== undefined) throw storeDamaged(log, entry.index, `it ${why}`);
}
