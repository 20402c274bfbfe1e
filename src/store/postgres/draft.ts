import { PART_NONE } from "../../action/part.ts";
import { fromHex } from "../../base/hex.ts";
import {
  acceptedAfter,
  actOf,
  encodeDrafts,
  entryAt,
  entryOfDraft,
  judgeDraft,
  placeDraft,
  takeBack,
  type NewestAct,
  type DraftResult,
  type Refusal,
  type UsedNonce,
} from "../../log/chain.ts";
import { assertStatements, type PlacedEntry } from "../../log/effects.ts";
import { nonceKeyOfEntry } from "../../log/entry.ts";
import type { AppendCall, Draft, Head, Statement, StoredEntry } from "../../log/store.ts";

/** A draft with everything that can be computed before its place in the log is known. */
type PreparedDraft = {
  readonly draft: Draft;
  /** Bytes of the draft's entry, in which the place in the log is not filled in yet. */
  readonly bytes: Uint8Array;
  readonly key: string;
  /** The key of the draft's object, as a map key; undefined if the draft is not about an object. */
  readonly objectText: string | undefined;
};

/** A call whose drafts are well formed. */
export type PreparedCall = { readonly call: AppendCall; readonly drafts: readonly PreparedDraft[] };

/** Throws `RangeError` if a draft does not fit an entry, AnchorlogError `bad_effect` if a statement is not valid. */
export function prepareCall(log: Uint8Array, call: AppendCall): PreparedCall {
  const entries = encodeDrafts(log, call.drafts);
  const drafts = call.drafts.map((draft, i) => {
    if (draft.effects !== undefined) assertStatements(draft.effects, "effects");
    if (draft.verifiedBlockHash !== undefined) fromHex(draft.verifiedBlockHash, 32);
    const bytes = entryAt(entries, i);
    const { part, objectKey } = draft.object;
    const objectText = part === PART_NONE ? undefined : keyText(objectKey);
    return { draft, bytes, key: keyText(nonceKeyOfEntry(bytes)), objectText };
  });
  return { call, drafts };
}

/** A key's bytes as a string, to be used as a map key. */
export const keyText = (key: Uint8Array): string =>
  Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("latin1");

/** The effects of one draft, and the entry with which they commit. */
export type DraftEffects = { readonly effects: readonly Statement[]; readonly entry: PlacedEntry };

/** The first draft whose effects failed, by its position among the drafts, and its refusal. */
type EffectFault = { readonly draft: number; readonly refusal: Refusal };

/** Runs the effects of drafts in the transaction, in order. If one fails, undoes all. */
export type RunEffects = (drafts: readonly DraftEffects[]) => Promise<EffectFault | undefined>;

/** The plan for a group of calls. */
export type Plan = {
  /** For each call, the results of its drafts. */
  readonly results: readonly (readonly DraftResult[])[];
  /** The entries to write, in order. */
  readonly fresh: readonly StoredEntry[];
  /** The log's head after them. */
  readonly head: Head;
  /** The newest acts upon the group's objects after them, by {@link keyText}. */
  readonly newest: ReadonlyMap<string, NewestAct>;
};

/** An entry to write, and the act to restore if the entry is undone. */
type Fresh = {
  readonly key: string;
  readonly entry: StoredEntry;
  readonly objectText: string | undefined;
  readonly before: NewestAct | undefined;
};

/** A plan while it is being made. */
type Draftsheet = {
  head: Head;
  readonly fresh: Fresh[];
  /** Used nonces by key: the log's and the plan's own. */
  readonly used: Map<string, UsedNonce>;
  /** The newest acts by object key: the log's and the plan's own. */
  readonly newest: Map<string, NewestAct>;
};

/** Drafts that are appended or refused together: all drafts of an atomic call, or one draft of another call. */
type Unit = { readonly call: AppendCall; readonly drafts: readonly PreparedDraft[] };

/** The effects of a draft, with its unit and its position in the unit. */
type UnitEffects = DraftEffects & { readonly unit: number; readonly place: number };

/** A draft whose effects failed when they ran after everything before it. */
type KnownFault = { readonly unit: number; readonly place: number; readonly refusal: Refusal };

/** Largest number of drafts whose effects run together. A single unit may exceed it. */
const TOGETHER = 100;

/**
 * Judges a group of calls after a log's head, and chains the drafts that can be appended.
 *
 * @param used the entries that have the key of one of the group's nonces, by {@link keyText}.
 * @param newest the newest acts upon the group's objects, by {@link keyText}.
 * @param run absent if no draft has effects.
 */
export async function planGroup(
  head: Head,
  calls: readonly PreparedCall[],
  used: ReadonlyMap<string, UsedNonce>,
  newest: ReadonlyMap<string, NewestAct>,
  run: RunEffects | undefined,
): Promise<Plan> {
  const sheet: Draftsheet = { head, fresh: [], used: new Map(used), newest: new Map(newest) };
  const units = calls.flatMap(unitsOf);
  const outcomes =
    run === undefined ? units.flatMap((unit) => planUnit(sheet, unit)) : await planWithEffects(sheet, units, run);
  let from = 0;
  const results = calls.map(({ drafts }) => outcomes.slice(from, (from += drafts.length)));
  return { results, fresh: sheet.fresh.map(({ entry }) => entry), head: sheet.head, newest: sheet.newest };
}

