/**
 * Inspects an operator's anchored, published and promised data. Finds what is wrong, and what can be done about it.
 *
 * @module
 */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { auditExport, type Audit } from "../verify/audit/audit.ts";
import { findFaults, findReceiptFaults, findReceiptsAhead, type FaultScan } from "../dispute/faults/scan.ts";
import type { AnchoredHistory } from "../dispute/evidence.ts";
import { readHeldExport, type HeldExport } from "../dispute/export.ts";
import type { FoundFault } from "../dispute/faults/findings.ts";
import { utf8 } from "../base/bytes.ts";
import { inLowerCase, toHex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { Proposal } from "./actions.ts";
import type { AlarmType } from "./alarms.ts";
import { proposeOverdue, proposeQuestions, shownPaths } from "./asking.ts";
import { patienceOf, type View } from "./follow.ts";
import { inspectGate, watchedObjects } from "./gates.ts";
import { findForeignLogs, findOwned } from "./knowing.ts";
import { proposeLeads, type MadeProofs } from "./leading.ts";
import type { CheckedOptions } from "./options.ts";
import { readPublishedTiles, type PublishedTiles } from "./published.ts";
import { findOverdue } from "./overdue.ts";
import { namesOf, readReceipts, type KeptReceipt } from "./receipts.ts";
import type { WatchState } from "./state.ts";

/** A finding to report. */
export type Remark = { type: AlarmType; key: string; message: string; data?: Record<string, unknown> };

/** The result of an inspection. If one part fails, its error is listed, and the other parts are still inspected. */
type Inspection = {
  readonly faults: readonly FoundFault[];
  readonly remarks: readonly Remark[];
  readonly proposals: readonly Proposal[];
  readonly errors: readonly { readonly part: string; readonly error: Error }[];
};

/** The result for an export, cached until the export or the chain changes. */
type Scanned = {
  readonly version: string;
  readonly held: HeldExport;
  readonly scan: FaultScan;
  readonly audit: Audit | undefined;
};

export type Inspector = { inspect(view: View): Promise<Inspection> };

type Inspecting = {
  readonly options: CheckedOptions;
  readonly state: WatchState;
  readonly proofs: MadeProofs;
  scanned: Scanned | undefined;
};

/** An inspection under way. */
type Findings = {
  readonly faults: FoundFault[];
  readonly remarks: Remark[];
  readonly proposals: Proposal[];
  readonly errors: Inspection["errors"][number][];
  /** The contents of the export and the tiles, as far as they could be read. */
  readonly histories: AnchoredHistory[];
};

export function createInspector(options: CheckedOptions, state: WatchState): Inspector {
  const inspecting: Inspecting = { options, state, proofs: new Map(), scanned: undefined };
  return { inspect: (view) => inspect(inspecting, view) };
}

async function inspect(inspecting: Inspecting, view: View): Promise<Inspection> {
  const { options, state } = inspecting;
  const { tiles, receipts: folder, duties, gates = [], objects = [] } = options;
  const found: Findings = { faults: [], remarks: [], proposals: [], errors: [], histories: [] };
  const { faults, remarks, proposals, errors, histories } = found;
  const attempt = async (part: string, look: () => Promise<void>): Promise<void> => {
    try {
      await look();
    } catch (error) {
      errors.push({ part, error: error as Error });
    }
  };
  await attempt("records", () => inspectRecords(inspecting, view, found));
  if (tiles !== undefined) await attempt("tiles", () => inspectTiles(inspecting, tiles, view, found));
  for (const history of histories) {
    faults.push(
      ...findForeignLogs(history, options.foreignLogs ?? []),
      ...findOwned(history, options.ownedAccounts ?? []),
    );
  }
  let own: readonly KeptReceipt[] = [];
  if (folder !== undefined) {
    await attempt("receipts", async () => {
      const kept = await readReceipts(folder, options.operator);
      own = kept.receipts;
      remarks.push(...kept.unreadable.map(({ file, why }) => unreadable(file, why)));
      inspectReceipts(inspecting, view, kept.receipts, found);
    });
  }
  const watched = watchedObjects(
    objects,
    own.map(({ entry }) => entry),
  );
  const first = options.fromBlock ?? state.from ?? 0n;
  for (const gate of gates) {
    await attempt(`gate ${gate}`, async () => {
      remarks.push(...(await inspectGate(view, gate, watched, state, first)));
    });
  }
  return { faults, remarks, proposals: proposals.filter(({ duty }) => duties.includes(duty)), errors };
}

async function inspectRecords(inspecting: Inspecting, view: View, found: Findings): Promise<void> {
  const scanned = await scanExport(inspecting, view);
  if (scanned === undefined) return;
  const { contracts } = inspecting.options;
  const { held, scan, audit } = scanned;
  found.histories.push(held.history);
  const shown = shownPaths(view, contracts, held, inspecting.state.answers);
  const asked = await proposeQuestions(view, contracts, held, scan.questions, shown);
  found.faults.push(...scan.faults, ...asked.faults);
  found.proposals.push(...asked.proposals);
  found.remarks.push(...scan.questions.map(({ about, position, message }) => missing(`${about} ${position}`, message)));
  if (audit?.verdict === "invalid") found.remarks.push(invalid("audit", `the export does not hold: ${audit.message}`));
}

async function scanExport(inspecting: Inspecting, view: View): Promise<Scanned | undefined> {
  const { options, scanned } = inspecting;
  const published = await options.records?.published?.();
  if (published === undefined) return undefined;
  const version = `${published.version}${view.checkpoints.at(-1)?.sequence} ${view.checkpoints.at(-1)?.root}`;
  if (scanned?.version === version) return scanned;
  const [held, scan] = await Promise.all([
    readHeldExport(published.read, view.checkpoints),
    findFaults(published.read, view.checkpoints),
  ]);
  const audit = options.audit === false ? undefined : await auditExport(published.read, {});
  return (inspecting.scanned = { version, held, scan, audit });
}

async function inspectTiles(
  { options, state }: Inspecting,
  tiles: PublishedTiles,
  view: View,
  { faults, remarks, histories }: Findings,
): Promise<void> {
  const seen = await readPublishedTiles(tiles, options.operator, view, state.note, histories[0]);
  histories.push(seen.history);
  faults.push(...seen.faults);
  remarks.push(...seen.contradictions.map(({ key, message }) => invalid(key, message)));
  const behind = view.checkpoints.find(({ size }) => size > seen.size);
  if (behind !== undefined && view.head.time - behind.time > patienceOf(view.terms)) {
    const message = `the tiles end at size ${seen.size}, and ${behind.size} was anchored at ${behind.time}`;
    remarks.push(missing(`tiles ${behind.sequence}`, message));
  }
  if (seen.contradictions.length === 0) state.note = seen.note;
}

function inspectReceipts(
  { options, state, proofs }: Inspecting,
  view: View,
  kept: readonly KeptReceipt[],
  { faults, remarks, proposals, histories }: Findings,
): void {
  const { operator, contracts, act } = options;
  const names = namesOf(operator, options.logs ?? [], kept);
  const receipts = kept.map(({ receipt }) => receipt);
  faults.push(...findReceiptsAhead(operator, receipts, names, view.head.time));
  for (const history of histories.length === 0 ? [undefined] : histories) {
    faults.push(...findReceiptFaults(operator, receipts, names, history));
  }
  const overdue = findOverdue(view, kept, histories, state);
  for (const { file, entry, due, why } of overdue) {
    const message = `${file}: entry ${entry.index} was due at ${new Date(due).toISOString()}, and ${why}`;
    const data = { log: toHex(entry.log), index: entry.index, due };
    remarks.push({ type: "receipt.overdue", key: `${toHex(entry.log)} ${entry.index}`, message, data });
  }
  proposals.push(...proposeOverdue(view, operator, contracts, overdue, names));
  const bundles = kept.flatMap(({ bundle }) => (bundle === undefined ? [] : [bundle]));
  const beneficiary = act && inLowerCase(act.walletClient.account.address);
  const leads = proposeLeads(view, contracts, bundles, histories, beneficiary, options.prove, proofs);
  proposals.push(...leads);
  for (const { key, message, data } of leads) remarks.push({ type: "dispute.open", key, message, data });
}

const missing = (key: string, message: string): Remark => ({ type: "record.missing", key, message });
const invalid = (key: string, message: string): Remark => ({ type: "record.invalid", key, message });
const unreadable = (file: string, why: string): Remark => {
  const key = `${file} ${toHex(keccak_256(utf8(why)))}`;
  return { type: "receipt.invalid", key, message: `${file} is not a receipt: ${why}`, data: { file } };
};

/** Whether an error means that a check could not be made, not that something is wrong. */
export function isIndeterminate(error: Error): boolean {
  return !(error instanceof AnchorlogError) || !CONTRADICTIONS.has(error.code);
}
/** Error codes that mean the operator's published data is wrong. */
const CONTRADICTIONS: ReadonlySet<string> = new Set([
  "bad_tile",
  "bad_note",
  "untrusted_checkpoint",
  "malformed",
  "foreign_export",
]);
