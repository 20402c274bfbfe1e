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
import { assertStatements, statementFailed, type PlacedEntry, type StatementFault } from "../effects.ts";
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

/** Runs statements within the transaction, and takes them back. */
export type Effects = {
  /** Marks the point to which `undo` goes back, until `keep`. A draft's point lies within its call's. */
  mark(point: EffectPoint): Promise<void>;
  keep(point: EffectPoint): Promise<void>;
  undo(point: EffectPoint): Promise<void>;
  /** How many rows the statement changed or gave. */
  run(statement: Statement, entry: PlacedEntry): Promise<number>;
  /** What an error says of the statement; undefined where it is about the database, and ends the whole transaction. */
  faultOf(error: unknown): StatementFault | undefined;
};

export type EffectPoint = "call" | "draft";

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
  readonly effects: Effects | undefined;
};

/**
 * Judges a group of calls behind a log's head, and chains what may be appended.
 *
 * @param used those that are known to have the key of one of the group's nonces, by {@link keyText}.
 * @param newest the newest act upon each of the group's objects, where there is one, in the same way.
 * @param effects absent where no draft has any.
 */
export async function planGroup(
  head: Head,
  calls: readonly PreparedCall[],
  used: ReadonlyMap<string, UsedNonce>,
  newest: ReadonlyMap<string, NewestAct>,
  effects: Effects | undefined,
): Promise<Plan> {
  const sheet: Draftsheet = { head, fresh: [], used: new Map(used), newest: new Map(newest), effects };
  const results: (readonly Outcome[])[] = [];
  for (const call of calls) {
    results.push(call.call.atomic === true ? await planAtomic(sheet, call) : await planCall(sheet, call));
  }
  return { results, fresh: sheet.fresh.map(({ entry }) => entry), head: sheet.head, newest: sheet.newest };
}

async function planAtomic(sheet: Draftsheet, call: PreparedCall): Promise<Outcome[]> {
  const { head, effects } = sheet;
  const kept = sheet.fresh.length;
  await effects?.mark("call");
  const results = await planCall(sheet, call);
  if (results.every(({ status }) => status !== "refused")) {
    await effects?.keep("call");
    return results;
  }
  await effects?.undo("call");
  for (const taken of sheet.fresh.splice(kept).toReversed()) takeOut(sheet, taken);
  sheet.head = head;
  return takeBack(results, head.size);
}

function takeOut({ used, newest }: Draftsheet, { key, objectText, before }: Fresh): void {
  used.delete(key);
  if (objectText === undefined) return;
  if (before === undefined) newest.delete(objectText);
  else newest.set(objectText, before);
}

async function planCall(sheet: Draftsheet, { call, drafts }: PreparedCall): Promise<Outcome[]> {
  const results: Outcome[] = [];
  let doomed = false;
  for (const { draft, bytes, key, objectText } of drafts) {
    const earlier = sheet.used.get(key);
    const newest = objectText === undefined ? undefined : sheet.newest.get(objectText);
    const verdict = judgeDraft(draft, bytes, earlier, acceptedAfter(sheet.head, call.now), newest, call);
    if (verdict === "retry") {
      const { index, entry } = earlier!;
      results.push(entry === undefined ? { status: "archived", index } : { status: "retry", entry });
      continue;
    }
    // Of an atomic call that is taken back anyway no further statement runs.
    const namesHolder = draft.object.named !== undefined;
    const head = verdict === undefined ? placeDraft(bytes, sheet.head, call.now, namesHolder, newest) : sheet.head;
    const refusal = verdict ?? (doomed ? undefined : await runEffects(draft, head, sheet.effects));
    if (refusal !== undefined) {
      results.push(refusal);
      doomed = call.atomic === true;
      continue;
    }
    sheet.head = head;
    const entry = entryOfDraft(draft, bytes, sheet.head);
    sheet.fresh.push({ key, entry, objectText, before: newest });
    const act = actOf(bytes, entry.index);
    if (act !== undefined) sheet.newest.set(objectText!, act.newest);
    sheet.used.set(key, { index: entry.index, digest: entry.digest, entry });
    results.push({ status: "appended", entry });
  }
  return results;
}

/** @param head what the draft's entry makes it. */
async function runEffects(draft: Draft, head: Head, effects: Effects | undefined): Promise<Refusal | undefined> {
  const { effects: statements = [] } = draft;
  if (effects === undefined || statements.length === 0) return undefined;
  const entry = { index: head.size - 1, hash: head.hash, acceptedAt: head.acceptedAt };
  await effects.mark("draft");
  let index = 0;
  let fault: StatementFault | undefined;
  try {
    for (const { expect } of statements) {
      const rows = await effects.run(statements[index]!, entry);
      if (expect !== undefined && expect !== rows) fault = { kind: "missed", rows };
      if (fault !== undefined) break;
      index++;
    }
    if (fault === undefined) await effects.keep("draft");
  } catch (error) {
    fault = effects.faultOf(error);
    if (fault === undefined) throw error;
  }
  if (fault === undefined) return undefined;
  await effects.undo("draft");
  // A constraint that waits for the end is of the last statement, as far as can be told.
  index = Math.min(index, statements.length - 1);
  return statementFailed(index, statements[index]!, fault);
}
