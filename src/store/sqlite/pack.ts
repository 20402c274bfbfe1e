/** Packs calls into a group for the writer thread. */
import { concat } from "../../base/bytes.ts";
import { fromHex, type Hex } from "../../base/hex.ts";
import { encodeDrafts } from "../../log/chain.ts";
import { assertStatements } from "../../log/effects.ts";
import { ENTRY_BYTES } from "../../log/entry.ts";
import type { AppendCall, Draft, Statement } from "../../log/store.ts";
import { addEffects, dropEffects, emptyEffects, packedEffects, type EffectsPack } from "./effectsPack.ts";
import type { GroupMessage, WriteJob } from "./group.ts";

/** A group that is being filled: see {@link GroupMessage}. */
export type Pack = {
  readonly jobs: WriteJob[];
  /** The entries of each call. */
  readonly entries: Uint8Array[];
  readonly actions: string[];
  readonly deadlines: bigint[];
  readonly namesHolder: number[];
  readonly blockHashes: Map<number, Hex>;
  readonly effects: EffectsPack;
  /** Approximate size in bytes. */
  size: number;
};

export const emptyPack = (): Pack => ({
  jobs: [],
  entries: [],
  actions: [],
  deadlines: [],
  namesHolder: [],
  blockHashes: new Map(),
  effects: emptyEffects(),
  size: 0,
});

export function packed({ jobs, entries, actions, deadlines, namesHolder, blockHashes, effects }: Pack): GroupMessage {
  return {
    jobs,
    bytes: concat(...entries),
    actions,
    deadlines: BigUint64Array.from(deadlines),
    namesHolder: Uint8Array.from(namesHolder),
    blockHashes,
    effects: packedEffects(effects),
  };
}

/** Adds a job without drafts, and returns its number. Throws if it cannot be sent to the writer. */
export function addJob(pack: Pack, job: WriteJob): number {
  if (job.type === "run") pack.size += sizeOfStatements(job.statements);
  return pack.jobs.push(job) - 1;
}

/** Adds a call, and returns its job's number. If the call cannot be packed, throws and adds nothing. */
export function addCall(pack: Pack, log: Hex, call: AppendCall): number {
  const { drafts, now, maxDeadlineAhead, atomic = false, floor } = call;
  const entries = encodeDrafts(fromHex(log, 32), drafts);
  const [before, { size }] = [pack.actions.length, pack];
  try {
    for (const draft of drafts) addDraft(pack, draft);
  } catch (error) {
    for (const list of [pack.actions, pack.deadlines, pack.namesHolder]) list.length = before;
    for (const key of pack.blockHashes.keys()) if (key >= before) pack.blockHashes.delete(key);
    dropEffects(pack.effects, before);
    pack.size = size;
    throw error;
  }
  pack.entries.push(entries);
  return pack.jobs.push({ type: "append", log, count: drafts.length, now, maxDeadlineAhead, atomic, floor }) - 1;
}

function addDraft(pack: Pack, { action, deadline, object, verifiedBlockHash, effects = [] }: Draft): void {
  const number = pack.actions.length;
  const text = JSON.stringify(action);
  pack.deadlines.push(BigInt(deadline));
  pack.namesHolder.push(object.named === undefined ? 0 : 1);
  pack.actions.push(text);
  pack.size += ENTRY_BYTES + text.length;
  if (verifiedBlockHash !== undefined) pack.blockHashes.set(number, verifiedBlockHash);
  if (effects.length === 0) return;
  pack.size += sizeOfStatements(effects);
  addEffects(pack.effects, number, effects);
}

/** Approximate size of statements in bytes. Throws if one is not a statement. */
function sizeOfStatements(statements: readonly Statement[]): number {
  assertStatements(statements, "effects");
  let size = 0;
  for (const { sql, parameters = [] } of statements) {
    size += sql.length;
    for (const value of parameters) {
      size += typeof value === "string" || value instanceof Uint8Array ? value.length : 8;
    }
  }
  return size;
}