const unitsOf = ({ call, drafts }: PreparedCall): Unit[] =>
  call.atomic === true ? [{ call, drafts }] : drafts.map((draft) => ({ call, drafts: [draft] }));

/**
 * Plans units as if all effects succeeded, and runs the effects. An entry's place depends on the entries before it. So
 * if a draft's effects fail, the chunk is undone, and planned again up to that draft, which is refused.
 */
async function planWithEffects(sheet: Draftsheet, units: readonly Unit[], run: RunEffects): Promise<DraftResult[]> {
  const outcomes: DraftResult[] = [];
  let most = TOGETHER;
  let known: KnownFault | undefined;
  for (let from = 0; from < units.length;) {
    const before = { head: sheet.head, kept: sheet.fresh.length };
    const effects: UnitEffects[] = [];
    const planned: DraftResult[] = [];
    const to = known === undefined ? endOfChunk(units, from, most) : known.unit + 1;
    for (let unit = from; unit < to; unit++) {
      const fault = known?.unit === unit ? known : undefined;
      planned.push(...planUnit(sheet, units[unit]!, { unit, effects, fault }));
    }
    const fault = effects.length === 0 ? undefined : await run(effects);
    if (fault !== undefined) {
      takeOut(sheet, before);
      const { unit, place } = effects[fault.draft]!;
      known = { unit, place, refusal: fault.refusal };
      continue;
    }
    outcomes.push(...planned);
    from = to;
    // After a failure the next draft may fail as well, so run fewer at a time.
    most = known === undefined ? Math.min(2 * most, TOGETHER) : 1;
    known = undefined;
  }
  return outcomes;
}

/** End of a chunk of units that begins at `from`: as many units as have `most` drafts together, but at least one. */
function endOfChunk(units: readonly Unit[], from: number, most: number): number {
  let drafts = units[from]!.drafts.length;
  let to = from + 1;
  while (to < units.length && (drafts += units[to]!.drafts.length) <= most) to++;
  return to;
}

/** @param under if the unit may have effects: they are added to its list. */
function planUnit(sheet: Draftsheet, { call, drafts }: Unit, under?: EffectsOfUnit): DraftResult[] {
  if (call.atomic !== true) return planDrafts(sheet, call, drafts, under);
  const before = { head: sheet.head, kept: sheet.fresh.length };
  const others = under?.effects.length;
  const results = planDrafts(sheet, call, drafts, under);
  if (results.every(({ status }) => status !== "refused")) return results;
  under?.effects.splice(others!);
  takeOut(sheet, before);
  return takeBack(results, before.head.size);
}

type EffectsOfUnit = {
  readonly unit: number;
  readonly effects: UnitEffects[];
  readonly fault: KnownFault | undefined;
};

/** Undoes the part of the plan after a point. */
function takeOut(sheet: Draftsheet, { head, kept }: { readonly head: Head; readonly kept: number }): void {
  const { used, newest } = sheet;
  sheet.head = head;
  for (const { key, objectText, before } of sheet.fresh.splice(kept).toReversed()) {
    used.delete(key);
    if (objectText === undefined) continue;
    if (before === undefined) newest.delete(objectText);
    else newest.set(objectText, before);
  }
}

function planDrafts(
  sheet: Draftsheet,
  call: AppendCall,
  drafts: readonly PreparedDraft[],
  under: EffectsOfUnit | undefined,
): DraftResult[] {
  const results: DraftResult[] = [];
  for (const [place, { draft, bytes, key, objectText }] of drafts.entries()) {
    const earlier = sheet.used.get(key);
    const newest = objectText === undefined ? undefined : sheet.newest.get(objectText);
    const verdict = judgeDraft(draft, bytes, earlier, acceptedAfter(sheet.head, call.now), newest, call);
    if (verdict === "retry") {
      const { index, entry } = earlier!;
      results.push(entry === undefined ? { status: "archived", index } : { status: "retry", entry });
      continue;
    }
    const refusal = verdict ?? (under?.fault?.place === place ? under.fault.refusal : undefined);
    if (refusal !== undefined) {
      results.push(refusal);
      continue;
    }
    sheet.head = placeDraft(bytes, sheet.head, call.now, draft.object.named !== undefined, newest);
    const entry = entryOfDraft(draft, bytes, sheet.head);
    const { effects = [] } = draft;
    if (effects.length > 0) under?.effects.push({ effects, entry: placeOf(sheet.head), unit: under.unit, place });
    sheet.fresh.push({ key, entry, objectText, before: newest });
    const act = actOf(bytes, entry.index);
    if (act !== undefined) sheet.newest.set(objectText!, act.newest);
    sheet.used.set(key, { index: entry.index, digest: entry.digest, entry });
    results.push({ status: "appended", entry });
  }
  return results;
}

const placeOf = ({ size, hash, acceptedAt }: Head): PlacedEntry => ({ index: size - 1, hash, acceptedAt });
