import { PART_NONE } from "../../action/part.ts";
import { fromHex } from "../../encoding/hex.ts";
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
  type Outcome,
  type Refusal,
  type UsedNonce,
} from "../chain.ts";
import { assertStatements, type PlacedEntry } from "../effects.ts";
import { nonceKeyOfEntry } from "../entry.ts";
import type { AppendCall, Draft, Head, Statement, StoredEntry } from "../store.ts";

/** A draft with all that can be made of it before its place in the log is known. */
type PreparedDraft = {
  readonly draft: Draft;
  /** Its entry's bytes, but for the place. */
  readonly bytes: Uint8Array;
  readonly key: string;
  /** The key of its object, as a map has it; undefined where it is about nothing. */
  readonly objectText: string | undefined;
};

/** A call whose drafts are well formed. */
export type PreparedCall = { readonly call: AppendCall; readonly drafts: readonly PreparedDraft[] };

/** Throws `RangeError` where a draft does not fit an entry, AnchorlogError `bad_effect` where a statement is none. */
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

/** A key as a map has it. */
export const keyText = (key: Uint8Array): string =>
  Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("latin1");

/** The effects of one draft, and the entry that it becomes with them. */
export type DraftEffects = { readonly effects: readonly Statement[]; readonly entry: PlacedEntry };

/** The first of drafts, by its place among them, whose effects failed, and what is said of it. */
export type EffectFault = { readonly draft: number; readonly refusal: Refusal };

/** Runs the effects of drafts within the transaction, in their order: all, or, where one fails, none. */
export type RunEffects = (drafts: readonly DraftEffects[]) => Promise<EffectFault | undefined>;

/** What a group of calls comes to. */
export type Plan = {
  /** For each call, the results of its drafts. */
  readonly results: readonly (readonly Outcome[])[];
  /** The entries to write, in their order. */
  readonly fresh: readonly StoredEntry[];
  /** The log's head after them. */
  readonly head: Head;
  /** The newest acts upon the group's objects after them, by {@link keyText}. */
  readonly newest: ReadonlyMap<string, NewestAct>;
};

/** An entry to write, and what is to be put back where it is taken back. */
type Fresh = {
  readonly key: string;
  readonly entry: StoredEntry;
  readonly objectText: string | undefined;
  readonly before: NewestAct | undefined;
};

/** A plan in the making. */
type Draftsheet = {
  head: Head;
  readonly fresh: Fresh[];
  /** Nonces by their keys: those of the log, and the fresh ones. */
  readonly used: Map<string, UsedNonce>;
  /** The newest acts upon objects by their keys: those of the log, and the fresh ones. */
  readonly newest: Map<string, NewestAct>;
};

/** Drafts that are appended or refused together: all of an atomic call, each of another one. */
type Unit = { readonly call: AppendCall; readonly drafts: readonly PreparedDraft[] };

/** The effects of a draft, by its place in its unit. */
type UnitEffects = DraftEffects & { readonly unit: number; readonly place: number };

/** A draft whose effects are known to fail after all that is before it. */
type KnownFault = { readonly unit: number; readonly place: number; readonly refusal: Refusal };

/** How many drafts have their effects run together at most, units of more excepted. */
const TOGETHER = 100;

/**
 * Judges a group of calls behind a log's head, and chains what may be appended.
 *
 * @param used those that are known to have the key of one of the group's nonces, by {@link keyText}.
 * @param newest the newest act upon each of the group's objects, where there is one, in the same way.
 * @param run absent where no draft has any effects.
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
 * Plans units as if all effects went well, and has them run. An entry's place depends on what was appended before it:
 * where a draft's effects fail, all are taken back, and planned again up to it, it being refused.
 */
async function planWithEffects(sheet: Draftsheet, units: readonly Unit[], run: RunEffects): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let most = TOGETHER;
  let known: KnownFault | undefined;
  for (let from = 0; from < units.length;) {
    const before = { head: sheet.head, kept: sheet.fresh.length };
    const effects: UnitEffects[] = [];
    const planned: Outcome[] = [];
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
    // Where one fails, the next may as well: few are run in vain then.
    most = known === undefined ? Math.min(2 * most, TOGETHER) : 1;
    known = undefined;
  }
  return outcomes;
}

/** Behind the units that have so many drafts together at most, one at least. */
function endOfChunk(units: readonly Unit[], from: number, most: number): number {
  let drafts = units[from]!.drafts.length;
  let to = from + 1;
  while (to < units.length && (drafts += units[to]!.drafts.length) <= most) to++;
  return to;
}

/** @param under where it has effects: they are added to those that are to be run. */
function planUnit(sheet: Draftsheet, { call, drafts }: Unit, under?: EffectsOfUnit): Outcome[] {
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

/** Takes back what was planned behind a point. */
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
): Outcome[] {
  const results: Outcome[] = [];
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

/** The entry that a head is made by. */
const placeOf = ({ size, hash, acceptedAt }: Head): PlacedEntry => ({ index: size - 1, hash, acceptedAt });
